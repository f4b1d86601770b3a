import { beforeEach, describe, expect, test } from 'vitest';
import { ana, mario, tess } from '../../local-backend/people.ts';
import { as, freshData, operator, sql } from './as.ts';
import {
  BARAKO,
  changeStore,
  dismiss,
  hire,
  KAPE_TAYO,
  MGA_HALO,
  SUSPENDED_STORE,
  suspendedMember,
} from './counter.ts';
import { inDays } from './operator.ts';

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
  await hire(tess, MGA_HALO);
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

test('an old reward does not keep its store from being renamed, even with an invisible title', async () => {
  await sql('set session_replication_role = replica');
  await sql(`update rewards set title = U&'\\200B', date_start = now() - interval '3 years',
    date_end = now() - interval '2 years' where id = ${BARAKO}`);
  await sql('set session_replication_role = origin');
  await changeStore({ name: 'Kape Bukas' });
  const { data } = await operator.from('rewards').select('store_name').eq('id', BARAKO);
  expect(data).toEqual([{ store_name: 'Kape Bukas' }]);
});

test('an invalid reward is refused', async () => {
  for (const row of [
    { title: '' },
    { title: '   ' },
    { title: ' \u200B\u2800\uFE0F' },
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

test('a change to every reward takes none from another store or the platform', async () => {
  const own = () => operator.from('rewards').select('id').eq('store_id', MGA_HALO).order('id');
  const before = await own();
  const all = (await as(mario)).from('rewards').update({ store_id: MGA_HALO }).gt('id', 0);
  expect((await all.select('id').order('id')).data).toEqual(before.data);
  expect((await own()).data).toEqual(before.data);
});

test('a deletion of every reward removes only those of the member’s store, and no history', async () => {
  const history = () => operator.from('redemptions').select('id, reward_title').order('id');
  const before = await history();
  const { data } = await (await as(mario)).from('rewards').delete().gt('id', 0).select();
  expect(new Set(data?.map(({ store_id }) => store_id))).toEqual(new Set([MGA_HALO]));
  expect((await history()).data).toEqual(before.data);
});

test('a store’s new name and logo reach only its own rewards', async () => {
  // One change at a time.
  await changeStore({ name: 'Kape Natin' });
  await changeStore({ logo_url: null });
  const { data } = await operator.from('rewards').select().throwOnError();
  for (const reward of data) {
    const own = reward.store_id === KAPE_TAYO;
    expect(reward.store_name === 'Kape Natin').toBe(own);
    expect(own && reward.store_logo_url).not.toBe('/demo/logo-kape-tayo.svg');
  }
});

/** What one store enters does not hide what others offer. */
const enter = async (rows: object | object[], member = tess) =>
  (await as(member)).from('rewards').insert(rows as never);

const titled = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ title: `Reward ${index}`, ...more }));

test('a store can have fifty rewards that are not over', async () => {
  expect((await enter(titled(47))).error).toBeNull();
  for (const more of [{}, { date_start: inDays(30) }]) {
    expect((await enter(titled(1, more))).error?.details).toBe('too_many_current_rewards');
  }
  // A reward that is over makes room, and needs room again when it is extended.
  const rewards = (await as(tess)).from('rewards');
  const over = { date_start: inDays(-9), date_end: inDays(-2) };
  expect((await rewards.update(over).eq('id', BARAKO)).error).toBeNull();
  expect((await enter(titled(1))).error).toBeNull();
  const prolonged = await rewards.update({ date_end: inDays(9) }).eq('id', BARAKO);
  expect(prolonged.error?.details).toBe('too_many_current_rewards');
  // A change that needs no room is still allowed.
  expect((await rewards.update({ title: 'Barako' }).eq('id', BARAKO)).error).toBeNull();
});

test('a store keeps five hundred rewards, past ones included', async () => {
  const past = { date_start: inDays(-9), date_end: inDays(-2) };
  // As if entered over the years: entered at once, each would be counted with those before it.
  await sql('set session_replication_role = replica');
  await sql(
    `insert into rewards (store_id, title, date_start, date_end)
      select $1, 'Reward ' || n, now() - interval '9 days', now() - interval '2 days'
        from generate_series(1, 496) as n`,
    [KAPE_TAYO],
  );
  await sql('set session_replication_role = origin');
  expect((await enter(titled(1, past))).error).toBeNull();
  const { error, status } = await enter(titled(1, past));
  expect([status, error?.details]).toEqual([409, 'too_many_rewards']);
  // A reward that is over already has its place when it is offered again.
  const rewards = (await as(tess)).from('rewards');
  const again = await rewards.update({ date_end: inDays(9) }).eq('title', 'Reward 1');
  expect(again.error).toBeNull();
});

test('a member of two stores cannot move rewards past the limit', async () => {
  await hire(tess, MGA_HALO);
  await enter(titled(47, { store_id: KAPE_TAYO }));
  const rewards = (await as(tess)).from('rewards');
  const moved = await rewards.update({ store_id: KAPE_TAYO }).eq('store_id', MGA_HALO);
  expect(moved.error?.details).toBe('too_many_current_rewards');
});

test('someone who does not work in a store is refused, and learns none of its limits', async () => {
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

test('a reward with impossible days is refused', async () => {
  for (const [what, dates] of [
    ['began more than a year ago', { date_start: inDays(-367) }],
    ['begins in eleven years', { date_start: inDays(4020) }],
    ['never begins', { date_start: 'infinity' }],
    ['ends in eleven years', { date_end: inDays(4020) }],
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
      `https://project.supabase.co${OWN}`,
      `http://localhost:4321${OWN}`,
      OWN,
      '/demo/barako.svg',
    ]) {
      expect.soft((await enter({ title: 'Free refill', photo })).error, photo).toBeNull();
    }
  });

  test('an address that is not a photo’s is refused', async () => {
    for (const photo of [
      '',
      'cup.png',
      'http://example.com/cup.png',
      'http://localhost:4321/local/reset',
      '//example.com/cup.png',
      'https://',
      'https://user:password@example.com/cup.png',
      'https://example.com\\cup.png',
      'https://example.com/cup.png\nhttps://example.com',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
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

describe('if hosts of photos are listed', () => {
  const OWN = '/storage/v1/object/public/rewards/uploads/cup.png';
  beforeEach(async () => {
    await sql(
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

  test('a host is listed as it stands in an address, or not at all', async () => {
    for (const host of ['ABC.supabase.co', 'https://abc.supabase.co', 'abc.supabase.co/']) {
      const listed = sql('insert into private.photo_hosts values ($1)', [host]);
      await expect.soft(listed, host).rejects.toThrow('photo_hosts_host_check');
    }
  });

  test('an older address stays until it is changed', async () => {
    const rewards = (await as(tess)).from('rewards');
    const change = (fields: object) => rewards.update(fields).eq('id', BARAKO);
    await sql('delete from private.photo_hosts');
    expect((await change({ photo: 'https://old.example/1.png' })).error).toBeNull();
    await sql(`insert into private.photo_hosts values ('abc.supabase.co')`);
    expect((await change({ title: 'Barako' })).error).toBeNull();
    const { error } = await change({ photo: 'https://old.example/2.png' });
    expect(error?.details).toBe('bad_photo');
  });
});

test('members of a suspended store can’t add, change or remove rewards', async () => {
  const rewards = (await as(suspendedMember)).from('rewards');
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
  // The operator can still change them, by renaming the store.
  await changeStore({ name: 'Kapihan' }, SUSPENDED_STORE);
  const renamed = await operator
    .from('rewards')
    .select('store_name')
    .eq('store_id', SUSPENDED_STORE);
  expect(renamed.data).toEqual([{ store_name: 'Kapihan' }]);
});

test('a member who also works elsewhere can’t move rewards out of a suspended store or into it', async () => {
  await hire(suspendedMember);
  const rewards = (await as(suspendedMember)).from('rewards');
  for (const [from, to] of [
    [SUSPENDED_STORE, KAPE_TAYO],
    [KAPE_TAYO, SUSPENDED_STORE],
  ] as const) {
    const { error, status } = await rewards.update({ store_id: to }).eq('store_id', from);
    expect([status, error?.details]).toEqual([403, 'store_suspended']);
  }
});

test('members of a suspended store can’t upload or replace photos, wherever else they work', async () => {
  const uploads = async () => {
    const photo = new Blob(['photo'], { type: 'image/png' });
    const { storage } = await as(suspendedMember);
    const { error } = await storage
      .from('rewards')
      .upload('uploads/cup.png', photo, { upsert: true });
    return error === null;
  };
  expect(await uploads()).toBe(false);
  await changeStore({ suspended: false }, SUSPENDED_STORE);
  expect(await uploads()).toBe(true);
  await changeStore({ suspended: true }, SUSPENDED_STORE);
  await hire(suspendedMember);
  expect(await uploads()).toBe(false);
  await changeStore({ suspended: false }, SUSPENDED_STORE);
  await dismiss(suspendedMember);
  expect(await uploads()).toBe(true);
});
