/**
 * What the screens know about a redemption, and how it ends on them. How it gets there is in
 * redemption.ts, which loads after the screen.
 */
import { computed, onMount } from 'nanostores';
import { defaults, redeemedAt } from '#text/messages.ts';
import type { Redemption } from '../../domain/entities.ts';
import type { QrImage } from '../../domain/qr-drawing.ts';
import type { Reward } from '../../domain/reward.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { $arrival } from '../address.ts';
import { withServerValue } from '../server-value.ts';
import { personalAtom } from '../session/session.ts';

export interface RedemptionCode {
  /** A new one for each code that is opened. */
  id: string;
  reward: Reward;
  /** It has replaced one that was about to expire. */
  renewed: boolean;
  /** Epoch milliseconds. */
  generatedAt: number;
  validUntil: number;
  image: QrImage;
}

export type RedemptionState =
  | { status: 'closed' }
  /** The code is on the screen, and the backend has not said yet that it knows of it. */
  | { status: 'opening'; code: RedemptionCode; isUnreachable: boolean }
  | { status: 'open'; code: RedemptionCode }
  /** The backend did not let the code be opened, in its own words. */
  | { status: 'refused'; sentence: string }
  /**
   * Its two minutes are over. The page is reloaded, and nothing begins on it until then; the next one
   * asks the backend, and says so if nobody has redeemed the code.
   */
  | { status: 'expired'; isReloading: boolean }
  /**
   * The screens say 'Processing redemption…' until they show it, whichever page the customer is on by
   * then; there the receipt is unknown.
   */
  | { status: 'redeemed'; receipt: Redemption | null; isProcessing: boolean };

export const $redemption = personalAtom<RedemptionState>({ status: 'closed' });

export const $isProcessing = withServerValue(
  computed($redemption, (state) => state.status === 'redeemed' && state.isProcessing),
  false,
);

/** The green banner's text after a redemption. */
export const $redemptionSuccess = withServerValue(
  computed($redemption, (state) => {
    if (state.status !== 'redeemed' || state.receipt === null) return null;
    const { storeName, rewardTitle } = state.receipt;
    return redeemedAt(storeName ?? defaults.storeName, rewardTitle ?? defaults.rewardTitle);
  }),
  null,
);

/** A message about one code appears only on its screen, and so does its receipt. */
$arrival.listen(() => {
  closeReceipt();
  const state = $redemption.get();
  if (state.status !== 'redeemed' || !state.isProcessing) $redemption.set({ status: 'closed' });
});

/** Continues a redemption that an earlier page has seen, and no list has shown yet. */
onMount($redemption, () => {
  if (!platform().isBrowser() || $redemption.get().status !== 'closed') return;
  if (platform().sessionStorage.get(storageKeys.redeeming) === null) return;
  $redemption.set({ status: 'redeemed', receipt: null, isProcessing: true });
});

/** This page has done what it can; what it could not read has a banner, and the next page goes on. */
export function redemptionProcessed(): void {
  const state = $redemption.get();
  if (state.status !== 'redeemed') return;
  $redemption.set(state.receipt ? { ...state, isProcessing: false } : { status: 'closed' });
}

/** The lists show it now. */
export function redemptionListed(): void {
  platform().sessionStorage.remove(storageKeys.redeeming);
  redemptionProcessed();
}

/** Whether the previous page saw its code expire; the script that loads later asks what became of it. */
export const hasExpiredCode = (): boolean =>
  platform().sessionStorage.get(storageKeys.expiredCode) !== null;

/** The receipt on the screen: of a redemption just seen, or of one in the list. */
export const $receipt = personalAtom<Redemption | null>(null);

/** It is that of the redemption just seen; the list may show others by then. */
export const $isReceiptNew = computed(
  [$redemption, $receipt],
  (state, receipt) => state.status === 'redeemed' && state.receipt?.id === receipt?.id,
);

export const openReceipt = (redemption: Redemption): void => $receipt.set(redemption);

export const closeReceipt = (): void => $receipt.set(null);
