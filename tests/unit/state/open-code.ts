/** The screen of a reward with its redemption code, and what the backend is told of the code. */

import type { Person } from '../../../src/lib/domain/entities.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type Answer, opened, rows } from '../data/fake-backend.ts';
import { openPage, type Page, sessionOf, settle } from './open-page.ts';

export const OPEN = 'rest/rpc/open_redemption';
export const CLOSE = 'rest/rpc/close_redemption';
export const TWO_MINUTES = 120_000;

export const tea = {
  id: 7,
  store_id: 3,
  title: 'Free tea',
  stamps_needed: 8,
  store_name: 'Kape Tayo',
};
const held = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: 12 - index, stamp_count: 1, store_id: 3, redemption_id: null },
  created_at: `2026-11-${20 - index}T02:00:00Z`,
}));

/** The screen of a reward, and what the backend answers to a code that opens. */
export async function open(answer: Answer = opened) {
  const page = await openPage('/redeem?reward=7');
  page.backend.answer('rest/rewards', rows([tea]));
  page.backend.answer('rest/stamps', rows(held));
  page.backend.answer(OPEN, answer);
  const selection = await import('../../../src/lib/state/redeem/selection.ts');
  const { codeOf } = await import('../../../src/lib/state/redeem/redemption.ts');
  const redemption = await import('../../../src/lib/state/redeem/redemption-state.ts');
  const code = await import('../../../src/lib/state/redeem/redemption-code.ts');
  selection.$redeemReady.listen(() => undefined);
  await settle();
  /** The calls about codes, in the order they were made: 'open id-1', 'close id-1', … */
  const calls = () =>
    page.backend.requests
      .filter(({ path }) => path === OPEN || path === CLOSE)
      .map(({ path, body }) => {
        const { opening_id } = body as { opening_id: string };
        return `${path === OPEN ? 'open' : 'close'} ${opening_id}`;
      });
  const shownCode = () => codeOf(redemption.$redemption.get());
  const isOpen = () => shownCode() !== null;
  const isWaiting = () => {
    const state = redemption.$redemption.get();
    return state.status === 'opening' && state.isUnreachable;
  };
  const refusal = () => {
    const state = redemption.$redemption.get();
    return state.status === 'refused' ? state.sentence : null;
  };
  return {
    ...page,
    ...selection,
    ...redemption,
    ...code,
    calls,
    shownCode,
    isOpen,
    isWaiting,
    refusal,
  };
}

/** As `open`, with the code on the screen. */
export async function opening(answer?: Answer) {
  const page = await open(answer);
  await page.openRedemptionCode();
  await settle();
  return page;
}

/** Another tab of this browser signs a person in, or out. */
export function elsewhere({ device }: Page, as: Person | null) {
  if (as) device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(as)));
  else device.localStorage.clear();
  device.emitStorageChange(as ? storageKeys.session : null);
}
