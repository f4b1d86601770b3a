/** 'Scan to Redeem': a code for two minutes (docs/product.md#redemption-code). */
import { atom, computed } from 'nanostores';
import { defaults } from '#text/messages.ts';
import type { Opening } from '../../data/redemption-openings.ts';
import { type StoredSession, storedSession } from '../../data/stored-session.ts';
import type { Id, Person, Redemption, Stamp } from '../../domain/entities.ts';
import {
  RECEIPT_WAIT_MS,
  REDEMPTION_OPENING_MS,
  REDEMPTION_QR_VALID_MS,
  REDEMPTION_QR_WARNING_MS,
  RELOAD_AFTER_QR_EXPIRY_MS,
} from '../../domain/limits.ts';
import { redemptionQrTimeLeft } from '../../domain/redemption-time.ts';
import type { Reward } from '../../domain/reward.ts';
import { isRedeemable, stampsNeeded, totalStamps } from '../../domain/stamp-goal.ts';
import { stampsToSpend } from '../../domain/stamps-to-spend.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { $now } from '../clock.ts';
import { createCode, type OpenOptions } from '../codes/code.ts';
import { type ScanWatch, watchForRedemption } from '../codes/scan-watch.ts';
import { refetchCardsAfterScan } from '../reading/cache.ts';
import { $selectedReward } from '../selected-reward.ts';
import { $person, signedInPerson } from '../session/session.ts';
import { type ToldOpening, tellOpening } from './opening.ts';
import { openReceipt } from './receipt.ts';
import {
  $codeExpired,
  $codeRefusal,
  $redeemed,
  $redeeming,
  finishRedeeming,
  startRedeeming,
} from './redeeming.ts';
import { $codeRanOut, keepRunOutCode, type RunOutCode, takeRunOutCode } from './run-out.ts';
import { $redeemReady, $selectionSettled, $stampsToSpend, readSelection } from './selection.ts';

interface Details {
  reward: Reward;
  /** It has taken the place of one that was about to run out. */
  renewed: boolean;
  /** Epoch milliseconds. */
  generatedAt: number;
  validUntil: number;
}

const code = createCode<Details>();

export const $redemptionCode = code.$code;
export const closeRedemptionCode = code.close;
export const refreshRedemptionCode = code.refresh;

/** Milliseconds the open code is still good for, 0 when none is open. */
export const $timeLeft = computed([$redemptionCode, $now], (qr, now) =>
  qr.open ? redemptionQrTimeLeft(qr.generatedAt, now ?? qr.generatedAt) : 0,
);

/** The customer is warned that it is about to run out. */
export const $isRunningOut = computed(
  [$redemptionCode, $timeLeft],
  (qr, left) => qr.open && left <= REDEMPTION_QR_WARNING_MS,
);

/** The backend does not know of the open code, since there is no line to it. */
export const $waitingForLine = atom(false);

/** What the backend was told of the code, which ends with it. */
let told: ToldOpening | undefined;

/** Waits for the scan of the open code. */
let watch: ScanWatch | undefined;

let reloading: ReturnType<typeof setTimeout> | undefined;

function expire(reward: Reward): void {
  told?.expire();
  closeRedemptionCode();
  $codeExpired.set(true);
  const since = watch?.cursor() ?? null;
  if (since !== null) keepRunOutCode({ reward, since });
  reloading = setTimeout(() => platform().reload(), RELOAD_AFTER_QR_EXPIRY_MS);
}

/** The timer counts time that passes, the clock tells of a phone that slept: the earlier one ends it. */
function expireInTime(reward: Reward, generatedAt: number): Stop[] {
  const timer = setTimeout(() => expire(reward), REDEMPTION_QR_VALID_MS);
  return [
    () => clearTimeout(timer),
    $now.listen((now) => {
      if (now !== null && redemptionQrTimeLeft(generatedAt, now) === 0) expire(reward);
    }),
  ];
}

/** The one last told of: two codes opened in quick succession watch for the same. */
let lastRedemptionId: Id | undefined;

async function onRedeemed(
  person: Person,
  reward: RunOutCode['reward'],
  redemption: Redemption,
): Promise<void> {
  if (redemption.id === lastRedemptionId || $person.get()?.id !== person.id) return;
  lastRedemptionId = redemption.id;
  // In the last second: there is nothing to load anew for.
  clearTimeout(reloading);
  takeRunOutCode();
  $codeExpired.set(false);
  $codeRanOut.set(false);
  $codeRefusal.set(null);
  closeRedemptionCode();
  startRedeeming();
  const receipt = {
    ...redemption,
    storeName: redemption.storeName ?? reward.storeName,
    rewardTitle: redemption.rewardTitle ?? reward.title,
    rewardPhoto: redemption.rewardPhoto ?? reward.photo,
  };
  $redeemed.set(receipt);
  refetchCardsAfterScan();
  const reading = readSelection();
  // The page says 'Processing redemption…', which the receipt would cover; a slow line delays none.
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, RECEIPT_WAIT_MS))]);
  if ($person.get()?.id !== person.id) return;
  openReceipt(receipt);
  await reading;
  if ($person.get()?.id !== person.id) return;
  // What could not be read has a banner of its own, and the next page goes on with it.
  if ($selectionSettled.get()) finishRedeeming();
  $redeeming.set(false);
}

function onRefused(sentence: string): void {
  closeRedemptionCode();
  $codeRefusal.set(sentence);
  void readSelection();
}

function tell(session: StoredSession, opening: Opening): Stop {
  told = tellOpening(session, opening, { onWaiting: $waitingForLine.set, onRefused });
  return told.withdraw;
}

/** What the store scans; compression comes with the first code, not with the page. */
async function textFor(person: Person, reward: Reward, stamps: Stamp[]): Promise<string> {
  const { packRedemption, redemptionPayload } = await import('../../domain/redemption-qr.ts');
  const store = { id: reward.storeId ?? '', name: reward.storeName ?? defaults.storeName };
  return packRedemption(redemptionPayload({ person, reward, store, stamps }));
}

function openingOf(reward: Reward, stamps: readonly Stamp[]): Opening {
  const needed = stampsNeeded(reward);
  const stampIds = stampsToSpend(stamps, needed).map(({ id }) => id);
  return { id: platform().randomId(), rewardId: reward.id, stampIds, stampsNeeded: needed };
}

/** What a code is opened with; null unless everything is freshly read and the stamps are enough. */
async function nextOpening(renewed: boolean): Promise<OpenOptions<Details> | null> {
  const person = await signedInPerson();
  const session = storedSession();
  const selected = $selectedReward.get();
  const stamps = $stampsToSpend.get();
  if (!person || session?.person.id !== person.id || !$redeemReady.get()) return null;
  if (selected.status !== 'ready' || stamps.status !== 'ready') return null;
  const reward = selected.value;
  if (!isRedeemable(totalStamps(stamps.value), stampsNeeded(reward))) return null;

  const generatedAt = platform().now();
  const validUntil = generatedAt + REDEMPTION_QR_VALID_MS;
  return {
    details: { reward, renewed, generatedAt, validUntil },
    text: () => textFor(person, reward, stamps.value),
    correction: 'M',
    // Its two minutes are over before the watch would pause.
    watch(onPaused) {
      const onNew = ([newest]: Redemption[]) => newest && void onRedeemed(person, reward, newest);
      watch = watchForRedemption(person.id, { onNew, onPaused });
      return watch;
    },
    whileOpen: () => [
      tell(session, openingOf(reward, stamps.value)),
      platform().onPageLeft(closeRedemptionCode),
      ...expireInTime(reward, generatedAt),
    ],
  };
}

/** Opens only when everything is freshly read and the stamps are enough. */
export async function openRedemptionCode(): Promise<void> {
  const opening = await nextOpening(false);
  if (!opening || $redemptionCode.get().open) return;
  $redeemed.set(null);
  $codeRefusal.set(null);
  $codeRanOut.set(false);
  await code.open(opening);
}

/** Two fresh minutes: the open code is withdrawn, and another one opened in its place. */
export async function renewRedemptionCode(): Promise<void> {
  if (!$redeemReady.get()) await readSelection();
  const opening = await nextOpening(true);
  if (opening) await code.renew(opening);
}

/** After a code has run out: tells that it did, or that the store has redeemed it after all. */
export async function followRunOutCode({ reward, since }: RunOutCode): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  let isTold = false;
  const late = watchForRedemption(person.id, {
    since,
    onPaused: () => undefined,
    onNew: ([newest]) => newest && void onRedeemed(person, reward, newest),
    onAnswer: () => {
      // The first answer tells; by the next ones the customer may have gone on.
      if (!isTold) $codeRanOut.set(!$redeeming.get() && !$redemptionCode.get().open);
      isTold = true;
    },
  });
  setTimeout(late.stop, REDEMPTION_OPENING_MS - REDEMPTION_QR_VALID_MS);
}
