import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, dina, mario, tess } from '../people.ts';
import { as, backend, freshData, operator } from './as.ts';
import {
  answered,
  customerCode,
  give,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  refused,
  total,
} from './counter.ts';

beforeEach(freshData);

const usersOf = (rows: { user_id: string }[] | null) => new Set(rows?.map((row) => row.user_id));

test('a customer reads every unspent stamp of their own and no other', async () => {
  const seen = await (await as(dina)).from('stamps').select().order('id');
  const unspent = await operator
    .from('stamps')
    .select()
    .eq('user_id', dina.id)
    .is('redemption_id', null)
    .order('id');
  expect(seen.data).toEqual(unspent.data);
  expect(seen.data?.length).toBeGreaterThan(20);
});

test('a customer no longer reads a stamp once it is spent', async () => {
  const client = await as(ben);
  const { count } = await client.from('stamps').select('*', { count: 'exact', head: true });
  answered(await redeem(tess, await redemptionCode(ben)));
  const left = await client.from('stamps').select('*', { count: 'exact', head: true });
  expect([count, left.count]).toEqual([5, 2]);
});

test('a customer reads their own redemptions and no others', async () => {
  const seen = await (await as(dina)).from('redemptions').select();
  expect(usersOf(seen.data)).toEqual(new Set([dina.id]));
  expect(seen.data).toHaveLength(7);
  expect((await (await as(cy)).from('redemptions').select()).data).toEqual([]);
});

test('a customer reads the stamps of a day page by page, as the app does', async () => {
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const start = new Date(`${today}T00:00:00+08:00`);
  const end = new Date(start.getTime() + 24 * 60 * 60 * 1000);
  const page = async (from: number) =>
    (await as(dina))
      .from('stamps')
      .select('*', { count: 'exact' })
      .eq('user_id', dina.id)
      .gte('created_at', start.toISOString())
      .lt('created_at', end.toISOString())
      .order('created_at', { ascending: false })
      .range(from, from + 4);
  const [first, second, third] = [await page(0), await page(5), await page(10)];
  expect([first.data?.length, first.count]).toEqual([5, 7]);
  expect([second.data?.length, second.count]).toEqual([2, 7]);
  expect([third.status, third.error?.code]).toEqual([416, 'PGRST103']);
});

test('a member reads all stamps and redemptions of their store and none of another', async () => {
  const client = await as(tess);
  for (const table of ['stamps', 'redemptions'] as const) {
    const seen = await client.from(table).select('id, store_id').order('id');
    const all = await operator
      .from(table)
      .select('id, store_id')
      .eq('store_id', KAPE_TAYO)
      .order('id');
    expect(seen.data).toEqual(all.data);
    expect(seen.data?.length).toBeGreaterThan(0);
  }
});

test('a member who collects stamps reads their own card as every customer does', async () => {
  answered(await give(tess, customerCode(tess), { count: 10 }));
  answered(await redeem(tess, await redemptionCode(tess)));
  answered(await give(tess, customerCode(tess), { count: 2 }));
  const { data } = await (await as(tess)).from('stamps').select().eq('user_id', tess.id);
  expect(data?.map(({ stamp_count }) => stamp_count)).toEqual([2]);
});

test('a former member reads no stamp or redemption of the store', async () => {
  await operator.from('store_members').delete().eq('user_id', tess.id);
  const client = await as(tess);
  expect((await client.from('stamps').select()).data).toEqual([]);
  expect((await client.from('redemptions').select()).data).toEqual([]);
});

test('a member reads no other membership, of their store or of another', async () => {
  await operator.from('store_members').insert({ user_id: mario.id, store_id: KAPE_TAYO });
  const { data } = await (await as(tess)).from('store_members').select();
  expect(usersOf(data)).toEqual(new Set([tess.id]));
});

/** What one store gives one customer on one day has an end, which the store's setting says. */
const mostADay = (daily_stamps: number, store = KAPE_TAYO) =>
  operator.from('stores').update({ daily_stamps }).eq('id', store);

test('a hundred stamps a day are given unless the operator sets another number', async () => {
  answered(await give(tess, customerCode(cy), { count: 99 }));
  expect(refused(await give(tess, customerCode(cy), { count: 2 }))).toBe('daily_limit');
  answered(await give(tess, customerCode(cy)));
  expect(await total(cy)).toBe(100);
  await mostADay(103);
  answered(await give(tess, customerCode(cy), { count: 3 }));
});

test('the refusal says how many are left, or when there will be some', async () => {
  await mostADay(5);
  const sentence = async (count: number) => {
    const result = await give(tess, customerCode(cy), { count });
    return 'refusal' in result ? result.refusal.sentence : 'given';
  };
  expect(await sentence(6)).toBe(
    'A customer gets 5 stamps a day at your store at most. For this one 5 are left today.',
  );
  expect(await sentence(5)).toBe('given');
  expect(await sentence(1)).toBe(
    'A customer gets 5 stamps a day at your store at most. This one has them all; please go on tomorrow.',
  );
});

test('every customer and every store has a limit of its own', async () => {
  await mostADay(3);
  answered(await give(tess, customerCode(cy), { count: 3 }));
  // One of Ana's stamps is of today.
  answered(await give(tess, customerCode(ana), { count: 2 }));
  answered(await give(mario, customerCode(cy), { count: 3, store: MGA_HALO }));
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
});

test('stamps that were spent or split since count all the same', async () => {
  await mostADay(14);
  // Two of Ben's stamps are of today.
  answered(await give(tess, customerCode(ben), { count: 12 }));
  answered(await redeem(tess, await redemptionCode(ben)));
  answered(await redeem(tess, await redemptionCode(ben)));
  expect(await total(ben)).toBe(2);
  expect(refused(await give(tess, customerCode(ben)))).toBe('daily_limit');
});

test('the stamps of yesterday count no more after midnight in UTC+8', async () => {
  await mostADay(5);
  answered(await give(tess, customerCode(cy), { count: 5 }));
  const at = (time: string) =>
    operator.from('stamps').update({ created_at: time }).eq('user_id', cy.id);
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await at(`${today}T00:00:00+08:00`);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
  await at(new Date(Date.parse(`${today}T00:00:00+08:00`) - 1).toISOString());
  answered(await give(tess, customerCode(cy), { count: 5 }));
});

test('a till that repeats its call gets its answer, though the day is full by then', async () => {
  await mostADay(1);
  const requestId = crypto.randomUUID();
  const first = answered(await give(tess, customerCode(cy), { requestId }));
  expect(answered(await give(tess, customerCode(cy), { requestId }))).toEqual(first);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
});

test('a store that saw the code can give its customer the day’s stamps, no more, and the log says who', async () => {
  await mostADay(5);
  const seen = customerCode(cy);
  let given = 0;
  let refusals = 0;
  for (let call = 0; call < 7; call += 1) {
    const result = await give(tess, seen);
    given += 'answer' in result ? 1 : 0;
    refusals += 'refusal' in result ? 1 : 0;
  }
  expect([given, refusals]).toEqual([5, 2]);
  const log = await (await backend()).query<{ outcome: string; calls: number }>(
    `select outcome, count(*)::int as calls from private.till_log
        where member_id = $1 and customer_id = $2 group by outcome order by outcome`,
    [tess.id, cy.id],
  );
  expect(log).toEqual([
    { outcome: 'daily_limit', calls: 2 },
    { outcome: 'done', calls: 5 },
  ]);
});
