import { beforeEach, expect, test } from 'vitest';
import { ben, cy, dina, mario, tess } from '../people.ts';
import { anonymous, as, freshData, operator } from './as.ts';
import { answered, customerCode, give, KAPE_TAYO, redeem, redemptionCode } from './counter.ts';

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

test('a signed-out visitor reads no row and no count', async () => {
  for (const table of ['stamps', 'redemptions', 'store_members'] as const) {
    const { status, count } = await anonymous.from(table).select('*', { count: 'exact' });
    expect([status, count]).toEqual([401, null]);
  }
});
