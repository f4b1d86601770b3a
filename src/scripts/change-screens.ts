/**
 * Changes the screen within the document (docs/decisions/navigation.md). The browser itself navigates:
 * history, focus, scrolling, new tabs and reloads are its own. A screen that can't be shown here is loaded
 * as a document, as every screen is without this.
 */
import { titled } from '#text/common.ts';
import {
  $visits,
  allOf,
  headingClass,
  type Screen,
  type Visit,
  type Visits,
} from '../islands/screen/shown-screens.ts';
import { closeModals } from '../islands/ui/open-modals.ts';
import { BASE_PATH } from '../lib/base-path.ts';
import { arriveWithPhoto } from '../lib/platform/arrive-with-photo.ts';
import { carryPhotos } from '../lib/platform/carry-photo.ts';
import { whenIdle } from '../lib/platform/idle.ts';
import { laterStyles } from '../lib/platform/later-styles.ts';
import { isWithinScreen } from '../lib/platform/navigations.ts';
import { platform } from '../lib/platform/platform.ts';
import { showKept } from '../lib/platform/show-kept.ts';
import { routes } from '../lib/routes.ts';
import { type ScreenName, screenAt } from '../lib/screens.ts';
import { leaveScreen, wasLeftAt } from '../lib/state/address.ts';
import { arrive } from '../lib/state/arrive.ts';
import { $watched, setPeeking } from '../lib/state/peek.ts';
import { $person, onSessionEnd } from '../lib/state/session/session.ts';

const loads: Readonly<Record<ScreenName, () => Promise<{ screen: Screen }>>> = {
  home: () => import('../islands/home/HomeScreen.tsx'),
  events: () => import('../islands/events/EventsScreen.tsx'),
  viewEvent: () => import('../islands/view-event/ViewEventScreen.tsx'),
  rewards: () => import('../islands/rewards/RewardsScreen.tsx'),
  transactions: () => import('../islands/transactions/TransactionsScreen.tsx'),
  redeem: () => import('../islands/redeem/RedeemScreen.tsx'),
  store: () => import('../islands/store/StoreScreen.tsx'),
  profile: () => import('../islands/profile/ProfileScreen.tsx'),
};

/** The screens whose code is loaded. */
const screens = new Map<ScreenName, Screen>();

async function load(name: ScreenName): Promise<Screen> {
  const { screen } = await loads[name]();
  screens.set(name, screen);
  // How many there are: tests wait for it.
  document.documentElement.dataset.screens = String(screens.size);
  return screen;
}

/** A document that was opened long ago is replaced by a new one, which may be from another release. */
const LONGEST_MS = 3_600_000;

/** A worker with another release has taken over. */
let isReplaced = false;

function followWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A notification was tapped: the worker goes there itself if nobody answers (src/worker/push.ts).
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    // A later release's worker may have other things to say.
    if (!data?.address) return;
    ports[0]?.postMessage(true);
    location.assign(data.address);
  });
  let { controller } = navigator.serviceWorker;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one has this release.
    isReplaced ||= controller !== null;
    controller = navigator.serviceWorker.controller;
  });
}

/** What a page does with its address as it is loaded: follows it, signs in, opens the code. */
const FOR_DOCUMENTS = ['code', 'error', 'error_description', 'isWebView', 'redirect', 'show'];

const isForDocument = ({ hash, searchParams }: URL): boolean =>
  hash !== '' || FOR_DOCUMENTS.some((name) => searchParams.has(name));

/** A screen that fails is empty. */
const hasFailed = (): boolean =>
  !document.querySelector('main kept-screen:not([data-left])')?.firstElementChild;

/** The screen of the address, if it can be shown here. */
function screenToShow(address: URL): ScreenName | null {
  const name = screenAt(address.pathname);
  if (name === null || !screens.has(name) || isForDocument(address) || hasFailed()) return null;
  return $person.get() && !isReplaced && performance.now() < LONGEST_MS ? name : null;
}

/**
 * React hides it with `display: none`, after which a browser has to lay it all out again. With an
 * attribute it keeps its layout (layouts/Shell.module.css). React hides with `setProperty` and shows with
 * `display`; tests/browser/one-document.spec.ts checks that it still does.
 */
class KeptScreen extends HTMLElement {
  override get style(): CSSStyleDeclaration {
    const tell = (isLeft: boolean) => this.toggleAttribute('data-left', isLeft);
    return {
      setProperty: () => tell(true),
      set display(_: string) {
        tell(false);
      },
    } as unknown as CSSStyleDeclaration;
  }
}

/** The history entry at which each screen was left. */
const leftAt = new Map<ScreenName, string | undefined>();
let visits = 0;

/** The bar's places and the list that /home leads to: a tap finds them as they were left, too. */
const PLACES = new Set<ScreenName>(['home', 'rewards', 'transactions']);

/** Screens that were drawn before anybody went there. */
const ahead = new Set<ScreenName>();

/**
 * How long after its last listener has left a $value stops listening to those it is computed from, which
 * then do the same.
 */
const UNMOUNT_MS = 1000;
/** More than the longest chain of computed $values. */
const DEEPEST_VALUE = 5;

/** Step by step, because all the timers that a sleeping phone missed fire at once. */
function onceUnmounted(then: () => void, steps = DEEPEST_VALUE): void {
  setTimeout(() => (steps > 1 ? onceUnmounted(then, steps - 1) : then()), UNMOUNT_MS);
}

/** Draws a screen of the bar out of sight, so that the first tap only has to show it. */
function drawAhead(name: ScreenName): void {
  const now = $visits.get();
  const screen = screens.get(name);
  if (!PLACES.has(name) || !now || !screen || !$person.get()) return;
  const { hidden } = now;
  if (allOf(now).some((visit) => visit.name === name)) return;
  ahead.add(name);
  const tell = (isReading: boolean) => setPeeking(isReading && ahead.has(name));
  $visits.set({ ...now, hidden: [...hidden, { ...screen, name, key: 'ahead', tell }] });
  whenIdle(() => {
    // Measuring one part makes the browser lay out all of its screen.
    for (const part of document.querySelectorAll('[data-left] > :first-child'))
      part.getBoundingClientRect();
  });
  onceUnmounted(() => $watched.set({}));
}

/** Shows a kept screen that has not changed with its address, if that can be done without React. */
function showsAtOnce(now: Visits, next: Visit): boolean {
  const { shown } = now;
  const all = allOf(now);
  if (!wasLeftAt(next.name, location) || shown.heading === 'own' || next.heading === 'own')
    return false;
  return showKept({
    from: all.indexOf(shown),
    to: all.indexOf(next),
    count: all.length,
    title: next.title,
    headingClass: headingClass(next),
  });
}

/** Tells React which screen is shown; null if it knows. */
let tellReact: (() => void) | null = null;
/** React was just told, and draws that as soon as the current script has ended. */
let isDrawing = false;

/** @param isKept whether to show the kept visit, if there is one */
async function show(
  name: ScreenName,
  isReturn: boolean,
  isKept: boolean,
  event: NavigateEvent,
): Promise<void> {
  const now = $visits.get();
  const screen = screens.get(name);
  if (!now || !screen) return;
  // Not left to the browser: once Safari 26.2 has scrolled to the top, taps still meet what was there before.
  if (!isReturn) scrollTo(0, 0);
  visits += 1;
  const opened = { ...screen, name, key: String(visits) };
  const kept = isKept ? allOf(now).find((visit) => visit.name === name) : undefined;
  const next = kept ?? opened;
  document.title = titled(next.title);
  document.documentElement.dataset.route = routes[name].path.slice(BASE_PATH.length);
  for (const place of document.querySelectorAll<HTMLAnchorElement>('[data-place]')) {
    if (place.pathname === location.pathname) place.ariaCurrent = 'page';
    else place.removeAttribute('aria-current');
  }
  const tell = () => {
    tellReact = null;
    const all = allOf($visits.get());
    // It is gone with a session that ended meanwhile.
    if (kept && !all.includes(kept)) {
      location.reload();
      return;
    }
    if (ahead.delete(name)) $watched.set({});
    arrive(isReturn);
    const hidden = all.filter((visit) => visit.name !== name);
    $visits.set({ shown: next, hidden, said: next.title });
  };
  if (kept && showsAtOnce(now, kept)) {
    tellReact = tell;
    if (isReturn) event.scroll();
    await platform().afterPaint();
    if (tellReact !== tell) return;
  }
  tell();
  // React draws what a $value changes before anything else happens.
  await Promise.resolve();
  if (hasFailed()) location.reload();
  else arriveWithPhoto();
}

function onNavigate(event: NavigateEvent): void {
  const { canIntercept, destination, downloadRequest, formData, navigationType } = event;
  const isReturn = navigationType === 'traverse';
  if (!canIntercept || downloadRequest !== null || formData) return;
  if (isReturn ? isWithinScreen(event) : navigationType === 'reload' || destination.sameDocument) {
    return;
  }
  const name = screenToShow(new URL(destination.url));
  if (name === null) {
    // The browser takes going back for a change within the page.
    if (isReturn) event.intercept({ handler: async () => location.reload() });
    return;
  }
  if (tellReact) {
    isDrawing = true;
    tellReact();
    queueMicrotask(() => {
      isDrawing = false;
    });
  }
  const left = $visits.get()?.shown.name;
  if (left) leftAt.set(left, navigation.currentEntry?.key);
  closeModals();
  leaveScreen();
  const isKept = isReturn
    ? leftAt.get(name) === destination.key
    : PLACES.has(name) && new URL(destination.url).search === '';
  event.intercept({
    scroll: isReturn ? 'after-transition' : 'manual',
    async handler() {
      // React would draw both changes as one, and never hide what was shown without it in between.
      if (isDrawing) await null;
      if (!event.signal.aborted) await show(name, isReturn, isKept, event);
    },
  });
}

/** If the browser keeps the document, it may be returned to at another one of its addresses. */
function reloadElsewhere(): void {
  let left = '';
  addEventListener('pagehide', () => {
    left = location.href;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && location.href !== left) location.reload();
  });
}

/** @public Called by start-wallet.ts, which loads this. */
export async function start(): Promise<void> {
  const name = screenAt(location.pathname);
  if (name === null) return;
  try {
    // First, since from the first screen on that is loaded going back is left to this (reload-on-return.ts).
    await laterStyles();
    const screen = await load(name);
    $visits.set({ shown: { ...screen, name, key: '' }, hidden: [], said: null });
  } catch {
    // Offline, or gone with a newer release: navigation keeps loading documents.
    return;
  }
  // Nothing of one person outlives their session, not even out of sight.
  onSessionEnd(() => {
    const now = $visits.get();
    if (now) $visits.set({ ...now, hidden: [] });
  });
  customElements.define('kept-screen', KeptScreen);
  navigation.addEventListener('navigate', onNavigate);
  followWorker();
  reloadElsewhere();
  carryPhotos();
  for (const other of Object.keys(loads) as ScreenName[])
    whenIdle(
      () =>
        void load(other).then(
          () => whenIdle(() => drawAhead(other)),
          () => undefined,
        ),
    );
}
