import { afterEach, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { captivePortal, inTurn, offline, rows } from '../data/fake-backend.ts';
import { ana, ben, openPage, pass, sessionOf, settle } from '../state/open-page.ts';

const READS = JSON.stringify([
  ['/rest/v1/stores?id=eq.-id-&limit=1'],
  ['/rest/v1/stamps?user_id=eq.-person-&at=gte.1969-12-31T16:00Z', { prefer: 'count=exact' }],
  ['/rest/v1/rpc/stamps_held', { 'content-type': 'application/json' }, '{"store_ids":["-id-"]}'],
]);

/** The script in Ana's page of a store, and then what the page's code asks with. */
async function open({
  path = '/store/7',
  left = 3600,
  change = {} as object | null,
  answer = rows([]),
} = {}) {
  const page = await openPage(path);
  page.backend.answer('rest/stores', answer);
  vi.stubGlobal('location', page.device.address());
  const session = change && { ...sessionOf(ana, left), ...change };
  localStorage.setItem(storageKeys.session, JSON.stringify(session));
  const script = document.createElement('script');
  Object.assign(script.dataset, { path: '/store', key: 'public', reads: READS });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('../../../src/scripts/ask-early.ts');
  const { fetchFromBackend } = await import('../../../src/lib/data/backend-fetch.ts');
  const { origin } = page.device.address();
  const ask = (who = ana, method = 'GET') =>
    fetchFromBackend(`${origin}/rest/v1/stores?id=eq.7&limit=1`, {
      method,
      headers: { apikey: 'public', authorization: `Bearer ${sessionOf(who).access_token}` },
    });
  return { ...page, ask, sent: page.backend.requests };
}

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(globalThis, 'stampcardAsked');
});

test('what a screen shows first is asked for with its person, its id and the day of today', async () => {
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
  ['the address asks for more', { path: '/store/7?store_id=3' }],
  ['the id is none that stands in an address as it is', { path: '/store/7%20' }],
  ['the token has run out', { left: -1 }],
  ['the token is about to run out', { left: 80 }],
  ['the session names nobody', { change: { user: {} } }],
  ['there is no session', { change: null }],
  ['the person can stand in no address', { change: { user: { id: '\ud800' } } }],
])('nothing is asked early where %s', async (_, options) => {
  expect((await open(options)).sent).toEqual([]);
});

test('nothing is asked early of a backend that is known to lack something', async () => {
  sessionStorage.setItem(storageKeys.lacking, 'my_cards');
  expect((await open()).sent).toEqual([]);
});

test('the page’s code takes the answer, and the next time asks by itself', async () => {
  const { ask, backend } = await open({ answer: rows([{ id: 7 }]) });
  expect(await (await ask()).json()).toEqual([{ id: 7 }]);
  expect(backend.of('rest/stores')).toHaveLength(1);
  await ask();
  expect(backend.of('rest/stores')).toHaveLength(2);
});

test.each([
  ['another person', ben, 'GET', 0],
  ['another request', ana, 'HEAD', 0],
  ['the same person much later', ana, 'GET', 20_000],
])('the answer is not for %s', async (_, who, method, later) => {
  const { ask, backend } = await open();
  await pass(later);
  await ask(who, method);
  expect(backend.of('rest/stores')).toHaveLength(2);
});

test.each([
  ['fails', offline, 2],
  ['brings no data', captivePortal, 1],
])('an early request that %s is as if the code had asked', async (_, first, count) => {
  const { ask, backend } = await open({ answer: inTurn(first, rows([{ id: 7 }])) });
  expect((await ask()).ok).toBe(true);
  expect(backend.of('rest/stores')).toHaveLength(count);
});
