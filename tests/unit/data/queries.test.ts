// @vitest-environment node
import { expect, test } from 'vitest';
import { totalStamps } from '../../../src/lib/domain/stamp-goal.ts';
import { ana, ben, MORNING, openPage, sessionOf } from '../state/open-page.ts';
import { type Calls, calls, keepSession } from './calls.ts';
import { noFunction, refusal, rows } from './fake-backend.ts';

const on = new AbortController().signal;
const TODAY = '2026-11-20T16:00:00.000Z';
const TONIGHT = '2026-11-21T15:59:59.999Z';
/** The rewards of today; a parenthesis is left open for more. */
const ACTIVE = `and(or(date_start.is.null,date_start.lte.${TONIGHT}),or(date_end.is.null,date_end.gte.${TODAY})`;
const WITH_STORES = '*,stores(id,suspended)';

/** What is asked for by a query; values of one name are joined. */
const parametersOf = (query: URLSearchParams) =>
  Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name).join(' & ')]));

/** What a call asks of a path, request by request, if every answer is empty. */
async function requestsOf(path: string, call: (data: Calls) => Promise<unknown>) {
  const { backend } = await openPage('/home');
  await call(await calls());
  return backend.of(path).map(({ query, headers }) => {
    const prefer = headers.get('prefer');
    return { ...parametersOf(query), ...(prefer && { prefer }) };
  });
}

const ofStore = { user_id: 'eq.ana', store_id: 'eq.3', order: 'created_at.asc,id.asc' };

test.each<[string, path: string, (data: Calls) => Promise<unknown>, request: object]>([
  [
    'stores are searched by name: ten, without suspended ones, the query taken literally',
    'rest/stores',
    (data) => data.searchStores('100%_b\\', on),
    {
      select: 'id,name,address,logo_url',
      name: 'ilike.%100\\%\\_b\\\\%',
      suspended: 'not.is.true',
      order: 'name.asc',
      limit: '10',
    },
  ],
  [
    'rewards of one store are those of the app’s day, by its id',
    'rest/rewards',
    (data) => data.rewardsOfStore('3),or(', MORNING),
    {
      select: WITH_STORES,
      or: `(${ACTIVE}))`,
      store_id: 'eq.3),or(',
      order: 'date_start.asc',
    },
  ],
  [
    // The day as well: to a column without times the instant alone is all of yesterday.
    'events are read from the start of the app’s day, soonest first',
    'rest/events',
    (data) => data.upcomingEvents(MORNING),
    { select: '*', date: `gte.${TODAY} & gt.2026-11-20`, order: 'date.asc,id.asc', limit: '50' },
  ],
  [
    'stamps at a store are ten, oldest first',
    'rest/stamps',
    (data) => data.stampsAtStore('ana', '3', 3),
    { select: '*', ...ofStore, offset: '0', limit: '10' },
  ],
  [
    'stamps at a store are as many as the reward needs',
    'rest/stamps',
    (data) => data.stampsAtStore('ana', '3', 25),
    { select: '*', ...ofStore, offset: '0', limit: '25' },
  ],
  [
    'stamps of a day in UTC+8 come newest first, five a page, counted exactly',
    'rest/stamps',
    (data) => data.stampsOfDay('ana', '2026-11-21', 1),
    {
      select: '*',
      user_id: 'eq.ana',
      created_at: `gte.${TODAY} & lt.2026-11-21T16:00:00.000Z`,
      order: 'created_at.desc,id.desc',
      offset: '0',
      limit: '5',
      prefer: 'count=exact',
    },
  ],
  [
    'redemptions come newest first, five a page, counted exactly',
    'rest/redemptions',
    (data) => data.redemptionsPage('ana', 1),
    {
      select: '*',
      user_id: 'eq.ana',
      order: 'created_at.desc,id.desc',
      offset: '0',
      limit: '5',
      prefer: 'count=exact',
    },
  ],
])('%s', async (_, path, call, request) => {
  expect(await requestsOf(path, call)).toEqual([request]);
});

const withoutEnd = { date_end: 'is.null', order: 'date_start.asc,id.asc' };
const withoutBoth = { date_end: 'is.null', date_start: 'is.null', order: 'date_start.asc,id.asc' };

test.each([
  [
    null,
    [
      {
        or: `(${ACTIVE}))`,
        date_end: `gte.${TODAY}`,
        order: 'date_end.asc,date_start.asc,id.asc',
      },
      { ...withoutEnd, or: `(${ACTIVE}))` },
    ],
  ],
  [
    ['2026-12-31', '2026-01-01', '7'],
    [
      {
        or: `(${ACTIVE},or(date_end.gt."2026-12-31",date_end.is.null,and(date_end.eq."2026-12-31",date_start.gt."2026-01-01"),and(date_end.eq."2026-12-31",date_start.is.null),and(date_end.eq."2026-12-31",date_start.eq."2026-01-01",id.gt."7"))))`,
        date_end: 'gte.2026-12-31',
        order: 'date_end.asc,date_start.asc,id.asc',
      },
      { ...withoutEnd, or: `(${ACTIVE}))` },
    ],
  ],
  [
    [null, '2026-01-01', '7'],
    [
      {
        ...withoutEnd,
        date_start: `gte.2026-01-01 & lte.${TONIGHT}`,
        or: '(date_start.gt."2026-01-01",date_start.is.null,and(date_start.eq."2026-01-01",id.gt."7"))',
      },
      withoutBoth,
    ],
  ],
  [[null, null, '7'], [{ ...withoutBoth, id: 'gt.7' }]],
])('rewards after %j are read in parts, those without an end last', async (after, parts) => {
  const asked = await requestsOf('rest/rewards', (data) =>
    data.activeRewards(MORNING, { after, count: 50 }),
  );
  expect(asked).toEqual(parts.map((part) => ({ select: WITH_STORES, limit: '50', ...part })));
});

test.each(['PGRST200', 'PGRST201'])(
  'without that relation (%s) each store is asked for once',
  async (code) => {
    const { backend } = await openPage('/home');
    const found = [1, 2, 1, null].map((store_id, id) => ({ id, store_id }));
    backend.answer('rest/rewards', (asked) =>
      asked.query.get('select')?.includes('stores')
        ? refusal(400, { code, message: 'Could not find a relationship' })(asked)
        : rows(found)(asked),
    );
    backend.answer('rest/stores', rows([{ id: 2, suspended: true }]));
    const { activeRewards, rewardsOfStore } = await calls();
    const shown = await activeRewards(MORNING, { after: [null, null, '0'], count: 50 });
    expect(shown.items.map(({ id }) => id)).toEqual(['0', '2', '3']);
    expect(backend.queries('rest/stores')).toEqual([{ select: 'id,suspended', id: 'in.(1,2)' }]);
    await rewardsOfStore('2', MORNING);
    const selected = backend.queries('rest/rewards').map(({ select }) => select);
    expect(selected).toEqual([WITH_STORES, '*', '*']);
  },
);

// A column without times takes the day's first instant for all of the day before.
test('a reward whose last day was yesterday is shown nowhere', async () => {
  const { backend } = await openPage('/home');
  const ended = ['2026-11-20', '2026-11-21', null].map((date_end, id) => ({ id, date_end }));
  const found = ended.map((reward) => ({ ...reward, store_id: '3', stamps_needed: 3 + reward.id }));
  backend.answer('rest/rewards', rows(found));
  backend.answer('rest/rpc/list_stores', noFunction);
  backend.answer('rest/stores', rows([{ id: '3', name: 'Kape' }]));
  const { activeRewards, rewardsOfStore } = await calls();
  const ids = (shown: { id: string }[]) => shown.map(({ id }) => id);
  expect(ids((await activeRewards(MORNING)).items)).toEqual(['1', '2']);
  expect(ids(await rewardsOfStore('3', MORNING))).toEqual(['1', '2']);
  const { listStores } = await import('../../../src/lib/data/store-list.ts');
  const stores = await listStores({ near: null, openNow: false });
  expect(stores.items.map(({ collects }) => collects?.stamps)).toEqual([4]);
});

test('a store id that no column can hold hides no other rewards', async () => {
  const { backend } = await openPage('/home');
  const storeIds = ['1', 'kape', '2', '3', null];
  backend.answer('rest/rewards', rows(storeIds.map((store_id, id) => ({ id, store_id }))));
  backend.answer('rest/stores', (asked) =>
    asked.query.get('id')?.includes('kape')
      ? refusal(400, { code: '22P02', message: 'invalid input syntax for type bigint: "kape"' })(
          asked,
        )
      : rows([{ id: 2, suspended: true }])(asked),
  );
  const { activeRewards, stampsAtStore } = await calls();
  const shown = await activeRewards(MORNING, { after: [null, null, '0'], count: 50 });
  expect(shown.items.map(({ id }) => id)).toEqual(['0', '1', '3', '4']);
  backend.answer('rest/stamps', refusal(400, { code: '22P02', message: 'invalid input syntax' }));
  expect(await stampsAtStore('ana', 'kape', 10)).toEqual([]);
});

test('a reward is found by its id unless it is over, has not begun or its store is suspended', async () => {
  const { backend } = await openPage('/redeem?reward=7');
  const { rewardById } = await calls();
  const row = { id: 7, store_id: 3, stores: { id: 3, suspended: false } };
  backend.answer('rest/rewards', rows([row]));
  expect(await rewardById('7', MORNING)).toMatchObject({ id: '7' });
  for (const fields of [
    { date_end: '2026-11-20' },
    { date_start: '2026-11-22' },
    { stores: { id: 3, suspended: true } },
  ]) {
    backend.answer('rest/rewards', rows([{ ...row, ...fields }]));
    await expect(rewardById('7', MORNING)).rejects.toThrow('Reward not found.');
  }
});

test('all stamps at a store are read if one record may be a correction, however many there are', async () => {
  const { backend } = await openPage('/redeem?reward=1');
  const records = Array.from({ length: 511 }, (_, at) => ({
    id: at,
    stamp_count: at < 510 ? 1 : -505,
  }));
  backend.answer('rest/stamps', (request) => {
    const [offset = 0, limit = 0] = ['offset', 'limit'].map((name) =>
      Number(request.query.get(name)),
    );
    return rows(records.slice(offset, offset + limit))(request);
  });
  const found = await (await calls()).stampsAtStore('ana', '3', 10);
  expect(found.map(({ id }) => id)).toEqual(records.map(({ id }) => `${id}`));
  expect(totalStamps(found)).toBe(5);
});

test('stamps held at several stores are added up by the backend, in one request', async () => {
  const { backend } = await openPage('/home');
  backend.answer(
    'rest/rpc/stamps_held',
    rows([
      { store_id: 3, stamp_count: 1000, metadata: { goal: 8 }, created_at: '2026-11-21' },
      { store_id: 4, stamp_count: 18, metadata: null },
      { store_id: null, stamp_count: 2 },
      'no row',
    ]),
  );
  expect(await (await calls()).stampsHeldAt('ana', ['3', '4'])).toEqual([
    { storeId: '3', total: 1000, goal: 8 },
    { storeId: '4', total: 18, goal: 10 },
  ]);
  expect(backend.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', 'rest/rpc/stamps_held', { store_ids: ['3', '4'] }],
  ]);
});

test('stamps are added up on the device if the backend has no function for it', async () => {
  const { backend } = await openPage('/home');
  backend.answer('rest/rpc/stamps_held', noFunction);
  const given = { created_at: '2026-11-20', metadata: '{"goal":6}' };
  backend.answer(
    'rest/stamps',
    rows([
      { ...given, id: 1, store_id: 3, stamp_count: 4 },
      { id: 2, store_id: 3, stamp_count: '3', created_at: '2026-11-21', metadata: { goal: 8 } },
      { ...given, id: 3, store_id: 4, stamp_count: 1 },
    ]),
  );
  // A stamp whose store is gone may name none, and no column of ids takes an empty text.
  expect(await (await calls()).stampsHeldAt('ana', ['3', '', '4'])).toEqual([
    { storeId: '3', total: 7, goal: 8 },
    { storeId: '4', total: 1, goal: 6 },
  ]);
  expect(backend.queries('rest/stamps')).toEqual([
    {
      select: 'id,store_id,stamp_count,metadata,created_at',
      user_id: 'eq.ana',
      store_id: 'in.(3,4)',
    },
  ]);
});

test('the backend lists the days of a month, and anything else in its answer is ignored', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer(
    'rest/rpc/stamp_days',
    rows([{ day: '2026-11-02' }, { day: 'soon' }, { day: null }, 7, { day: '2026-11-21' }]),
  );
  expect(await (await calls()).stampDays('ana', '2026-11')).toEqual(['2026-11-02', '2026-11-21']);
  expect(backend.requests.map(({ method, path, query }) => [method, path, ...query])).toEqual([
    ['GET', 'rest/rpc/stamp_days', ['month_start', '2026-11-01']],
  ]);
});

test('the days of a month are read from its stamps if the backend has no function for it', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer('rest/rpc/stamp_days', noFunction);
  const instants = ['2026-11-20T16:00:00Z', '2026-11-20T15:59:59Z', '2026-11-20T01:00:00Z', 'soon'];
  backend.answer('rest/stamps', rows(instants.map((created_at, id) => ({ id, created_at }))));
  expect(await (await calls()).stampDays('ana', '2026-11')).toEqual(['2026-11-21', '2026-11-20']);
  const [asked] = backend.of('rest/stamps');
  expect(asked && parametersOf(asked.query)).toMatchObject({
    user_id: 'eq.ana',
    created_at: 'gte.2026-10-31T16:00:00.000Z & lt.2026-11-30T16:00:00.000Z',
    limit: '500',
  });
});

test('a person’s data is not mixed with the cards of someone who has signed in meanwhile', async () => {
  const { backend, device } = await openPage('/profile');
  backend.answer('rest/rpc/my_cards', (asked) => {
    keepSession(device, sessionOf(ben));
    return rows([])(asked);
  });
  const collecting = (await calls()).collectMyData(ana, MORNING, () => undefined, on);
  await expect(collecting).rejects.toMatchObject({ status: 409 });
});

test('the sums about a person are read, column by column', async () => {
  const { backend } = await openPage('/profile');
  const row = {
    ...{ stamps_held: 1, cards: 2, stamps_spent: 3, redemptions: 4, scans: 5, seen_by_count: 6 },
    ...{ account_since: 'May', last_scan_at: 'June', sign_in_ways: ['google'] },
    ...{ seen_by: ['Kape Tayo'], works_at: ['Sari'] },
  };
  backend.answer('rest/rpc/known_about_me', rows([row]));
  expect(await (await calls()).aboutMe(ana)).toEqual({
    ...{ stampsHeld: 1, cards: 2, stampsSpent: 3, redemptions: 4, scans: 5, seenByCount: 6 },
    ...{ since: 'May', lastScanAt: 'June', waysIn: ['google'] },
    ...{ seenBy: ['Kape Tayo'], worksAt: ['Sari'] },
  });
});
