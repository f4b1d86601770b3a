import { beforeEach, describe, expect, test } from 'vitest';
import { ben, cy, type DemoPerson, tess } from '../people.ts';
import { freshData, operator } from './as.ts';
import {
  answered,
  BEANS,
  countOf,
  customerCode,
  give,
  heldStamps,
  KAPE_TAYO,
  redeem,
  redemptionCode,
  refused,
  total,
} from './counter.ts';

beforeEach(freshData);

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

describe('a reward that needs fewer stamps than the card holds', () => {
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

  test('splitting a record neither loses nor adds stamps', async () => {
    for (const counts of [[1, 1, 30], [25], [9, 2, 5], [10], [3, 3, 3, 3]]) {
      await freshData();
      await hold(...counts);
      const given = counts.reduce((sum, count) => sum + count, 0);
      answered(await redeem(tess, await redemptionCode(cy)));
      const all = await records(cy);
      const spent = all.filter((stamp) => stamp.redemption_id !== null);
      expect(all.reduce((sum, stamp) => sum + stamp.stamp_count, 0)).toBe(given);
      expect(spent.reduce((sum, stamp) => sum + stamp.stamp_count, 0)).toBe(10);
      expect(await total(cy)).toBe(given - 10);
    }
  });
});

describe('a redemption code used twice', () => {
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
});

describe('a goal above 10', () => {
  test('a goal of 24 is reached with 24 records', async () => {
    await hold(...Array.from({ length: 24 }, () => 1));
    const code = await redemptionCode(cy, { reward_id: String(BEANS) });
    expect(code.stamp_ids).toHaveLength(24);
    expect(answered(await redeem(tess, code))).toMatchObject({ stamps_spent: 24, stamps_held: 0 });
  });

  test('a goal of 24 is not reached with ten records', async () => {
    await hold(...Array.from({ length: 24 }, () => 1));
    const code = await redemptionCode(cy, { reward_id: String(BEANS) });
    const tooFew = { ...code, stamp_ids: code.stamp_ids.slice(0, 10) };
    expect(refused(await redeem(tess, tooFew))).toBe('not_enough_stamps');
    expect(await total(cy)).toBe(24);
  });
});

describe('a repeated call of redeem_reward', () => {
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

  test('two simultaneous calls with one request id get the same answer', async () => {
    const code = await redemptionCode(ben);
    const both = await Promise.all([1, 2].map(() => redeem(tess, code, { requestId })));
    const [first, second] = both.map(answered);
    expect(second).toEqual(first);
    expect(await total(ben)).toBe(0);
    expect(await countOf('redemptions')).toBe(9);
  });
});
