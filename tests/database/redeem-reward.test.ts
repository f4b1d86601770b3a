import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { appDayKey } from '../../src/lib/domain/day.ts';
import { as, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  changeReward,
  changeStore,
  closedCode,
  countOf,
  customerCode,
  give,
  giveTo,
  HALO_HALO,
  heldStamps,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redeemFor,
  redemptionCode,
  refused,
  refusedTo,
  SUSPENDED_STORE,
  suspendedMember,
  total,
} from './counter.ts';
import { inDays } from './operator.ts';

beforeEach(freshData);

test('a redemption spends the stamps and is recorded in the history', async () => {
  const answer = answered(await redeem(tess, await redemptionCode(ben), { notes: ' no sugar ' }));
  expect(answer).toMatchObject({
    user_id: ben.id,
    store_id: KAPE_TAYO,
    store_name: 'Kape Tayo',
    reward_title: 'Free kapeng barako',
    stamps_spent: 10,
    stamps_held: 0,
  });
  expect(await total(ben)).toBe(0);
  const { data } = await (await as(ben))
    .from('redemptions')
    .select()
    .eq('id', Number(answer.redemption_id))
    .single();
  expect(data).toMatchObject({
    user_id: ben.id,
    reward_id: BARAKO,
    reward_photo: '/demo/barako.svg',
    stamps_spent: 10,
    notes: 'no sugar',
    redeemed_at: answer.redeemed_at,
  });
  const spent = (await records(ben)).filter((row) => row.redemption_id === answer.redemption_id);
  expect(spent.map(({ stamp_count }) => stamp_count).sort()).toEqual([2, 4, 4]);
  // An operator who removed it alone would give the stamps back, or lose them.
  const removal = operator.from('redemptions').delete().eq('id', Number(answer.redemption_id));
  expect((await removal).error?.code).toBe('23503');
});

test('everything in a code but its ids is ignored', async () => {
  const code = await redemptionCode(ben, {
    reward_name: 'A car',
    reward_photo: 'javascript:alert(1)',
    store_name: 'Bangko',
    displayName: '<b>Mallory</b>',
  });
  const answer = answered(await redeem(tess, code));
  expect(answer).toMatchObject({ store_name: 'Kape Tayo', reward_title: 'Free kapeng barako' });
});

test('used stamps are refused, whichever code names them, and the others stay', async () => {
  const old = await redemptionCode(ben);
  answered(await redeem(tess, old));
  await giveTo(ben, { count: 10 });
  const fresh = await redemptionCode(ben);
  for (const stamp_ids of [
    old.stamp_ids,
    old.stamp_ids.slice(0, 1),
    [...fresh.stamp_ids, old.stamp_ids[0] ?? ''],
  ]) {
    expect(refused(await redeem(tess, { ...old, stamp_ids }))).toBe('stamps_used');
  }
  expect([await total(ben), await countOf('redemptions')]).toEqual([10, 9]);
});

test('stamps that are not the customer’s at this store are refused', async () => {
  const [anas, bens] = [await redemptionCode(ana), await redemptionCode(ben)];
  const atMgaHalo = await closedCode(ben, { store_id: String(MGA_HALO) });
  for (const [what, code] of [
    ['another customer’s', { ...bens, user_id: ana.id }],
    ['some of another customer’s', { ...anas, stamp_ids: [...anas.stamp_ids, ...bens.stamp_ids] }],
    ['of another store', { ...atMgaHalo, store_id: String(KAPE_TAYO) }],
    ['that do not exist', { ...bens, stamp_ids: ['999999'] }],
  ] as const) {
    expect.soft(refused(await redeem(tess, code)), what).toBe('not_their_stamps');
  }
  expect(await total(ben)).toBe(10);
});

test('a redemption by the wrong person or at the wrong store is refused, with the reason', async () => {
  const code = await redemptionCode(ben);
  const at = (store: number) => ({ ...code, store_id: String(store) });
  for (const [what, reason, call] of [
    ['the customer', 'not_a_member', redeem(ben, code)],
    ['the customer, with nothing', 'not_a_member', redeem(ben, null)],
    ['a member of another store', 'wrong_store', redeem(mario, code)],
    ['under the other store', 'wrong_store', redeem(mario, at(MGA_HALO))],
    ['suspended', 'store_suspended', redeem(suspendedMember, at(SUSPENDED_STORE))],
  ] as const) {
    expect.soft(refused(await call), what).toBe(reason);
  }
});

test('a reward that the store does not give today is refused, but not on its first or last day', async () => {
  const reasonWith = async (change: object) => {
    await changeReward({ date_start: null, date_end: null, stamps_needed: 10, ...change });
    return refused(await redeem(tess, await redemptionCode(ben)));
  };
  expect(await reasonWith({ date_end: inDays(-1), date_start: inDays(-9) })).toBe('reward_expired');
  expect(await reasonWith({ date_start: inDays(1) })).toBe('reward_not_started');
  const tote = await operator.from('rewards').select('id').is('store_id', null).single();
  for (const reward of [HALO_HALO, tote.data?.id]) {
    const code = await redemptionCode(ben, { reward_id: String(reward) });
    expect(refused(await redeem(tess, code))).toBe('wrong_store');
  }
  const today = appDayKey(Date.now());
  // A reward without a number of stamps needs ten.
  await changeReward({
    date_start: `${today}T23:59:59+08:00`,
    date_end: `${today}T00:00:00+08:00`,
    stamps_needed: null,
  });
  expect(refused(await redeem(tess, await redemptionCode(ana)))).toBe('not_enough_stamps');
  const code = await redemptionCode(ben);
  expect(answered(await redeem(tess, code)).stamps_spent).toBe(10);
  await operator.from('rewards').delete().eq('id', BARAKO);
  expect(refused(await redeem(tess, code))).toBe('unknown_reward');
});

test('ids in a code may be numbers or text, and an id named twice counts once', async () => {
  const code = await redemptionCode(ana);
  const twice = { ...code, stamp_ids: [...code.stamp_ids, ...code.stamp_ids] };
  expect(refused(await redeem(tess, twice))).toBe('not_enough_stamps');
  const numbers = { ...(await redemptionCode(ben)), reward_id: BARAKO, store_id: KAPE_TAYO };
  answered(await redeem(tess, { ...numbers, stamp_ids: numbers.stamp_ids.map(Number) }));
});

const fields = { user_id: ben.id, stamp_ids: [8], reward_id: BARAKO, store_id: KAPE_TAYO };

test('a payload that is no code is refused as unreadable', async () => {
  for (const payload of [
    [],
    null,
    'N4IgrgzgpgTiBcIAuBDJKA2B9AlgEw0nyA',
    { ...fields, user_id: 'ben' },
    { ...fields, stamp_ids: [] },
    { ...fields, stamp_ids: '8' },
    { ...fields, stamp_ids: [8, null] },
    { ...fields, stamp_ids: [8.5] },
    { ...fields, stamp_ids: [-8] },
    { ...fields, stamp_ids: ['9'.repeat(40)] },
    { ...fields, stamp_ids: Array.from({ length: 201 }, (_, id) => id + 1) },
    { ...fields, reward_id: '9'.repeat(40) },
    { ...fields, reward_id: null },
    { ...fields, store_id: {} },
    { ...fields, store_id: '1e1' },
    { display_name: 'Ben', uid: ben.id, hash: '00000000' },
  ]) {
    const text = JSON.stringify(payload).slice(0, 160);
    expect.soft(refused(await redeem(tess, payload)), text).toBe('unreadable_code');
  }
});

test('notes of 500 characters are saved, and longer ones are refused', async () => {
  const code = await redemptionCode(ben);
  const long = await redeem(tess, code, { notes: 'n'.repeat(501) });
  expect(refused(long)).toBe('notes_too_long');
  answered(await redeem(tess, code, { notes: 'n'.repeat(500) }));
});

/** Gives Cy these stamps, one record for each count, in this order. */
async function hold(...counts: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const count of counts) {
    ids.push(Number((await giveTo(cy, { count, invoice: `KT-${count}` })).stamp_id));
  }
  return ids;
}

async function records(customer: DemoPerson) {
  const { data } = await operator
    .from('stamps')
    .select('id, stamp_count, redemption_id, split_from, invoice_or_number, created_at')
    .eq('user_id', customer.id)
    .order('id')
    .throwOnError();
  return data;
}

test('the oldest records are spent first, and the rest stays on the card', async () => {
  const [first, second, third] = await hold(4, 6, 3);
  const { redemption_id, stamps_held } = await redeemFor(cy);
  expect(stamps_held).toBe(3);
  expect(await records(cy)).toMatchObject([
    { id: first, redemption_id },
    { id: second, redemption_id },
    { id: third, redemption_id: null },
  ]);
  expect(await giveTo(cy, { invoice: 'KT-1' })).toMatchObject({ stamps_held: 4 });
});

test('a record that holds more than is needed is split, and the rest keeps its invoice and date', async () => {
  const [first, second] = await hold(4, 9);
  const { redemption_id } = await redeemFor(cy);
  expect(await heldStamps(cy)).toEqual([{ id: second, stamp_count: 3 }]);
  const parts = await records(cy);
  const both = { invoice_or_number: 'KT-9', created_at: parts[1]?.created_at };
  expect(parts).toMatchObject([
    { id: first, stamp_count: 4, redemption_id },
    { id: second, stamp_count: 3, redemption_id: null, split_from: null, ...both },
    { stamp_count: 6, redemption_id, split_from: second, ...both },
  ]);
  expect(await refusedTo(cy, { invoice: 'KT-9' })).toBe('duplicate_invoice');
});

test.each([
  ['one record holds enough for two rewards', [25], 5],
  ['the split record comes after others', [4, 30], 14],
])('a redemption code redeems only once if %s', async (_where, counts, left) => {
  const ids = await hold(...counts);
  const code = await redemptionCode(cy);
  answered(await redeem(tess, code));
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
  // What is left of a code's only record is a new record: the next code names it.
  const [rest] = await heldStamps(cy);
  expect(rest?.id === ids.at(-1)).toBe(counts.length > 1);
  await redeemFor(cy);
  expect(await total(cy)).toBe(left);
});

test('a repeated call gets the first answer, and its request id is for no other call', async () => {
  const requestId = '0c1de5fd-9c2f-4a54-9f6a-1c9c1a9ce111';
  await hold(10, 11);
  const code = await redemptionCode(cy);
  const first = answered(await redeem(tess, code, { requestId }));
  const fresh = await redemptionCode(cy);
  for (const other of [
    await redeem(tess, fresh, { requestId }),
    await redeem(tess, code, { requestId, notes: 'other' }),
    await give(tess, customerCode(cy), { requestId }),
  ]) {
    expect(refused(other)).toBe('request_id_reused');
  }
  // Even if the store was suspended meanwhile.
  await changeStore({ suspended: true });
  expect(answered(await redeem(tess, code, { requestId }))).toEqual(first);
  expect([await total(cy), await countOf('redemptions')]).toEqual([11, 9]);
});
