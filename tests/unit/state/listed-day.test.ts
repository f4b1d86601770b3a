// @vitest-environment node
import { expect, test } from 'vitest';
import { type Answer, type FakeBackend, rows } from '../data/fake-backend.ts';
import { MORNING, pass, settle } from './open-page.ts';
import { openTransactions } from './open-transactions.ts';

test('a day is followed by the next as far as today, and by none after it', async () => {
  const { $day, $lastDay, moveDay } = await openTransactions();
  expect($lastDay.get()).toBe('2026-11-21');
  moveDay(-1);
  expect($day.get()).toBe('2026-11-20');
  moveDay(1);
  moveDay(1);
  expect($day.get()).toBe('2026-11-21');
});

test.each([
  ['2026-11-22', '2026-11-21'],
  ['9999-12-31', '2026-11-21'],
  ['1999-12-31', '2000-01-01'],
  ['0001-01-01', '2000-01-01'],
])('the day %s is listed as %s', async (typed, listed) => {
  const { $day, chooseDay } = await openTransactions();
  chooseDay(typed);
  expect($day.get()).toBe(listed);
});

test('today can be chosen as soon as it has begun, though the page is open all the while', async () => {
  const { $day, $lastDay, chooseDay, device } = await openTransactions();
  chooseDay('2026-11-20');
  device.setNow(Date.parse('2026-11-21T16:00:00Z'));
  await pass(2000);
  expect([$day.get(), $lastDay.get()]).toEqual(['2026-11-20', '2026-11-22']);
  chooseDay('2026-11-22');
  device.setNow(Date.parse('2026-11-22T16:00:00Z'));
  await pass(2000);
  expect([$day.get(), $lastDay.get()]).toEqual(['2026-11-23', '2026-11-23']);
});

const given = (day: string) => ({ id: 1, store_id: 3, store_name: 'Kape Tayo', created_at: day });

/** Nothing on any day that is asked for, and these rows for what lies before and after it. */
async function openEmpty({ before = [], after = [] }: Record<'before' | 'after', object[]>) {
  const page = await openTransactions(0);
  page.backend.answer('rest/stamps', (asked) => {
    if (asked.headers.get('prefer') === 'count=exact') return rows([], 0)(asked);
    return rows(asked.query.get('order')?.includes('asc') ? after : before)(asked);
  });
  return page;
}
const near = ({ backend }: { backend: FakeBackend }) =>
  backend
    .of('rest/stamps')
    .filter(({ headers }) => headers.get('prefer') !== 'count=exact')
    .map(({ query }) => [query.get('created_at'), query.get('order'), query.get('limit')]);

test('the last stamp before the day is asked for, and shown with its store', async () => {
  const page = await openEmpty({ before: [given('2026-11-04T16:00:00Z')], after: [] });
  page.backend.requests.length = 0;
  page.chooseDay('2026-11-10');
  await settle();
  expect(near(page)).toEqual([['lt.2026-11-09T16:00:00.000Z', 'created_at.desc,id.desc', '1']]);
  expect(page.$nearestStamp.get()).toMatchObject({
    value: { day: '2026-11-05', storeName: 'Kape Tayo' },
  });
});

test('the first one after the day is asked for where there is none before it', async () => {
  const page = await openEmpty({ before: [], after: [given('2026-11-19T01:00:00Z')] });
  page.backend.requests.length = 0;
  page.chooseDay('2026-11-10');
  await settle();
  expect(near(page).at(-1)).toEqual(['gte.2026-11-10T16:00:00.000Z', 'created_at.asc,id.asc', '1']);
  expect(page.$nearestStamp.get()).toMatchObject({ value: { day: '2026-11-19' } });
});

test('a stamp that is newer than today by a clock that is behind can be led to', async () => {
  const page = await openEmpty({ before: [given('2026-11-22T01:00:00Z')], after: [] });
  await page.readNearestStamp();
  await settle();
  expect(near(page).at(-1)).toEqual([null, 'created_at.desc,id.desc', '1']);
  page.chooseDay('2026-11-22');
  await settle();
  expect([page.$day.get(), page.$lastDay.get()]).toEqual(['2026-11-22', '2026-11-22']);
  page.chooseDay('2026-11-23');
  await settle();
  expect(page.$day.get()).toBe('2026-11-22');
});

test('a day with stamps asks for no others', async () => {
  const page = await openTransactions(2);
  expect(near(page)).toEqual([]);
  expect(page.$nearestStamp.get()).toEqual({ status: 'idle' });
});

/** Of the newest first: the stores 1 to 4, 1 once more; then 5, 1, 2. */
const STORES = [1, 2, 3, 4, 1, 5, 1, 2];
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

test('a store’s card stands on the page of its newest stamp; the rest are told from it', async () => {
  const { cards, goToStampsPage } = await openStores();
  expect(cards()).toEqual([
    ['1', false, 2],
    ['2', false, 1],
    ['3', false, 1],
    ['4', false, 1],
  ]);
  goToStampsPage(2);
  await settle();
  expect(cards()).toEqual([
    ['5', false, 1],
    ['1', true, 1],
    ['2', true, 1],
  ]);
});
