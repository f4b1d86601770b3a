import { beforeEach, expect, test } from 'vitest';
import { ana, ben, tess } from '../../local-backend/people.ts';
import { as, freshData, sessionIn, sql, tokenOf } from './as.ts';
import {
  answered,
  BARAKO,
  BEANS,
  changeReward,
  closedCode,
  giveTo,
  HALO_HALO,
  KAPE_TAYO,
  openRedemption,
  redeem,
  redemptionCode,
  refused,
  total,
} from './counter.ts';

/** Customers redeem by their own act: only a code that is open on their phone now is redeemed. */
beforeEach(freshData);

const id = '1b9f3f52-93f8-4f3d-a5b5-2f4a0d2cb0f1';

const close = async (opening: string, customer = ben) =>
  (await as(customer)).rpc('close_redemption', { opening_id: opening });

/** Moves the opening back by as many seconds as have passed on the server's clock. */
const pass = (seconds: number) =>
  sql(`update private.redemption_openings set opened_at = opened_at - $1 * interval '1 second'`, [
    seconds,
  ]);

const price = (stamps_needed: number) => changeReward({ stamps_needed });

test('a store cannot make up a code from the stamps it sees', async () => {
  const seen = await (await as(tess)).from('stamps').select('id').eq('user_id', ben.id);
  const stamp_ids = (seen.data ?? []).map((stamp) => stamp.id);
  expect(stamp_ids).toHaveLength(3);
  const madeUp = { user_id: ben.id, stamp_ids, reward_id: BARAKO, store_id: KAPE_TAYO };
  expect(refused(await redeem(tess, madeUp))).toBe('code_not_open');
  expect(await total(ben)).toBe(10);
});

test('nobody opens another’s code or closes it, not even a member of the store', async () => {
  const code = await closedCode(ben);
  for (const other of [ana, tess]) {
    expect((await openRedemption(other, code)).error?.details).toBe('stamps_changed');
  }
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  await openRedemption(ben, code, { id });
  expect((await close(id, ana)).error).toBeNull();
  answered(await redeem(tess, code));
});

test('an opening counts only for its own reward and stamps', async () => {
  for (const count of [14, 1]) await giveTo(ben, { count });
  const code = await redemptionCode(ben, { reward_id: String(BEANS) });
  const other = { ...code, reward_id: String(BARAKO) };
  expect(refused(await redeem(tess, other))).toBe('code_not_open');
  const fewer = { ...code, stamp_ids: code.stamp_ids.slice(0, -1) };
  expect(refused(await redeem(tess, fewer))).toBe('code_not_open');
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(24);
});

test('a code can be redeemed for three minutes, and not after that', async () => {
  const code = await redemptionCode(ben);
  await pass(181);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  await redemptionCode(ben);
  await pass(175);
  answered(await redeem(tess, code));
});

test('a photo of a code is worthless once the code is closed, even if its opening comes again', async () => {
  const code = await closedCode(ben);
  await openRedemption(ben, code, { id });
  expect((await close(id)).status).toBe(204);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  expect((await openRedemption(ben, code, { id })).error).toBeNull();
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  expect(await total(ben)).toBe(10);
});

test('a code is worthless once its session was ended, from another phone, too', async () => {
  const code = await redemptionCode(ben);
  await sql('delete from auth.sessions where id = $1', [sessionIn(await tokenOf(ben))]);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  // A token that names no session has none that could end.
  await sql('update private.redemption_openings set session_id = null');
  answered(await redeem(tess, code));
});

test('a code whose closing arrives before its opening does not open', async () => {
  const code = await closedCode(ben);
  expect((await close(id)).status).toBe(204);
  expect((await openRedemption(ben, code, { id })).error).toBeNull();
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  await openRedemption(ben, code);
  answered(await redeem(tess, code));
});

test('only the last closing without an opening is kept for each customer', async () => {
  for (const opening of [crypto.randomUUID(), id]) {
    expect((await close(opening)).status).toBe(204);
  }
  const kept = await sql('select user_id, opening_id from private.redemption_openings');
  expect(kept).toEqual([{ user_id: ben.id, opening_id: id }]);
});

test('a repeated opening gets the first answer, and no more time', async () => {
  const code = await closedCode(ben);
  const first = await openRedemption(ben, code, { id });
  expect(first.data).toMatchObject({ opening_id: id, stamps_needed: 10 });
  expect((await openRedemption(ben, code, { id })).data).toEqual(first.data);
  await pass(181);
  expect((await openRedemption(ben, code, { id })).error).toBeNull();
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
  await pass(-10);
  answered(await redeem(tess, code));
  expect((await openRedemption(ben, code, { id })).data).toMatchObject({ opening_id: id });
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
  expect((await openRedemption(ben, code)).error?.details).toBe('stamps_changed');
});

test('closing one opening leaves the next one open', async () => {
  const code = await closedCode(ben);
  await openRedemption(ben, code, { id });
  await openRedemption(ben, code);
  await close(id);
  answered(await redeem(tess, code));
});

test.each([
  ['raised', 16, 4],
  ['lowered', 2, 2],
])(
  'if the price was %s after the code was opened, the lower one is charged',
  async (_, now, charged) => {
    await giveTo(ben, { count: 6 });
    await price(4);
    // Someone willing to pay more still opens the code at the store's price.
    const code = await closedCode(ben);
    const opened = await openRedemption(ben, code, { price: 100 });
    expect(opened.data).toMatchObject({ stamps_needed: 4 });
    await price(now);
    expect(answered(await redeem(tess, code)).stamps_spent).toBe(charged);
  },
);

test('a code does not open for more than the customer’s screen says', async () => {
  const code = await closedCode(ben);
  const opened = await openRedemption(ben, code, { price: 9 });
  expect([opened.status, opened.error?.details]).toEqual([409, 'price_changed']);
  expect(opened.error?.message).toBe(
    'The store has changed what this reward needs. Please look at it again.',
  );
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

test('an opening that does not fit is refused', async () => {
  const { stamp_ids } = await closedCode(ben);
  const fits = {
    opening_id: id,
    reward_id: BARAKO,
    stamp_ids: stamp_ids.map(Number),
    stamps_needed: 10,
  };
  const client = await as(ben);
  for (const [what, changed, reason] of [
    ['that names too few stamps', { stamp_ids: [8] }, 'stamps_changed'],
    ['that names no stamps', { stamp_ids: [] }, 'stamps_changed'],
    ['without stamps', { stamp_ids: null }, 'stamps_changed'],
    ['with stamps that are not there', { stamp_ids: [999999] }, 'stamps_changed'],
    [
      'with one that is not there among enough',
      { stamp_ids: [...fits.stamp_ids, 999999] },
      'stamps_changed',
    ],
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
    const { error } = await client.rpc('open_redemption', { ...fits, ...changed } as typeof fits);
    expect
      .soft([error?.details, error?.message], what)
      .toEqual([reason, expect.stringMatching(/^[A-Z].*\.$/)]);
  }
});
