import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '../../local-backend/people.ts';
import { ana, mario, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import { BARAKO, HALO_HALO, KAPE_TAYO, MGA_HALO, SUSPENDED_STORE } from './counter.ts';

beforeEach(freshData);

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

test('a reward that is none is refused', async () => {
  for (const row of [
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
  ]) {
    const { error, status } = await (await as(tess)).from('rewards').insert(row as never);
    expect.soft([error?.code, status], JSON.stringify(row).slice(0, 80)).toEqual(['23514', 400]);
  }
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

/** What one store enters does not hide what others offer. */
const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const suspended = members.find(({ memberOf }) => memberOf === SUSPENDED_STORE) ?? tess;

const enter = async (rows: object | object[], member = tess) =>
  (await as(member)).from('rewards').insert(rows as never);

const titled = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ title: `Reward ${index}`, ...more }));

const countAt = async (store: number) => {
  const { count } = await operator
    .from('rewards')
    .select('*', { count: 'exact', head: true })
    .eq('store_id', store);
  return count;
};

test('the fiftieth reward that is not over is the last', async () => {
  expect((await enter(titled(47))).error).toBeNull();
  expect((await enter(titled(1))).error?.details).toBe('too_many_current_rewards');
  expect((await enter(titled(1, { date_start: inDays(30) }))).error?.details).toBe(
    'too_many_current_rewards',
  );
  const rewards = (await as(tess)).from('rewards');
  await rewards.delete().eq('id', BARAKO);
  expect((await enter(titled(1))).error).toBeNull();
});

test('a reward that is over makes room, and takes it again when it is prolonged', async () => {
  await enter(titled(47));
  const rewards = (await as(tess)).from('rewards');
  const over = { date_start: inDays(-9), date_end: inDays(-2) };
  expect((await rewards.update(over).eq('id', BARAKO)).error).toBeNull();
  expect((await enter(titled(1))).error).toBeNull();
  const prolonged = await rewards.update({ date_end: inDays(9) }).eq('id', BARAKO);
  expect(prolonged.error?.details).toBe('too_many_current_rewards');
  // What takes no room may be changed all the same.
  expect((await rewards.update({ title: 'Barako' }).eq('id', BARAKO)).error).toBeNull();
});

test('a store keeps five hundred rewards, past ones included', async () => {
  const past = { date_start: inDays(-9), date_end: inDays(-2) };
  // As if entered over the years: at once, each is counted among those before it.
  const { query } = await backend();
  await query('set session_replication_role = replica');
  await query(
    `insert into rewards (store_id, title, date_start, date_end)
      select $1, 'Reward ' || n, now() - interval '9 days', now() - interval '2 days'
        from generate_series(1, 496) as n`,
    [KAPE_TAYO],
  );
  await query('set session_replication_role = origin');
  expect((await enter(titled(1, past))).error).toBeNull();
  const { error, status } = await enter(titled(1, past));
  expect([status, error?.details]).toEqual([409, 'too_many_rewards']);
  expect(await countAt(KAPE_TAYO)).toBe(500);
});

test('a member of two stores cannot move rewards past the limit', async () => {
  await operator.from('store_members').insert({ user_id: tess.id, store_id: MGA_HALO });
  await enter(titled(47, { store_id: KAPE_TAYO }));
  const rewards = (await as(tess)).from('rewards');
  const moved = await rewards.update({ store_id: KAPE_TAYO }).eq('store_id', MGA_HALO);
  expect(moved.error?.details).toBe('too_many_current_rewards');
});

test('who does not work in a store learns none of its limits, only that they may not', async () => {
  await enter(titled(47));
  for (const fields of [{}, { date_start: '2000-01-01' }, { photo: 'cup.png' }]) {
    for (const person of [ana, mario]) {
      const { error } = await enter(titled(1, { store_id: KAPE_TAYO, ...fields }), person);
      expect([error?.code, error?.message]).toEqual([
        '42501',
        'new row violates row-level security policy for table "rewards"',
      ]);
    }
  }
});

test('a reward of impossible days is refused', async () => {
  for (const [what, dates] of [
    ['began in the year 2000', { date_start: '2000-01-01' }],
    ['began before all time', { date_start: '-infinity' }],
    ['began more than a year ago', { date_start: inDays(-367) }],
    ['begins in eleven years', { date_start: inDays(4020) }],
    ['never begins', { date_start: 'infinity' }],
    ['ends in eleven years', { date_end: inDays(4020) }],
    ['ends after all time', { date_end: 'infinity' }],
    ['ended more than a year ago', { date_end: inDays(-367) }],
  ] as const) {
    const { error, status } = await enter({ title: 'Free refill', ...dates });
    expect.soft([status, error?.details], what).toEqual([422, 'bad_dates']);
    const rewards = (await as(tess)).from('rewards');
    const changed = await rewards.update(dates).eq('id', BARAKO);
    expect.soft(changed.error?.details, what).toBe('bad_dates');
  }
});

describe('the photo of a reward', () => {
  const OWN = '/storage/v1/object/public/rewards/uploads/cup.png';

  test('an address of a photo is kept', async () => {
    for (const photo of [
      'https://example.com/cup.png',
      'https://example.com:8443/a/b?c=d#e',
      `https://project.supabase.co${OWN}`,
      `http://localhost:4321${OWN}`,
      `http://127.0.0.1:4321${OWN}`,
      OWN,
      '/demo/barako.svg',
    ]) {
      expect.soft((await enter({ title: 'Free refill', photo })).error, photo).toBeNull();
    }
  });

  test('an address that is none of a photo is refused', async () => {
    for (const photo of [
      '',
      ' ',
      'cup.png',
      'http://example.com/cup.png',
      `http://example.com${OWN}`,
      'http://localhost:4321/local/reset',
      '//example.com/cup.png',
      'https:/example.com',
      'https://',
      'https://user:password@example.com/cup.png',
      'https://example.com\\cup.png',
      'https://example.com/cup.png\nhttps://example.com',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'blob:https://example.com/1',
      '/local/reset',
      '/home?redirect=/local',
      '/storage/v1/object/public/rewards/uploads/../../cup.png',
      '/storage/v1/object/public/other/uploads/cup.png',
      '/storage/v1/object/public/rewards/uploads/cup.html',
      '/demo/../local.svg',
    ]) {
      const { error, status } = await enter({ title: 'Free refill', photo });
      expect.soft([status, error?.details], photo).toEqual([422, 'bad_photo']);
      const rewards = (await as(tess)).from('rewards');
      expect
        .soft((await rewards.update({ photo }).eq('id', BARAKO)).error?.details, photo)
        .toBe('bad_photo');
      expect
        .soft((await operator.from('events').insert({ name: 'Fair', photo })).error?.code, photo)
        .toBe('23514');
    }
  });
});

describe('where hosts of photos are listed', () => {
  const OWN = '/storage/v1/object/public/rewards/uploads/cup.png';
  beforeEach(async () => {
    await (await backend()).query(
      `insert into private.photo_hosts values ('abc.supabase.co'), ('pictures.example:8443')`,
    );
  });

  test('an address of a listed host is kept', async () => {
    for (const photo of [
      `https://ABC.supabase.co${OWN}`,
      'https://pictures.example:8443/cup.png',
      OWN,
      '/demo/barako.svg',
      null,
    ]) {
      expect.soft((await enter({ title: 'Free refill', photo })).error, `${photo}`).toBeNull();
    }
  });

  test('an address of another host is refused', async () => {
    for (const photo of [
      'https://tracker.example/cup.png',
      'https://pictures.example/cup.png',
      'https://abc.supabase.co.tracker.example/cup.png',
      'https://tracker.example/abc.supabase.co/',
      'https://tracker.example?https://abc.supabase.co/',
    ]) {
      const { error } = await enter({ title: 'Free refill', photo });
      expect
        .soft([error?.details, error?.message], photo)
        .toEqual([
          'bad_photo',
          'Pictures of that host are not shown here. Please upload the picture.',
        ]);
      const made = await operator.rpc('create_store', {
        name: 'Tsaa',
        member: tess.email,
        logo_url: photo,
      });
      expect.soft(made.error?.details, photo).toBe('bad_logo');
    }
  });

  test('what was entered before stays until it is changed', async () => {
    const rewards = (await as(tess)).from('rewards');
    const change = (fields: object) => rewards.update(fields).eq('id', BARAKO);
    await (await backend()).query('delete from private.photo_hosts');
    expect((await change({ photo: 'https://old.example/1.png' })).error).toBeNull();
    await (await backend()).query(`insert into private.photo_hosts values ('abc.supabase.co')`);
    expect((await change({ title: 'Barako' })).error).toBeNull();
    const { error } = await change({ photo: 'https://old.example/2.png' });
    expect(error?.details).toBe('bad_photo');
  });
});

test('a suspended store: its members add, change and remove no reward', async () => {
  const rewards = (await as(suspended)).from('rewards');
  const before = await operator.from('rewards').select().eq('store_id', SUSPENDED_STORE);
  for (const attempt of [
    rewards.insert({ title: 'Free refill' }),
    rewards.update({ title: 'Free refill' }).eq('store_id', SUSPENDED_STORE),
    rewards.delete().eq('store_id', SUSPENDED_STORE),
  ]) {
    const { error, status } = await attempt;
    expect([status, error?.details]).toEqual([403, 'store_suspended']);
  }
  const after = await operator.from('rewards').select().eq('store_id', SUSPENDED_STORE);
  expect(after.data).toEqual(before.data);
});

const workAtAnOpenStore = () =>
  operator.from('store_members').insert({ user_id: suspended.id, store_id: KAPE_TAYO });

test('a member who works elsewhere too moves no reward out of it or into it', async () => {
  await workAtAnOpenStore();
  const rewards = (await as(suspended)).from('rewards');
  for (const [from, to] of [
    [SUSPENDED_STORE, KAPE_TAYO],
    [KAPE_TAYO, SUSPENDED_STORE],
  ] as const) {
    const { error, status } = await rewards.update({ store_id: to }).eq('store_id', from);
    expect([status, error?.details]).toEqual([403, 'store_suspended']);
  }
});

test('a member who works elsewhere too replaces no photo of it', async () => {
  const suspend = (isSuspended: boolean) =>
    operator.from('stores').update({ suspended: isSuspended }).eq('id', SUSPENDED_STORE);
  const upload = async () =>
    (await as(suspended)).storage
      .from('rewards')
      .upload('uploads/cup.png', new Blob(['photo'], { type: 'image/png' }), { upsert: true });
  await suspend(false);
  expect((await upload()).error).toBeNull();
  await suspend(true);
  await workAtAnOpenStore();
  expect((await upload()).error).not.toBeNull();
  await suspend(false);
  await operator
    .from('store_members')
    .delete()
    .match({ user_id: suspended.id, store_id: KAPE_TAYO });
  expect((await upload()).error).toBeNull();
});

test('a suspended store: its members upload no photos', async () => {
  const { error } = await (await as(suspended)).storage
    .from('rewards')
    .upload('uploads/cup.png', new Blob(['photo'], { type: 'image/png' }));
  expect(error).not.toBeNull();
});

test('the operator changes its rewards all the same', async () => {
  const { error } = await operator
    .from('rewards')
    .update({ title: 'Free espresso!' })
    .eq('store_id', SUSPENDED_STORE);
  expect(error).toBeNull();
});

test('a renamed store is renamed on its rewards, whatever their dates and photos', async () => {
  await operator.from('stores').update({ name: 'Kapihan' }).eq('id', SUSPENDED_STORE);
  const { data } = await anonymous
    .from('rewards')
    .select('store_name')
    .eq('store_id', SUSPENDED_STORE);
  expect(data).toEqual([{ store_name: 'Kapihan' }]);
});
