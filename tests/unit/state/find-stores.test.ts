// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, later, offline, rows } from '../data/fake-backend.ts';
import { openPage, pass, settle, show } from './open-page.ts';

const named = (...names: string[]): Answer => rows(names.map((name, id) => ({ id, name })));

async function open(answer: Answer = named('Kape Tayo')) {
  const page = await openPage('/home');
  page.backend.answer('rest/stores', answer);
  const search = await import('../../../src/lib/state/search.ts');
  show(search.$results);
  const asked = () => page.backend.of('rest/stores').map(({ query }) => query.get('name'));
  const shown = () => {
    const results = search.$results.get();
    return results.status === 'ready' ? results.value.map(({ name }) => name) : results.status;
  };
  return { ...page, ...search, asked, shown };
}

test('a query is asked 1000 ms after the last letter', async () => {
  const { $query, asked, changeQuery, shown } = await open();
  for (const text of ['k', 'ka', 'kap', ' kape* ']) {
    changeQuery(text);
    await pass(999);
  }
  expect(asked()).toEqual([]);
  expect([$query.get(), shown()]).toEqual([' kape* ', 'loading']);
  await pass(1);
  expect(asked()).toEqual(['ilike.%kape%']);
  expect(shown()).toEqual(['Kape Tayo']);
  await pass(10_000);
  expect(asked()).toHaveLength(1);
});

test.each(['', 'ka', ' ka ', '   ', 'k*a', '🎟🎟'])(
  'a query of fewer than three characters is not asked: %j',
  async (text) => {
    const { asked, changeQuery, shown } = await open();
    changeQuery(text);
    expect(shown()).toBe('idle');
    await pass(5000);
    expect(asked()).toEqual([]);
  },
);

test.each(['...', '🎟🎟🎟', ' -- / -- ', '%_%'])(
  'a query without a letter or a digit finds nothing at once, and is never asked: %j',
  async (text) => {
    const { asked, changeQuery, searchNow, shown } = await open();
    changeQuery('kape');
    changeQuery(text);
    expect(shown()).toEqual([]);
    searchNow();
    await pass(5000);
    expect([asked(), shown()]).toEqual([[], []]);
    changeQuery(`${text}a`);
    expect(shown()).toBe('loading');
  },
);

test('a query is asked at once, and once, when Enter is pressed', async () => {
  const { asked, changeQuery, searchNow, shown } = await open();
  changeQuery('kape');
  searchNow();
  expect(shown()).toBe('loading');
  await settle();
  expect(shown()).toEqual(['Kape Tayo']);
  await pass(5000);
  expect(asked()).toHaveLength(1);
});

test('a newer query ends the request of the older one, and its answer is never replaced', async () => {
  const { backend, changeQuery, shown } = await open();
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

test('a search that fails can be tried again', async () => {
  const { backend, changeQuery, searchNow, shown } = await open(offline);
  changeQuery('kape');
  await pass(1000);
  backend.answer('rest/stores', named('Kape Tayo'));
  searchNow();
  await settle();
  expect(shown()).toEqual(['Kape Tayo']);
});

test('the dropdown opens on focus and with a letter, and closes 150 ms after the field was left', async () => {
  const { $dropdownOpen, changeQuery, leaveSearch, openDropdown } = await open();
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
] as const)('the dropdown stays open where the field is %s within that time', async (_, verb) => {
  const search = await open();
  search.openDropdown();
  search.leaveSearch();
  search.leaveSearch();
  await pass(100);
  search[verb]('k');
  await pass(5000);
  expect(search.$dropdownOpen.get()).toBe(true);
});

test('leaving /home resets the search, and the request in flight', async () => {
  const search = await open();
  const { answer, come } = later();
  search.backend.answer('rest/stores', answer);
  search.changeQuery('kape');
  await pass(1000);
  search.leaveSearch();
  search.resetSearchOnLeave()();
  expect(search.$query.get()).toBe('');
  expect(search.$dropdownOpen.get()).toBe(false);
  come(named('Kape Tayo'));
  await pass(5000);
  expect(search.shown()).toBe('idle');
  expect(search.backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
});

test('a page that the back button restores has reset its search', async () => {
  const { $query, changeQuery, device, resetSearchOnLeave } = await open();
  const stop = resetSearchOnLeave();
  changeQuery('kape');
  device.emitPageRestored();
  expect($query.get()).toBe('');
  stop();
  changeQuery('kape');
  device.emitPageRestored();
  expect($query.get()).toBe('kape');
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
  return { $near, asked, backend, fail, find, kept, toggleNear };
}

test('a place is used at once, and told by the kilometer', async () => {
  const { $near, asked, find } = await askForPlace();
  find();
  await pass(1000);
  expect($near.get().status).toBe('on');
  expect(asked()).toContain('"near_latitude":14.64,"near_longitude":121.06}');
});

test('a place is kept nowhere on the device, however long the list is that was asked for with it', async () => {
  const { $near, asked, backend, find, kept } = await askForPlace();
  const many = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, name: `Store ${id}` }));
  backend.answer('rest/rpc/list_stores', rows(many));
  find();
  await pass(1000);
  expect([$near.get().status, asked().includes('14.64')]).toEqual(['on', true]);
  expect(JSON.stringify(kept())).not.toContain('14.6');
});

test.each([
  [1, 'refused'],
  [2, 'unknown'],
])('a device that answers with error %d says %s', async (code, status) => {
  const { $near, fail } = await askForPlace();
  fail(code);
  await pass(0);
  expect($near.get()).toEqual({ status });
});

test('a place that comes after 20 s, or after it was asked for no more, counts for nothing', async () => {
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
