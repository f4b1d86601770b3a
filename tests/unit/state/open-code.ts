import { beforeEach, vi } from 'vitest';
import { type Answer, opened, rows } from '../data/fake-backend.ts';
import { openPage, type PageOptions, settle, watch } from './open-page.ts';

/**
 * Drawing a code is left out: the correction and the text of each that was drawn, and whether drawing
 * fails.
 */
export const drawing = { texts: [] as string[], fails: false };

beforeEach(() => void Object.assign(drawing, { texts: [], fails: false }));

vi.mock('../../../src/lib/platform/qr-image.ts', () => ({
  renderQr: (text: string, correction: string) => {
    if (drawing.fails) throw new Error('too long');
    drawing.texts.push(`${correction} ${text}`);
    return { size: 21, path: `code ${drawing.texts.length}` };
  },
}));

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
export const held = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: 12 - index, stamp_count: 1, store_id: 3, redemption_id: null },
  created_at: `2026-11-${20 - index}T02:00:00Z`,
}));

export interface World extends PageOptions {
  path?: string;
  reward?: object;
  stamps?: Answer;
  /** What the backend answers to a code that opens. */
  answer?: Answer;
}

/** The screen of a reward, everything loaded. */
export async function open(world: World = {}) {
  const { reward = tea, stamps = rows(held), answer = opened } = world;
  const page = await openPage(world.path ?? '/redeem?reward=7', world);
  page.backend.answer('rest/rewards', rows([reward]));
  page.backend.answer('rest/stamps', stamps);
  page.backend.answer(OPEN, answer);
  const selection = await import('../../../src/lib/state/redeem/selection.ts');
  const { codeOf } = await import('../../../src/lib/state/redeem/redemption.ts');
  const redemption = await import('../../../src/lib/state/redeem/redemption-state.ts');
  const code = await import('../../../src/lib/state/redeem/redemption-code.ts');
  await watch(selection.$redeemReady, selection.$nothingSelected);
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
export async function opening(answer: Answer = opened) {
  const page = await open({ answer });
  await page.openRedemptionCode();
  await settle();
  return page;
}
