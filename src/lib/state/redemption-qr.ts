/** 'Scan to Redeem': a code for two minutes (specification, section 4, 'Redemption QR modal'). */
import { atom, computed } from 'nanostores';
import type { Id, Person, Reward } from '../domain/entities.ts';
import {
  REDEMPTION_QR_VALID_MS,
  RELOAD_AFTER_QR_EXPIRY_MS,
  SCAN_NOTICE_MS,
} from '../domain/limits.ts';
import { redemptionQrTimeLeft } from '../domain/redemption-time.ts';
import { isRedeemable, stampsNeeded, totalStamps } from '../domain/stamp-goal.ts';
import { defaults } from '../messages.ts';
import { platform, type Stop } from '../platform/platform.ts';
import { signedInPerson } from './auth.ts';
import { $now } from './clock.ts';
import { drawn, type QrImage } from './qr.ts';
import { $codeExpired, $redeeming, $redemptionSuccess, redemptionSeen } from './redeeming.ts';
import { watchForRedemption } from './scan-watch.ts';
import { $redeemReady, $selectedReward, loadSelection } from './selection.ts';
import { $stampsToSpend } from './stamp-progress.ts';

export type RedemptionQr =
  | { open: false }
  | { open: true; reward: Reward; generatedAt: number; validUntil: number; image: QrImage };

export const $redemptionQr = atom<RedemptionQr>({ open: false });

/** Milliseconds the open code is still good for, 0 when none is open. */
export const $timeLeft = computed([$redemptionQr, $now], (qr, now) =>
  qr.open ? redemptionQrTimeLeft(qr.generatedAt, now ?? qr.generatedAt) : 0,
);

let stopAll: Stop | undefined;

export function closeRedemptionQr(): void {
  stopAll?.();
  stopAll = undefined;
  $redemptionQr.set({ open: false });
}

function expire(): void {
  closeRedemptionQr();
  $codeExpired.set(true);
  setTimeout(() => platform().reload(), RELOAD_AFTER_QR_EXPIRY_MS);
}

/** The one last told of: two codes opened in quick succession watch for the same. */
let lastSeen: Id | undefined;

async function redeemed(reward: Reward, redemptionId: Id): Promise<void> {
  if (redemptionId === lastSeen) return;
  lastSeen = redemptionId;
  closeRedemptionQr();
  redemptionSeen();
  await loadSelection();
  // What could not be read has a banner of its own.
  $redeeming.set(false);
  $redemptionSuccess.set(
    `Redeemed at ${reward.storeName ?? defaults.storeName}. Enjoy your ${reward.title}!`,
  );
}

async function draw(person: Person, reward: Reward): Promise<void> {
  const image = await drawn(async () => {
    const stamps = $stampsToSpend.get();
    if (stamps.status !== 'ready') throw new Error('The stamps are not loaded.');
    // Compression comes with the first code, not with the page.
    const { packRedemption, redemptionPayload } = await import('../domain/redemption-qr.ts');
    const store = { id: reward.storeId ?? '', name: reward.storeName ?? defaults.storeName };
    return packRedemption(redemptionPayload({ person, reward, store, stamps: stamps.value }));
  }, 'M');
  const current = $redemptionQr.get();
  if (current.open) $redemptionQr.set({ ...current, image });
}

/** Opens only when everything is ready (section 4) and the stamps are enough. */
export async function openRedemptionQr(): Promise<void> {
  const person = await signedInPerson();
  const selected = $selectedReward.get();
  const stamps = $stampsToSpend.get();
  if (!person || $redemptionQr.get().open || !$redeemReady.get()) return;
  if (selected.status !== 'ready' || stamps.status !== 'ready') return;
  const reward = selected.value;
  if (!isRedeemable(totalStamps(stamps.value), stampsNeeded(reward))) return;

  $redemptionSuccess.set(null);
  const generatedAt = platform().now();
  $redemptionQr.set({
    open: true,
    reward,
    generatedAt,
    validUntil: generatedAt + REDEMPTION_QR_VALID_MS,
    image: { status: 'loading' },
  });
  // The timer counts time that passes, the clock tells of a phone that slept: the earlier one ends it.
  const timer = setTimeout(expire, REDEMPTION_QR_VALID_MS);
  const stopWatching = watchForRedemption(person.id, ({ id }) => void redeemed(reward, id));
  const stops = [
    // Closed in the moment of the scan: the news of it is still waited for.
    () => void setTimeout(stopWatching, SCAN_NOTICE_MS),
    () => clearTimeout(timer),
    $now.listen((now) => {
      if (now !== null && redemptionQrTimeLeft(generatedAt, now) === 0) expire();
    }),
    platform().keepAwake(),
  ];
  stopAll = () => {
    for (const stop of stops) stop();
  };
  await draw(person, reward);
}

export async function redrawRedemptionQr(): Promise<void> {
  const person = await signedInPerson();
  const current = $redemptionQr.get();
  if (!person || !current.open) return;
  $redemptionQr.set({ ...current, image: { status: 'loading' } });
  await draw(person, current.reward);
}
