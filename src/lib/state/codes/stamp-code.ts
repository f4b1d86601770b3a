/**
 * 'Scan QR Code': the customer's code, and the stamp that lands while it is shown
 * (docs/product.md#stamp-code).
 */
import { atom } from 'nanostores';
import { storedSession } from '../../data/stored-session.ts';
import { customerQrText } from '../../domain/customer-qr.ts';
import { appDayKey } from '../../domain/day.ts';
import { displayName } from '../../domain/display-name.ts';
import type { Person } from '../../domain/entities.ts';
import { loginPath } from '../../domain/redirect.ts';
import { withWebView } from '../../domain/web-view.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { CODE_PATH } from '../../routes.ts';
import { $now } from '../clock.ts';
import { $session, signedInPerson } from '../session/session.ts';
import { isWebView } from '../session/web-view.ts';
import { createCode, type Shown } from './code.ts';
import { showLandings } from './landing.ts';
import type { Watch } from './poll.ts';
import { drawnBefore, renderQrImage } from './render-qr.ts';
import { watchForStamps } from './scan-watch.ts';

interface Details {
  name: string;
}

export type StampCode = { open: false } | ({ open: true } & Shown & Details);

/** The logo covers its middle. */
const CORRECTION = 'H';

export const $stampCode = atom<StampCode>({ open: false });

const code = createCode<Details>((shown) =>
  $stampCode.set(shown ? { open: true, ...shown } : { open: false }),
);

export const closeStampCode = code.close;
export const refreshStampCode = code.refresh;
export const resumeStampCode = code.resume;

/** The code contains a hash of the day: after midnight it is drawn again. */
function refreshAtMidnight(): Stop {
  let day = appDayKey(platform().now());
  return $now.listen((now) => {
    if (now === null || appDayKey(now) === day) return;
    day = appDayKey(now);
    void code.refresh();
  });
}

/** The watch that began last: an earlier one outlives its code, and must not clear what this one keeps. */
let newest: Watch;

/** Stamps whose card is being read, and since when they are news: for the next page, if this one is left. */
const unannounced = new Map<object, string | null>();

/**
 * Keeps where the watch left off for the next page, in case this one is left or put to sleep with the code
 * on it.
 */
function watchAcrossPages(
  person: Person,
  onPaused: (paused: boolean) => void,
  continuation?: { since: string; onAnswer: () => void },
): Watch {
  const storage = platform().sessionStorage;
  const watch = watchForStamps(person.id, {
    ...continuation,
    onPaused,
    onNew(given) {
      unannounced.set(given, watch.cursor());
      const stop = platform().onPageLeft(() => keep());
      void showLandings(person, given, code.close).then(() => {
        unannounced.delete(given);
        stop();
      });
    },
  });
  newest = watch;
  const keep = () => {
    const [before] = unannounced.values();
    const cursor = before ?? watch.cursor();
    // The watch outlives the code by a moment: a log-out, here or elsewhere, leaves nothing.
    if (cursor !== null && storedSession()?.person.id === person.id)
      storage.set(storageKeys.stampWatch, cursor);
  };
  const stops = [
    platform().onPageLeft(keep),
    platform().onVisibilityChange(() => !platform().isVisible() && keep()),
  ];
  return {
    resume: watch.resume,
    stop() {
      watch.stop();
      for (const stop of stops) stop();
      if (newest === watch) storage.remove(storageKeys.stampWatch);
    },
  };
}

/** Announces what landed on an earlier page's code after that page was left. Asks until it is answered. */
export async function announceMissedStamps(): Promise<void> {
  const since = platform().sessionStorage.get(storageKeys.stampWatch);
  const person = await signedInPerson();
  if (since === null || !person) return;
  const watch = watchAcrossPages(person, () => undefined, { since, onAnswer: () => watch.stop() });
}

/** Draws today's code while the page is idle, so that a tap finds it ready. */
export async function prepareStampCode(): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  platform().whenIdle(
    () => void renderQrImage(() => customerQrText(person, platform().now()), CORRECTION),
  );
}

/**
 * Opens the stamp code of the signed-in customer, computed on the device, online or offline. Someone who
 * is signed out signs in first, and then it opens.
 */
export async function openStampCode(): Promise<void> {
  const person = await signedInPerson();
  if (!person) {
    if ($session.get().status === 'signed-out')
      platform().open(withWebView(loginPath(CODE_PATH), isWebView()));
    return;
  }
  const text = () => customerQrText(person, platform().now());
  await code.open({
    details: { name: displayName(person) },
    text,
    correction: CORRECTION,
    image: drawnBefore(text(), CORRECTION),
    watch: (onPaused) => watchAcrossPages(person, onPaused),
    // The browser may keep the page, and would show it again when somebody goes back to it.
    whileOpen: () => [refreshAtMidnight(), platform().onPageLeft(code.close)],
  });
}
