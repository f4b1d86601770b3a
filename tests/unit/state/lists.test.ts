// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, hanging, later, noFunction, offline, rows } from '../data/fake-backend.ts';
import {
  ben,
  elsewhere,
  keep,
  MOVE,
  moved,
  openPage,
  type PageOptions,
  pass,
  settle,
  show,
  watch,
} from './open-page.ts';

test('events seen earlier are there at once, on the list and on their own page', async () => {
  const open = async (path: string, answer: Answer, opening: PageOptions = {}) => {
    const page = await openPage(path, opening);
    page.backend.answer('rest/events', answer);
    return { ...page, ...(await import('../../../src/lib/state/events.ts')) };
  };
  const fair = { id: 5, name: 'Fair', date: '2026-11-22T02:00:00Z' };
  const { device, readEvents } = await open('/events', rows([fair]));
  await readEvents();
  const list = await open('/home', hanging, { device });
  await watch(list.$events);
  expect(list.$events.get()).toMatchObject({ status: 'ready', fresh: false });
  const eventPage = await open('/view-event/5', hanging, { device });
  await watch(eventPage.$event);
  expect(eventPage.$event.get()).toMatchObject({ value: { name: 'Fair' }, fresh: false });
});

test('rewards are read once they are watched, soonest to end first', async () => {
  const { backend } = await openPage('/home');
  backend.answer(
    'rest/rewards',
    rows([{ id: 1 }, { id: 2, date_end: '2026-12-31' }, { id: 3, date_end: '2026-12-01' }]),
  );
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  await watch($rewards);
  expect($rewards.get()).toMatchObject({ value: [{ id: '3' }, { id: '2' }, { id: '1' }] });
  expect(backend.of('rest/rewards')[0]?.query.has('store_id')).toBe(false);
});

test('a card without stamps has the goal of the store’s nearest reward, else 10', async () => {
  const { backend } = await openPage('/store/3');
  const { $progress, $storeRewards, readStoreScreen, withGoal } = await import(
    '../../../src/lib/state/store.ts'
  );
  await watch($storeRewards, $progress);
  for (const [needed, goal] of [
    [[8, 6], 6],
    [[24, null], 10],
    [[], 10],
  ] as const) {
    const found = needed.map((stamps_needed, id) => ({ id, store_id: 3, stamps_needed }));
    backend.answer('rest/rewards', rows(found));
    await readStoreScreen();
    expect(withGoal($progress.get(), $storeRewards.get())).toMatchObject({
      value: { total: 0, goal },
    });
  }
});

const cardRow = { store_id: 3, stamp_count: 9 };
const readyRow = {
  store_id: 4,
  stamp_count: 10,
  ready_id: 7,
  ready_title: 'Barako',
  ready_count: 3,
};

async function openCards(answer: Answer, options: PageOptions = {}, path = '/home') {
  const page = await openPage(path, options);
  page.backend.answer('rest/rpc/my_cards', answer);
  const cards = await import('../../../src/lib/state/my-cards.ts');
  const { $isRewardReady } = await import('../../../src/lib/state/reward-ready.ts');
  return { ...page, ...cards, $isRewardReady };
}

test('without the function, the cards are added up from the customer’s own stamps', async () => {
  const { $myCards, backend } = await openCards(noFunction);
  const stamp = { stamp_count: 4, created_at: '2026-11-20T01:00:00Z' };
  backend.answer(
    'rest/stamps',
    rows([3, 5, 5].map((store_id, id) => ({ ...stamp, id, store_id }))),
  );
  // Translated beforehand: answers are waited for, code is not.
  await import('../../../src/lib/data/five-tables.ts');
  await watch($myCards);
  expect($myCards.get()).toMatchObject({
    value: [
      { storeId: '5', total: 8 },
      { storeId: '3', total: 4 },
    ],
  });
  expect(backend.of('rest/stamps')[0]?.query.get('user_id')).toBe('eq.ana');
});

test('a page that shows the cards keeps the ready mark and the icon’s badge up to date', async () => {
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

test('the number on the icon is removed when the session ends elsewhere', async () => {
  const { $isRewardReady, $myCards, device } = await openCards(rows([readyRow]));
  await watch($isRewardReady, $myCards);
  expect(device.actions).toContain('badge 3');
  elsewhere({ device }, null);
  expect(device.actions.at(-1)).toBe('badge 0');
});

const CACHE = '../../../src/lib/state/reading/cache.ts';
const GUEST_MOVE = '../../../src/lib/state/guest-move.ts';

test.each([
  ['a guest’s card is moved', async () => (await import(GUEST_MOVE)).takeCardAlong()],
  ['a till gives a stamp', async () => (await import(CACHE)).refetchAfterScan()],
])('cards that are being read for the first time as %s are read again', async (_, change) => {
  const before = later();
  const { $myCards, backend, device } = await openCards(before.answer);
  await watch($myCards);
  keep(device, { guest: 'gia', secret: 's', isPrepared: true });
  backend.answer(MOVE, moved(1));
  backend.answer('rest/rpc/my_cards', rows([readyRow]));
  await change();
  await settle();
  before.come(rows([]));
  await settle();
  expect($myCards.get()).toMatchObject({ status: 'ready', value: [{ storeId: '4', total: 10 }] });
});

test('a page that shows no cards counts the scan', async () => {
  await openCards(rows([]), {}, '/redeem');
  const { $scans, refetchAfterScan } = await import('../../../src/lib/state/reading/cache.ts');
  refetchAfterScan();
  expect($scans.get()).toBe(1);
});

const named = (...names: string[]): Answer => rows(names.map((name, id) => ({ id, name })));

async function openSearch() {
  const page = await openPage('/home');
  page.backend.answer('rest/stores', named('Kape Tayo'));
  const search = await import('../../../src/lib/state/search.ts');
  show(search.$results);
  const asked = () => page.backend.of('rest/stores').map(({ query }) => query.get('name'));
  const shown = () => {
    const results = search.$results.get();
    return results.status === 'ready' ? results.value.map(({ name }) => name) : results.status;
  };
  return { ...page, ...search, asked, shown };
}

test.each(['k*a', '🎟🎟'])('a query of fewer than three characters is not sent: %j', async (text) => {
  const { asked, changeQuery, shown } = await openSearch();
  changeQuery(text);
  expect(shown()).toBe('idle');
  await pass(5000);
  expect(asked()).toEqual([]);
});

test('a query without a letter or a digit finds nothing at once, and is never sent', async () => {
  const { asked, changeQuery, searchNow, shown } = await openSearch();
  changeQuery('kape');
  changeQuery('%_%');
  expect(shown()).toEqual([]);
  searchNow();
  await pass(5000);
  expect([asked(), shown()]).toEqual([[], []]);
  changeQuery('%_%a');
  expect(shown()).toBe('loading');
});

test.each([
  ['all of eight', 8, 0, 8],
  ['ten of twelve', 12, 0, 10],
  ['none that is suspended', 8, 2, 6],
  ['nothing if all are suspended', 2, 2, 'idle'],
])(
  'before anything is typed, the stores with a card are offered: %s',
  async (_, count, out, stores) => {
    const { asked, backend, changeQuery, shown } = await openSearch();
    const card = (id: number) => ({ store_id: id, stamp_count: 1, suspended: id < out });
    backend.answer('rest/rpc/my_cards', rows(Array.from({ length: count }, (__, id) => card(id))));
    await settle();
    const offered = () => (Array.isArray(shown()) ? shown().length : shown());
    expect(offered()).toBe(stores);
    changeQuery('ka');
    expect(shown()).toBe('idle');
    changeQuery('  ');
    expect(offered()).toBe(stores);
    expect(asked()).toEqual([]);
  },
);

test('a newer query ends the request of the older one, and its answer is never replaced', async () => {
  const { backend, changeQuery, shown } = await openSearch();
  const older = later();
  backend.answer('rest/stores', older.answer);
  changeQuery('kape');
  await pass(1000);
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(false);
  backend.answer('rest/stores', named('Lugawan ni Ben'));
  changeQuery('lugaw');
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
  await pass(1000);
  older.come(named('Kape Tayo'));
  await settle();
  expect(shown()).toEqual(['Lugawan ni Ben']);
});

test('what somebody has just typed is not searched for once another person is here', async () => {
  const { $dropdownOpen, asked, changeQuery, device, shown } = await openSearch();
  changeQuery('kape');
  elsewhere({ device }, ben);
  await pass(1000);
  expect([asked(), shown(), $dropdownOpen.get()]).toEqual([[], 'idle', false]);
});

test('a search is forgotten with its page, even if the page comes back as it was', async () => {
  const { $dropdownOpen, $query, asked, changeQuery, device, resetSearchOnLeave } =
    await openSearch();
  resetSearchOnLeave();
  changeQuery('kape');
  device.emitPageRestored();
  await pass(1000);
  expect([$query.get(), $dropdownOpen.get(), asked()]).toEqual(['', false, []]);
});

test('the dropdown opens on focus and with a letter, and closes 150 ms after the field was left', async () => {
  const { $dropdownOpen, changeQuery, leaveSearch, openDropdown } = await openSearch();
  expect($dropdownOpen.get()).toBe(false);
  openDropdown();
  leaveSearch();
  await pass(149);
  expect($dropdownOpen.get()).toBe(true);
  await pass(1);
  expect($dropdownOpen.get()).toBe(false);
  changeQuery('k');
  expect($dropdownOpen.get()).toBe(true);
});

test.each([
  ['entered again', 'openDropdown'],
  ['typed into again', 'changeQuery'],
] as const)('the dropdown stays open if the field is %s within that time', async (_, verb) => {
  const search = await openSearch();
  search.openDropdown();
  search.leaveSearch();
  search.leaveSearch();
  await pass(100);
  search[verb]('k');
  await pass(5000);
  expect(search.$dropdownOpen.get()).toBe(true);
});

afterEach(() => vi.unstubAllGlobals());

type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failed = (error: { code: number; PERMISSION_DENIED: number }) => void;

async function askForPlace() {
  const { backend, device: phone } = await openPage('/stores');
  backend.answer('rest/rpc/list_stores', rows([{ id: 1, name: 'Kape Tayo' }]));
  const device: { find?: Found; fail?: Failed } = {};
  const getCurrentPosition = (found: Found, failed: Failed) =>
    Object.assign(device, { find: found, fail: failed });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  const { $near, $stores, restOfStores, toggleNear } = await import(
    '../../../src/lib/state/store-list.ts'
  );
  show($stores);
  restOfStores.onLeave(() => ({ index: 0, top: 0 }));
  void toggleNear();
  await pass(1000);
  expect($near.get()).toEqual({ status: 'locating' });
  const find = () => device.find?.({ coords: { latitude: 14.64102, longitude: 121.06113 } });
  const fail = (code: number) => device.fail?.({ code, PERMISSION_DENIED: 1 });
  const asked = () => JSON.stringify(backend.of('rest/rpc/list_stores').map(({ body }) => body));
  const kept = () => {
    phone.emitPageLeft();
    return [phone.localStorage, phone.sessionStorage].flatMap((storage) =>
      storage.keys().flatMap((key) => [key, storage.get(key)]),
    );
  };
  return { $near, asked, backend, fail, find, kept, phone, toggleNear };
}

test('a place is never stored on the device, and forgotten with the session, even for a long list', async () => {
  const { $near, asked, backend, find, kept, phone } = await askForPlace();
  const many = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, name: `Store ${id}` }));
  backend.answer('rest/rpc/list_stores', rows(many));
  find();
  await pass(1000);
  expect([$near.get().status, asked().includes('"near_latitude":14.64,')]).toEqual(['on', true]);
  expect(JSON.stringify(kept())).not.toContain('14.6');
  elsewhere({ device: phone }, null);
  expect($near.get()).toEqual({ status: 'off' });
});

test.each([
  [1, 'refused'],
  [2, 'unknown'],
])('the status after the device’s error %d is %s, and the list stays', async (code, status) => {
  const { $near, asked, fail } = await askForPlace();
  const before = asked();
  fail(code);
  await pass(0);
  expect(asked()).toBe(before);
  expect($near.get()).toEqual({ status });
});

test('a place that comes after 20 s, or when it is no longer asked for, is ignored', async () => {
  const late = await askForPlace();
  await pass(19_000);
  expect(late.$near.get()).toEqual({ status: 'unknown' });
  late.find();
  await pass(1000);
  expect(late.$near.get()).toEqual({ status: 'unknown' });
  void late.toggleNear();
  void late.toggleNear();
  late.find();
  await pass(1000);
  expect(late.$near.get()).toEqual({ status: 'off' });
  expect(late.asked()).not.toContain('near_latitude');
});
