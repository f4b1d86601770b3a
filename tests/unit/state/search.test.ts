// @vitest-environment node
import { expect, test } from 'vitest';
import { type Answer, hanging, later, offline, rows } from '../data/fake-backend.ts';
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
  const { asked, changeQuery, shown } = await open();
  for (const text of ['k', 'ka', 'kap', 'kape']) {
    changeQuery(text);
    await pass(999);
  }
  expect(asked()).toEqual([]);
  expect(shown()).toBe('loading');
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

test('a query is trimmed and taken literally', async () => {
  const { $query, asked, changeQuery } = await open();
  changeQuery('  50%* ');
  expect($query.get()).toBe('  50%* ');
  await pass(1000);
  expect(asked()).toEqual(['ilike.%50\\%%']);
});

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

test('a newer query ends the request of the older one', async () => {
  const { backend, changeQuery, shown } = await open(hanging);
  changeQuery('kape');
  await pass(1000);
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(false);
  changeQuery('lugaw');
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
  await settle();
  expect(shown()).toBe('loading');
});

test('the answer to a newer query is never replaced by an older answer', async () => {
  const { backend, changeQuery, shown } = await open();
  const older = later();
  backend.answer('rest/stores', older.answer);
  changeQuery('kape');
  await pass(1000);
  backend.answer('rest/stores', named('Lugawan ni Ben'));
  changeQuery('lugaw');
  await pass(1000);
  expect(shown()).toEqual(['Lugawan ni Ben']);
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

test('the dropdown opens on focus and with each letter', async () => {
  const { $dropdownOpen, changeQuery, closeDropdown, openDropdown } = await open();
  expect($dropdownOpen.get()).toBe(false);
  openDropdown();
  expect($dropdownOpen.get()).toBe(true);
  closeDropdown();
  changeQuery('k');
  expect($dropdownOpen.get()).toBe(true);
});

test('the dropdown closes 150 ms after the field was left', async () => {
  const { $dropdownOpen, leaveSearch, openDropdown } = await open();
  openDropdown();
  leaveSearch();
  await pass(149);
  expect($dropdownOpen.get()).toBe(true);
  await pass(1);
  expect($dropdownOpen.get()).toBe(false);
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
