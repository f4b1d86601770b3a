import { afterEach, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import hydrateOncePainted from '../../../src/scripts/client-painted.ts';
import { fetchCode } from '../../../src/scripts/fetch-code.ts';
import { captivePortal, inTurn, offline, refusal, rows } from '../data/fake-backend.ts';
import { ana, ben, openPage, pass, sessionOf, settle } from '../state/open-page.ts';

const READS = JSON.stringify([
  ['from,stores,select,*,count:exact,eq,id,-id-', '/rest/v1/stores?id=eq.-id-&limit=1'],
  [
    'from,stamps',
    '/rest/v1/stamps?user_id=eq.-person-&at=gte.1969-12-31T16:00Z',
    { prefer: 'count=exact' },
  ],
  [
    'rpc,stamps_held,store_ids:-id-',
    '/rest/v1/rpc/stamps_held',
    { 'content-type': 'application/json' },
    '{"store_ids":["-id-"]}',
  ],
]);

/** Runs the script in a store's page as Ana, and returns what the page's code asks with. */
async function open({
  path = '/store/7',
  left = 3600,
  change = {} as object | null,
  answer = rows([]),
  type = 0,
} = {}) {
  const page = await openPage(path);
  page.backend.answer('rest/stores', answer);
  vi.stubGlobal('location', page.device.address());
  Object.assign(performance, { navigation: { type } });
  const session = change && { ...sessionOf(ana, left), ...change };
  localStorage.setItem(storageKeys.session, JSON.stringify(session));
  const script = document.createElement('script');
  Object.assign(script.dataset, { path: '/store', key: 'public', reads: READS });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('../../../src/scripts/ask-early.ts');
  const { backend: tables } = await import('../../../src/lib/data/client.ts');
  const ask = async (id = '7') =>
    tables()
      .from('stores')
      .select('*', { count: 'exact' })
      .eq('id', id)
      .abortSignal(AbortSignal.timeout(1000));
  return { ...page, ask, sent: page.backend.requests };
}

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(globalThis, 'stampcardAsked');
});

test('what a screen shows first is requested with its person, its id and today’s date', async () => {
  const { sent } = await open();
  await settle();
  expect(
    sent.map(({ method, path, query, headers, body }) => [
      ...[method, path, `${query}`, headers.get('prefer'), body],
      ...[headers.get('authorization'), headers.get('apikey')],
    ]),
  ).toEqual(
    [
      ['GET', 'rest/stores', 'id=eq.7&limit=1', null, null],
      ['GET', 'rest/stamps', 'user_id=eq.ana&at=gte.2026-11-20T16%3A00Z', 'count=exact', null],
      ['POST', 'rest/rpc/stamps_held', '', null, { store_ids: ['7'] }],
    ].map((request) => [...request, 'Bearer access-ana-first', 'public']),
  );
});

test.each([
  ['the address has more parameters', { path: '/store/7?store_id=3' }],
  ['the address has no id', { path: '/store' }],
  ['the id can’t be in an address unescaped', { path: '/store/7%20' }],
  ['the token has run out', { left: -1 }],
  ['the token is about to run out', { left: 80 }],
  ['the session names nobody', { change: { user: {} } }],
  ['there is no session', { change: null }],
  ['the person can’t be in an address', { change: { user: { id: '\ud800' } } }],
])('nothing is asked early if %s', async (_, options) => {
  expect((await open(options)).sent).toEqual([]);
});

test('nothing is asked early if the backend is known to lack something', async () => {
  sessionStorage.setItem(storageKeys.missingParts, 'my_cards');
  expect((await open()).sent).toEqual([]);
});

test('the page’s code uses the early answer once, and asks for itself the next time', async () => {
  const { ask, backend } = await open({ answer: rows([{ id: 7 }], 12) });
  const [early, own] = [await ask(), await ask()];
  expect(early).toMatchObject({ data: [{ id: 7 }], count: 12, status: own.status, error: null });
  expect(own).toMatchObject(early);
  expect(backend.of('rest/stores')).toHaveLength(2);
});

test.each([
  // Without the cache, Chromium sends a preflight before each request.
  ['may be', 'by a link', 0, 'default'],
  ['may be', 'again', 1, 'default'],
  ['must not be', 'on the way back', 2, 'no-store'],
])('an answer %s in the browser’s cache on a page opened %s', async (_, __, type, cache) => {
  const { ask, backend } = await open({ answer: rows([{ id: 7 }]), type });
  const [early, own] = [await ask(), await ask()];
  expect([early.data, own.data]).toEqual([[{ id: 7 }], [{ id: 7 }]]);
  expect(backend.of('rest/stores').map((request) => request.cache)).toEqual([cache, cache]);
});

test('an early refusal reads as if the page’s code had asked', async () => {
  const { ask } = await open({ answer: refusal(400, { code: '22P02', message: 'No id.' }) });
  const [early, own] = [await ask(), await ask()];
  expect(early).toMatchObject({ data: null, status: 400, error: { code: '22P02' } });
  expect(own).toMatchObject(early);
});

test.each([
  ['another person', ben, '7', 0],
  ['another store', ana, '8', 0],
  ['the same person much later', ana, '7', 20_000],
])('an early answer is not used for %s', async (_, who, id, later) => {
  const { ask, backend, device } = await open();
  await pass(later);
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(who)));
  await ask(id);
  expect(backend.of('rest/stores')).toHaveLength(2);
});

test.each([
  ['fails', offline, { data: [{ id: 7 }], error: null }, 2],
  ['brings no data', captivePortal, { data: null, error: {} }, 1],
])('an early request that %s makes no difference to the code', async (_, first, reply, count) => {
  const { ask, backend } = await open({ answer: inTurn(first, rows([{ id: 7 }])) });
  expect(await ask()).toMatchObject(reply);
  expect(backend.of('rest/stores')).toHaveLength(count);
});

/** A page in a browser that reports paints, or doesn't. */
async function openInBrowser({
  tells = true,
  hidden = false,
  behindPaint = true,
  isLogin = false,
} = {}) {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  let paint: () => void = () => undefined;
  const observer = vi.fn(function observe(this: { observe: () => void }, callback: () => void) {
    this.observe = () => {
      paint = callback;
    };
  });
  vi.stubGlobal(
    'PerformanceObserver',
    Object.assign(observer, tells ? { supportedEntryTypes: ['paint'] } : {}),
  );
  document.body.innerHTML = '<link data-later="modulepreload" href="/_astro/a.js">';
  const has = { come: false };
  const come = async () => {
    has.come = true;
  };
  const options = { name: 'LoginPanel', value: '' };
  if (isLogin) hydrateOncePainted(async () => come, options, document.body);
  else void fetchCode(behindPaint).then(come);
  await vi.advanceTimersByTimeAsync(0);
  return { has, paint };
}

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

test('a page’s code is fetched once it has been painted', async () => {
  const { has, paint } = await openInBrowser();
  expect([has.come, document.querySelector('link')?.rel]).toEqual([false, '']);
  paint();
  await vi.advanceTimersByTimeAsync(0);
  expect([has.come, document.querySelector('link')?.rel]).toEqual([true, 'modulepreload']);
});

test.each([
  ['does not report paints', { tells: false }],
  ['does not paint a page in the background', { hidden: true }],
  ['has nothing to show before it', { behindPaint: false }],
])('a page’s code is fetched at once in a browser that %s', async (_, browser) => {
  expect((await openInBrowser(browser)).has.come).toBe(true);
});

test.each([
  ['a page’s code', false],
  ['the code of the sign-in', true],
])('%s is fetched after a second if the browser never reports a paint', async (_, isLogin) => {
  const { has } = await openInBrowser({ isLogin });
  await vi.advanceTimersByTimeAsync(999);
  expect(has.come).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(has.come).toBe(true);
});
