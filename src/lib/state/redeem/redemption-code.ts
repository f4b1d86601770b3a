/** 'Scan to Redeem': a code for two minutes (docs/product.md#redemption-code). */
import { atom, computed } from 'nanostores';
import type { Opening } from '../../data/redemption-openings.ts';
import { type StoredSession, storedSession } from '../../data/stored-session.ts';
import type { Id, Person, Stamp } from '../../domain/entities.ts';
import { REDEMPTION_QR_VALID_MS, RELOAD_AFTER_QR_EXPIRY_MS } from '../../domain/limits.ts';
import { redemptionQrTimeLeft } from '../../domain/redemption-time.ts';
import type { Reward } from '../../domain/reward.ts';
import { isRedeemable, stampsNeeded, totalStamps } from '../../domain/stamp-goal.ts';
import { stampsToSpend } from '../../domain/stamps-to-spend.ts';
import { defaults } from '../../messages.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { $now } from '../clock.ts';
import { createCode } from '../codes/code.ts';
import { watchForRedemption } from '../codes/scan-watch.ts';
import { $selectedReward } from '../selected-reward.ts';
import { $person, signedInPerson } from '../session/session.ts';
import { type ToldOpening, tellOpening } from './opening.ts';
import {
  $codeExpired,
  $codeRefusal,
  $redeeming,
  $redemptionSuccess,
  finishRedeeming,
  startRedeeming,
} from './redeeming.ts';
import { $redeemReady, $selectionSettled, $stampsToSpend, readSelection } from './selection.ts';

interface Details {
  reward: Reward;
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

/** The backend does not know of the open code, since there is no line to it. */
export const $waitingForLine = atom(false);

/** What the backend was told of the code, which ends with it. */
let told: ToldOpening | undefined;

function expire(): void {
  told?.expire();
  closeRedemptionCode();
  $codeExpired.set(true);
  setTimeout(() => platform().reload(), RELOAD_AFTER_QR_EXPIRY_MS);
}

/** The timer counts time that passes, the clock tells of a phone that slept: the earlier one ends it. */
function expireInTime(generatedAt: number): Stop[] {
  const timer = setTimeout(expire, REDEMPTION_QR_VALID_MS);
  return [
    () => clearTimeout(timer),
    $now.listen((now) => {
      if (now !== null && redemptionQrTimeLeft(generatedAt, now) === 0) expire();
    }),
  ];
}

/** The one last told of: two codes opened in quick succession watch for the same. */
let lastRedemptionId: Id | undefined;

async function onRedeemed(person: Person, reward: Reward, redemptionId: Id): Promise<void> {
  if (redemptionId === lastRedemptionId || $person.get()?.id !== person.id) return;
  lastRedemptionId = redemptionId;
  closeRedemptionCode();
  startRedeeming();
  await readSelection();
  if ($person.get()?.id !== person.id) return;
  // What could not be read has a banner of its own, and the next page goes on with it.
  if ($selectionSettled.get()) finishRedeeming();
  $redeeming.set(false);
  $redemptionSuccess.set(
    `Redeemed at ${reward.storeName ?? defaults.storeName}. Enjoy your ${reward.title}!`,
  );
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

/** Opens only when everything is freshly read and the stamps are enough. */
export async function openRedemptionCode(): Promise<void> {
  const person = await signedInPerson();
  const session = storedSession();
  const selected = $selectedReward.get();
  const stamps = $stampsToSpend.get();
  if (!person || session?.person.id !== person.id) return;
  if ($redemptionCode.get().open || !$redeemReady.get()) return;
  if (selected.status !== 'ready' || stamps.status !== 'ready') return;
  const reward = selected.value;
  if (!isRedeemable(totalStamps(stamps.value), stampsNeeded(reward))) return;

  $redemptionSuccess.set(null);
  $codeRefusal.set(null);
  const generatedAt = platform().now();
  await code.open({
    details: { reward, generatedAt, validUntil: generatedAt + REDEMPTION_QR_VALID_MS },
    text: () => textFor(person, reward, stamps.value),
    correction: 'M',
    // Its two minutes are over before the watch would pause.
    watch: (onPaused) =>
      watchForRedemption(person.id, (id) => void onRedeemed(person, reward, id), onPaused),
    whileOpen: () => [
      tell(session, openingOf(reward, stamps.value)),
      platform().onPageLeft(closeRedemptionCode),
      ...expireInTime(generatedAt),
    ],
  });
}
