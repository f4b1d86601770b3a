// @vitest-environment node
import { expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import type { MemoryPlatform } from '../../memory-platform.ts';
import { ana, ben, MORNING, openPage, pass, sessionOf, settle } from '../state/open-page.ts';
import { calls, keepSession, keptSession, openWithSecondsLeft } from './calls.ts';
import {
  type Answer,
  captivePortal,
  type FakeBackend,
  hanging,
  htmlPage,
  inTurn,
  later,
  offline,
  refusal,
} from './fake-backend.ts';

const ended = refusal(200, {});
const expired = refusal(403, { code: 'bad_jwt', message: 'token is expired' });
const renewed = refusal(200, sessionOf(ana, 3600, 'second'));

/** What each log-out was meant to end: all of the person's sessions, or one. */
const scopes = (backend: FakeBackend) => backend.queries('auth/logout').map(({ scope }) => scope);

const kept = (device: MemoryPlatform): { id: string; refreshToken: string; hasFailed: boolean }[] =>
  JSON.parse(device.localStorage.get(storageKeys.logOuts) ?? '[]');

/** Logs out: the device forgets its session. */
async function logOut(device: MemoryPlatform): Promise<void> {
  const { endSession } = await calls();
  const forget = async () => device.localStorage.remove(storageKeys.session);
  await Promise.all([endSession(forget), pass(15_000)]);
}

/** A device on which Ana's log-out failed: it is left over. */
async function withOneLeft() {
  const page = await openPage('/login');
  page.backend.answer('auth/logout', offline);
  await logOut(page.device);
  expect(kept(page.device)).toHaveLength(1);
  page.backend.requests.length = 0;
  page.backend.answer('auth/token', renewed);
  page.backend.answer('auth/logout', ended);
  return page;
}

const endLeft = async (): Promise<boolean> => {
  const { endSessionsLeft } = await calls();
  const [isDone] = await Promise.all([endSessionsLeft(), pass(15_000)]);
  return isDone;
};

test('the log-out ends all of the person’s sessions with one request, which outlives the page', async () => {
  const { backend, device } = await openPage('/profile');
  backend.answer('auth/logout', ended);
  await logOut(device);
  expect(backend.requests).toHaveLength(1);
  const [asked] = backend.of('auth/logout');
  expect(asked?.keepalive).toBe(true);
  expect(scopes(backend)).toEqual(['global']);
  expect(backend.tokens('auth/logout')).toEqual(['Bearer access-ana-first']);
  expect(asked?.headers.get('apikey')).toBe('sb_publishable_local_stampcard');
  expect(device.localStorage.keys()).toEqual([]);
});

test('the log-out without a session asks for nothing', async () => {
  const { backend, device } = await openPage('/profile', { as: null });
  await logOut(device);
  expect(backend.requests).toEqual([]);
});

test.each<[string, Answer]>([
  ['stumbles', refusal(500, { code: 'unexpected_failure', message: 'No.' })],
  ['is out of reach', offline],
  ['does not answer', hanging],
  ['is hidden by another network’s page', captivePortal],
  ['is hidden behind a proxy’s refusal', htmlPage(403)],
])('the log-out is kept if the backend %s, with nothing about the person', async (_, answer) => {
  const { backend, device } = await openPage('/profile');
  backend.answer('auth/logout', answer);
  backend.answer('auth/token', htmlPage(502));
  await logOut(device);
  expect(kept(device)).toEqual([
    {
      id: expect.any(String),
      refreshToken: 'refresh-ana-first',
      since: MORNING,
      hasFailed: true,
    },
  ]);
});

test('the log-out is kept even if storage was full until the session was removed', async () => {
  const { backend, device } = await openPage('/profile');
  backend.answer('auth/logout', offline);
  const { set, remove } = device.localStorage;
  device.localStorage.set = () => undefined;
  device.localStorage.remove = (key) => {
    remove(key);
    device.localStorage.set = set;
  };
  await logOut(device);
  expect(kept(device)).toMatchObject([{ refreshToken: 'refresh-ana-first', hasFailed: true }]);
});

test('the log-out with an access token that has run out begins by renewing it', async () => {
  const { backend, device } = await openWithSecondsLeft(-60);
  backend.answer('auth/token', renewed);
  backend.answer('auth/logout', ended);
  await logOut(device);
  expect(backend.requests.map(({ path }) => path)).toEqual(['auth/token', 'auth/logout']);
  expect(backend.tokens('auth/logout')).toEqual(['Bearer access-ana-second']);
  expect(scopes(backend)).toEqual(['global']);
  expect(kept(device)).toEqual([]);
});

test.each([
  ['as run out', expired],
  ['without a reason', refusal(401, {})],
  ['by an older service', refusal(404, { code: 404, msg: 'User not found' })],
])('an access token refused %s at the log-out is renewed first', async (_, answer) => {
  const { backend, device } = await openPage('/profile');
  backend.answer('auth/token', renewed);
  backend.answer('auth/logout', inTurn(answer, ended));
  await logOut(device);
  expect(backend.tokens('auth/logout')).toEqual([
    'Bearer access-ana-first',
    'Bearer access-ana-second',
  ]);
  expect(kept(device)).toEqual([]);
});

test.each([
  ...['refresh_token_not_found', 'refresh_token_already_used', 'session_expired'],
  ...['session_not_found', 'user_not_found', 'user_banned', 'validation_failed'],
])('a leftover log-out is over once the backend says %s', async (code) => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/token', refusal(400, { code, message: 'No.' }));
  expect(await endLeft()).toBe(true);
  expect(backend.of('auth/logout')).toEqual([]);
  expect(device.localStorage.keys()).toEqual([]);
});

test.each<[string, Answer]>([
  ['the key is refused', refusal(401, { message: 'Invalid API key' })],
  ['another network answers the renewal', captivePortal],
  ['the renewal is not answered', hanging],
])('a leftover log-out stays while %s', async (_, answer) => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/token', answer);
  expect(await endLeft()).toBe(false);
  expect(kept(device)).toMatchObject([{ refreshToken: 'refresh-ana-first' }]);
});

test('a leftover log-out goes on with the newest token', async () => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/logout', expired);
  expect(await endLeft()).toBe(false);
  expect(kept(device)).toMatchObject([{ refreshToken: 'refresh-ana-second' }]);
  backend.answer('auth/logout', ended);
  expect(await endLeft()).toBe(true);
  expect(backend.of('auth/token').at(-1)?.body).toEqual({ refresh_token: 'refresh-ana-second' });
});

test.each([
  ['nobody else has signed in', null],
  ['the same person has signed in again', ana],
  ['somebody else has signed in', ben],
])('a leftover log-out ends only its own session when %s', async (_, person) => {
  const { backend, device } = await withOneLeft();
  if (person) keepSession(device, sessionOf(person, 3600, 'new'));
  expect(await endLeft()).toBe(true);
  expect(scopes(backend)).toEqual(['local']);
  if (person) expect(keptSession(device)).toContain(`refresh-${person.id}-new`);
});

test('leftover log-outs of two customers each use their own token', async () => {
  const { backend, device } = await withOneLeft();
  keepSession(device, sessionOf(ben));
  backend.answer('auth/logout', offline);
  backend.answer('auth/token', offline);
  await logOut(device);
  expect(kept(device).map(({ refreshToken }) => refreshToken)).toEqual([
    'refresh-ana-first',
    'refresh-ben-first',
  ]);
  backend.answer('auth/logout', ended);
  backend.answer('auth/token', ({ body }) => {
    const { refresh_token } = body as { refresh_token: string };
    const who = refresh_token === 'refresh-ana-first' ? ana : ben;
    return Response.json(sessionOf(who, 3600, 'second'));
  });
  backend.requests.length = 0;
  expect(await endLeft()).toBe(true);
  expect(backend.tokens('auth/logout').sort()).toEqual([
    'Bearer access-ana-second',
    'Bearer access-ben-second',
  ]);
});

test.each(['{"id":', '{}', '[1, null, {"id": 1}]', '[{"id": "a"}]'])(
  'a garbled leftover log-out (%s) counts as none',
  async (garbled) => {
    const { backend, device } = await openPage('/login', { as: null });
    device.localStorage.set(storageKeys.logOuts, garbled);
    expect(await endLeft()).toBe(true);
    expect(backend.requests).toEqual([]);
  },
);

test('a leftover log-out that another tab finished meanwhile does not come back', async () => {
  const { backend, device } = await withOneLeft();
  const slow = later();
  backend.answer('auth/token', slow.answer);
  const { endSessionsLeft } = await calls();
  const ending = endSessionsLeft();
  await settle();
  device.localStorage.remove(storageKeys.logOuts);
  slow.come(renewed);
  await settle();
  expect(await ending).toBe(true);
  expect(device.localStorage.keys()).toEqual([]);
});

const signedIn = refusal(200, sessionOf(ana, 3600, 'new'));
const verify = async () => (await calls()).verifyCode('ana@example.com', '123456');
const paths = (backend: FakeBackend) => backend.requests.map(({ path }) => path);

test('a sign-in waits until the leftover sessions have ended', async () => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/verify', signedIn);
  await verify();
  expect(paths(backend)).toEqual(['auth/token', 'auth/logout', 'auth/verify']);
  expect(device.localStorage.keys()).toEqual([storageKeys.session]);
});

test('a sign-in waits 5 s at most for leftover sessions, which stay if they have not ended', async () => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/token', hanging);
  backend.answer('auth/verify', signedIn);
  const verifying = verify();
  await pass(4999);
  expect(paths(backend)).toEqual(['auth/token']);
  await pass(1);
  await verifying;
  expect(paths(backend)).toEqual(['auth/token', 'auth/verify']);
  expect(kept(device)).toHaveLength(1);
});

test('a sign-in interrupts a leftover log-out, which is finished afterward', async () => {
  const { backend, device } = await withOneLeft();
  backend.answer('auth/logout', hanging);
  const { endSessionsLeft } = await calls();
  const ending = endSessionsLeft();
  await settle();
  const isStopped = () => backend.of('auth/logout').map(({ signal }) => signal?.aborted);
  expect(isStopped()).toEqual([false]);
  backend.answer('auth/verify', signedIn);
  const verifying = verify();
  await pass(5000);
  expect(isStopped()).toEqual([true]);
  await Promise.all([verifying, ending]);
  expect(keptSession(device)).toContain('refresh-ana-new');
  backend.answer('auth/logout', ended);
  expect(await endLeft()).toBe(true);
  expect(scopes(backend).at(-1)).toBe('local');
});

test('a sign-in keeps leftover log-outs waiting until it is done', async () => {
  const { backend } = await withOneLeft();
  backend.answer('auth/token', offline);
  const slow = later();
  backend.answer('auth/verify', slow.answer);
  const verifying = verify();
  await settle();
  expect(backend.of('auth/verify')).toHaveLength(1);
  backend.answer('auth/token', renewed);
  const { endSessionsLeft } = await calls();
  const ending = endSessionsLeft();
  await settle();
  expect(backend.of('auth/logout')).toEqual([]);
  slow.come(signedIn);
  await Promise.all([verifying, ending, settle()]);
  expect(scopes(backend)).toEqual(['local']);
});
