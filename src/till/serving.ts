/**
 * One customer after the other: what was scanned, what is asked of the backend, and what became of it.
 * An answer that comes after the next code was scanned is not shown for that one.
 */
import { atom } from 'nanostores';
import * as text from '#text/till.ts';
import { plainName } from '../lib/domain/display-name.ts';
import type { Id } from '../lib/domain/entities.ts';
import { QR_ADDRESS_CHARACTERS, RECENT_CUSTOMERS } from '../lib/domain/limits.ts';
import { shortName } from '../lib/domain/payload.ts';
import {
  type Given,
  giveStamps,
  type Offer,
  Refusal,
  readOffer,
  redeemReward,
  type TillStore,
} from './backend.ts';
import { type Code, customerId, isSame, readCode } from './decode.ts';
import { type HeldOut, seen } from './scanner.ts';

/** A scanned code, and the request id under which it is given or redeemed exactly once. */
export interface Scan {
  code: Code;
  customer: string;
  requestId: string;
  /** What a redemption code is for, as the backend has it; null if that is not known. */
  offer: Offer | 'gone' | null;
  /** Once it was asked for. */
  typed?: { count?: string; invoice?: string; notes?: string };
}

export type Serving =
  | { step: 'scanning'; problem: string | null }
  /** What a redemption code is for is being looked up. */
  | { step: 'looking'; scan: Scan }
  | { step: 'found'; scan: Scan }
  | { step: 'asking'; scan: Scan; isWaiting: boolean }
  | { step: 'refused'; scan: Scan; problem: string; isUnanswered: boolean; reason: string | null };

export type Served = Exclude<Serving, { step: 'scanning' }>;
export type Refused = Extract<Serving, { step: 'refused' }>;

/** A sentence around a name, which may be written from right to left. */
type Sentence = <Name>(name: Name) => (string | Name)[];

/** What was done for a customer. */
export interface RecentCustomer {
  scan: Scan;
  what: string;
  /** Null if there is nothing that could be taken back. */
  given: Given | null;
  /** How they were left before it was known whether it was done; otherwise null. */
  left: Served | null;
}

export const $serving = atom<Serving>({ step: 'scanning', problem: null });
/** What was done last, until the next code. */
export const $outcome = atom<{
  tone: 'success' | 'info';
  customer: string;
  words: Sentence;
} | null>(null);
/** The last customers, newest first, then earlier ones of whom it is not known whether it was done. */
export const $recentCustomers = atom<readonly RecentCustomer[]>([]);
/** Where the till is; null before a store is chosen. */
export const $store = atom<TillStore | null>(null);
/** As the list of stores had it, or a later answer of the backend. */
export const $isSuspended = atom(false);

export function nextCustomer(): void {
  const left = $serving.get();
  $outcome.set(null);
  $serving.set({ step: 'scanning', problem: null });
  if (left.step === 'asking') remember({ scan: left.scan, what: text.asking, given: null, left });
  if (left.step === 'refused' && left.isUnanswered) reportLeft(left);
}

/** Another store, or another person at the till: nothing about earlier customers stays. */
export function serveAt(store: TillStore | null): void {
  nextCustomer();
  $outcome.set(null);
  $recentCustomers.set([]);
  $store.set(store);
  $isSuspended.set(store?.isSuspended === true);
  heldOut = new Map();
}

/** Nobody is served yet, and why; null while another picture is read. */
export function unreadable(problem: string | null): void {
  if ($serving.get().step === 'scanning') $serving.set({ step: 'scanning', problem });
}

/** Someone who works in both stores may redeem in either, and does so in the one they are in. */
const isElsewhere = ({ code, offer }: Scan): boolean => {
  const storeId = $store.get()?.id;
  return (
    (code.kind === 'redemption' && code.payload.store_id !== `${storeId}`) ||
    (offer !== null && offer !== 'gone' && offer.storeId !== storeId)
  );
};

/** Why nothing can be redeemed with this code here, or null if something can. */
export const whyNotRedeemable = (scan: Scan): string | null =>
  scan.offer === 'gone' ? text.rewardGone : isElsewhere(scan) ? text.otherStore : null;

const NOT_OPEN = 'code_not_open';
/** Refusals after which the same code may work, with another number or in a moment. */
const RETRYABLE = [
  'bad_stamp_count',
  NOT_OPEN,
  'daily_limit',
  'duplicate_invoice',
  'invoice_too_long',
  'notes_too_long',
];

/**
 * Whether a code that is read now starts the next customer. Nobody is replaced for whom something may
 * still be done: stamps meant for one would go to the other, and what was typed would be lost.
 */
export function canBeReplaced(serving: Serving, next: Code | null): boolean {
  if (serving.step === 'scanning') return true;
  if (serving.step === 'found') return whyNotRedeemable(serving.scan) !== null;
  if (serving.step !== 'refused' || serving.isUnanswered || next === null) return false;
  // A new code of the same customer.
  if (customerId(next) === customerId(serving.scan.code)) return true;
  return serving.reason !== null && !RETRYABLE.includes(serving.reason);
}

/**
 * @param content what a decoder read, or null if it found nothing
 * @returns false if somebody is being served whom this late code does not replace
 */
export function scanned(content: string | null): boolean {
  const code = content === null ? null : readCode(content);
  const before = $serving.get();
  // Read again.
  if (code && before.step !== 'scanning' && isSame(code, before.scan.code)) {
    // As the refusal asks.
    if (before.step === 'refused' && before.reason === NOT_OPEN)
      $serving.set({ step: 'found', scan: before.scan });
    return true;
  }
  if (!canBeReplaced(before, code)) return false;
  if (code === null) {
    unreadable(text.unreadable);
    return true;
  }
  const recent = $recentCustomers.get();
  const known = recent.find(({ left }) => left && isSame(code, left.scan.code));
  if (known?.left) {
    // Under another number it would be given twice.
    $recentCustomers.set(recent.filter((entry) => entry !== known));
    $outcome.set(null);
    $serving.set(known.left);
    return true;
  }
  const name = code.kind === 'customer' ? code.payload.display_name : code.payload.displayName;
  // As the app makes it: a longer one would hide the text after it, an invisible one could reverse it.
  const customer = shortName(plainName(name), QR_ADDRESS_CHARACTERS) || text.noName;
  const scan = { code, customer, requestId: crypto.randomUUID(), offer: null };
  $outcome.set(null);
  if (code.kind === 'redemption') void lookUp(scan, code.payload.reward_id);
  else $serving.set({ step: 'found', scan });
  return true;
}

let heldOut: HeldOut = new Map();

/** A code that stands on the counter, for the menu or to pay, is hidden by each phone in front of it. */
const COUNTER_CODE_MS = 60_000;

/** What a camera sees. @param isFree whether the till is looked at, and not its menu */
export function shown(content: string, isFree = true): void {
  const take = (read: string) => isFree && scanned(read);
  const goneMs = readCode(content) === null ? COUNTER_CODE_MS : undefined;
  heldOut = seen(heldOut, content, { now: performance.now(), take, goneMs });
}

/** What a scanner types: the person who holds it waits for something to happen. */
export function scannedByHand(content: string, now: number): void {
  heldOut = seen(heldOut, content, {
    now,
    take: (read) => {
      const serving = $serving.get();
      if (scanned(read)) return true;
      if (serving.step !== 'scanning')
        $outcome.set({ tone: 'info', customer: serving.scan.customer, words: text.firstThis });
      return false;
    },
  });
}

/** What a code says about its reward could have been written by anybody. */
async function lookUp(scan: Scan, rewardId: Id): Promise<void> {
  $serving.set({ step: 'looking', scan });
  const offer = await readOffer(rewardId).then(
    (found) => found ?? 'gone',
    () => null,
  );
  if (isStillServed(scan)) $serving.set({ step: 'found', scan: { ...scan, offer } });
}

/** The same customer, as long as nobody went on to the next one. */
const isStillServed = (scan: Scan): boolean => {
  const serving = $serving.get();
  return serving.step !== 'scanning' && serving.scan === scan;
};

/** docs/product.md#at-the-till: a till that is quicker than the customer's phone asks again. */
const OPENING_WAITS_MS = [250, 750, 2000];

async function onceOpen<Answer>(scan: Scan, call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (thrown) {
      const isEarly = thrown instanceof Refusal && thrown.reason === NOT_OPEN;
      const pause = OPENING_WAITS_MS[tries];
      if (!isEarly || pause === undefined || !isStillServed(scan)) throw thrown;
      $serving.set({ step: 'asking', scan, isWaiting: true });
      await new Promise((done) => setTimeout(done, pause));
      if (!isStillServed(scan)) throw thrown;
    }
  }
}

/** The message about what was done, and what of it can be taken back. */
interface Done {
  said: Sentence;
  what: string;
  given: Given | null;
}

function remember(entry: RecentCustomer): void {
  const recent = $recentCustomers.get();
  const known = recent.findIndex(({ scan }) => scan.requestId === entry.scan.requestId);
  const all = known < 0 ? [entry, ...recent] : recent.with(known, entry);
  // If forgotten before the answer, they would be given stamps twice when scanned again.
  $recentCustomers.set(all.filter(({ left }, at) => left || at < RECENT_CUSTOMERS));
}

/** The customer may be leaving without stamps. */
export function reportLeft(left: Refused) {
  const { scan, problem, isUnanswered } = left;
  const what = isUnanswered ? text.noAnswer : text.refused;
  remember({ scan, what, given: null, left: isUnanswered ? left : null });
  const words: Sentence = (name) => [name, `: ${isUnanswered ? text.unansweredLeft : problem}`];
  $outcome.set({ tone: 'info', customer: scan.customer, words });
}

async function ask(scan: Scan, call: () => Promise<Done>): Promise<void> {
  const serving = $serving.get();
  if (serving.step === 'asking') return;
  const wasUnanswered = serving.step === 'refused' && serving.isUnanswered;
  const store = $store.get();
  $serving.set({ step: 'asking', scan, isWaiting: false });
  try {
    const { said, what, given } = await call();
    if (store !== $store.get()) return;
    $isSuspended.set(false);
    const isServed = isStillServed(scan);
    if (isServed) nextCustomer();
    // Even for someone who was left before the answer came.
    remember({ scan, what, given, left: null });
    if (isServed) $outcome.set({ tone: 'success', customer: scan.customer, words: said });
  } catch (thrown) {
    if (store !== $store.get()) return;
    const problem = thrown instanceof Error ? thrown.message : text.failed;
    const reason = thrown instanceof Refusal ? thrown.reason : null;
    if (reason === 'store_suspended') $isSuspended.set(true);
    // Unless our backend has refused it, the earlier call may have done it.
    const isUnanswered =
      thrown instanceof Refusal && (thrown.isUnanswered || (wasUnanswered && reason === null));
    const refused: Refused = { step: 'refused', scan, problem, isUnanswered, reason };
    if (isStillServed(scan)) $serving.set(refused);
    else reportLeft(refused);
  }
}

export const give = (scan: Scan, storeId: number, count: number, invoice: string): Promise<void> =>
  ask({ ...scan, typed: { count: `${count}`, invoice } }, async () => {
    const { requestId } = scan;
    const given = await giveStamps(scan.code.payload, { storeId, count, invoice, requestId });
    const { held, goal, store } = given;
    const said: Sentence = (name) =>
      // A backend from last week does not report the goal.
      goal === null
        ? text.given(given.count, name, held, store)
        : text.cardNow(name, { before: held - given.count, held, goal });
    return { said, what: text.logGiven(given.count), given };
  });

export function redeem(found: Scan, notes: string): Promise<void> {
  const scan = { ...found, typed: { notes } };
  return ask(scan, () =>
    onceOpen(scan, async () => {
      const { requestId } = scan;
      const { reward, count, held } = await redeemReward(scan.code.payload, { notes, requestId });
      return {
        said: (name) => text.redeemed(reward, count, name, held),
        what: text.logRedeemed(count),
        given: null,
      };
    }),
  );
}
