import { beforeEach, expect, test } from 'vitest';
import { members } from '../../local-backend/people.ts';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import { anonymous, as, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  BEANS,
  countOf,
  customerCode,
  give,
  HALO_HALO,
  heldStamps,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  refused,
  SUSPENDED_STORE,
  total,
} from './counter.ts';

beforeEach(freshData);

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

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
});

test('spent stamps are kept and marked with their redemption', async () => {
  const { redemption_id } = answered(await redeem(tess, await redemptionCode(ben)));
  const spent = await operator
    .from('stamps')
    .select('stamp_count')
    .eq('redemption_id', Number(redemption_id));
  expect(spent.data?.map(({ stamp_count }) => stamp_count).sort()).toEqual([2, 4, 4]);
});

test('a card one stamp short is refused, and nothing changes', async () => {
  expect(refused(await redeem(tess, await redemptionCode(ana)))).toBe('not_enough_stamps');
  expect(await total(ana)).toBe(9);
  answered(await give(tess, customerCode(ana)));
  answered(await redeem(tess, await redemptionCode(ana)));
  expect(await total(ana)).toBe(0);
});

test('a reward without a number of stamps needs 10', async () => {
  await operator.from('rewards').update({ stamps_needed: null }).eq('id', BARAKO);
  expect(refused(await redeem(tess, await redemptionCode(ana)))).toBe('not_enough_stamps');
  expect(answered(await redeem(tess, await redemptionCode(ben))).stamps_spent).toBe(10);
});

test('ids in a code may be numbers or text, and an id named twice counts once', async () => {
  const code = await redemptionCode(ana);
  const doubled = [...code.stamp_ids, ...code.stamp_ids];
  const twice = { ...code, stamp_ids: doubled };
  expect(refused(await redeem(tess, twice))).toBe('not_enough_stamps');
  const numbers = { ...(await redemptionCode(ben)), reward_id: BARAKO, store_id: KAPE_TAYO };
  answered(await redeem(tess, { ...numbers, stamp_ids: numbers.stamp_ids.map(Number) }));
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

test('used stamps are refused, whichever code names them', async () => {
  const code = await redemptionCode(ben);
  answered(await redeem(tess, code));
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
  const some = { ...code, stamp_ids: code.stamp_ids.slice(0, 1) };
  expect(refused(await redeem(tess, some))).toBe('stamps_used');
  expect(await countOf('redemptions')).toBe(9);
});

test('a code with one used stamp is refused, and its unspent stamps stay', async () => {
  const old = await redemptionCode(ben);
  answered(await redeem(tess, old));
  answered(await give(tess, customerCode(ben), { count: 10 }));
  const fresh = await redemptionCode(ben);
  const mixed = { ...fresh, stamp_ids: [...fresh.stamp_ids, old.stamp_ids[0] ?? ''] };
  expect(refused(await redeem(tess, mixed))).toBe('stamps_used');
  expect(await total(ben)).toBe(10);
});

test('another customer’s stamps are refused', async () => {
  const bens = await redemptionCode(ben);
  const stolen = { ...bens, user_id: ana.id };
  expect(refused(await redeem(tess, stolen))).toBe('not_their_stamps');
  const own = await redemptionCode(ana);
  const mixed = { ...own, stamp_ids: [...own.stamp_ids, ...bens.stamp_ids] };
  expect(refused(await redeem(tess, mixed))).toBe('not_their_stamps');
  expect(await total(ben)).toBe(10);
});

test('another store’s stamps are refused', async () => {
  const elsewhere = await redemptionCode(ben, { store_id: String(MGA_HALO) });
  const code = { ...elsewhere, store_id: String(KAPE_TAYO) };
  expect(refused(await redeem(tess, code))).toBe('not_their_stamps');
});

test('stamps that do not exist are refused', async () => {
  const code = { ...(await redemptionCode(ben)), stamp_ids: ['999999'] };
  expect(refused(await redeem(tess, code))).toBe('not_their_stamps');
});

test('a signed-out visitor cannot redeem', async () => {
  const payload = { ...(await redemptionCode(ben)) };
  const { error } = await anonymous.rpc('redeem_reward', {
    payload,
    notes: '',
    request_id: crypto.randomUUID(),
  });
  expect(error?.code).toBe('42501');
});

test('a customer cannot redeem, not even their own stamps', async () => {
  for (const payload of [await redemptionCode(ben), {}, null]) {
    expect(refused(await redeem(ben, payload))).toBe('not_a_member');
  }
});

test('a member cannot redeem at another store', async () => {
  expect(refused(await redeem(mario, await redemptionCode(ben)))).toBe('wrong_store');
  const claimed = { ...(await redemptionCode(ben)), store_id: String(MGA_HALO) };
  expect(refused(await redeem(mario, claimed))).toBe('wrong_store');
});

test('a suspended store cannot redeem', async () => {
  await operator.from('stores').update({ suspended: true }).eq('id', KAPE_TAYO);
  expect(refused(await redeem(tess, await redemptionCode(ben)))).toBe('store_suspended');
  const member = members.find(({ memberOf }) => memberOf === SUSPENDED_STORE) ?? cy;
  const there = { ...(await redemptionCode(ben)), store_id: String(SUSPENDED_STORE) };
  expect(refused(await redeem(member, there))).toBe('store_suspended');
});

const changed = async (change: object) => {
  await operator.from('rewards').update(change).eq('id', BARAKO).throwOnError();
  return redeem(tess, await redemptionCode(ben));
};

test('a reward that ended yesterday is refused', async () => {
  const result = await changed({ date_end: inDays(-1), date_start: inDays(-9) });
  expect(refused(result)).toBe('reward_expired');
});

test('a reward that begins tomorrow is refused', async () => {
  const result = await changed({ date_start: inDays(1), date_end: null });
  expect(refused(result)).toBe('reward_not_started');
});

test('the first and the last day of a reward count in full, in UTC+8', async () => {
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const midnight = { date_start: `${today}T23:59:59+08:00`, date_end: `${today}T00:00:00+08:00` };
  answered(await changed(midnight));
});

test('a reward of another store is refused', async () => {
  const code = await redemptionCode(ben, { reward_id: String(HALO_HALO) });
  expect(refused(await redeem(tess, code))).toBe('wrong_store');
});

test('a reward without a store is refused', async () => {
  const tote = await operator.from('rewards').select('id').is('store_id', null).single();
  const code = await redemptionCode(ben, { reward_id: String(tote.data?.id) });
  expect(refused(await redeem(tess, code))).toBe('wrong_store');
});

test('a removed reward is refused', async () => {
  const code = await redemptionCode(ben);
  await operator.from('rewards').delete().eq('id', BARAKO);
  expect(refused(await redeem(tess, code))).toBe('unknown_reward');
});

const fields = { user_id: ben.id, stamp_ids: [8], reward_id: BARAKO, store_id: KAPE_TAYO };

test('a payload that is no code is refused as unreadable', async () => {
  for (const payload of [
    {},
    [],
    null,
    7,
    'N4IgrgzgpgTiBcIAuBDJKA2B9AlgEw0nyA',
    { ...fields, user_id: 'ben' },
    { ...fields, user_id: null },
    { ...fields, stamp_ids: [] },
    { ...fields, stamp_ids: null },
    { ...fields, stamp_ids: '8' },
    { ...fields, stamp_ids: { 0: 8 } },
    { ...fields, stamp_ids: [8, null] },
    { ...fields, stamp_ids: [8, [9]] },
    { ...fields, stamp_ids: ['8; delete'] },
    { ...fields, stamp_ids: [8.5] },
    { ...fields, stamp_ids: [-8] },
    { ...fields, stamp_ids: ['9'.repeat(40)] },
    { ...fields, stamp_ids: Array.from({ length: 201 }, (_, id) => id + 1) },
    { ...fields, reward_id: 'one' },
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
    ids.push(Number(answered(await give(tess, customerCode(cy), { count })).stamp_id));
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
  const { redemption_id, stamps_held } = answered(await redeem(tess, await redemptionCode(cy)));
  expect(stamps_held).toBe(3);
  expect(await records(cy)).toMatchObject([
    { id: first, redemption_id },
    { id: second, redemption_id },
    { id: third, redemption_id: null },
  ]);
});

test('a record that holds more than is needed is split, and its rest keeps the id', async () => {
  const [first, second] = await hold(4, 9);
  const { redemption_id } = answered(await redeem(tess, await redemptionCode(cy)));
  expect(await heldStamps(cy)).toEqual([{ id: second, stamp_count: 3 }]);
  expect(await records(cy)).toMatchObject([
    { id: first, stamp_count: 4, redemption_id },
    { id: second, stamp_count: 3, redemption_id: null, split_from: null },
    { stamp_count: 6, redemption_id, split_from: second },
  ]);
});

test('both parts of a split record keep its invoice number and its time', async () => {
  await give(tess, customerCode(cy), { count: 4 });
  await give(tess, customerCode(cy), { count: 9, invoice: 'KT-9' });
  answered(await redeem(tess, await redemptionCode(cy)));
  const [, whole, part] = await records(cy);
  expect(part?.invoice_or_number).toBe('KT-9');
  expect(part?.created_at).toBe(whole?.created_at);
  const again = await give(tess, customerCode(cy), { invoice: 'KT-9' });
  expect(refused(again)).toBe('duplicate_invoice');
});

test('a redemption code redeems once where one record holds enough for two rewards', async () => {
  const [only] = await hold(25);
  const code = await redemptionCode(cy);
  answered(await redeem(tess, code));
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
  // What is left is a record of its own: the next code names it.
  const [rest] = await heldStamps(cy);
  expect(rest).toMatchObject({ stamp_count: 15 });
  expect(rest?.id).not.toBe(only);
  answered(await redeem(tess, await redemptionCode(cy)));
  expect(await total(cy)).toBe(5);
});

test('a redemption code redeems once where the split record comes after others', async () => {
  await hold(4, 30);
  const code = await redemptionCode(cy);
  answered(await redeem(tess, code));
  expect(refused(await redeem(tess, code))).toBe('stamps_used');
  answered(await redeem(tess, await redemptionCode(cy)));
  expect(await total(cy)).toBe(14);
});

test('a goal of 24 is reached with 24 records', async () => {
  await hold(...Array.from({ length: 24 }, () => 1));
  const code = await redemptionCode(cy, { reward_id: String(BEANS) });
  expect(code.stamp_ids).toHaveLength(24);
  expect(answered(await redeem(tess, code))).toMatchObject({ stamps_spent: 24, stamps_held: 0 });
});

const requestId = '0c1de5fd-9c2f-4a54-9f6a-1c9c1a9ce111';

test('a repeated call gets the first answer and spends nothing more', async () => {
  await hold(10, 10);
  const code = await redemptionCode(cy);
  const first = answered(await redeem(tess, code, { requestId }));
  expect(answered(await redeem(tess, code, { requestId }))).toEqual(first);
  expect(await total(cy)).toBe(10);
  expect(await countOf('redemptions')).toBe(9);
});

test('a repeated call gets the first answer even if the store was suspended meanwhile', async () => {
  const code = await redemptionCode(ben);
  const first = answered(await redeem(tess, code, { requestId }));
  await operator.from('stores').update({ suspended: true }).eq('id', KAPE_TAYO);
  expect(answered(await redeem(tess, code, { requestId }))).toEqual(first);
});

test('a request id cannot be reused for another call', async () => {
  await hold(10, 10);
  const code = await redemptionCode(cy);
  answered(await redeem(tess, code, { requestId }));
  const fresh = await redemptionCode(cy);
  expect(refused(await redeem(tess, fresh, { requestId }))).toBe('request_id_reused');
  const withNotes = await redeem(tess, code, { requestId, notes: 'other' });
  expect(refused(withNotes)).toBe('request_id_reused');
  const given = await give(tess, customerCode(cy), { requestId });
  expect(refused(given)).toBe('request_id_reused');
  expect(await total(cy)).toBe(10);
});
