// @vitest-environment node

import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import {
  captivePortal,
  hanging,
  htmlPage,
  inTurn,
  later,
  noFunction,
  nothing,
  offline,
  opened,
  refusal,
  rows,
} from '../data/fake-backend.ts';
import { CLOSE, OPEN, open, opening, TWO_MINUTES } from './open-code.ts';
import { ana, ben, elsewhere, pass, sessionOf, settle } from './open-page.ts';

test('a code is on the screen at once, and its stamps and its price are reported to the backend', async () => {
  const slow = later();
  const page = await opening(slow.answer);
  expect(page.shownCode()).toMatchObject({ image: { status: 'ready' } });
  expect(page.isWaiting()).toBe(false);
  const [call] = page.backend.of(OPEN);
  expect(call?.body).toEqual({
    opening_id: 'id-1',
    reward_id: '7',
    // The ten oldest, as in the code.
    stamp_ids: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
    stamps_needed: 8,
  });
  expect(call?.headers.get('authorization')).toBe('Bearer access-ana-first');
  await pass(2999);
  expect(page.isWaiting()).toBe(false);
  await pass(1);
  // Nothing has failed, but a till that scans it now is told that it is not open.
  expect(page.isWaiting()).toBe(true);
  slow.come(opened);
  await pass(60_000);
  expect(page.calls()).toEqual(['open id-1']);
  expect(page.isOpen()).toBe(true);
  expect(page.isWaiting()).toBe(false);
});

test.each([
  ['PGRST202', noFunction],
  [
    '42883',
    refusal(404, {
      code: '42883',
      message: 'function public.open_redemption(opening_id => uuid) does not exist',
    }),
  ],
])('a code is shown as usual if the backend has no function for it (%s)', async (_, answer) => {
  const page = await opening(answer);
  await pass(60_000);
  expect(page.isOpen()).toBe(true);
  expect(page.isWaiting()).toBe(false);
  page.closeRedemptionCode();
  await settle();
  expect(page.calls()).toEqual(['open id-1']);
  // It may only have been missing for a moment, and no till would accept a code that was not reported.
  page.backend.answer(OPEN, opened);
  await page.openRedemptionCode();
  page.closeRedemptionCode();
  await settle();
  expect(page.calls().slice(1)).toEqual(['open id-2', 'close id-2']);
});

test.each([
  ['nothing answers', offline],
  ['the backend fails', htmlPage(500)],
  ['another network’s page answers', captivePortal],
  ['something in between refuses', htmlPage(403)],
  ['it is asked too often', refusal(429, { code: 'over_rate', message: 'Slowly.' })],
])('a code says that it waits if %s, and is reported until that works', async (_, answer) => {
  const page = await opening(answer);
  expect(page.isOpen()).toBe(true);
  expect(page.isWaiting()).toBe(true);
  await pass(5000);
  expect(page.calls().length).toBeGreaterThan(2);
  expect(new Set(page.calls())).toEqual(new Set(['open id-1']));
  expect(page.isWaiting()).toBe(true);
  page.backend.answer(OPEN, opened);
  await pass(10_000);
  expect(page.isWaiting()).toBe(false);
  const told = page.calls().length;
  await pass(30_000);
  expect(page.calls()).toHaveLength(told);
  expect(page.refusal()).toBe(null);
});

test('a code is reported less and less often, at moments that no other phone shares', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const page = await opening(offline);
  const at: number[] = [];
  for (let half = 0; half < 80; half += 1) {
    const before = page.calls().length;
    await pass(500);
    if (page.calls().length > before) at.push((half + 1) * 500);
  }
  expect(at).toEqual([500, 1500, 3500, 7500, 12_500, 17_500, 22_500, 27_500, 32_500, 37_500]);
});

test('a code is reported at once when the connection comes back', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const page = await opening(offline);
  page.backend.answer(OPEN, opened);
  page.device.setOnline(true);
  await settle();
  expect(page.calls()).toEqual(['open id-1', 'open id-1']);
  expect(page.isWaiting()).toBe(false);
});

test('a code that is closed before it could be reported no longer waits, and is not reported again', async () => {
  const page = await opening(offline);
  page.closeRedemptionCode();
  expect(page.isWaiting()).toBe(false);
  page.backend.answer(OPEN, opened);
  await pass(30_000);
  // The backend may have heard of it, even without an answer.
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
});

const changed = 'The store has changed what this reward needs. Please look at it again.';

test('a refusal that comes after the code was closed is not shown', async () => {
  const slow = later();
  const page = await opening(slow.answer);
  page.closeRedemptionCode();
  slow.come(refusal(409, { code: 'PT409', message: changed }));
  await settle();
  expect(page.refusal()).toBe(null);
  expect(page.calls()).toEqual(['open id-1']);
});

test('a code closed while it is being reported is withdrawn after that', async () => {
  const slow = later();
  const page = await opening(slow.answer);
  page.closeRedemptionCode();
  await pass(3000);
  expect(page.calls()).toEqual(['open id-1']);
  slow.come(opened);
  await settle();
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
});

test('a code opened in between is reported once the one before it is withdrawn', async () => {
  const slow = later();
  const page = await opening(slow.answer);
  page.closeRedemptionCode();
  await page.openRedemptionCode();
  page.closeRedemptionCode();
  await page.openRedemptionCode();
  await settle();
  expect(page.isOpen()).toBe(true);
  expect(page.calls()).toEqual(['open id-1']);
  slow.come(opened);
  await settle();
  // The second was gone before its turn came: it was never reported.
  expect(page.calls()).toEqual(['open id-1', 'close id-1', 'open id-3']);
});

test('offline, a code is withdrawn again and again for three minutes, and does not hold up the next', async () => {
  const page = await opening();
  page.backend.answer(CLOSE, offline);
  page.closeRedemptionCode();
  await settle();
  await page.openRedemptionCode();
  await settle();
  expect(page.calls()).toEqual(['open id-1', 'close id-1', 'open id-2']);
  page.backend.answer(CLOSE, inTurn(offline, nothing));
  page.device.setOnline(true);
  await pass(10_000);
  expect(page.calls().slice(3)).toEqual(['close id-1', 'close id-1']);

  const other = await opening();
  other.backend.answer(CLOSE, offline);
  other.closeRedemptionCode();
  await pass(180_000 - 1);
  const tries = other.calls().length;
  expect(tries).toBeGreaterThan(10);
  await pass(60_000);
  expect(other.calls()).toHaveLength(tries);
});

test('a code whose page is left is withdrawn before the page is gone, and is closed when it returns', async () => {
  const page = await opening();
  page.device.emitPageLeft();
  // A page that is being left gets no timer and no answer: what it began has to be enough.
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
  expect(page.backend.of(CLOSE)[0]?.keepalive).toBe(true);
  expect(page.isOpen()).toBe(false);
  await pass(TWO_MINUTES);
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
});

test.each([
  ['is being reported', () => undefined],
  [
    'was closed while being reported',
    (page: { closeRedemptionCode: () => void }) => page.closeRedemptionCode(),
  ],
])('a code that %s when its page is left is withdrawn without waiting', async (_, before) => {
  const page = await opening(hanging);
  before(page);
  page.device.emitPageLeft();
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
  expect(page.backend.of(OPEN)[0]?.signal?.aborted).toBe(true);
});

test('a code that waits for a new token when its page is left is withdrawn without waiting', async () => {
  const page = await open();
  page.device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  page.backend.answer('auth/token', hanging);
  await page.openRedemptionCode();
  await settle();
  expect(page.calls()).toEqual([]);
  page.device.emitPageLeft();
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  expect(page.calls()).toEqual(['close id-1']);
});

test('a code whose two minutes are over is not withdrawn: a scan may be under way', async () => {
  const page = await opening();
  await pass(TWO_MINUTES);
  page.device.emitPageLeft();
  await pass(TWO_MINUTES);
  expect(page.calls()).toEqual(['open id-1']);
});

test('a code that got no answer within its two minutes is withdrawn', async () => {
  const page = await opening(offline);
  await pass(TWO_MINUTES);
  expect(page.calls().at(-1)).toBe('close id-1');
  const tries = page.calls().length;
  await pass(TWO_MINUTES);
  expect(page.calls()).toHaveLength(tries);
});

test('a redeemed code is not reported again, but withdrawn, in case another one was redeemed', async () => {
  const page = await open();
  page.backend.answer('rest/redemptions', rows([{ id: 1 }]));
  await page.openRedemptionCode();
  await pass(3000);
  page.backend.answer('rest/redemptions', rows([{ id: 2 }, { id: 1 }]));
  await pass(2000);
  expect(page.isOpen()).toBe(false);
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
});

const tokens = (page: Awaited<ReturnType<typeof open>>) =>
  page.backend.requests
    .filter(({ path }) => path === OPEN || path === CLOSE)
    .map(({ headers }) => headers.get('authorization'));

test.each([
  ['logs out', null],
  ['makes way for the next person', ben],
])('a code is withdrawn in the name of its own customer, who %s', async (_, next) => {
  const page = await opening();
  elsewhere(page, next);
  expect([page.isOpen(), page.device.screenLocks()]).toEqual([false, 0]);
  await settle();
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
  expect(tokens(page)).toEqual(['Bearer access-ana-first', 'Bearer access-ana-first']);
});

test('a code that is being reported when its customer leaves is never reported in the next one’s name', async () => {
  const page = await opening(offline);
  page.backend.answer(OPEN, opened);
  // The news of it comes after the fact.
  page.device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ben)));
  page.device.setOnline(true);
  await settle();
  elsewhere(page, ben);
  await settle();
  expect(new Set(tokens(page))).toEqual(new Set(['Bearer access-ana-first']));
  expect(page.calls().at(-1)).toBe('close id-1');
});

test('a code is withdrawn with the token that was renewed meanwhile', async () => {
  const page = await opening();
  const renewed = JSON.stringify(sessionOf(ana, 3600, 'second'));
  page.device.localStorage.set(storageKeys.session, renewed);
  page.closeRedemptionCode();
  await settle();
  expect(tokens(page)).toEqual(['Bearer access-ana-first', 'Bearer access-ana-second']);
});
