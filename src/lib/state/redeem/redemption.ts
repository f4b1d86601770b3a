/**
 * The life of a redemption, from the tap to the lists that show it (docs/product.md#redemption-code):
 *
 *     closed ── opening ── open ── redeemed ── closed
 *                  │         └── expired ──┘
 *                  └── refused
 *
 * Nothing else changes it, but for its end on the screens (redemption-state.ts). What makes it happen is
 * in redemption-code.ts. A code can be opened from any state, closed by its customer, and redeemed when
 * it is closed, refused or expired already: the store may have scanned it in that moment.
 */
import type { Redemption } from '../../domain/entities.ts';
import type { Reward } from '../../domain/reward.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { $redemption, type RedemptionCode, type RedemptionState } from './redemption-state.ts';

export const codeOf = (state: RedemptionState): RedemptionCode | null =>
  'code' in state ? state.code : null;

/** The code is shown, or shown differently. */
export function codeShown(code: RedemptionCode): void {
  const state = $redemption.get();
  $redemption.set(
    'code' in state && state.code.id === code.id
      ? { ...state, code }
      : { status: 'opening', code, isUnreachable: false },
  );
}

/** The backend has not confirmed the code: it can’t be reached, or takes long. */
export function backendUnreachable(): void {
  const state = $redemption.get();
  if (state.status === 'opening') $redemption.set({ ...state, isUnreachable: true });
}

/** The backend knows of the code: a till can redeem it. */
export function codeRegistered(): void {
  const state = $redemption.get();
  if (state.status === 'opening') $redemption.set({ status: 'open', code: state.code });
}

/** The code has left the screen, for whatever reason. */
export function codeClosed(): void {
  if (codeOf($redemption.get())) $redemption.set({ status: 'closed' });
}

export const codeRefused = (sentence: string): void =>
  $redemption.set({ status: 'refused', sentence });

/** What the next page needs to know about a code that has expired on this one. */
export interface ExpiredCode {
  reward: Pick<Reward, 'id' | 'title' | 'storeName' | 'photo'>;
  /** Redemptions later than this may be the code's. */
  since: string;
}

/** @param since null if it is not known which redemptions are later than the code */
export function codeExpired(reward: Reward, since: string | null): void {
  $redemption.set({ status: 'expired', isReloading: true });
  if (since === null) return;
  const { id, title, storeName, photo } = reward;
  const expired: ExpiredCode = { reward: { id, title, storeName, photo }, since };
  platform().sessionStorage.set(storageKeys.expiredCode, JSON.stringify(expired));
}

/** The code that the previous page saw expire; this forgets it. */
export function takeExpiredCode(): ExpiredCode | null {
  const storage = platform().sessionStorage;
  const kept = storage.get(storageKeys.expiredCode);
  storage.remove(storageKeys.expiredCode);
  return kept === null ? null : (JSON.parse(kept) as ExpiredCode);
}

/** Nobody had redeemed the expired code when the backend was asked; by then the customer may have gone on. */
export function expiredUnredeemed(): void {
  if ($redemption.get().status !== 'closed') return;
  $redemption.set({ status: 'expired', isReloading: false });
}

/** Two codes opened in quick succession watch for the same redemption: it is announced once. */
export function isShown({ id }: Redemption): boolean {
  const state = $redemption.get();
  return state.status === 'redeemed' && state.receipt?.id === id;
}

/** The store has redeemed the reward: the lists are to show it, on this page or the next. */
export function codeRedeemed(receipt: Redemption): void {
  takeExpiredCode();
  platform().sessionStorage.set(storageKeys.redeeming, '1');
  $redemption.set({ status: 'redeemed', receipt, isProcessing: true });
}
