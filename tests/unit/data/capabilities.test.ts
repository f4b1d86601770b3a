// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { memoryPlatform } from '../../memory-platform.ts';
import { ana, MORNING, openPage, settle } from '../state/open-page.ts';
import { type Answer, type FakeBackend, noFunction, refusal, rows } from './fake-backend.ts';

const on = new AbortController().signal;
const STORE = '7c9e6679-7425-40de-944b-e07fc1f90ae1';

const noColumn = (name: string): Answer =>
  refusal(400, { code: '42703', message: `column ${name} does not exist` });
const noRelation = refusal(400, { code: 'PGRST200', message: 'Could not find a relationship' });

const rewardsOfStore = async () =>
  (await import('../../../src/lib/data/rewards.ts')).rewardsOfStore(STORE, MORNING);
const search = async () =>
  (await import('../../../src/lib/data/store-search.ts')).searchStores('kape', on);

/** What a screen reads by each function, and what it has where there is none. */
const readers: [name: string, read: () => Promise<unknown>, without: unknown][] = [
  [
    'my_cards',
    async () => (await import('../../../src/lib/data/my-cards.ts')).myCards('ana'),
    [expect.objectContaining({ storeId: STORE, total: 2, ready: null })],
  ],
  [
    'ready_rewards',
    async () => (await import('../../../src/lib/data/ready-rewards.ts')).readyRewards(),
    null,
  ],
  [
    'stamps_held',
    async () => (await import('../../../src/lib/data/stamps.ts')).stampsHeldAt('ana', [STORE]),
    [{ storeId: STORE, total: 2, goal: 10 }],
  ],
  [
    'stamp_days',
    async () => (await import('../../../src/lib/data/stamp-days.ts')).stampDays('ana', '2026-11'),
    ['2026-11-21'],
  ],
  ['search_stores', search, [expect.objectContaining({ id: STORE })]],
  [
    'known_about_me',
    async () => (await import('../../../src/lib/data/my-data.ts')).aboutMe(ana),
    expect.objectContaining({ stampsHeld: 2, scans: null }),
  ],
];

function withoutFunctions(backend: FakeBackend): void {
  for (const [name] of readers) backend.answer(`rest/rpc/${name}`, noFunction);
  backend.answer('rest/stores', rows([{ id: STORE, name: 'Kape' }]));
  const stamp = { id: 's1', store_id: STORE, stamp_count: 2, created_at: '2026-11-21T01:00:00Z' };
  backend.answer('rest/stamps', rows([stamp]));
}

/** The next page of a tab, or the first of another one. */
async function openNext(device = memoryPlatform()) {
  const page = await openPage('/home', { device });
  withoutFunctions(page.backend);
  return page;
}

test.each(readers)(
  'the function %s is asked for once in a tab that lacks it',
  async (name, read, without) => {
    const { backend, device } = await openNext();
    expect(await read()).toEqual(without);
    expect(await read()).toEqual(without);
    expect(backend.of(`rest/rpc/${name}`)).toHaveLength(1);

    const next = await openNext(device);
    expect(await read()).toEqual(without);
    expect(next.backend.of(`rest/rpc/${name}`)).toEqual([]);

    const otherTab = await openNext();
    await read();
    expect(otherTab.backend.of(`rest/rpc/${name}`)).toHaveLength(1);
  },
);

test('where nothing can be kept in the tab, a page asks once all the same', async () => {
  const device = memoryPlatform();
  device.sessionStorage.set = () => undefined;
  const { backend } = await openNext(device);
  await search();
  await search();
  expect(backend.of('rest/rpc/search_stores')).toHaveLength(1);
});

test('a function that is there is asked for each time', async () => {
  const { backend } = await openNext();
  backend.answer('rest/rpc/search_stores', rows([]));
  await search();
  await search();
  expect(backend.of('rest/rpc/search_stores')).toHaveLength(2);
  expect(backend.of('rest/stores')).toEqual([]);
});

/** It has `storeId`, and no relation to its stores. */
const foreignRewards: Answer = (asked) => {
  if (asked.query.get('select') !== '*') return noRelation(asked);
  if (asked.query.has('store_id')) return noColumn('rewards.store_id')(asked);
  return rows([{ id: 'r1', storeId: STORE, title: 'Brew', image: '/brew.svg' }])(asked);
};

test('a store’s rewards are asked for by the spelling that the table has', async () => {
  const { backend, device } = await openNext();
  backend.answer('rest/rewards', foreignRewards);
  const found = [{ id: 'r1', storeId: STORE, title: 'Brew', photo: '/brew.svg' }];
  expect(await rewardsOfStore()).toMatchObject(found);
  expect(backend.of('rest/rewards')).toHaveLength(3);

  const next = await openNext(device);
  next.backend.answer('rest/rewards', foreignRewards);
  expect(await rewardsOfStore()).toMatchObject(found);
  const asked = next.backend.of('rest/rewards').map(({ query }) => query.get('storeId'));
  expect(asked).toEqual([`eq.${STORE}`]);
});

test('a table that has neither spelling is asked twice, and the operator reads what it lacks', async () => {
  const { backend } = await openNext();
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.answer('rest/rewards', noColumn('rewards.date_end'));
  await expect(rewardsOfStore()).rejects.toMatchObject({
    message: 'Stampcard is being updated. Please try again in a few minutes.',
  });
  expect(backend.of('rest/rewards')).toHaveLength(2);
  await settle();
  expect(told).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('"column rewards.date_end does not exist" (42703)'),
  );
  told.mockClear();
});

test('what was missing for a moment, or is there by now, is asked for by its own name again', async () => {
  const { backend, device } = await openNext();
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ours = rows([{ id: 'r1', store_id: STORE, title: 'Brew', stores: { id: STORE } }]);
  const mended: Answer = (asked) =>
    asked.query.has('storeId') ? noColumn('rewards.storeId')(asked) : ours(asked);
  backend.answer('rest/rewards', noColumn('rewards.date_end'));
  await expect(rewardsOfStore()).rejects.toThrow('Stampcard is being updated.');
  await settle();
  told.mockClear();
  backend.answer('rest/rewards', mended);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);

  device.sessionStorage.set('stampcard.lacking', 'rewards.store_id');
  const next = await openNext(device);
  next.backend.answer('rest/rewards', mended);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);
  const byItsName = next.backend.of('rest/rewards').map(({ query }) => query.has('store_id'));
  expect(byItsName).toEqual([false, true, true]);
});

test('a search takes the logo by whichever name it has', async () => {
  const { backend } = await openNext();
  backend.answer('rest/stores', (asked) =>
    asked.query.get('select') === '*'
      ? rows([{ id: STORE, name: 'Kape', logoUrl: '/logo.svg' }])(asked)
      : noColumn('stores.logo_url')(asked),
  );
  const found = [{ id: STORE, name: 'Kape', logoUrl: '/logo.svg' }];
  expect(await search()).toMatchObject(found);
  expect(await search()).toMatchObject(found);
  expect(backend.of('rest/stores').map(({ query }) => query.get('select'))).toEqual([
    'id,name,address,logo_url',
    '*',
    '*',
  ]);
});

describe('the end of an account', () => {
  const reads = async () => {
    const state = await import('../../../src/lib/state/my-data.ts');
    state.$canDelete.listen(() => undefined);
    await settle();
    return state;
  };

  test('no deletion is offered where the backend does not know what it keeps', async () => {
    const { backend } = await openNext();
    backend.answer('rest/rpc/known_about_me', rows([{}]));
    expect((await reads()).$canDelete.get()).toBe(true);
    await openNext();
    expect((await reads()).$canDelete.get()).toBe(false);
  });

  test('nor once it has turned out that it can’t delete', async () => {
    const { backend } = await openNext();
    backend.answer('rest/rpc/known_about_me', rows([{}]));
    backend.answer('rest/rpc/delete_account', noFunction);
    const { $canDelete, $deletion, deleteMyAccount, readAboutMe } = await reads();
    await deleteMyAccount();
    expect($deletion.get()).toMatchObject({ step: 'failed' });
    await readAboutMe();
    expect($canDelete.get()).toBe(false);
  });
});
