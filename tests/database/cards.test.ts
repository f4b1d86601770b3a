import { beforeEach, expect, test } from 'vitest';
import { appDayEnd, appDayKey, appDayStart } from '../../src/lib/domain/day.ts';
import { ana, ben, cy, tess } from '../people.ts';
import { as, backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  customerCode,
  give,
  HALO_HALO,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  total,
} from './counter.ts';

beforeEach(freshData);

const ENSAYMADA = 2;

const cards = async (who = ana) => {
  const { data } = await (await as(who)).rpc('my_cards').throwOnError();
  return data;
};
const cardAt = async (store: number, who = ana) =>
  (await cards(who)).find(({ store_id }) => store_id === store);

const change = (id: number, values: object) =>
  operator.from('rewards').update(values).eq('id', id).throwOnError();

/** Records of one stamp each, days old. */
const records = async (count: number, store: number, user = ana.id) =>
  (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, now() - interval '2 days' - number * interval '1 minute'
        from generate_series(1, $3::int) as number`,
    [user, store, count],
  );

test('a card names its store, all that is held there and the newest goal', async () => {
  await records(3000, MGA_HALO);
  const newest = await (await as(ana))
    .from('stamps')
    .select('metadata')
    .eq('store_id', KAPE_TAYO)
    .order('created_at', { ascending: false })
    .limit(1)
    .single();
  expect(await cardAt(KAPE_TAYO)).toEqual({
    store_id: KAPE_TAYO,
    store_name: 'Kape Tayo',
    store_logo_url: '/demo/logo-kape-tayo.svg',
    suspended: false,
    stamp_count: 9,
    metadata: newest.data?.metadata,
    ready_id: null,
    ready_title: null,
    ready_photo: null,
    ready_count: 0,
    next_title: 'Free kapeng barako',
    next_needed: 10,
  });
  expect(await cardAt(MGA_HALO)).toMatchObject({ stamp_count: 3003 });
});

test('the store with the newest stamp comes first', async () => {
  const stamp = { user_id: ana.id, store_name: 'Store', stamp_count: 1 };
  const now = Date.now();
  for (const [store_id, age] of [
    [7, 1],
    [5, 2],
  ] as const) {
    const created_at = new Date(now - age).toISOString();
    await operator
      .from('stamps')
      .insert({ ...stamp, store_id, created_at })
      .throwOnError();
  }
  expect((await cards()).slice(0, 2).map(({ store_id }) => store_id)).toEqual([7, 5]);
});

test('of what is ready the largest is named, and of equals the one that lasts, until it is redeemed', async () => {
  answered(await give(tess, customerCode(ana)));
  expect(await cardAt(KAPE_TAYO)).toMatchObject({
    ready_id: BARAKO,
    ready_title: 'Free kapeng barako',
    ready_photo: '/demo/barako.svg',
    ready_count: 2,
    next_title: null,
  });
  await change(ENSAYMADA, { date_end: null });
  expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: ENSAYMADA });
  await change(ENSAYMADA, { stamps_needed: 5 });
  expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: BARAKO, ready_count: 2 });
  answered(await redeem(tess, await redemptionCode(ana)));
  expect(await cardAt(KAPE_TAYO)).toBeUndefined();
});

test('each card counts what ready_rewards answers for its store, and names one of it', async () => {
  const { data: ready } = await (await as(ben)).rpc('ready_rewards').throwOnError();
  for (const { store_id, ready_id, ready_count } of await cards(ben)) {
    const ids = ready.filter((reward) => reward.store_id === store_id).map(({ id }) => id);
    expect(ready_count).toBe(ids.length);
    if (ready_id !== null) expect(ids).toContain(ready_id);
  }
  expect(ready.length).toBeGreaterThan(0);
});

test('a card of a suspended store stays, with nothing ready', async () => {
  await operator.from('stores').update({ suspended: true }).eq('id', MGA_HALO).throwOnError();
  expect(await cardAt(MGA_HALO, ben)).toMatchObject({ suspended: true, ready_id: null });
});

test('another customer sees none of it, and a member only their own card', async () => {
  expect(await cards(cy)).toEqual([]);
  await records(4, KAPE_TAYO, tess.id);
  expect(await cards(tess)).toMatchObject([{ store_id: KAPE_TAYO, stamp_count: 4 }]);
});

const ready = async (who = ben) => {
  const { data } = await (await as(who)).rpc('ready_rewards').throwOnError();
  return data;
};
const readyIds = async (who = ben) => (await ready(who)).map(({ id }) => id);

test('the rewards of today that the stamps are enough for are answered, soonest end first', async () => {
  expect(await readyIds(ben)).toEqual([ENSAYMADA, HALO_HALO, BARAKO]);
  expect(await readyIds(ana)).toEqual([]);
  expect(await readyIds(cy)).toEqual([]);
});

test('a reward is ready with the last stamp, and not after the stamps are spent', async () => {
  answered(await give(tess, customerCode(ana)));
  expect(await readyIds(ana)).toEqual([ENSAYMADA, BARAKO]);
  answered(await redeem(tess, await redemptionCode(ana)));
  expect(await readyIds(ana)).toEqual([]);
});

test('a reward without a number of stamps needs ten', async () => {
  await change(BARAKO, { stamps_needed: null });
  await change(ENSAYMADA, { stamps_needed: 11 });
  expect(await readyIds(ben)).toEqual([HALO_HALO, BARAKO]);
  await (await backend()).query(
    'delete from public.stamps where id = (select max(id) from public.stamps where user_id = $1 and store_id = $2)',
    [ben.id, KAPE_TAYO],
  );
  expect(await readyIds(ben)).toEqual([HALO_HALO]);
});

test('what has no end comes last, and by its start, none last', async () => {
  await change(ENSAYMADA, { date_end: null, date_start: null });
  await change(HALO_HALO, { date_end: null });
  expect(await readyIds()).toEqual([BARAKO, HALO_HALO, ENSAYMADA]);
});

test('the day is that of UTC+8, through to its end', async () => {
  const today = appDayKey(Date.now());
  const moment = (time: number) => new Date(time).toISOString();
  const [start, end] = [appDayStart(today), appDayEnd(today)];
  await change(BARAKO, { date_end: moment(start) });
  await change(HALO_HALO, { date_start: moment(end) });
  expect((await readyIds()).toSorted()).toEqual([BARAKO, ENSAYMADA, HALO_HALO]);
  await change(BARAKO, { date_end: moment(start - 1) });
  await change(HALO_HALO, { date_start: moment(end + 1), date_end: null });
  expect(await readyIds()).toEqual([ENSAYMADA]);
});

test('a suspended store’s rewards are not ready', async () => {
  await operator.from('stores').update({ suspended: true }).eq('id', MGA_HALO).throwOnError();
  expect(await readyIds()).toEqual([ENSAYMADA, BARAKO]);
});

test('a member sees what their own stamps are enough for, not their customers’', async () => {
  expect(await readyIds(tess)).toEqual([]);
});

test('whole rows of the table are answered, two hundred at most', async () => {
  await (await backend()).query(
    `insert into public.rewards (store_id, title, stamps_needed)
        select 1 + number % 14, 'Reward ' || number, 1 from generate_series(1, 280) as number`,
  );
  await (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count)
        select $1, id, name, 10 from public.stores`,
    [cy.id],
  );
  const rows = await ready(cy);
  expect(rows).toHaveLength(200);
  const { data } = await operator
    .from('rewards')
    .select('*')
    .eq('id', rows[0]?.id ?? 0);
  expect(data).toEqual([rows[0]]);
});

const held = async (who = ana, store_ids?: number[]) => {
  const args = store_ids ? { store_ids } : {};
  const { data } = await (await as(who)).rpc('stamps_held', args).throwOnError();
  return [...data].sort((a, b) => a.store_id - b.store_id);
};

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

const days = async (who = ana, month_start = '2025-02-01') => {
  const { data } = await (await as(who)).rpc('stamp_days', { month_start }).throwOnError();
  return data.map(({ day }: { day: string }) => day);
};

const giveAt = async (times: readonly string[], user = ana.id, store = KAPE_TAYO) =>
  (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, given::timestamptz from unnest($3::text[]) as given`,
    [user, store, times],
  );

test('a month’s days are those in UTC+8, each once, from its first to its last minute', async () => {
  await giveAt([
    '2025-01-31T15:59:59Z',
    '2025-01-31T16:00:00Z',
    '2025-02-09T15:59:59Z',
    '2025-02-09T01:00:00Z',
    '2025-02-28T15:59:59Z',
    '2025-02-28T16:00:00Z',
  ]);
  await giveAt(['2025-02-10T01:00:00Z'], ana.id, MGA_HALO);
  expect(await days()).toEqual(['2025-02-01', '2025-02-09', '2025-02-10', '2025-02-28']);
  expect(await days(ana, '2025-03-01')).toEqual(['2025-03-01']);
  expect(await days(ana, '2025-04-01')).toEqual([]);
});

test('a customer’s days are not another’s, nor a member’s those of their customers', async () => {
  await giveAt(['2025-02-09T01:00:00Z']);
  await giveAt(['2025-02-11T01:00:00Z'], cy.id);
  expect(await days()).toEqual(['2025-02-09']);
  expect(await days(cy)).toEqual(['2025-02-11']);
  expect(await days(tess)).toEqual([]);
});

test('a day whose stamps are all spent is none', async () => {
  const rows = await (await backend()).query<{ month: string }>(
    `select distinct to_char(created_at at time zone interval '8 hours', 'YYYY-MM-01') as month
        from public.stamps where user_id = $1 and store_id = $2`,
    [ben.id, KAPE_TAYO],
  );
  const all = async () =>
    (await Promise.all(rows.map(({ month }) => days(ben, month)))).flat().length;
  const before = await all();
  answered(await redeem(tess, await redemptionCode(ben)));
  expect(await all()).toBeLessThan(before);
});
