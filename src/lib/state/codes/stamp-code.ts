/**
 * 'Scan QR Code': the customer's code, and the stamp that lands while it is shown
 * (docs/product.md#stamp-code).
 */
import { stampsHeldAt } from '../../data/stamps.ts';
import { customerQrText } from '../../domain/customer-qr.ts';
import { appDayKey } from '../../domain/day.ts';
import { displayName } from '../../domain/display-name.ts';
import type { Person, Stamp } from '../../domain/entities.ts';
import { stampGoal, totalStamps } from '../../domain/stamp-goal.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { $now } from '../clock.ts';
import { refetchAfterScan } from '../reading/cache.ts';
import { $person, personalAtom, signedInPerson } from '../session/session.ts';
import { type Code, createCode } from './code.ts';
import { watchForStamps } from './scan-watch.ts';

export type StampCode = Code<{ name: string }>;

const code = createCode<{ name: string }>();

export const $stampCode = code.$code;
export const closeStampCode = code.close;
export const refreshStampCode = code.refresh;
export const resumeStampCode = code.resume;

/** A stamp that has just been given, and the card it is pressed onto. */
export interface Landing {
  stamp: Stamp;
  total: number;
  goal: number;
  /** How many of the total are new. */
  given: number;
}

export const $landing = personalAtom<Landing | null>(null);

export const dismissLanding = (): void => $landing.set(null);

async function showLanding(person: Person, given: Stamp[]): Promise<void> {
  const [stamp] = given;
  if (!stamp || $person.get()?.id !== person.id) return;
  // Who closed the code wants to see something else; the lists show the stamp all the same.
  if (!$stampCode.get().open) return refetchAfterScan();
  const atThisStore = given.filter((candidate) => candidate.storeId === stamp.storeId);
  closeStampCode();
  const newlyGiven = totalStamps(atThisStore);
  // Where the card can't be read just now, the new stamps alone are shown.
  const [held] = await stampsHeldAt(person.id, [stamp.storeId]).catch(() => []);
  if ($person.get()?.id !== person.id) return;
  const total = held?.total ?? newlyGiven;
  $landing.set({ stamp, total, goal: stampGoal(stamp.metadata), given: newlyGiven });
  refetchAfterScan();
}

/** The code holds a hash of the day: past midnight it is drawn anew. */
function refreshAtMidnight(): Stop {
  let day = appDayKey(platform().now());
  return $now.listen((now) => {
    if (now === null || appDayKey(now) === day) return;
    day = appDayKey(now);
    void code.refresh();
  });
}

/** Opens the stamp code of the signed-in customer, computed on the device, online or offline. */
export async function openStampCode(): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  await code.open({
    details: { name: displayName(person) },
    text: () => customerQrText(person, platform().now()),
    correction: 'H',
    watch: (onPaused) =>
      watchForStamps(person.id, (given) => void showLanding(person, given), onPaused),
    whileOpen: () => [refreshAtMidnight()],
  });
}
