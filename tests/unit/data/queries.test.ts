// @vitest-environment node
import { expect, test } from 'vitest';
import { totalStamps } from '../../../src/lib/domain/stamp-goal.ts';
import { MORNING, openPage } from '../state/open-page.ts';
import { type FakeBackend, noFunction, refusal, rows } from './fake-backend.ts';

const on = new AbortController().signal;
const search = () => import('../../../src/lib/data/store-search.ts');
const rewards = () => import('../../../src/lib/data/rewards.ts');
const activeRewardsModule = () => import('../../../src/lib/data/active-rewards.ts');
const events = () => import('../../../src/lib/data/events.ts');
const stamps = () => import('../../../src/lib/data/stamps.ts');
const redemptions = () => import('../../../src/lib/data/redemptions.ts');

/** The one request a call makes: its method, its parameters, and what it prefers. */
async function requestOf(path: string, call: () => Promise<unknown>, answer = rows([])) {
  const { backend } = await openPage('/home');
  backend.answer(path, answer);
  // Where nothing is found some calls fail: what they asked is looked at all the same.
  await Promise.allSettled([call()]);
  const [first] = backend.of(path);
  return {
    method: first?.method,
    ...Object.fromEntries(first?.query ?? []),
    or: first?.query.getAll('or'),
    prefer: first?.headers.get('prefer'),
  };
}

test('stores are searched by name: ten, without suspended ones, the query taken literally', async () => {
  const asked = await requestOf('rest/stores', async () =>
    (await search()).searchStores('100%_b\\', on),
  );
  expect(asked).toMatchObject({
    method: 'GET',
    select: 'id,name,address,logo_url',
    name: 'ilike.%100\\%\\_b\\\\%',
    suspended: 'not.is.true',
    limit: '10',
    or: [],
  });
});

test('a backend that has a search is asked for it, with the text as it stands', async () => {
  const { backend } = await openPage('/home');
  backend.answer('rest/rpc/search_stores', rows([{ id: 3, name: 'Kape 100%', address: null }]));
  const found = await (await search()).searchStores('100%_b\\', on);
  expect(found).toMatchObject([{ id: '3', name: 'Kape 100%' }]);
  expect(backend.requests.map(({ method, path, query }) => [method, path, ...query])).toEqual([
    ['GET', 'rest/rpc/search_stores', ['term', '100%_b\\']],
  ]);
});

test('a search that fails is no reason to ask the table', async () => {
  const { backend } = await openPage('/home');
  backend.answer('rest/rpc/search_stores', refusal(500, { message: 'Out of order.' }));
  const { searchStores } = await search();
  await expect(searchStores('kape', on)).rejects.toMatchObject({ message: 'Out of order.' });
  expect(backend.of('rest/stores')).toEqual([]);
});

/** What is asked of the rewards, one after the other. */
const requestsIn = (backend: FakeBackend) =>
  backend.of('rest/rewards').map(({ query }) => Object.fromEntries(query));

test('rewards are those of the app’s day, soonest to end first, and then those without an end', async () => {
  const { backend } = await openPage('/home');
  await (await activeRewardsModule()).activeRewards(MORNING);
  const active =
    '(and(or(date_start.is.null,date_start.lte.2026-11-21T15:59:59.999Z),' +
    'or(date_end.is.null,date_end.gte.2026-11-20T16:00:00.000Z)))';
  expect(requestsIn(backend)).toEqual([
    {
      select: '*,stores(id,suspended)',
      or: active,
      date_end: 'gte.2026-11-20T16:00:00.000Z',
      order: 'date_end.asc,date_start.asc,id.asc',
      limit: '50',
    },
    {
      select: '*,stores(id,suspended)',
      or: active,
      date_end: 'is.null',
      order: 'date_start.asc,id.asc',
      limit: '50',
    },
  ]);
});

test('rewards of one store are asked for by its id', async () => {
  const asked = await requestOf('rest/rewards', async () =>
    (await rewards()).rewardsOfStore('3),or(', MORNING),
  );
  expect(asked).toMatchObject({ store_id: 'eq.3),or(', order: 'date_start.asc' });
});

test('rewards come with their stores in one answer where the backend has the relation', async () => {
  const { backend } = await openPage('/home');
  backend.answer(
    'rest/rewards',
    rows([
      { id: 1, store_id: 1, stores: { id: 1, suspended: false } },
      { id: 2, store_id: 2, stores: { id: 2, suspended: true } },
      { id: 3, store_id: null, stores: null },
    ]),
  );
  const shown = await (await activeRewardsModule()).activeRewards(MORNING);
  expect(shown.items.map(({ id }) => id)).toEqual(['1', '3']);
  expect(backend.of('rest/stores')).toEqual([]);
});

test.each(['PGRST200', 'PGRST201'])(
  'a backend without that relation (%s) is asked for them apart, and the relation for once',
  async (code) => {
    const { backend } = await openPage('/home');
    backend.answer('rest/rewards', (asked) =>
      asked.query.get('select')?.includes('stores')
        ? refusal(400, { code, message: 'Could not find a relationship' })(asked)
        : rows([{ id: 1, store_id: 2 }])(asked),
    );
    backend.answer('rest/stores', rows([{ id: 2, suspended: true }]));
    const { rewardsOfStore } = await rewards();
    const { activeRewards } = await activeRewardsModule();
    expect(await activeRewards(MORNING)).toEqual({ items: [], next: null });
    expect(await rewardsOfStore('2', MORNING)).toEqual([]);
    expect(backend.of('rest/rewards').map(({ query }) => query.get('select'))).toEqual([
      '*,stores(id,suspended)',
      '*',
      '*',
      '*',
    ]);
  },
);

test('the stores of the rewards found are looked up once each', async () => {
  const { backend } = await openPage('/home');
  const found = [1, 2, 1].map((store_id, index) => ({ id: index, store_id }));
  backend.answer('rest/rewards', rows([...found, { id: 9, store_id: null }]));
  backend.answer('rest/stores', rows([{ id: 2, suspended: true }]));
  const shown = await (await activeRewardsModule()).activeRewards(MORNING);
  expect(shown.items.map(({ id }) => id)).toEqual(['0', '2', '9']);
  const lookedUp = backend.of('rest/stores').map(({ query }) => Object.fromEntries(query));
  expect(lookedUp).toEqual([{ select: 'id,suspended', id: 'in.(1,2)' }]);
});

test.each([
  ['active', { date_start: '2026-11-21T15:59:00Z' }, {}, 'Tea'],
  ['not begun', { date_start: '2026-11-21T16:00:00Z' }, {}, 'Reward not found.'],
  ['ended', { date_end: '2026-11-20T15:59:59Z' }, {}, 'Reward not found.'],
  ['of a suspended store', {}, { suspended: true }, 'Reward not found.'],
])('a reward that is %s is not found', async (_, dates, store, outcome) => {
  const { backend } = await openPage('/redeem?reward=7');
  backend.answer('rest/rewards', rows([{ id: 7, store_id: 3, title: 'Tea', ...dates }]));
  backend.answer('rest/stores', rows([{ id: 3, ...store }]));
  const read = (await rewards()).rewardById('7', MORNING);
  const shown = await read.then(
    ({ title }) => title,
    ({ message }) => message,
  );
  expect(shown).toBe(outcome);
});

test('events are read from the start of the app’s day, soonest first', async () => {
  const { backend } = await openPage('/events');
  await (await events()).upcomingEvents(MORNING);
  const [asked] = backend.of('rest/events');
  // The day as well: to a column without times the instant alone is all of yesterday.
  const from = ['gte.2026-11-20T16:00:00.000Z', 'gt.2026-11-20'];
  expect(asked?.query.getAll('date')).toEqual(from);
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    order: 'date.asc,id.asc',
    limit: '50',
  });
  expect(asked?.query.has('or')).toBe(false);
});

test.each([
  [3, '10'],
  [10, '10'],
  [25, '25'],
])('stamps at a store, for a reward that needs %d, are %s, oldest first', async (needed, limit) => {
  const asked = await requestOf('rest/stamps', async () =>
    (await stamps()).stampsAtStore('ana', '3', needed),
  );
  expect(asked).toMatchObject({
    user_id: 'eq.ana',
    store_id: 'eq.3',
    order: 'created_at.asc,id.asc',
    limit,
  });
});

test('all stamps at a store decide where a record may be a correction, however many there are', async () => {
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
  const found = await (await stamps()).stampsAtStore('ana', '3', 10);
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
  expect(await (await stamps()).stampsHeldAt('ana', ['3', '4'])).toEqual([
    { storeId: '3', total: 1000, goal: 8 },
    { storeId: '4', total: 18, goal: 10 },
  ]);
  expect(backend.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', 'rest/rpc/stamps_held', { store_ids: ['3', '4'] }],
  ]);
});

test('stamps are added up here where the backend has no function for it, which is asked for once', async () => {
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
  const { stampsHeldAt } = await stamps();
  for (let time = 0; time < 2; time += 1) {
    expect(await stampsHeldAt('ana', ['3', '4'])).toEqual([
      { storeId: '3', total: 7, goal: 8 },
      { storeId: '4', total: 1, goal: 6 },
    ]);
  }
  expect(backend.of('rest/rpc/stamps_held')).toHaveLength(1);
  expect(Object.fromEntries(backend.of('rest/stamps')[0]?.query ?? [])).toEqual({
    select: 'id,store_id,stamp_count,metadata,created_at',
    user_id: 'eq.ana',
    store_id: 'in.(3,4)',
  });
});

test('stamps of a day in UTC+8 come newest first, five a page, counted exactly', async () => {
  const { backend } = await openPage('/transactions');
  await (await stamps()).stampsOfDay('ana', '2026-11-21', 3);
  const [{ query, headers } = { query: new URLSearchParams(), headers: new Headers() }] =
    backend.of('rest/stamps');
  expect(query.getAll('created_at')).toEqual([
    'gte.2026-11-20T16:00:00.000Z',
    'lt.2026-11-21T16:00:00.000Z',
  ]);
  expect(Object.fromEntries(query)).toMatchObject({
    user_id: 'eq.ana',
    order: 'created_at.desc,id.desc',
    offset: '10',
    limit: '5',
  });
  expect(headers.get('prefer')).toBe('count=exact');
});

test('redemptions come newest first, five a page, counted exactly', async () => {
  const asked = await requestOf('rest/redemptions', async () =>
    (await redemptions()).redemptionsPage('ana', 2),
  );
  expect(asked).toMatchObject({
    user_id: 'eq.ana',
    order: 'created_at.desc,id.desc',
    offset: '5',
    limit: '5',
    prefer: 'count=exact',
  });
});

const stampDays = async () =>
  (await import('../../../src/lib/data/stamp-days.ts')).stampDays('ana', '2026-11');

test('the days of a month are told by the backend, and nothing else it says is taken for one', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer(
    'rest/rpc/stamp_days',
    rows([{ day: '2026-11-02' }, { day: 'soon' }, { day: null }, 7, { day: '2026-11-21' }]),
  );
  expect(await stampDays()).toEqual(['2026-11-02', '2026-11-21']);
  expect(backend.requests.map(({ method, path, query }) => [method, path, ...query])).toEqual([
    ['GET', 'rest/rpc/stamp_days', ['month_start', '2026-11-01']],
  ]);
});

test('a backend without the function is asked for it once, and for the month’s stamps each time', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer('rest/rpc/stamp_days', noFunction);
  backend.answer(
    'rest/stamps',
    rows([
      { id: 1, created_at: '2026-11-20T16:00:00Z' },
      { id: 2, created_at: '2026-11-20T15:59:59Z' },
      { id: 3, created_at: '2026-11-20T01:00:00Z' },
      { id: 4, created_at: 'garbage' },
    ]),
  );
  expect(await stampDays()).toEqual(['2026-11-21', '2026-11-20']);
  await stampDays();
  expect(backend.of('rest/rpc/stamp_days')).toHaveLength(1);
  const [query, again] = backend.of('rest/stamps').map((asked) => asked.query);
  expect(query?.getAll('created_at')).toEqual([
    'gte.2026-10-31T16:00:00.000Z',
    'lt.2026-11-30T16:00:00.000Z',
  ]);
  expect([query?.get('user_id'), query?.get('limit')]).toEqual(['eq.ana', '500']);
  expect(`${again}`).toBe(`${query}`);
});
