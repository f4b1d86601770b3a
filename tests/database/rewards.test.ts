import { beforeEach, describe, expect, test } from 'vitest';
import { mario, tess } from '../people.ts';
import { as, freshData, operator } from './as.ts';
import { BARAKO, HALO_HALO, KAPE_TAYO, MGA_HALO } from './counter.ts';

beforeEach(freshData);

describe('a reward entered by a member', () => {
  test('a reward without a store takes the member’s store, its name and its logo', async () => {
    const { data } = await (await as(tess))
      .from('rewards')
      .insert({
        photo: null,
        title: '  Free refill ',
        stamps_needed: 4,
        date_start: '2026-11-21T00:00:00+08:00',
        date_end: null,
      })
      .select()
      .single();
    expect(data).toMatchObject({
      store_id: KAPE_TAYO,
      title: 'Free refill',
      store_name: 'Kape Tayo',
      store_logo_url: '/demo/logo-kape-tayo.svg',
    });
  });

  test('a reward without a store is refused from a member of two stores', async () => {
    await operator.from('store_members').insert({ user_id: tess.id, store_id: MGA_HALO });
    const rewards = (await as(tess)).from('rewards');
    expect((await rewards.insert({ title: 'Free refill' })).error?.code).toBe('42501');
    const named = await rewards.insert({ title: 'Free refill', store_id: MGA_HALO }).select();
    expect(named.data).toMatchObject([{ store_id: MGA_HALO, store_name: 'Mga Halo' }]);
  });

  test('a reward cannot be added to another store or moved there', async () => {
    const rewards = (await as(tess)).from('rewards');
    const foreign = await rewards.insert({ title: 'Free for all', store_id: MGA_HALO });
    expect(foreign.error?.code).toBe('42501');
    for (const store_id of [MGA_HALO, null]) {
      const moved = await rewards.update({ store_id }).eq('id', BARAKO);
      expect(moved.error?.code).toBe('42501');
    }
  });

  test('a member cannot choose the store name, the logo or the id of a reward', async () => {
    const rewards = (await as(tess)).from('rewards');
    for (const chosen of [{ store_name: 'Bangko' }, { store_logo_url: '/x.svg' }, { id: 7 }]) {
      const { error } = await rewards.insert({ title: 'Free refill', ...chosen } as never);
      expect(['42501', '428C9']).toContain(error?.code);
    }
    const renamed = await rewards.update({ store_name: 'Bangko' }).eq('id', BARAKO);
    expect(renamed.error?.code).toBe('42501');
  });

  test.each([
    { title: '' },
    { title: '   ' },
    { title: 'x'.repeat(201) },
    { title: 'Free refill', stamps_needed: 0 },
    { title: 'Free refill', stamps_needed: 101 },
    { title: 'Free refill', photo: `https://${'x'.repeat(2000)}` },
    {
      title: 'Free refill',
      date_start: '2026-11-22T00:00:00+08:00',
      date_end: '2026-11-21T23:59:59+08:00',
    },
  ])('the reward %j is refused', async (row) => {
    const { error, status } = await (await as(tess)).from('rewards').insert(row as never);
    expect([error?.code, status]).toEqual(['23514', 400]);
  });

  test('a change or a removal without a filter is refused', async () => {
    const rewards = (await as(tess)).from('rewards');
    expect((await rewards.delete()).error?.message).toBe('DELETE requires a WHERE clause');
    expect((await rewards.update({ title: 'x' })).error?.message).toBe(
      'UPDATE requires a WHERE clause',
    );
  });

  test('a filter that matches every reward removes only those of the member’s store', async () => {
    const { data } = await (await as(tess)).from('rewards').delete().gt('id', 0).select();
    expect(data?.map(({ store_id }) => store_id)).toEqual([KAPE_TAYO, KAPE_TAYO, KAPE_TAYO]);
    const left = await operator.from('rewards').select('id').eq('id', HALO_HALO);
    expect(left.data).toHaveLength(1);
  });
});

test('a store’s new name and logo reach only its own rewards', async () => {
  const renamed = await operator
    .from('stores')
    .update({ name: 'Kape Natin', logo_url: null })
    .eq('id', KAPE_TAYO);
  expect(renamed.error).toBeNull();
  const { data } = await operator.from('rewards').select().order('id');
  for (const reward of data ?? []) {
    const own = reward.store_id === KAPE_TAYO;
    expect(reward.store_name === 'Kape Natin').toBe(own);
    expect(own && reward.store_logo_url).not.toBe('/demo/logo-kape-tayo.svg');
  }
});

test('a removed reward stays in the history', async () => {
  const before = await operator.from('redemptions').select('id, reward_title').order('id');
  const removed = await (await as(mario)).from('rewards').delete().eq('id', HALO_HALO).select();
  expect(removed.data).toHaveLength(1);
  const after = await operator.from('redemptions').select('id, reward_title').order('id');
  expect(after.data).toEqual(before.data);
});
