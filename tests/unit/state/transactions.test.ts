// @vitest-environment node
import { expect, test } from 'vitest';
import { TRANSACTIONS_PAGE_SIZE as SIZE } from '../../../src/lib/domain/limits.ts';

import {
  type Answer,
  type FakeBackend,
  later,
  noFunction,
  offline,
  outOfRange,
  refusal,
  rows,
} from '../data/fake-backend.ts';
import { MORNING, openPage, type PageOptions, settle, watch } from './open-page.ts';

/** Two full pages, and two rows more. */
const MANY = 2 * SIZE + 2;

const stores = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** So many stamps of one day, page by page, each at a different store. */
const stampsOf =
  (count: number): Answer =>
  (asked) => {
    const from = Number(asked.query.get('offset'));
    if (from >= count && from > 0) return outOfRange(asked);
    const page = Array.from({ length: Math.min(SIZE, count - from) }, (_, index) => ({
      id: from + index + 1,
      store_id: from + index + 1,
      stamp_count: 1,
      created_at: '2026-11-21T01:00:00+00:00',
    }));
    return rows(page, count)(asked);
  };

/** All that the screen shows. */
const screen = async () => ({
  ...(await import('../../../src/lib/state/transactions.ts')),
  ...(await import('../../../src/lib/state/listed-day.ts')),
  ...(await import('../../../src/lib/state/nearest-stamp.ts')),
});

/** The screen, its first page already there. */
async function openTransactions(count = MANY, opening: PageOptions = {}, search = '') {
  const page = await openPage(`/transactions${search}`, opening);
  page.backend.answer('rest/stamps', stampsOf(count));
  const state = await screen();
  const { $day, $stampGroups, $nearestStamp, $redemptions } = state;
  await watch($day, state.$lastDay, $stampGroups, $nearestStamp, $redemptions);
  const pagesAsked = () =>
    page.backend.of('rest/stamps').filter(({ headers }) => headers.get('prefer') === 'count=exact');
  const asked = () => pagesAsked().map(({ query }) => Number(query.get('offset')) / SIZE + 1);
  const days = () => pagesAsked().flatMap(({ query }) => query.getAll('created_at')[0] ?? []);
  const shown = () => {
    const groups = state.$stampGroups.get();
    return groups.status === 'ready' ? groups.value.items.map((g) => g.storeId) : groups.status;
  };
  const pager = () => [state.$stampsPage.get(), state.$stampsPages.get()];
  return { ...page, ...state, asked, days, shown, pager };
}

test('the stamps of today are shown first, with redemptions read alongside', async () => {
  const { $day, $redemptions, backend, days, pager, shown } = await openTransactions();
  expect($day.get()).toBe('2026-11-21');
  expect(days()).toEqual(['gte.2026-11-20T16:00:00.000Z']);
  expect(shown()).toEqual(stores(1, SIZE));
  expect(pager()).toEqual([1, 3]);
  expect($redemptions.get()).toMatchObject({ status: 'ready', value: { items: [] } });
  expect(backend.of('rest/redemptions')).toHaveLength(1);
});

test('a day has only as many pages as are known', async () => {
  const { backend, moveDay, pager, readStamps } = await openTransactions();
  backend.answer('rest/stamps', offline);
  moveDay(-1);
  await settle();
  expect(pager()).toEqual([1, 1]);
  backend.answer('rest/stamps', stampsOf(SIZE + 1));
  await readStamps();
  expect(pager()).toEqual([1, 2]);
  moveDay(1);
  await settle();
  expect(pager()).toEqual([1, 3]);
});

test('each card of a day shows all stamps held there and its current goal, requested with the day', async () => {
  const { $stampGroups, backend, readStamps } = await openTransactions();
  const day = { created_at: '2026-11-21T01:00:00Z', metadata: { goal: 8 } };
  const slow = later();
  backend.answer('rest/stamps', slow.answer);
  backend.answer(
    'rest/rpc/stamps_held',
    rows([
      { store_id: 3, stamp_count: '7', metadata: { goal: 12 } },
      { store_id: 4, stamp_count: 1, metadata: day.metadata },
    ]),
  );
  backend.requests.length = 0;
  const reading = readStamps();
  await settle();
  expect(backend.of('rest/rpc/stamps_held').map(({ body }) => body)).toEqual([{}]);
  slow.come(
    rows([
      { ...day, id: 1, store_id: 3, stamp_count: 1 },
      { ...day, id: 2, store_id: 3, stamp_count: 1 },
      { ...day, id: 3, store_id: 4, stamp_count: 1 },
    ]),
  );
  await reading;
  const groups = $stampGroups.get();
  expect(groups).toMatchObject({
    status: 'ready',
    value: {
      items: [
        { storeId: '3', total: 7, goal: 12 },
        { storeId: '4', total: 1, goal: 8 },
      ],
    },
  });
});

test('if the backend can’t add up, only the stamps of the stores shown are read', async () => {
  const { backend, readStamps, shown } = await openTransactions();
  backend.answer('rest/rpc/stamps_held', noFunction);
  await readStamps();
  expect(shown()).toEqual(stores(1, SIZE));
  const addedUp = backend.of('rest/stamps').filter(({ query }) => query.has('store_id'));
  expect(addedUp.map(({ query }) => query.get('store_id'))).toEqual([
    `in.(${stores(1, SIZE).join(',')})`,
  ]);
});

test('another page is a skeleton until it arrives, and the pager keeps its length', async () => {
  const { backend, goToStampsPage, pager, shown } = await openTransactions();
  const slow = later();
  backend.answer('rest/stamps', slow.answer);
  goToStampsPage(3);
  await settle();
  expect(shown()).toBe('loading');
  expect(pager()).toEqual([3, 3]);
  slow.come(stampsOf(MANY));
  await settle();
  expect(shown()).toEqual(stores(2 * SIZE + 1, MANY));
});

test('an address past the end of both lists becomes that of the last page, which is shown', async () => {
  const { device, pager } = await openTransactions(MANY, {}, '?page=99&redeemed=99');
  expect(pager()).toEqual([3, 3]);
  expect(device.address().search).toBe('?page=3');
});

test('a page that fails says why, and can be asked for again', async () => {
  const { $stampGroups, backend, goToStampsPage, readStamps, pager, shown } =
    await openTransactions();
  backend.answer('rest/stamps', refusal(400, { message: 'Closed.' }));
  goToStampsPage(2);
  await settle();
  expect($stampGroups.get()).toEqual({ status: 'failed', message: 'Closed.', retryable: false });
  expect(pager()).toEqual([2, 3]);
  backend.answer('rest/stamps', stampsOf(MANY));
  await readStamps();
  expect(shown()).toEqual(stores(SIZE + 1, 2 * SIZE));
});

const redeemed: Answer = (asked) =>
  rows([{ id: Number(asked.query.get('offset')) + 1 }], 2 * SIZE + 1)(asked);

test('redemptions have their own pages, and are not limited to a day', async () => {
  const page = await openTransactions();
  page.backend.answer('rest/redemptions', redeemed);
  await page.readRedemptions();
  expect(page.$redemptionsPages.get()).toBe(3);
  page.goToRedemptionsPage(3);
  await settle();
  page.chooseDay('2026-11-01');
  await settle();
  expect(page.$redemptionsPage.get()).toBe(3);
  expect(page.$redemptions.get()).toMatchObject({
    value: { items: [{ id: String(2 * SIZE + 1) }], page: 3 },
  });
  expect(page.backend.of('rest/redemptions')).toHaveLength(3);
  expect(page.backend.of('rest/redemptions')[2]?.query.has('created_at')).toBe(false);
});

test('the list of today moves on to the first page of the next day, and a chosen day stays', async () => {
  const { $day, $stampGroups, backend, chooseDay, device, shown, ...page } = await openTransactions(
    MANY,
    {},
    '?page=2',
  );
  expect([$day.get(), page.$stampsPage.get()]).toEqual(['2026-11-21', 2]);
  device.setNow(MORNING + 24 * 3600 * 1000);
  backend.answer('rest/stamps', offline);
  device.emitPageRestored();
  await settle();
  expect([$day.get(), page.$stampsPage.get()]).toEqual(['2026-11-22', 1]);
  // Yesterday's stamps are not shown under today's date, not even if today's can't be read.
  expect(shown()).toBe('failed');
  expect($stampGroups.get()).not.toHaveProperty('value');
  chooseDay('2026-11-20');
  device.setNow(MORNING + 48 * 3600 * 1000);
  device.emitPageRestored();
  await settle();
  expect($day.get()).toBe('2026-11-20');
});

test('a scan reads both lists again', async () => {
  const { backend } = await openTransactions();
  const { refetchAfterScan } = await import('../../../src/lib/state/reading/cache.ts');
  const before = backend.requests.length;
  refetchAfterScan();
  await settle();
  expect(backend.requests).toHaveLength(before * 2);
});

test.each([
  ['2026-11-22', '2026-11-21'],
  ['1999-12-31', '2000-01-01'],
  ['2026-02-30', '2026-11-21'],
  ['yesterday', '2026-11-21'],
])('the day %j is listed as %s', async (typed, listed) => {
  const { $day, chooseDay } = await openTransactions();
  chooseDay('2026-11-01');
  chooseDay(typed);
  expect($day.get()).toBe(listed);
});

const near = ({ backend }: { backend: FakeBackend }) =>
  backend
    .of('rest/stamps')
    .filter(({ headers }) => headers.get('prefer') !== 'count=exact')
    .map(({ query }) => [query.get('created_at'), query.get('order'), query.get('limit')]);

test('a stamp after today can be listed if the device’s clock is behind', async () => {
  const page = await openTransactions(0);
  const stamp = { id: 1, store_id: 3, store_name: 'Kape Tayo', created_at: '2026-11-22T01:00:00Z' };
  page.backend.answer('rest/stamps', (asked) =>
    (asked.headers.get('prefer') === 'count=exact' ? rows([], 0) : rows([stamp]))(asked),
  );
  await page.readNearestStamp();
  await settle();
  expect(near(page).at(-1)).toEqual(['not.is.null', 'created_at.desc,id.desc', '1']);
  page.chooseDay('2026-11-22');
  await settle();
  expect([page.$day.get(), page.$lastDay.get()]).toEqual(['2026-11-22', '2026-11-22']);
  page.chooseDay('2026-11-23');
  await settle();
  expect(page.$day.get()).toBe('2026-11-22');
});

test('a day before all stamps leads to the first one after it', async () => {
  const page = await openTransactions(0);
  page.chooseDay('2026-11-01');
  await settle();
  expect(near(page).slice(-2)).toEqual([
    ['lt.2026-10-31T16:00:00.000Z', 'created_at.desc,id.desc', '1'],
    ['gte.2026-11-01T16:00:00.000Z', 'created_at.asc,id.asc', '1'],
  ]);
});

// A database sorts an empty date before every other in descending order.
test('a stamp without a date does not hide the last one that has one', async () => {
  const page = await openTransactions(0);
  const stamp = { id: 1, store_id: 3, store_name: 'Kape Tayo', created_at: '2026-11-20T01:00:00Z' };
  page.backend.answer('rest/stamps', (asked) => {
    if (asked.headers.get('prefer') === 'count=exact') return rows([], 0)(asked);
    const isDated = asked.query.get('created_at') === 'not.is.null';
    return rows([isDated ? stamp : { ...stamp, created_at: null }])(asked);
  });
  await page.readNearestStamp();
  await settle();
  expect(page.$nearestStamp.get()).toMatchObject({ value: { day: '2026-11-20' } });
});

test('a day with stamps asks for no others', async () => {
  const page = await openTransactions(2);
  expect(near(page)).toEqual([]);
  expect(page.$nearestStamp.get()).toEqual({ status: 'idle' });
});

/** The stamps' stores, newest first: different ones and the first again; another, then 1 and 2 again. */
const STORES = [...stores(1, SIZE - 1), '1', String(SIZE), '1', '2'];
const answerStores: Answer = (asked) => {
  const [from, limit] = ['offset', 'limit'].map((name) => Number(asked.query.get(name)));
  const all = STORES.map((store_id, index) => ({
    id: 100 - index,
    store_id,
    created_at: new Date(MORNING - index * 60_000).toISOString(),
  }));
  return rows(all.slice(from, (from ?? 0) + (limit ?? 0)), STORES.length)(asked);
};

async function openStores() {
  const page = await openTransactions();
  page.backend.answer('rest/stamps', answerStores);
  await page.readStamps();
  const cards = () => {
    const groups = page.$stampGroups.get();
    if (groups.status !== 'ready') return groups.status;
    return groups.value.items.map((group) => [
      group.storeId,
      group.isContinued,
      group.stamps.length,
    ]);
  };
  return { ...page, cards };
}

test('a store’s card is on the page of its newest stamp, and its other stamps are marked as continued', async () => {
  const { cards, goToStampsPage } = await openStores();
  expect(cards()).toEqual([
    ['1', false, 2],
    ...stores(2, SIZE - 1).map((store) => [store, false, 1]),
  ]);
  goToStampsPage(2);
  await settle();
  expect(cards()).toEqual([
    [String(SIZE), false, 1],
    ['1', true, 1],
    ['2', true, 1],
  ]);
});
