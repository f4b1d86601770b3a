/**
 * What was asked, until its answer is known: a till that was reloaded, or that its tablet ended, asks again
 * under the same number.
 */
import * as text from '#text/till.ts';
import { $serving, type Scan, type Served, type Serving } from './serving.ts';

/** Like everything that the till stores, it goes when somebody signs out. */
const KEPT = 'stampcard-till.asked';

/**
 * A request stands until it is known that it was not carried out: any other request under the same number
 * would be refused, and scanning again would give twice.
 */
export const isFixed = (serving: Serving): serving is Served =>
  serving.step === 'asking' || (serving.step === 'refused' && serving.isUnanswered);

/** What was asked in the same place. */
function askedIn(place: string): Scan | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    return kept?.place === place ? kept.scan : null;
  } catch {
    return null;
  }
}

function keep(kept: { place: string; scan: Scan } | null): void {
  try {
    if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // It does not outlive the page then.
  }
}

let stop: () => void = () => undefined;

/** Goes on with what this member asked in this store, and stores what they ask from now on. */
export function followAsked(memberId: string, storeId: number): void {
  stop();
  const place = `${memberId} ${storeId}`;
  const scan = askedIn(place);
  stop = $serving.subscribe((serving) =>
    keep(isFixed(serving) ? { place, scan: serving.scan } : null),
  );
  if (scan === null) return;
  const unanswered = { problem: text.unanswered, isUnanswered: true, reason: null };
  $serving.set({ step: 'refused', scan, ...unanswered });
}
