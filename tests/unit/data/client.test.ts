// @vitest-environment node
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { ana, openPage, pass, sessionOf, withAuthWarnings } from '../state/open-page.ts';
import {
  captivePortal,
  hanging,
  htmlPage,
  inTurn,
  offline,
  refusal,
  rows,
} from './fake-backend.ts';

const load = async () => ({
  ...(await import('../../../src/lib/data/client.ts')),
  ...(await import('../../../src/lib/data/backend-fetch.ts')),
});
const authClient = async () => (await import('../../../src/lib/data/auth-client.ts')).auth;

test('there is one client for the whole page, made when it is first used', async () => {
  const { backend: server } = await openPage('/home');
  const { backend } = await load();
  expect(backend()).toBe(backend());
  expect(server.requests).toEqual([]);
});

test('the client asks the site itself where no other address is configured', async () => {
  await openPage('/home');
  const { backendUrl } = await load();
  expect(backendUrl()).toBe('http://localhost:4321');
});

test('the client sends the publishable key and the session of the device', async () => {
  const { backend: server } = await openPage('/home');
  const { backend } = await load();
  server.answer('rest/stores', rows([]));
  await backend().from('stores').select();
  const [{ headers } = { headers: new Headers() }] = server.of('rest/stores');
  expect(headers.get('apikey')).toBe('sb_publishable_local_stampcard');
  expect(headers.get('authorization')).toBe('Bearer access-ana-first');
});

test('the client does not repeat a call by itself', async () => {
  const { backend: server } = await openPage('/home');
  const { backend } = await load();
  server.answer('rest/stores', htmlPage(503));
  const reply = backend().from('stores').select();
  const [{ status }] = await Promise.all([reply, pass(60_000)]);
  expect(status).toBe(503);
  expect(server.of('rest/stores')).toHaveLength(1);
});

test('the client keeps the session where the device keeps things, and survives a device that keeps nothing', async () => {
  const { backend: server, device } = await openPage('/login', { as: null });
  device.localStorage.set = () => undefined;
  server.answer('auth/verify', refusal(200, sessionOf(ana)));
  const { data } = await (await authClient()).verifyOtp({
    email: 'ana@example.com',
    token: '123456',
    type: 'email',
  });
  expect(data.user?.id).toBe('ana');
  expect(device.localStorage.get(storageKeys.session)).toBe(null);
});

test.each([
  ['asks for patience', refusal(429, { message: 'Request rate limit reached' })],
  ['stumbles', refusal(500, { message: 'unexpected failure' })],
  ['is hidden behind a page of HTML', htmlPage(502)],
  ['is hidden behind a proxy’s refusal', htmlPage(403)],
  ['does not answer', hanging],
])('the client keeps a session that has run out where the backend %s', async (_, answer) => {
  const { backend: server, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  server.answer('auth/token', answer);
  await withAuthWarnings(async () => {
    const auth = await authClient();
    const [{ error }] = await Promise.all([auth.getSession(), pass(60_000)]);
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError' });
  });
  expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ana-first');
});

test('the client gives up a renewal that is never answered, and tries again', async () => {
  const { backend: server, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  server.answer('auth/token', inTurn(hanging, refusal(200, sessionOf(ana, 3600, 'second'))));
  const auth = await authClient();
  const [{ data }] = await Promise.all([auth.getSession(), pass(20_000)]);
  expect(data.session?.access_token).toBe('access-ana-second');
  expect(server.of('auth/token')).toHaveLength(2);
  expect(server.of('auth/token')[0]?.signal?.aborted).toBe(true);
});

test('the client renews without its minute of rest when a person asks for it', async () => {
  const { backend: server, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  server.answer('auth/token', offline);
  const { loadAuthModule: client, clearRefreshCooldown } = await import(
    '../../../src/lib/data/token-refresh.ts'
  );
  const { auth } = await client();
  await withAuthWarnings(async () => {
    await Promise.all([auth.getSession(), pass(30_000)]);
  });
  server.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  expect((await auth.getSession()).data.session).toBe(null);
  clearRefreshCooldown();
  expect((await auth.getSession()).data.session?.user.id).toBe('ana');
});

test('the client drops a session that the backend refuses to renew', async () => {
  const { backend: server, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  server.answer('auth/token', refusal(400, { code: 'refresh_token_not_found', message: 'No.' }));
  const auth = await authClient();
  await Promise.all([auth.getSession(), pass(60_000)]);
  expect(device.localStorage.get(storageKeys.session)).toBe(null);
  expect(server.of('auth/token')).toHaveLength(1);
});

const fetched = async (answer: Response, path = 'rest/v1/stores') => {
  await openPage('/home');
  vi.stubGlobal('fetch', async () => answer);
  return (await load()).fetchFromBackend(`http://localhost:4321/${path}`);
};
const json = (status: number) =>
  new Response('{"message":"Closed."}', {
    status,
    headers: { 'content-type': 'application/vnd.pgrst.error+json' },
  });

test.each([200, 400, 401, 500])(
  'fetchFromBackend leaves the backend’s own words, %d',
  async (status) => {
    const reply = await fetched(json(status));
    expect([reply.status, await reply.text()]).toEqual([status, '{"message":"Closed."}']);
  },
);

test.each([403, 404, 500, 502])('fetchFromBackend drops the page that says %d', async (status) => {
  const reply = await fetched(await htmlPage(status)({} as never));
  expect([reply.status, await reply.text()]).toEqual([status, '{}']);
});

test('fetchFromBackend leaves what succeeded, whatever it is', async () => {
  const reply = await fetched(await captivePortal({} as never));
  expect(await reply.text()).toContain('Welcome');
});

test.each([
  ['auth/v1/token?grant_type=refresh_token', 503],
  ['auth/v1/token?grant_type=pkce', 429],
  ['auth/v1/otp', 429],
  ['rest/v1/stores', 429],
])('fetchFromBackend answers %s, refused for too many requests, with %d', async (path, status) => {
  expect((await fetched(json(429), path)).status).toBe(status);
});
