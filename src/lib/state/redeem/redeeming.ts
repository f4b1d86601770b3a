/**
 * From the moment a redemption is seen until the lists are fresh, the screens say
 * 'Processing redemption…' (docs/product.md#at-the-till), on whichever page the customer is by
 * then.
 */
import { atom, computed, onMount } from 'nanostores';
import { defaults, redeemedAt } from '#text/messages.ts';
import type { Redemption } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { personalAtom } from '../session/session.ts';

export const $redeeming = personalAtom(false);

/** A code has run out, and the page is about to be reloaded: nothing new is begun on it. */
export const $codeExpired = atom(false);

/** Why the backend did not let the last code be opened, in its own words. */
export const $codeRefusal = personalAtom<string | null>(null);

/** What was redeemed last on this page, null before. */
export const $redeemed = personalAtom<Redemption | null>(null);

/** The green banner's text after a redemption. */
export const $redemptionSuccess = computed(
  $redeemed,
  (redeemed) =>
    redeemed &&
    redeemedAt(
      redeemed.storeName ?? defaults.storeName,
      redeemed.rewardTitle ?? defaults.rewardTitle,
    ),
);

onMount($redeeming, () => {
  if (!platform().isBrowser()) return;
  if (platform().sessionStorage.get(storageKeys.redeeming) !== null) $redeeming.set(true);
});

export function startRedeeming(): void {
  platform().sessionStorage.set(storageKeys.redeeming, '1');
  $redeeming.set(true);
}

/** The lists show it now. */
export function finishRedeeming(): void {
  platform().sessionStorage.remove(storageKeys.redeeming);
  $redeeming.set(false);
}
