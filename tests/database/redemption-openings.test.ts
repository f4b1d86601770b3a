import { beforeEach, expect, test } from 'vitest';
import { ana, ben, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  BEANS,
  closedCode,
  customerCode,
  give,
  HALO_HALO,
  KAPE_TAYO,
  openRedemption,
  redeem,
  redemptionCode,
  refused,
  total,
} from './counter.ts';

/** A redemption is the customer's own act, now: only a code that is open on their phone is redeemed. */
beforeEach(freshData);

const id = '1b9f3f52-93f8-4f3d-a5b5-2f4a0d2cb0f1';

const close = async (opening: string, customer = ben) =>
  (await as(customer)).rpc('close_redemption', { opening_id: opening });

/** Moves the opening back by as many seconds as have passed on the server's clock. */
const pass = async (seconds: number) =>
  (await backend()).query(
    `update private.redemption_openings set opened_at = opened_at - $1 * interval '1 second'`,
    [seconds],
  );

const price = (stamps_needed: number) =>
  operator.from('rewards').update({ stamps_needed }).eq('id', BARAKO);

test('a store cannot make up a code from the stamps it sees', async () => {
  const seen = await (await as(tess)).from('stamps').select('id').eq('user_id', ben.id);
  const stamp_ids = (seen.data ?? []).map((stamp) => stamp.id);
  expect(stamp_ids).toHaveLength(3);
  const madeUp = { user_id: ben.id, stamp_ids, reward_id: BARAKO, store_id: KAPE_TAYO };
  expect(refused(await redeem(tess, madeUp))).toBe('code_not_open');
  expect(await total(ben)).toBe(10);
});

test('a member cannot open a customer’s code', async () => {
  const code = await closedCode(ben);
  expect((await openRedemption(tess, code)).error?.details).toBe('stamps_changed');
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

test('a customer cannot open another’s code, nor close it', async () => {
  const code = await closedCode(ben);
  expect((await openRedemption(ana, code)).error?.details).toBe('stamps_changed');
  await openRedemption(ben, code, { id });
  expect((await close(id, ana)).error).toBeNull();
  answered(await redeem(tess, code));
});

test('a signed-out visitor opens and closes nothing', async () => {
  const opening = { opening_id: id, reward_id: BARAKO, stamp_ids: [8], stamps_needed: 10 };
  expect((await anonymous.rpc('open_redemption', opening)).error?.code).toBe('42501');
  expect((await anonymous.rpc('close_redemption', { opening_id: id })).error?.code).toBe('42501');
});

test('an opening is for its reward alone', async () => {
  await give(tess, customerCode(ben), { count: 14 });
  const code = await redemptionCode(ben, { reward_id: String(BEANS) });
  const other = { ...code, reward_id: String(BARAKO) };
  expect(refused(await redeem(tess, other))).toBe('code_not_open');
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(24);
});

test('an opening is for its stamps alone', async () => {
  await redemptionCode(ben);
  await give(tess, customerCode(ben));
  expect(refused(await redeem(tess, await closedCode(ben)))).toBe('code_not_open');
});

test('a code is redeemed within three minutes, and not after them', async () => {
  const code = await redemptionCode(ben);
  await pass(181);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  await redemptionCode(ben);
  await pass(175);
  answered(await redeem(tess, code));
});

test('a photograph of a code is worth nothing once the code is closed', async () => {
  const code = await closedCode(ben);
  await openRedemption(ben, code, { id });
  expect((await close(id)).status).toBe(204);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  expect(await total(ben)).toBe(10);
});

test('a late repetition of the opening does not undo the closing', async () => {
  const code = await closedCode(ben);
  await openRedemption(ben, code, { id });
  await close(id);
  expect((await openRedemption(ben, code, { id })).error).toBeNull();
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

test('repeating an opening does not renew it', async () => {
  const code = await closedCode(ben);
  const first = await openRedemption(ben, code, { id });
  expect(first.data).toMatchObject({ opening_id: id, stamps_needed: 10 });
  expect((await openRedemption(ben, code, { id })).data).toEqual(first.data);
  await pass(181);
  await openRedemption(ben, code, { id });
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

test('an opening that is repeated once its code is redeemed is answered as at first', async () => {
  const code = await closedCode(ben);
  const first = await openRedemption(ben, code, { id });
  answered(await redeem(tess, code));
  expect((await openRedemption(ben, code, { id })).data).toEqual(first.data);
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
});

test('closing one opening leaves the next one open', async () => {
  const code = await closedCode(ben);
  await openRedemption(ben, code, { id });
  await openRedemption(ben, code);
  await close(id);
  answered(await redeem(tess, code));
});

test('a price raised after the code was opened is not charged', async () => {
  await give(tess, customerCode(ben), { count: 6 });
  await price(2);
  const code = await redemptionCode(ben);
  await price(16);
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(2);
  expect(await total(ben)).toBe(14);
});

test('a price lowered meanwhile is the price', async () => {
  const code = await redemptionCode(ben);
  await price(4);
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(4);
});

test('a code does not open for more than the customer’s screen says', async () => {
  const code = await closedCode(ben);
  const opened = await openRedemption(ben, code, { price: 9 });
  expect([opened.status, opened.error?.details]).toEqual([409, 'price_changed']);
  expect(opened.error?.message).toBe(
    'The store has changed what this reward needs. Please look at it again.',
  );
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

test('a customer cannot choose a lower price', async () => {
  const code = await closedCode(ben);
  const opened = await openRedemption(ben, code, { price: 100 });
  expect(opened.data).toMatchObject({ stamps_needed: 10 });
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(10);
});

const refusal = async (changed: object, customer = ben) => {
  const { reward_id, stamp_ids } = await closedCode(customer);
  const { error } = await (await as(customer)).rpc('open_redemption', {
    opening_id: id,
    reward_id: Number(reward_id),
    stamp_ids: stamp_ids.map(Number),
    stamps_needed: 10,
    ...changed,
  });
  expect(error?.message ?? '').toMatch(/^[A-Z].*\.$/);
  return error?.details;
};

test('an opening that does not fit is refused', async () => {
  for (const [what, changed, reason] of [
    ['that names too few stamps', { stamp_ids: [8] }, 'stamps_changed'],
    ['that names no stamps', { stamp_ids: [] }, 'stamps_changed'],
    ['without stamps', { stamp_ids: null }, 'stamps_changed'],
    ['with stamps that are not there', { stamp_ids: [999999] }, 'stamps_changed'],
    ['without an id of its own', { opening_id: null }, 'stamps_changed'],
    ['without a price', { stamps_needed: null }, 'price_changed'],
    ['of another store’s reward', { reward_id: HALO_HALO }, 'stamps_changed'],
    ['of no reward', { reward_id: 999999 }, 'unknown_reward'],
    ['of a reward without a store', { reward_id: 25 }, 'unknown_reward'],
    ['of a reward that is over', { reward_id: 21 }, 'reward_expired'],
    ['of a reward that has not begun', { reward_id: 23 }, 'reward_not_started'],
    ['at a suspended store', { reward_id: 24 }, 'store_suspended'],
    [
      'with more stamps than a code may name',
      { stamp_ids: Array.from({ length: 201 }, (_, stamp) => stamp + 1) },
      'stamps_changed',
    ],
  ] as const) {
    expect.soft(await refusal(changed), what).toBe(reason);
  }
});

test('an opening with fewer stamps than the reward needs is refused', async () => {
  expect(await refusal({}, ana)).toBe('stamps_changed');
});

test('an opening with spent stamps is refused', async () => {
  const code = await redemptionCode(ben);
  answered(await redeem(tess, code));
  expect((await openRedemption(ben, code)).error?.details).toBe('stamps_changed');
});
