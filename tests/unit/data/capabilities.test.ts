// @vitest-environment node
/** A backend that lacks something: how the app does without it, and what customer and operator are told. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { ana, MORNING, openPage, settle } from '../state/open-page.ts';
import { type Calls, calls } from './calls.ts';
import { type Answer, noFunction, offline, refusal, rows } from './fake-backend.ts';

const on = new AbortController().signal;
const STORE = '7c9e6679-7425-40de-944b-e07fc1f90ae1';

const noColumn = (name: string): Answer =>
  refusal(400, { code: '42703', message: `column ${name} does not exist` });
const noRelation = refusal(400, { code: 'PGRST200', message: 'Could not find a relationship' });

const rewardsOfStore = async () => (await calls()).rewardsOfStore(STORE, MORNING);
const search = async () => (await calls()).searchStores('kape', on);

/** What a screen reads by each function, and what it gets without it. */
const readers: [name: string, read: (data: Calls) => Promise<unknown>, without: unknown][] = [
  [
    'my_cards',
    (data) => data.myCards('ana'),
    [expect.objectContaining({ storeId: STORE, total: 2, ready: null })],
  ],
  ['ready_rewards', (data) => data.readyRewards(), null],
  [
    'stamps_held',
    (data) => data.stampsHeldAt('ana', [STORE]),
    [{ storeId: STORE, total: 2, goal: 10 }],
  ],
  ['stamp_days', (data) => data.stampDays('ana', '2026-11'), ['2026-11-21']],
  ['search_stores', search, [expect.objectContaining({ id: STORE })]],
  [
    'known_about_me',
    (data) => data.aboutMe(ana),
    expect.objectContaining({ stampsHeld: 2, cards: 1, scans: null, seenBy: ['Store'] }),
  ],
];

/** The next page of a tab, or the first of another one, whose backend has no functions. */
async function openNext(device = memoryPlatform()) {
  const page = await openPage('/home', { device });
  for (const [name] of readers) page.backend.answer(`rest/rpc/${name}`, noFunction);
  page.backend.answer('rest/stores', rows([{ id: STORE, name: 'Kape' }]));
  const stamp = { id: 's1', store_id: STORE, stamp_count: 2, created_at: '2026-11-21T01:00:00Z' };
  page.backend.answer('rest/stamps', rows([stamp]));
  return page;
}

test.each(readers)('a missing %s is asked for once in a tab', async (name, read, without) => {
  const { backend, device } = await openNext();
  expect(await read(await calls())).toEqual(without);
  expect(await read(await calls())).toEqual(without);
  expect(backend.of(`rest/rpc/${name}`)).toHaveLength(1);

  const next = await openNext(device);
  expect(await read(await calls())).toEqual(without);
  expect(next.backend.of(`rest/rpc/${name}`)).toEqual([]);
});

test.each([
  ['once, even if the tab can store nothing', 'missing', noFunction, 1],
  ['each time', 'there', rows([]), 2],
])('a page asks %s for a function that is %s', async (_, __, answer, times) => {
  const device = memoryPlatform();
  device.sessionStorage.set = () => undefined;
  const { backend } = await openNext(device);
  backend.answer('rest/rpc/search_stores', answer);
  await search();
  await search();
  expect(backend.of('rest/rpc/search_stores')).toHaveLength(times);
});

/** It has `storeId`, and no relation to its stores. */
const foreignRewards: Answer = (asked) => {
  if (asked.query.get('select') !== '*') return noRelation(asked);
  if (asked.query.has('store_id')) return noColumn('rewards.store_id')(asked);
  return rows([{ id: 'r1', storeId: STORE, title: 'Brew', image: '/brew.svg' }])(asked);
};

test('a store’s rewards are requested in the table’s own spelling', async () => {
  const { backend, device } = await openNext();
  backend.answer('rest/rewards', foreignRewards);
  const found = [{ id: 'r1', storeId: STORE, title: 'Brew', photo: '/brew.svg' }];
  expect(await rewardsOfStore()).toMatchObject(found);
  expect(backend.of('rest/rewards')).toHaveLength(3);

  const next = await openNext(device);
  next.backend.answer('rest/rewards', foreignRewards);
  expect(await rewardsOfStore()).toMatchObject(found);
  const asked = next.backend.queries('rest/rewards').map(({ storeId }) => storeId);
  expect(asked).toEqual([`eq.${STORE}`]);
});

/** Collects what was written for the operator; the setup complains about anything not collected. */
function watchConsole(): () => unknown[] {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => {
    const lines = spy.mock.calls.flat();
    spy.mockClear();
    return lines;
  };
}

test('a column that is back, or was missing only for a moment, is asked for by its name again', async () => {
  const { backend, device } = await openNext();
  const takeLines = watchConsole();
  const ours = rows([{ id: 'r1', store_id: STORE, title: 'Brew', stores: { id: STORE } }]);
  const mended: Answer = (asked) =>
    asked.query.has('storeId') ? noColumn('rewards.storeId')(asked) : ours(asked);
  backend.answer('rest/rewards', noColumn('rewards.date_end'));
  await expect(rewardsOfStore()).rejects.toThrow('Stampcard is being updated.');
  expect(backend.of('rest/rewards')).toHaveLength(2);
  await settle();
  expect(takeLines()).toEqual([
    expect.stringContaining('"column rewards.date_end does not exist" (42703)'),
  ]);
  backend.answer('rest/rewards', mended);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);
  expect(backend.of('rest/rewards')).toHaveLength(3);

  device.sessionStorage.set('stampcard.missing-parts', 'rewards.store_id');
  const next = await openNext(device);
  next.backend.answer('rest/rewards', mended);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);
  expect(await rewardsOfStore()).toMatchObject([{ id: 'r1' }]);
  const byItsName = next.backend.of('rest/rewards').map(({ query }) => query.has('store_id'));
  expect(byItsName).toEqual([false, true, true]);
});

test('a search reads the logo under whichever name it has', async () => {
  const { backend } = await openNext();
  backend.answer('rest/stores', (asked) =>
    asked.query.get('select') === '*'
      ? rows([{ id: STORE, name: 'Kape', logoUrl: '/logo.svg' }])(asked)
      : noColumn('stores.logo_url')(asked),
  );
  const found = [{ id: STORE, name: 'Kape', logoUrl: '/logo.svg' }];
  expect(await search()).toMatchObject(found);
  expect(await search()).toMatchObject(found);
  const selected = backend.queries('rest/stores').map(({ select }) => select);
  expect(selected).toEqual(['id,name,address,logo_url', '*', '*']);
});

test('no deletion is offered if the backend can’t say what it keeps, or has failed to delete', async () => {
  const openProfile = async () => {
    const state = await import('../../../src/lib/state/my-data.ts');
    state.$canDelete.listen(() => undefined);
    await settle();
    return state;
  };
  await openNext();
  expect((await openProfile()).$canDelete.get()).toBe(false);
  const { backend } = await openNext();
  backend.answer('rest/rpc/known_about_me', rows([{}]));
  backend.answer('rest/rpc/delete_account', noFunction);
  const { $canDelete, $deletion, deleteMyAccount, readAboutMe } = await openProfile();
  expect($canDelete.get()).toBe(true);
  await deleteMyAccount();
  expect($deletion.get()).toMatchObject({ step: 'failed' });
  await readAboutMe();
  expect($canDelete.get()).toBe(false);
});

const CALM = 'Stampcard is being updated. Please try again in a few minutes.';
const BEGIN = `Stampcard was built for version ${SCHEMA_VERSION} of its schema, and the backend lacks something: `;
const LINE = `${BEGIN}"Could not find the table 'public.events' in the schema cache" (PGRST205). `;
const APPLY = 'Apply what is missing: npx supabase db push --remote.';

const missingTable = refusal(404, {
  code: 'PGRST205',
  message: "Could not find the table 'public.events' in the schema cache",
});

/** The event that a screen asks for, or why there is none. */
const readEvent = async () =>
  (await import('../../../src/lib/data/events.ts')).eventById('5').catch((error: unknown) => error);

test.each([
  ['PGRST002', 'Could not query the database for the schema cache. Retrying.'],
  ['PGRST200', 'Could not find a relationship'],
  ['42703', 'column events.date does not exist'],
  ['42883', 'function private.today() does not exist'],
  ['42P01', 'relation "events" does not exist'],
  ['42501', 'permission denied for table events'],
])('a schema that lacks something (%s: %s) leads to a calm sentence', async (code, message) => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole();
  backend.answer('rest/events', refusal(code === '42501' ? 403 : 404, { code, message }));
  // Retryable: the last answer stays on the screen, and the page asks again.
  expect(await readEvent()).toMatchObject({ message: CALM, code, retryable: true });
  await settle();
  expect(takeLines()).toEqual([expect.stringContaining(`${BEGIN}"${message}" (${code}). `)]);
});

test.each([
  ['42501', 'new row violates row-level security policy for table "rewards"'],
  ['42601', 'The kitchen is closed.'],
  ['PGRST301', 'JWT expired'],
])('any other refusal (%s) keeps its words', async (code, message) => {
  const { backend } = await openPage('/events');
  backend.answer('rest/events', refusal(400, { code, message }));
  expect(await readEvent()).toMatchObject({ message, code, retryable: false });
  expect(backend.of('rest/rpc/schema_version')).toEqual([]);
});

test('a call that lost its session to a log-out in another tab is not blamed on the schema', async () => {
  const { backend } = await openPage('/events');
  const message = 'permission denied for table events';
  backend.answer('rest/events', refusal(401, { code: '42501', message }));
  backend.answer('auth/token', refusal(400, { code: 'session_not_found', message: 'Gone.' }));
  expect(await readEvent()).toMatchObject({ status: 401, retryable: false });
  expect(backend.of('rest/rpc/schema_version')).toEqual([]);
});

const says =
  (version: string): Answer =>
  () =>
    Response.json(version);

test.each<[name: string, answer: Answer, advice: string]>([
  ['older', says('20251122002000'), `The backend has version 20251122002000. ${APPLY}`],
  [
    'none',
    noFunction,
    `The backend has no version: it predates versions, or was not made by these migrations. ${APPLY}`,
  ],
  [
    'newer',
    says('29990101000000'),
    'The backend has version 29990101000000: this page is from an older release. Reload it; if that does not help, rebuild the site.',
  ],
  [
    'the same',
    says(SCHEMA_VERSION),
    "The backend says that it has this version: something was removed from it since, or its API has not noticed the change (notify pgrst, 'reload schema').",
  ],
  ['a table', rows([]), 'The backend does not say which version it has.'],
  ['no answer', offline, 'The backend does not say which version it has.'],
])('the operator gets advice on a backend whose version is %s', async (_, answer, advice) => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole();
  backend.answer('rest/events', missingTable);
  backend.answer('rest/rpc/schema_version', answer);
  await readEvent();
  await readEvent();
  await settle();
  expect(takeLines()).toEqual([LINE + advice]);
  expect(backend.of('rest/rpc/schema_version').map(({ method }) => method)).toEqual(['GET']);
  // As anyone, not with the customer's token.
  expect(backend.tokens('rest/rpc/schema_version')).toEqual([null]);
});

test('each missing thing gets its own line, and the version is asked for once', async () => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole();
  backend.answer('rest/events', missingTable);
  backend.answer('rest/rewards', refusal(400, { code: '42703', message: 'No such column.' }));
  await readEvent();
  await expect((await calls()).rewardById('7', MORNING)).rejects.toThrow(CALM);
  await settle();
  expect(takeLines()).toEqual([
    expect.stringContaining(LINE),
    expect.stringContaining(`${BEGIN}"No such column." (42703). `),
  ]);
  expect(backend.of('rest/rpc/schema_version')).toHaveLength(1);
});

// Last: once a module is mocked, code loads later than the other tests expect.
test('the fallback is shown if the code for that sentence is gone from the host', async () => {
  const { backend } = await openPage('/events');
  vi.doMock('../../../src/lib/data/schema-gap.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('../../../src/lib/data/schema-gap.ts'));
  backend.answer('rest/events', missingTable);
  expect(await readEvent()).toMatchObject({ message: 'Unable to load events.' });
});
