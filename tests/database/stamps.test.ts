import { beforeEach, expect, test } from 'vitest';
import { ana, cy, dina, mario, tess } from '../people.ts';
import { as, freshData, operator } from './as.ts';
import {
  answered,
  changeStore,
  customerCode,
  dismiss,
  give,
  giveTo,
  hire,
  KAPE_TAYO,
  MGA_HALO,
  redeemFor,
  refusedTo,
} from './counter.ts';

beforeEach(freshData);

const usersOf = (rows: { user_id: string }[] | null) => new Set(rows?.map((row) => row.user_id));

test('a customer reads every unspent stamp and every redemption of their own and no other', async () => {
  const client = await as(dina);
  const redemptions = await client.from('redemptions').select();
  expect(usersOf(redemptions.data)).toEqual(new Set([dina.id]));
  expect(redemptions.data).toHaveLength(7);
  const seen = await client.from('stamps').select().order('id');
  const unspent = await operator
    .from('stamps')
    .select()
    .eq('user_id', dina.id)
    .is('redemption_id', null)
    .order('id');
  expect(seen.data).toEqual(unspent.data);
  expect(seen.data?.length).toBeGreaterThan(20);
});

test('who collects stamps where they work reads their own card as every customer does', async () => {
  await giveTo(tess, { count: 10 });
  await redeemFor(tess);
  await giveTo(tess, { count: 2 });
  const { data } = await (await as(tess)).from('stamps').select().eq('user_id', tess.id);
  expect(data?.map(({ stamp_count }) => stamp_count)).toEqual([2]);
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

test('a member reads all stamps and redemptions of their store, of another none, and once left none', async () => {
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
  await dismiss(tess);
  for (const table of ['stamps', 'redemptions'] as const) {
    expect((await client.from(table).select()).data).toEqual([]);
  }
});

test('a member reads no other membership, of their store or of another', async () => {
  await hire(mario);
  const { data } = await (await as(tess)).from('store_members').select();
  expect(usersOf(data)).toEqual(new Set([tess.id]));
});

/** What one store gives one customer on one day has an end, which the store's setting says. */
const mostADay = (daily_stamps: number) => changeStore({ daily_stamps });

test('a hundred stamps a day are given unless the operator sets another number', async () => {
  await giveTo(cy, { count: 99 });
  expect(await refusedTo(cy, { count: 2 })).toBe('daily_limit');
  await giveTo(cy);
  await mostADay(103);
  const sentence = async (count: number) => {
    const result = await give(tess, customerCode(cy), { count });
    return 'refusal' in result ? result.refusal.sentence : 'given';
  };
  expect(await sentence(4)).toBe(
    'A customer gets 103 stamps a day at your store at most. For this one 3 are left today.',
  );
  // What was spent or split since counts all the same.
  await redeemFor(cy);
  expect(await sentence(3)).toBe('given');
  expect(await sentence(1)).toBe(
    'A customer gets 103 stamps a day at your store at most. This one has them all; please go on tomorrow.',
  );
});

test('every customer and every store has a limit of its own', async () => {
  await mostADay(3);
  await giveTo(cy, { count: 3 });
  // One of Ana's stamps is of today.
  await giveTo(ana, { count: 2 });
  answered(await give(mario, customerCode(cy), { count: 3, store: MGA_HALO }));
  expect(await refusedTo(cy)).toBe('daily_limit');
});

test('the stamps of yesterday count no more after midnight in UTC+8', async () => {
  await mostADay(5);
  await giveTo(cy, { count: 5 });
  const at = (time: string) =>
    operator.from('stamps').update({ created_at: time }).eq('user_id', cy.id);
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await at(`${today}T00:00:00+08:00`);
  expect(await refusedTo(cy)).toBe('daily_limit');
  await at(new Date(Date.parse(`${today}T00:00:00+08:00`) - 1).toISOString());
  await giveTo(cy, { count: 5 });
});
