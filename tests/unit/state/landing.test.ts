// @vitest-environment node
import { expect, test } from 'vitest';
import { later, rows } from '../data/fake-backend.ts';
import { stamp } from '../domain/examples.ts';
import { ana, openPage, pass, settle, startSession } from './open-page.ts';

const HELD = 'rest/rpc/stamps_held';

const given = (id: string, minute: number) =>
  stamp({ id, storeId: '3', createdAt: `2026-11-21T02:${minute}:00+00:00` });

/** Two tills give a stamp each to the same card, one after the other. */
async function openTwice() {
  const { backend, device } = await openPage('/home');
  await startSession();
  const landing = await import('../../../src/lib/state/codes/landing.ts');
  const { showLandings } = landing;
  const slow = later();
  backend.answer(HELD, slow.answer);
  void showLandings(ana, [given('1', 10)], () => undefined);
  await settle();
  backend.answer(HELD, rows([{ store_id: 3, stamp_count: 6 }]));
  void showLandings(ana, [given('2', 11)], () => undefined);
  await settle();
  return { ...landing, device, slow };
}

test('a late answer about a card does not take the place of a newer one', async () => {
  const { $landing, slow } = await openTwice();
  slow.come(rows([{ store_id: 3, stamp_count: 5 }]));
  await settle();
  expect($landing.get()).toMatchObject({ given: 2, card: { before: 4, total: 6 } });
});

test('a card that was read stays where an earlier answer about it is given up', async () => {
  const { $landing } = await openTwice();
  await pass(3000);
  expect($landing.get()).toMatchObject({ given: 2, card: { before: 4, total: 6 } });
});

test('a stamp that was seen before the page was left is not there again when it comes back', async () => {
  const { $landing, device, dismissLandingWhenLeft } = await openTwice();
  await pass(3000);
  const stop = dismissLandingWhenLeft();
  device.emitPageLeft();
  expect($landing.get()).toBeNull();
  stop();
});
