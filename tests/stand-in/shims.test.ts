import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFront, type FrontParts } from '../../local-backend/front.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { readPart } from '../../local-backend/messages.ts';
import { oneAtATime } from '../../local-backend/one-at-a-time.ts';
import { ana, ben, tess } from '../../local-backend/people.ts';
import { createServices } from '../../local-backend/services.ts';
import { createVerificationLimit } from '../../local-backend/shims/codes.ts';
import { newSigningKey } from '../../local-backend/shims/signing-keys.ts';
import {
  backend,
  type Client,
  freshData,
  ORIGIN,
  operator,
  send,
  signIn,
  signInByCode,
} from '../database/as.ts';
import { startAsGuest } from '../database/doors.ts';
import { http, post } from '../database/http.ts';

/** What our backend does differently from the library it is built on: one file of local-backend/shims each. */
beforeEach(freshData);
test('our backend queues requests and its owner’s queries for the embedded database, not for a server', async () => {
  const most = async (oneSession: boolean) => {
    let [now, peak] = [0, 0];
    const work = async () => {
      now += 1;
      peak = Math.max(peak, now);
      // This takes some time, during which anything that bypasses the queue would come.
      await readdir('.');
      now -= 1;
    };
    const respond = () => work().then(() => new Response());
    const parts = {
      app: { fetch: respond },
      database: { oneSession, connection: unasked, query: () => work().then(() => []) },
      preRequest: { ofTables: (_: string, ask: () => unknown) => ask() },
      seedDay: { isOver: () => false },
      origin: ORIGIN,
      signingKey: newSigningKey(),
    };
    const front = createFront(parts as unknown as FrontParts);
    const asked = ['/auth/v1/token', '/rest/v1/rpc/till_log', '/rest/v1/stores'];
    await Promise.all([
      ...asked.map((path) => front.fetch(post(path, {}))),
      front.query('select 1'),
      front.query('select 2'),
    ]);
    return peak;
  };
  expect(await most(true)).toBe(1);
  expect(await most(false)).toBeGreaterThan(1);
});
test('our backend goes on after a failed request', async () => {
  const queue = oneAtATime();
  const failed = queue(() => Promise.reject(new Error('no')));
  const next = queue(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
test('our backend goes on after a call with something else where a list is expected', async () => {
  const device = { endpoint: 'https://localhost/local/push/1', public_key: 'x', auth_secret: 'x' };
  const body = JSON.stringify({ ...device, kinds: { reward_ready: true } });
  const wrong = await http(ana, '/rest/v1/rpc/save_push_device', { method: 'POST', body });
  expect([wrong.status, wrong.json]).toMatchObject([400, { code: '22P02' }]);
  expect((await http(ana, '/rest/v1/stamps?select=id')).status).toBe(200);
});
test('our backend calls the pre-request function in the transaction of the request, as its caller', async () => {
  const database = await backend();
  const [{ ours } = { ours: '' }] = await database.query<{ ours: string }>(
    `select pg_get_functiondef('public.refuse_ended_session'::regproc) as ours`,
  );
  await database.query(`
      create or replace function public.refuse_ended_session() returns void language plpgsql as $$
        begin raise sqlstate 'PT418' using message = concat_ws(' ', current_user, auth.uid(),
          current_setting('request.path', true), current_setting('transaction_read_only')); end $$`);
  try {
    expect((await http(null, '/rest/v1/stores?select=id')).json).toMatchObject({
      message: 'anon /stores off',
    });
    expect((await http(ana, '/rest/v1/rpc/my_cards')).json).toMatchObject({
      message: `authenticated ${ana.id} /rpc/my_cards on`,
    });
    expect((await http(ana, '/storage/v1/bucket')).status).toBe(200);
  } finally {
    await database.query(ours);
  }
});

/** Until the test ends, time stands still, and can be set to so many seconds from now. */
function stoppedClock() {
  const start = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
  onTestFinished(() => clock.mockRestore());
  return (seconds: number) => void clock.mockReturnValue(start + seconds * 1000);
}

/** For services whose rows nobody asks for. */
const unasked = { withContext: async () => undefined };
const KEYS = { signingKey: newSigningKey(), jwtSecret: 'of-these-services-only' };

describe('attempts at one-time codes', () => {
  const attempt = () =>
    post('/auth/v1/verify', { type: 'magiclink', email: ana.email, token: '000000' });
  test('our backend refuses the 31st attempt, and lets one more pass every ten seconds', async () => {
    const passTo = stoppedClock();
    const limit = createVerificationLimit(30);
    const ask = (count: number) =>
      Array.from({ length: count }, () => limit.refusal(attempt())?.status);
    expect(ask(32)).toEqual([...Array(30).fill(undefined), 429, 429]);
    expect(await limit.refusal(attempt())?.json()).toMatchObject({
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    });
    passTo(9);
    expect(ask(1)).toEqual([429]);
    passTo(10);
    expect(ask(2)).toEqual([undefined, 429]);
    passTo(310);
    expect(ask(31)).toEqual([...Array(30).fill(undefined), 429]);
    limit.clear();
    expect(ask(1)).toEqual([undefined]);
  });
  test('our backend counts every spelling of the address', async () => {
    const strict = createServices(
      {
        ...KEYS,
        verificationLimit: 1,
        app: { fetch: async () => new Response() },
        database: { connection: unasked, query: async () => [] },
      } as never,
      (work) => work(),
    );
    const url = new URL('/auth/v1/%76erif%79', ORIGIN);
    const again = () => strict.fetch(new Request(url, { method: 'POST', body: '{}' }));
    expect([(await again()).status, (await again()).status]).toEqual([200, 429]);
    expect((await strict.fetch(attempt())).status).toBe(429);
    const malformed = new Request(new URL('/auth/v1/verify%', ORIGIN));
    expect((await strict.fetch(malformed)).status).toBe(400);
  });
});

test('our backend asks the hook before it gives a token, under every spelling of the address', async () => {
  const password = 'correct horse battery';
  const { auth } = await signInByCode(ben.email);
  expect((await auth.updateUser({ password })).error).toBeNull();
  await auth.signOut();
  for (const query of ['%74oken?grant_type=password', 'token?grant%5ftype=password']) {
    const { status } = await send(post(`/auth/v1/${query}`, { email: ben.email, password }));
    expect([query, status]).toEqual([query, 403]);
  }
  const sessions = 'select id from auth.sessions where user_id::text = $1';
  expect(await (await backend()).query(sessions, [ben.id])).toEqual([]);
});

test('our backend accepts as many guests in an hour as it is told, and counts nobody else', async () => {
  const passTo = stoppedClock();
  const database = { ...(await backend()), connection: unasked };
  const parts = { ...KEYS, anonymousUsers: 2, app: { fetch: send }, database };
  const services = createServices(parts as never, (work) => work());
  const signUp = async (body: object = { data: {} }) =>
    (await services.fetch(post('/auth/v1/signup', body))).status;
  expect(await signUp({ email: 'hal@example.com', password: 'correct horse battery' })).toBe(200);
  expect([await signUp(), await signUp(), await signUp()]).toEqual([200, 200, 429]);
  passTo(29 * 60);
  expect(await signUp()).toBe(429);
  passTo(30 * 60);
  expect([await signUp(), await signUp()]).toEqual([200, 429]);
});

test('our backend says that guests are anonymous, and nobody else is', async () => {
  const ofSession = async ({ auth }: { auth: Client['auth'] }) => [
    (await auth.getSession()).data.session?.user.is_anonymous,
    (await auth.refreshSession()).data.user?.is_anonymous,
    (await auth.getUser()).data.user?.is_anonymous,
  ];
  expect(await ofSession((await startAsGuest()).client)).toEqual([true, true, true]);
  expect(await ofSession(await signInByCode(ana.email))).not.toContain(true);
});

test('our backend makes accounts only for the operator, with or without a dot in the address', async () => {
  const make = (key: string) =>
    new Request(new URL('/auth/v1/admin/users', ORIGIN), {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'new@example.com' }),
    });
  for (const key of [LOCAL_ANON_KEY, 'sb_secret_other', await signIn(tess)]) {
    expect([401, 403]).toContain((await send(make(key))).status);
  }
  // The store's own rule is in private.is_email.
  for (const email of ['new@example.com', 'owner@shop']) {
    const { data } = await operator.auth.admin.createUser({ email, email_confirm: true });
    expect(data.user?.email).toBe(email);
  }
});

test('our backend signs with a key that it publishes, also when a sign-in returns with tokens', async () => {
  const [key] = (await (await send('/auth/v1/.well-known/jwks.json')).json()).keys;
  const head = { alg: 'ES256', kid: key.kid, typ: 'JWT' };
  expect(readPart((await signIn(ana)).split('.')[0])).toEqual(head);
  const body = new URLSearchParams({ email: ana.email });
  const consent = await send('/auth/v1/authorize?provider=google');
  const chosen = await send(consent.headers.get('location') ?? '', { method: 'POST', body });
  const back = await send(chosen.headers.get('location') ?? '');
  const { hash } = new URL(back.headers.get('location') ?? '');
  const led = new URLSearchParams(hash.slice(1));
  expect(readPart(led.get('access_token')?.split('.')[0])).toEqual(head);
  const renewal = post('/auth/v1/token?grant_type=refresh_token', {
    refresh_token: led.get('refresh_token') ?? '',
  });
  expect((await send(renewal)).status).toBe(200);
});

test('our backend reads a list to its end, and anything else as lite does', async () => {
  const asked = async (query: string) =>
    (await http(null, `/rest/v1/stores?select=id&${query}`)).json;
  expect(await asked('id=in.(1)')).toEqual([{ id: 1 }]);
  expect(await asked('name=in.("Kape Tayo)",")")')).toEqual([]);
  expect(await asked('id=in.(1')).toMatchObject({ code: 'PGRST100' });
});
