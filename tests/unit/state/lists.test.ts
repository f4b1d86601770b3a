// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type Answer, hanging, later, noFunction, offline, rows } from '../data/fake-backend.ts';
import { openPage, type PageOptions, watch } from './open-page.ts';

const fair = { id: 5, name: 'Fair', date: '2026-11-22T02:00:00Z' };

describe('events', () => {
  const open = async (path: string, opening: PageOptions = {}) => {
    const page = await openPage(path, opening);
    page.backend.answer('rest/events', rows([fair]));
    return { ...page, ...(await import('../../../src/lib/state/events.ts')) };
  };

  test('events seen earlier are there at once, on the list and on their own page', async () => {
    const first = await open('/events');
    await first.readEvents();
    const { device } = first;
    const list = await open('/home', { device });
    list.backend.answer('rest/events', hanging);
    await watch(list.$events);
    expect(list.$events.get()).toMatchObject({ status: 'ready', fresh: false });
    const eventPage = await open('/view-event/5', { device });
    eventPage.backend.answer('rest/events', hanging);
    await watch(eventPage.$event);
    expect(eventPage.$event.get()).toMatchObject({ value: { name: 'Fair' }, fresh: false });
  });

  test('the page of an event that its address does not name leads home', async () => {
    const { $event, backend, device } = await open('/view-event/%20');
    await watch($event);
    expect(device.actions).toEqual(['replace /home']);
    expect(backend.requests).toEqual([]);
  });
});

describe('rewards', () => {
  const row = (id: number, fields: object = {}) => ({
    id,
    store_id: 3,
    title: `R${id}`,
    ...fields,
  });
  const open = async (path: string, opening: PageOptions = {}) => {
    const page = await openPage(path, opening);
    page.backend.answer('rest/rewards', rows([row(1)]));
    return { ...page, ...(await import('../../../src/lib/state/rewards.ts')) };
  };

  test('rewards are read once they are watched, soonest to end first', async () => {
    const { $rewards, backend } = await open('/home');
    backend.answer(
      'rest/rewards',
      rows([row(1), row(2, { date_end: '2026-12-31' }), row(3, { date_end: '2026-12-01' })]),
    );
    await watch($rewards);
    expect($rewards.get()).toMatchObject({ value: [{ id: '3' }, { id: '2' }, { id: '1' }] });
    expect(backend.of('rest/rewards')[0]?.query.has('store_id')).toBe(false);
  });

  test('rewards are those of the store that the address names', async () => {
    const { $rewards, backend, storeFilter } = await open('/rewards?store_id=a%26b');
    await watch($rewards);
    expect(storeFilter()).toBe('a&b');
    expect(backend.of('rest/rewards')[0]?.query.get('store_id')).toBe('eq.a&b');
    expect((await open('/rewards?store_id=')).storeFilter()).toBe(null);
  });
});

describe('a store', () => {
  const tea = { id: 7, store_id: 3, title: 'Tea' };
  const open = async (path: string, opening: PageOptions = {}) => {
    const page = await openPage(path, opening);
    page.backend.answer('rest/stores', rows([{ id: 3, name: 'Kape Tayo' }]));
    page.backend.answer('rest/rewards', rows([tea]));
    const held = { store_id: 3, stamp_count: 7, metadata: '{"goal":8}' };
    page.backend.answer('rest/rpc/stamps_held', rows([held]));
    const state = await import('../../../src/lib/state/stores.ts');
    await watch(state.$store, state.$storeRewards, state.$progress);
    return { ...page, ...state };
  };

  test('a store is shown with its rewards and the customer’s stamps there', async () => {
    const { $progress, $store, $storeRewards } = await open('/store/3?reward=7');
    expect($store.get()).toMatchObject({ status: 'ready', value: { name: 'Kape Tayo' } });
    expect($storeRewards.get()).toMatchObject({ status: 'ready', value: [{ id: '7' }] });
    expect($progress.get()).toMatchObject({ fresh: true, value: { total: 7, goal: 8 } });
  });

  test('a card without stamps has the goal of the store’s nearest reward, else 10', async () => {
    const page = await open('/store/3');
    page.backend.answer('rest/rpc/stamps_held', rows([]));
    const needing = (stamps_needed: number | null) => ({ ...tea, stamps_needed });
    for (const [rewards, goal] of [
      [[needing(8), needing(6)], 6],
      [[needing(24), needing(null)], 10],
      [[], 10],
    ] as const) {
      page.backend.answer('rest/rewards', rows([...rewards]));
      await page.readStoreScreen();
      const card = page.withGoal(page.$progress.get(), page.$storeRewards.get());
      expect(card).toMatchObject({ value: { total: 0, goal } });
    }
  });

  test('a store is asked for with its rewards and stamps all at once', async () => {
    const page = await openPage('/store/3');
    const slow = later();
    for (const table of ['stores', 'rewards', 'rpc/stamps_held']) {
      page.backend.answer(`rest/${table}`, slow.answer);
    }
    const { $progress, $store, $storeRewards } = await import('../../../src/lib/state/stores.ts');
    await watch($store, $storeRewards, $progress);
    expect(page.backend.requests.map(({ path }) => path).sort()).toEqual([
      'rest/rewards',
      'rest/rpc/stamps_held',
      'rest/stores',
    ]);
  });

  test('the page of no store says so, and asks nothing', async () => {
    const { $store, backend } = await open('/store/');
    const message = 'Missing store id.';
    expect($store.get()).toEqual({ status: 'failed', message, retryable: false });
    expect(backend.requests).toEqual([]);
  });
});

const cardRow = {
  store_id: 3,
  store_name: 'Kape Tayo',
  store_logo_url: null,
  suspended: false,
  stamp_count: 9,
  metadata: { stamps_needed: 12 },
  ready_id: null,
  ready_title: null,
  next_title: 'Ube cake',
  next_needed: 12,
};
const readyRow = {
  ...{ ...cardRow, store_id: 4, stamp_count: 10, ready_id: 7, ready_title: 'Barako' },
  ...{ ready_photo: '/demo/barako.svg', ready_count: 3, next_title: null, next_needed: null },
};

async function openCards(answer: Answer, options: PageOptions = {}, path = '/home') {
  const page = await openPage(path, options);
  page.backend.answer('rest/rpc/my_cards', answer);
  const cards = await import('../../../src/lib/state/my-cards.ts');
  const { $isRewardReady } = await import('../../../src/lib/state/reward-ready.ts');
  return { ...page, ...cards, $isRewardReady };
}

test('the cards are read in one request, what is ready first', async () => {
  const { $myCards, $heldAt, $readyTicket, backend } = await openCards(rows([cardRow, readyRow]));
  await watch($readyTicket, $heldAt);
  expect($myCards.get()).toMatchObject({
    status: 'ready',
    value: [
      { storeId: '4', total: 10, ready: { id: '7', title: 'Barako', count: 3 }, next: null },
      { storeId: '3', total: 9, goal: 12, ready: null, next: { title: 'Ube cake', missing: 3 } },
    ],
  });
  expect($readyTicket.get()).toMatchObject({ value: [{ photo: '/demo/barako.svg' }] });
  expect($heldAt.get()('3')).toBe(9);
  expect(backend.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET rest/rpc/my_cards',
  ]);
});

test('a backend without the function has the cards added up from the stamps, and is not asked again', async () => {
  const { $myCards, backend, readMyCards } = await openCards(noFunction);
  const stamp = { user_id: 'ana', store_name: 'Kape Tayo', store_logo_url: null, metadata: null };
  backend.answer(
    'rest/stamps',
    rows([
      { ...stamp, id: 1, store_id: 3, stamp_count: 4, created_at: '2026-11-20T01:00:00Z' },
      {
        ...{ ...stamp, id: 2, store_id: 3, stamp_count: 2, created_at: '2026-11-21T01:00:00Z' },
        metadata: { goal: 8 },
      },
      { ...stamp, id: 3, store_id: 5, stamp_count: 9, created_at: '2026-11-19T01:00:00Z' },
    ]),
  );
  // Translated beforehand: answers are waited for, code is not.
  await import('../../../src/lib/data/five-tables.ts');
  await watch($myCards);
  expect($myCards.get()).toMatchObject({
    status: 'ready',
    value: [
      { storeId: '5', total: 9, goal: 10, ready: null },
      { storeId: '3', total: 6, goal: 8, ready: null },
    ],
  });
  expect(backend.of('rest/stamps')[0]?.query.get('user_id')).toBe('eq.ana');
  await readMyCards();
  expect(backend.of('rest/rpc/my_cards')).toHaveLength(1);
  expect(backend.of('rest/stamps')).toHaveLength(2);
});

test('a page that shows no cards goes by the saved answer and reads nothing', async () => {
  const first = await openCards(rows([readyRow]));
  await watch(first.$myCards);
  const { $isRewardReady, backend } = await openCards(
    rows([]),
    { device: first.device },
    '/profile',
  );
  await watch($isRewardReady);
  expect($isRewardReady.get()).toBe(true);
  expect(backend.of('rest/rpc/my_cards')).toEqual([]);
});

test('a page that shows the cards keeps it up to date, with the icon’s badge', async () => {
  const { $isRewardReady, $myCards, backend, device, readMyCards } = await openCards(
    rows([readyRow, { ...readyRow, store_id: 5, ready_count: 2 }]),
  );
  const badges = () => device.actions.filter((action) => action.startsWith('badge'));
  await watch($isRewardReady, $myCards);
  expect($isRewardReady.get()).toBe(true);
  backend.answer('rest/rpc/my_cards', offline);
  await readMyCards();
  expect($isRewardReady.get()).toBe(true);
  expect(badges().at(-1)).toBe('badge 5');
  backend.answer('rest/rpc/my_cards', rows([cardRow]));
  await readMyCards();
  expect($isRewardReady.get()).toBe(false);
  expect(badges().at(-1)).toBe('badge 0');
});

test('a page that shows no cards says that there was a scan', async () => {
  await openCards(rows([]), {}, '/redeem');
  const { $scans, refetchAfterScan } = await import('../../../src/lib/state/reading/cache.ts');
  refetchAfterScan();
  expect($scans.get()).toBe(1);
});
