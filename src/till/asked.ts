/**
 * What was asked, until its answer is known: a till that was reloaded, or that its tablet ended, asks again
 * under the same number.
 */
import * as text from '#text/till.ts';
import { onDevice } from './backend.ts';
import {
  $recentCustomers,
  $serving,
  type Refused,
  reportLeft,
  type Scan,
  type Served,
  type Serving,
} from './serving.ts';

/** Like all that is a person's, it is deleted when somebody signs out. */
const KEPT = 'stampcard-till.asked';

/**
 * A request stands until it is known that it was not carried out: any other request under the same number
 * would be refused, and scanning again would give twice.
 */
export const isFixed = (serving: Serving): serving is Served =>
  serving.step === 'asking' || (serving.step === 'refused' && serving.isUnanswered);

interface Kept {
  /** The member, and the store. */
  place: string;
  /** The scan of the customer at the counter. */
  scan: Scan | null;
  /** The scans of those who were left before the answer, newest first. */
  left: Scan[];
}

const stored = () =>
  onDevice<Partial<Kept>>(() => JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')) ?? {};

/** In this page only, for a member whose session was ended elsewhere: nothing of it is on the device. */
let held: Partial<Kept> = {};

export function holdAsked(): void {
  held = stored();
}

export function dropAsked(): void {
  held = {};
}

/** What was asked in the same place. */
function askedIn(place: string): Partial<Kept> {
  const kept = [held, stored()].find((one) => one.place === place) ?? {};
  dropAsked();
  return kept;
}

function keep(kept: Kept): void {
  onDevice(() => {
    if (kept.scan || kept.left.length > 0) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  });
}

function unanswered(scan: Scan): Refused {
  const problem = text.unanswered;
  return { step: 'refused', scan, problem, isUnanswered: true, reason: null };
}

let stops: (() => void)[] = [];

/** Goes on with what this member asked in this store, and stores what they ask from now on. */
export function followAsked(memberId: string, storeId: number): void {
  for (const stop of stops) stop();
  const place = `${memberId} ${storeId}`;
  const { scan, left = [] } = askedIn(place);
  for (const earlier of left.toReversed()) reportLeft(unanswered(earlier));
  if (scan) $serving.set(unanswered(scan));
  const follow = () => {
    const serving = $serving.get();
    keep({
      place,
      scan: isFixed(serving) ? serving.scan : null,
      left: $recentCustomers.get().flatMap((entry) => (entry.left ? entry.scan : [])),
    });
  };
  stops = [$serving.listen(follow), $recentCustomers.subscribe(follow)];
}
