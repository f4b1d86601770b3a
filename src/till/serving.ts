/**
 * One customer after the other: what was scanned, what is asked of the backend, and what came of it.
 * An answer that comes after the next code was scanned is not shown for that one.
 */
import { atom } from 'nanostores';
import * as text from '#text/till.ts';
import type { Id } from '../lib/domain/entities.ts';
import { QR_ADDRESS_CHARACTERS } from '../lib/domain/limits.ts';
import { shortName } from '../lib/domain/payload.ts';
import { type Given, giveStamps, type Offer, Refusal, readOffer, redeemReward } from './backend.ts';
import { type Code, readCode } from './read-code.ts';

/** A scanned code, and the request id under which it is given or redeemed exactly once. */
export interface Scan {
  code: Code;
  customer: string;
  requestId: string;
  /** What a redemption code is for, as the backend has it; null where that is not known. */
  offer: Offer | 'gone' | null;
}

export type Serving =
  | { step: 'scanning'; problem: string | null }
  /** What a redemption code is for is being looked up. */
  | { step: 'looking'; scan: Scan }
  | { step: 'found'; scan: Scan }
  | { step: 'asking'; scan: Scan; isWaiting: boolean }
  | { step: 'refused'; scan: Scan; problem: string; isUnanswered: boolean }
  /** Null where there is nothing that could be taken back. */
  | { step: 'done'; scan: Scan; said: string; given: Given | null };

export const $serving = atom<Serving>({ step: 'scanning', problem: null });

export const nextCustomer = (): void => $serving.set({ step: 'scanning', problem: null });

/** Nobody is served yet, and why. */
export function unreadable(problem: string): void {
  if ($serving.get().step === 'scanning') $serving.set({ step: 'scanning', problem });
}

/**
 * @param content what a decoder read, or null where it found nothing
 * @returns false where somebody is being served, whom what was read so late does not replace
 */
export function scanned(content: string | null): boolean {
  if ($serving.get().step !== 'scanning') return false;
  const code = content === null ? null : readCode(content);
  if (code === null) {
    unreadable(text.unreadable);
    return true;
  }
  const name = code.kind === 'customer' ? code.payload.display_name : code.payload.displayName;
  // As long as the app makes it: a longer one would hide what is said after it.
  const customer = shortName(name, QR_ADDRESS_CHARACTERS) || text.noName;
  const scan = { code, customer, requestId: crypto.randomUUID(), offer: null };
  if (code.kind === 'redemption') void lookUp(scan, code.payload.reward_id);
  else $serving.set({ step: 'found', scan });
  return true;
}

/** What a code says of its reward anybody can have written. */
async function lookUp(scan: Scan, rewardId: Id): Promise<void> {
  $serving.set({ step: 'looking', scan });
  const offer = await readOffer(rewardId).then(
    (found) => found ?? 'gone',
    () => null,
  );
  if (isStillServed(scan)) $serving.set({ step: 'found', scan: { ...scan, offer } });
}

/** Someone who works in both stores may redeem in either, and does so in the one they are in. */
export const isElsewhere = ({ code, offer }: Scan, storeId: number): boolean =>
  (code.kind === 'redemption' && code.payload.store_id !== `${storeId}`) ||
  (offer !== null && offer !== 'gone' && offer.storeId !== storeId);

/**
 * What is asked stands, until it is known that it was not done: asked for anything else under the same
 * number it would be refused, and scanning again would give twice.
 */
export const isFixed = (serving: Serving): boolean =>
  serving.step === 'asking' || (serving.step === 'refused' && serving.isUnanswered);

/** The same customer, as long as nobody went on to the next one. */
const isStillServed = (scan: Scan): boolean => {
  const serving = $serving.get();
  return serving.step !== 'scanning' && serving.scan === scan;
};

/** docs/product.md#at-the-till: a till that is quicker than the customer's phone asks again. */
const OPENING_TRIES = 3;
const OPENING_WAIT_MS = 1000;

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function onceOpen<Answer>(scan: Scan, call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (thrown) {
      const isEarly = thrown instanceof Refusal && thrown.reason === 'code_not_open';
      if (!isEarly || tries === OPENING_TRIES || !isStillServed(scan)) throw thrown;
      $serving.set({ step: 'asking', scan, isWaiting: true });
      await wait(OPENING_WAIT_MS);
      if (!isStillServed(scan)) throw thrown;
    }
  }
}

/** What is said of what was done, and what can be taken back of it. */
interface Done {
  said: string;
  given: Given | null;
}

async function ask(scan: Scan, call: () => Promise<Done>): Promise<void> {
  const serving = $serving.get();
  if (serving.step === 'asking') return;
  const wasUnanswered = serving.step === 'refused' && serving.isUnanswered;
  $serving.set({ step: 'asking', scan, isWaiting: false });
  try {
    const done = await call();
    if (isStillServed(scan)) $serving.set({ step: 'done', scan, ...done });
  } catch (thrown) {
    if (!isStillServed(scan)) return;
    const problem = thrown instanceof Error ? thrown.message : text.failed;
    // What no backend of ours refused may have been done by the call before.
    const isUnanswered =
      thrown instanceof Refusal &&
      (thrown.isUnanswered || (wasUnanswered && thrown.reason === null));
    $serving.set({ step: 'refused', scan, problem, isUnanswered });
  }
}

export const give = (scan: Scan, storeId: number, count: number, invoice: string): Promise<void> =>
  ask(scan, async () => {
    const { requestId } = scan;
    const given = await giveStamps(scan.code.payload, { storeId, count, invoice, requestId });
    return { said: text.given(given.count, scan.customer, given.held, given.store), given };
  });

/** What was given to this customer is taken back. */
export function undone(scan: Scan, { count, held, store }: Given): void {
  const said = text.undone(count, scan.customer, held, store);
  if (isStillServed(scan)) $serving.set({ step: 'done', scan, said, given: null });
}

export const redeem = (scan: Scan, notes: string): Promise<void> =>
  ask(scan, () =>
    onceOpen(scan, async () => {
      const { requestId } = scan;
      const { reward, count, held } = await redeemReward(scan.code.payload, { notes, requestId });
      return { said: text.redeemed(reward, count, scan.customer, held), given: null };
    }),
  );
