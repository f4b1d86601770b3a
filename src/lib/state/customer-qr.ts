/** 'Scan QR Code': the customer's code, and the stamp that lands while it is shown (section 2). */
import { atom } from 'nanostores';
import { stampsHeldAt } from '../data/stamps.ts';
import { customerQrText } from '../domain/customer-qr.ts';
import { appDayKey } from '../domain/day.ts';
import { displayName } from '../domain/display-name.ts';
import type { Person, Stamp } from '../domain/entities.ts';
import { SCAN_NOTICE_MS } from '../domain/limits.ts';
import { stampGoal, totalStamps } from '../domain/stamp-goal.ts';
import { platform, type Stop } from '../platform/platform.ts';
import { signedInPerson } from './auth.ts';
import { $now } from './clock.ts';
import { drawn, type QrImage } from './qr.ts';
import { watchForStamps } from './scan-watch.ts';
import { scanSeen } from './scans.ts';
import { progressOf } from './stamp-progress.ts';

export type CustomerQr = { open: false } | { open: true; name: string; image: QrImage };

/** A stamp that has just been given, and the card it is pressed onto. */
export interface Landing {
  stamp: Stamp;
  total: number;
  goal: number;
  /** How many of the total are new. */
  given: number;
}

export const $customerQr = atom<CustomerQr>({ open: false });
export const $landing = atom<Landing | null>(null);

let stopAll: Stop | undefined;

async function draw(person: Person): Promise<void> {
  const image = await drawn(() => customerQrText(person, platform().now()), 'H');
  const current = $customerQr.get();
  if (current.open) $customerQr.set({ ...current, image });
}

async function land(person: Person, given: Stamp[]): Promise<void> {
  const [stamp] = given;
  if (!stamp) return;
  // Who closed the code wants to see something else; the lists show the stamp all the same.
  if (!$customerQr.get().open) return scanSeen();
  const here = given.filter((other) => other.storeId === stamp.storeId);
  const count = totalStamps(here);
  closeCustomerQr();
  // Where the card can't be read just now, the new stamps alone are shown.
  const held = await stampsHeldAt(person.id, [stamp.storeId]).catch(() => here);
  const { total } = progressOf(held);
  $landing.set({ stamp, total, goal: stampGoal(stamp.metadata), given: count });
  scanSeen();
}

/** Opens the code; the screen stays awake and watches for the scan until it is closed. */
export async function openCustomerQr(): Promise<void> {
  if ($customerQr.get().open) return;
  const person = await signedInPerson();
  if (!person || $customerQr.get().open) return;
  $customerQr.set({ open: true, name: displayName(person), image: { status: 'loading' } });
  let drawnOn = appDayKey(platform().now());
  const stopWatching = watchForStamps(person.id, (given) => void land(person, given));
  const stops = [
    // Closed in the moment of the scan: the news of it is still waited for.
    () => void setTimeout(stopWatching, SCAN_NOTICE_MS),
    platform().keepAwake(),
    // The code holds a hash of the day: past midnight it is drawn anew.
    $now.listen((now) => {
      if (now === null || appDayKey(now) === drawnOn) return;
      drawnOn = appDayKey(now);
      void draw(person);
    }),
  ];
  stopAll = () => {
    for (const stop of stops) stop();
  };
  await draw(person);
}

export async function redrawCustomerQr(): Promise<void> {
  const person = await signedInPerson();
  const current = $customerQr.get();
  if (!person || !current.open) return;
  $customerQr.set({ ...current, image: { status: 'loading' } });
  await draw(person);
}

export function closeCustomerQr(): void {
  stopAll?.();
  stopAll = undefined;
  $customerQr.set({ open: false });
}

export const keepGoing = (): void => $landing.set(null);
