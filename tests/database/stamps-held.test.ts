import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../people.ts';
import { anonymous, as, backend, freshData } from './as.ts';
import { answered, KAPE_TAYO, MGA_HALO, redeem, redemptionCode, total } from './counter.ts';

beforeEach(freshData);

const held = async (who = ana, store_ids?: number[]) => {
  const args = store_ids ? { store_ids } : {};
  const { data } = await (await as(who)).rpc('stamps_held', args).throwOnError();
  return [...data].sort((a, b) => a.store_id - b.store_id);
};

/** As many records of one stamp each, as a store gives them over the years. */
const records = async (count: number, store: number, user = ana.id) =>
  (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, now() - interval '2 days' - number * interval '1 minute'
        from generate_series(1, $3::int) as number`,
    [user, store, count],
  );

describe('what a customer holds', () => {
  test('thousands of records at one store spoil no sum at another', async () => {
    await records(3000, MGA_HALO);
    expect(await held()).toMatchObject([
      { store_id: KAPE_TAYO, stamp_count: 9 },
      { store_id: MGA_HALO, stamp_count: 3003 },
    ]);
  });

  test('each store’s row has the goal and the time of the newest record', async () => {
    const [row] = await held(ana, [KAPE_TAYO]);
    const newest = await (await as(ana))
      .from('stamps')
      .select('metadata, created_at')
      .eq('store_id', KAPE_TAYO)
      .order('created_at', { ascending: false })
      .limit(1)
      .single();
    expect(row).toMatchObject({ store_id: KAPE_TAYO, stamp_count: 9, ...newest.data });
  });

  test('only the stores asked for are answered, and unknown ones are left out', async () => {
    expect((await held(ana, [MGA_HALO, 999])).map(({ store_id }) => store_id)).toEqual([MGA_HALO]);
    expect(await held(ana, [])).toEqual([]);
    expect(await held(cy)).toEqual([]);
  });

  test('spent stamps are not held', async () => {
    answered(await redeem(tess, await redemptionCode(ben)));
    expect((await held(ben)).map(({ store_id }) => store_id)).toEqual([MGA_HALO]);
  });

  test('a member sees their own card and not their customers’', async () => {
    await records(4, KAPE_TAYO, tess.id);
    expect(await held(tess)).toMatchObject([{ store_id: KAPE_TAYO, stamp_count: 4 }]);
    expect(await total(tess)).toBe(4);
  });

  test('a signed-out visitor may not ask', async () => {
    expect((await anonymous.rpc('stamps_held')).error?.code).toBe('42501');
  });
});
