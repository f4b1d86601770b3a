/** 'Scan to Redeem': a code for two minutes (docs/product.md#redemption-code). */
import { computed } from 'nanostores';
import { defaults } from '#text/messages.ts';
import { storedSession } from '../../data/stored-session.ts';
import type { Person, Redemption, Stamp } from '../../domain/entities.ts';
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
import { stampsToSpend } from '../../domain/stamp-groups.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { onScreenLeft, rewardInAddress, unlessLeft } from '../address.ts';
import { $now } from '../clock.ts';
import { createCode, type OpenOptions } from '../codes/code.ts';
import { type ScanWatch, watchForRedemption } from '../codes/scan-watch.ts';
import { refetchCardsAfterScan } from '../reading/cache.ts';
import { $selectedReward } from '../selected-reward.ts';
import { $person, onSessionEnd, signedInPerson } from '../session/session.ts';
import { reportOpening } from './opening.ts';
import {
  backendUnreachable,
  codeClosed,
  codeExpired,
  codeOf,
  codeRedeemed,
  codeRefused,
  codeRegistered,
  codeShown,
  type ExpiredCode,
  expiredUnredeemed,
  isShown,
  takeExpiredCode,
} from './redemption.ts';
import {
  $redemption,
  openReceipt,
  type RedemptionCode,
  redemptionProcessed,
} from './redemption-state.ts';
import {
  $redeemReady,
  $redeemTappable,
  $stampsToSpend,
  $tapWaits,
  readSelection,
} from './selection.ts';

type Details = Omit<RedemptionCode, 'image'>;

const code = createCode<Details>((shown) => (shown ? codeShown(shown) : codeClosed()));

export const closeRedemptionCode = code.close;
export const refreshRedemptionCode = code.refresh;

/** Milliseconds the open code is still good for, 0 when none is open. */
export const $timeLeft = computed([$redemption, $now], (state, now) => {
  const shown = codeOf(state);
  return shown ? redemptionQrTimeLeft(shown.generatedAt, now ?? shown.generatedAt) : 0;
});

/** The customer is warned that it is about to expire. */
export const $isRunningOut = computed(
  [$redemption, $timeLeft],
  (state, left) => codeOf(state) !== null && left <= REDEMPTION_QR_WARNING_MS,
);

/** The timer counts time that passes, the clock notices that a phone slept: the earlier one ends it. */
function onExpiry(generatedAt: number, expire: () => void): Stop[] {
  const timer = setTimeout(expire, REDEMPTION_QR_VALID_MS);
  return [
    () => clearTimeout(timer),
    $now.listen((now) => {
      if (now !== null && redemptionQrTimeLeft(generatedAt, now) === 0) expire();
    }),
  ];
}

async function onRedeemed(
  person: Person,
  reward: ExpiredCode['reward'],
  redemption: Redemption,
): Promise<void> {
  if (isShown(redemption) || storedSession()?.person.id !== person.id) return;
  closeRedemptionCode();
  const { rewardTitle } = redemption;
  // Perhaps another phone's code was redeemed: of another reward, no picture is better than this one's.
  const photo = rewardTitle === null || rewardTitle === reward.title ? reward.photo : null;
  const receipt = {
    ...redemption,
    storeName: redemption.storeName ?? reward.storeName,
    rewardTitle: rewardTitle ?? reward.title,
    rewardPhoto: redemption.rewardPhoto ?? photo,
  };
  codeRedeemed(receipt);
  refetchCardsAfterScan();
  const openHere = unlessLeft(openReceipt);
  const reading = readSelection();
  // The receipt would cover 'Processing redemption…' on the page, but must not wait for a slow connection.
  await withTimeout(reading, RECEIPT_WAIT_MS, () => undefined);
  if ($person.get()?.id !== person.id) return;
  openHere(receipt);
  await reading;
  if ($person.get()?.id === person.id) redemptionProcessed();
}

function onRefused(sentence: string): void {
  closeRedemptionCode();
  codeRefused(sentence);
  void readSelection();
}

const fetchPacking = () => import('../../domain/redemption-qr.ts');
/** Fetched with this file: at the tap, after a deployment, it may be gone from the host. */
const packing = fetchPacking();
packing.catch(() => undefined);

/** What the store scans. */
async function textFor(person: Person, reward: Reward, stamps: Stamp[]): Promise<string> {
  const { packRedemption, redemptionPayload } = await packing.catch(fetchPacking);
  const store = { id: reward.storeId ?? '', name: reward.storeName ?? defaults.storeName };
  return packRedemption(redemptionPayload({ person, reward, store, stamps }));
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
  const needed = stampsNeeded(reward);
  if (!isRedeemable(totalStamps(stamps.value), needed)) return null;

  const id = platform().randomId();
  const generatedAt = platform().now();
  const validUntil = generatedAt + REDEMPTION_QR_VALID_MS;
  let watch: ScanWatch;
  return {
    details: { id, reward, renewed, generatedAt, validUntil },
    text: () => textFor(person, reward, stamps.value),
    correction: 'M',
    // Its two minutes are over before the watch would pause.
    watch(onPaused) {
      const onNew = ([newest]: Redemption[]) => newest && void onRedeemed(person, reward, newest);
      watch = watchForRedemption(person.id, { onNew, onPaused });
      return watch;
    },
    whileOpen() {
      const stampIds = stampsToSpend(stamps.value, needed).map((stamp) => stamp.id);
      const told = reportOpening(
        session,
        { id, rewardId: reward.id, stampIds, stampsNeeded: needed },
        { onWaiting: backendUnreachable, onReported: codeRegistered, onRefused },
      );
      const expire = () => {
        told.expire();
        closeRedemptionCode();
        codeExpired(reward, watch.cursor());
        // Redeemed in the last second, there is nothing to reload for.
        const reload = () => $redemption.get().status === 'expired' && platform().reload();
        setTimeout(reload, RELOAD_AFTER_QR_EXPIRY_MS);
      };
      return [told.withdraw, onScreenLeft(closeRedemptionCode), ...onExpiry(generatedAt, expire)];
    },
  };
}

/** Waits until what is being read again is read, or can't be; returns whether the screen is still there. */
function whenRead(): Promise<boolean> {
  return new Promise((resolve) => {
    const $isRead = computed(
      [$redeemReady, $redeemTappable],
      (isReady, isTappable) => isReady || !isTappable,
    );
    const end = (isHere: boolean) => {
      for (const stop of stops) stop();
      $tapWaits.set(false);
      resolve(isHere);
    };
    const stops = [onScreenLeft(() => end(false)), $isRead.listen((isRead) => isRead && end(true))];
    if ($isRead.get()) end(true);
    else $tapWaits.set(true);
  });
}

/**
 * Opens only when everything is freshly read and the stamps are enough. A tap during another read, after a
 * till's stamp for example, is not lost: it waits for the answer.
 */
export async function openRedemptionCode(): Promise<void> {
  if (!(await whenRead())) return;
  const opening = await nextOpening(false);
  if (opening) await code.open(opening);
}

/** Two fresh minutes: the open code is withdrawn, and another one opened in its place. */
export async function renewRedemptionCode(): Promise<void> {
  if (!$redeemReady.get()) await readSelection();
  const opening = await nextOpening(true);
  if (opening) await code.renew(opening);
}

/** Asks what became of a code that has expired. */
let late: ScanWatch | undefined;
onSessionEnd(() => late?.stop());

/** After a code expired on the previous page: says so, or that the store has redeemed it after all. */
export async function followExpiredCode(): Promise<void> {
  const expired = takeExpiredCode();
  const person = await signedInPerson();
  if (!expired || !person) return;
  const { reward, since } = expired;
  let isTold = false;
  const watch = watchForRedemption(person.id, {
    since,
    onPaused: () => undefined,
    onNew: ([newest]) => newest && void onRedeemed(person, reward, newest),
    onAnswer: () => {
      // The first answer decides; by the next ones the customer may have moved on. Another reward's page is
      // no place for it: this one may have been left before it was reloaded.
      if (isTold) return;
      isTold = true;
      if (reward.id === rewardInAddress('redeem')) expiredUnredeemed();
      // Not sooner: nothing is asked while the phone is locked.
      setTimeout(watch.stop, REDEMPTION_OPENING_MS - REDEMPTION_QR_VALID_MS);
    },
  });
  late = watch;
}
