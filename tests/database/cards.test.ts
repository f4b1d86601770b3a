import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../../local-backend/people.ts';
import { appDayKey, appDayStart, DAY_MS, endOfAppDay } from '../../src/lib/domain/day.ts';
import { as, freshData, operator, sql } from './as.ts';
import {
  BARAKO,
  changeReward,
  changeStore,
  giveTo,
  HALO_HALO,
  KAPE_TAYO,
  MGA_HALO,
  redeemFor,
} from './counter.ts';
import { changeClocksToday } from './operator.ts';

beforeEach(freshData);

const ENSAYMADA = 2;

const cards = async (who = ana) => {
  const { data } = await (await as(who)).rpc('my_cards').throwOnError();
  return data;
};
const cardAt = async (store: number, who = ana) =>
  (await cards(who)).find(({ store_id }) => store_id === store);

const ready = async (who = ben) => {
  const { data } = await (await as(who)).rpc('ready_rewards').throwOnError();
  return data;
};
const readyIds = async (who = ben) => (await ready(who)).map(({ id }) => id);

const held = async (who = ana, store_ids?: number[]) => {
  const args = store_ids ? { store_ids } : {};
  const { data } = await (await as(who)).rpc('stamps_held', args).throwOnError();
  return [...data].sort((a, b) => a.store_id - b.store_id);
};

const days = async (who = ana, month_start = '2025-02-01') => {
  const { data } = await (await as(who)).rpc('stamp_days', { month_start }).throwOnError();
  return data.map(({ day }: { day: string }) => day);
};

/** Records of one stamp each, given at these times. */
const giveAt = (times: readonly (string | number)[], user = ana.id, store = KAPE_TAYO) =>
  sql(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, given::timestamptz from unnest($3::text[]) as given`,
    [user, store, times.map((time) => new Date(time).toISOString())],
  );

test('a card names its store, the sum of stamps held there and the newest goal', async () => {
  const long = Array.from({ length: 3000 }, (_, index) => Date.now() - 2 * DAY_MS - index * 60_000);
  await giveAt(long, ana.id, MGA_HALO);
  const { data: newest } = await (await as(ana))
    .from('stamps')
    .select('metadata, created_at')
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
    metadata: newest?.metadata,
    ready_id: null,
    ready_title: null,
    ready_photo: null,
    ready_count: 0,
    next_title: 'Free kapeng barako',
    next_needed: 10,
  });
  expect(await cardAt(MGA_HALO)).toMatchObject({ stamp_count: 3003 });
  expect(await held()).toMatchObject([
    { store_id: KAPE_TAYO, stamp_count: 9, ...newest },
    { store_id: MGA_HALO, stamp_count: 3003 },
  ]);
});

test('the store with the newest stamp comes first', async () => {
  const now = Date.now();
  await giveAt([now - 1], ana.id, 7);
  await giveAt([now - 2], ana.id, 5);
  expect((await cards()).slice(0, 2).map(({ store_id }) => store_id)).toEqual([7, 5]);
});

test('the largest ready reward, or the longest-lasting of equals, is named until redeemed', async () => {
  expect(await readyIds(ana)).toEqual([]);
  await giveTo(ana);
  expect(await readyIds(ana)).toEqual([ENSAYMADA, BARAKO]);
  expect(await cardAt(KAPE_TAYO)).toMatchObject({
    ready_id: BARAKO,
    ready_title: 'Free kapeng barako',
    ready_photo: '/demo/barako.svg',
    ready_count: 2,
    next_title: null,
  });
  await changeReward({ date_end: null }, ENSAYMADA);
  expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: ENSAYMADA });
  await changeReward({ stamps_needed: 5 }, ENSAYMADA);
  expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: BARAKO, ready_count: 2 });
  await redeemFor(ana);
  expect(await cardAt(KAPE_TAYO)).toBeUndefined();
  expect(await readyIds(ana)).toEqual([]);
  expect((await held()).map(({ store_id }) => store_id)).toEqual([MGA_HALO]);
});

test('each card counts the ready rewards of its store, as ready_rewards does, and names one', async () => {
  const all = await ready(ben);
  for (const { store_id, ready_id, ready_count } of await cards(ben)) {
    const ids = all.filter((reward) => reward.store_id === store_id).map(({ id }) => id);
    expect(ready_count).toBe(ids.length);
    if (ready_id !== null) expect(ids).toContain(ready_id);
  }
  expect(all.length).toBeGreaterThan(0);
});

test('a card of a suspended store stays, with no reward', async () => {
  expect(await readyIds()).toEqual([ENSAYMADA, HALO_HALO, BARAKO]);
  await changeStore({ suspended: true }, MGA_HALO);
  const nothing = { ready_id: null, next_title: null };
  expect(await cardAt(MGA_HALO, ben)).toMatchObject({ suspended: true, ...nothing });
  expect(await readyIds()).toEqual([ENSAYMADA, BARAKO]);
});

test('another customer sees none of the cards, and a member only their own', async () => {
  expect([await cards(cy), await readyIds(cy), await held(cy)]).toEqual([[], [], []]);
  const times = ['2025-02-09T01:00:00Z', '2025-02-09T02:00:00Z'];
  await giveAt(['2025-02-11T01:00:00Z']);
  await giveAt(times, tess.id);
  const own = [{ store_id: KAPE_TAYO, stamp_count: 2 }];
  expect(await cards(tess)).toMatchObject(own);
  expect(await held(tess)).toMatchObject(own);
  expect(await readyIds(tess)).toEqual([]);
  expect([await days(tess), await days(ana)]).toEqual([['2025-02-09'], ['2025-02-11']]);
});

test('a reward without a number of stamps needs ten', async () => {
  await changeReward({ stamps_needed: null });
  await changeReward({ stamps_needed: 11 }, ENSAYMADA);
  expect(await readyIds(ben)).toEqual([HALO_HALO, BARAKO]);
  await sql(
    'delete from public.stamps where id = (select max(id) from public.stamps where user_id = $1 and store_id = $2)',
    [ben.id, KAPE_TAYO],
  );
  expect(await readyIds(ben)).toEqual([HALO_HALO]);
});

test('rewards without an end come last, sorted by start, and those without a start at the end', async () => {
  await changeReward({ date_end: null, date_start: null }, ENSAYMADA);
  await changeReward({ date_end: null }, HALO_HALO);
  expect(await readyIds()).toEqual([BARAKO, HALO_HALO, ENSAYMADA]);
});

test.each([
  ['through to its end', () => undefined],
  ['of 24 hours wherever the database is', changeClocksToday],
])('rewards start and end by the day in UTC+8, %s', async (_what, move) => {
  await move();
  const today = appDayKey(Date.now());
  const moment = (time: number) => new Date(time).toISOString();
  const [start, end] = [appDayStart(today), endOfAppDay(appDayStart(today))];
  await changeReward({ date_end: moment(start) });
  await changeReward({ date_start: moment(end) }, HALO_HALO);
  expect((await readyIds()).toSorted()).toEqual([BARAKO, ENSAYMADA, HALO_HALO]);
  await changeReward({ date_end: moment(start - 1) });
  await changeReward({ date_start: moment(end + 1), date_end: null }, HALO_HALO);
  expect(await readyIds()).toEqual([ENSAYMADA]);
});

test('ready rewards are whole rows of the table, two hundred at most', async () => {
  await sql(
    `insert into public.rewards (store_id, title, stamps_needed)
        select 1 + number % 14, 'Reward ' || number, 1 from generate_series(1, 280) as number`,
  );
  await sql(
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

test('a card and its sum carry the goal of the newest stamp', async () => {
  await giveTo(ana);
  await sql(
    `update stamps set metadata = '{"stamps_needed": 7}'
      where id = (select max(id) from stamps where user_id = $1 and store_id = $2)`,
    [ana.id, KAPE_TAYO],
  );
  for (const rows of [await cards(), await held()]) {
    const card = rows.find(({ store_id }) => store_id === KAPE_TAYO);
    expect(card).toMatchObject({ stamp_count: 10, metadata: { stamps_needed: 7 } });
  }
});

test('sums come only for the stores that were asked for, and unknown stores are left out', async () => {
  expect((await held(ana, [MGA_HALO, 999])).map(({ store_id }) => store_id)).toEqual([MGA_HALO]);
  expect(await held(ana, [])).toEqual([]);
});

test('a month’s days with stamps go by UTC+8, each once, from its first to its last minute', async () => {
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

test('a day whose stamps are all spent is left out', async () => {
  await giveAt(Array(10).fill('2025-02-09T01:00:00Z'), cy.id);
  expect(await days(cy)).toEqual(['2025-02-09']);
  await redeemFor(cy);
  expect(await days(cy)).toEqual([]);
});
