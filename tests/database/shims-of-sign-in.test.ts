import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { createServices } from '../../local-backend/services.ts';
import { newSigningKey } from '../../local-backend/shims/signing-keys.ts';
import { createVerificationLimit } from '../../local-backend/shims/verification-limit.ts';
import { ana, ben, cy, tess } from '../people.ts';
import { backend, freshData, ORIGIN, operator, send, signIn, visitor } from './as.ts';
import { askBare, bareBackend, post } from './bare.ts';

/** The contracts of the shims of the auth service, in two halves as in shims.test.ts. */
beforeEach(freshData);

/** For services that are asked for no rows. */
const unasked = { withContext: async () => undefined };
const KEYS = { signingKey: newSigningKey(), jwtSecret: 'of-these-services-only' };

describe('tried one-time codes', () => {
  const attempt = () =>
    post('/auth/v1/verify', { type: 'magiclink', email: ana.email, token: '000000' });
  const statuses = async (count: number, ask: () => Promise<number | undefined>) => {
    const found: (number | undefined)[] = [];
    for (let round = 0; round < count; round += 1) found.push(await ask());
    return found;
  };
  test('lite lets a one-time code be guessed without end', async () => {
    const found = await statuses(31, async () => (await askBare(attempt())).status);
    expect(new Set(found)).toEqual(new Set([403]));
  });
  test('our backend refuses the 31st attempt, and lets one more pass every ten seconds', async () => {
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
    try {
      const limit = createVerificationLimit(30);
      const ask = async () => limit.refusal(attempt())?.status;
      expect(await statuses(32, ask)).toEqual([...Array(30).fill(undefined), 429, 429]);
      clock.mockReturnValue(start + 9_000);
      expect(await statuses(1, ask)).toEqual([429]);
      clock.mockReturnValue(start + 10_000);
      expect(await statuses(2, ask)).toEqual([undefined, 429]);
      clock.mockReturnValue(start + 310_000);
      expect(await statuses(31, ask)).toEqual([...Array(30).fill(undefined), 429]);
      limit.clear();
      expect(await statuses(1, ask)).toEqual([undefined]);
    } finally {
      clock.mockRestore();
    }
  });
  test('our backend counts every spelling of the address', async () => {
    const strict = createServices(
      {
        ...KEYS,
        verificationLimit: 1,
        app: { fetch: async () => new Response() },
        database: { connection: unasked },
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
  test('our backend says so in the words of the hosted service', async () => {
    const limit = createVerificationLimit(0);
    const refusal = limit.refusal(attempt());
    expect([refusal?.status, await refusal?.json()]).toEqual([
      429,
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    ]);
    const asLibrary = new Request(attempt(), {
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(await limit.refusal(asLibrary)?.json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
  });
});

describe('an address that only a Google account has', () => {
  const account = `
    insert into auth.users (id, email) values ('${'7'.repeat(8)}-0000-4000-8000-000000000000', 'old@mail.test');
    insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (
      '${'8'.repeat(8)}-0000-4000-8000-000000000000', 'google', '1',
      '${'7'.repeat(8)}-0000-4000-8000-000000000000', '{"sub": "1", "email": "New@mail.test"}');`;
  const asked = () => post('/auth/v1/otp', { email: 'NEW@mail.test', create_user: true });
  test('lite makes a second account for it', async () => {
    const { connection, mailbox } = await bareBackend();
    await connection.driver.exec(account);
    expect((await askBare(asked())).status).toBe(200);
    expect(mailbox.to('new@mail.test')).toHaveLength(1);
  });
  test('our backend says yes and sends no code, and one to its account’s own address', async () => {
    const database = await backend();
    for (const statement of account.split(/;\s*(?=insert)/)) await database.query(statement);
    const answer = await send(asked());
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(database.mail('new@mail.test')).toEqual([]);
    await send(post('/auth/v1/%6ftp', { email: 'new@mail.test' }));
    expect(database.mail('new@mail.test')).toEqual([]);
    await send(post('/auth/v1/otp', { email: 'old@mail.test' }));
    expect(database.mail('old@mail.test')).toHaveLength(1);
  });
});

describe('the hook before an access token', () => {
  const password = 'correct horse battery';
  const withPassword = (email: string) =>
    post('/auth/v1/token?grant_type=password', { email, password });
  const sessionsOf = async (id: string) =>
    (await backend()).query('select id from auth.sessions where user_id::text = $1', [id]);

  /** A password that stands in the database, no matter who set it there. */
  async function setPassword(email: string): Promise<void> {
    const { auth } = visitor();
    await auth.signInWithOtp({ email });
    const token = (await backend()).mail(email).at(-1)?.code ?? '';
    await auth.verifyOtp({ email, token, type: 'email' });
    expect((await auth.updateUser({ password })).error).toBeNull();
    await auth.signOut();
  }

  test('lite gives a session for a password without asking anybody', async () => {
    const account = { email: 'pat@example.com', password };
    expect((await askBare(post('/auth/v1/signup', account))).status).toBe(200);
    const signedIn = await askBare(withPassword(account.email));
    expect(await signedIn.json()).toHaveProperty('access_token');
  });
  test('our backend gives a customer no session for a password, as the hook says', async () => {
    await setPassword(ben.email);
    const refused = await send(withPassword(ben.email));
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        code: 403,
        error_code: 'unknown',
        msg: 'Please sign in with Google or with a one-time code.',
      },
    ]);
    expect(await sessionsOf(ben.id)).toEqual([]);
    expect(await (await backend()).query('select id from auth.refresh_tokens')).toEqual([]);
    const { error } = await visitor().auth.signInWithPassword({ email: ben.email, password });
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining('one-time code') });
  });
  test('our backend asks the hook under every spelling of the address', async () => {
    await setPassword(ben.email);
    for (const path of [
      '/auth/v1/%74oken?grant_type=password',
      '/auth/v1/token?grant%5ftype=password',
    ]) {
      const { status } = await send(post(path, { email: ben.email, password }));
      expect([path, status]).toEqual([path, 403]);
    }
    expect(await sessionsOf(ben.id)).toEqual([]);
  });
  test('our backend still gives that customer a session for a one-time code', async () => {
    await setPassword(ben.email);
    await send(withPassword(ben.email));
    expect(await signIn(ben)).toMatch(/^ey/);
    expect(await sessionsOf(ben.id)).toHaveLength(1);
  });
  test('our backend gives who works in a store a session for a password', async () => {
    await setPassword(tess.email);
    const { data } = await visitor().auth.signInWithPassword({ email: tess.email, password });
    expect(data.user?.id).toBe(tess.id);
    expect(data.session?.refresh_token).toBeDefined();
  });
  test('our backend gives no session where the hook fails', async () => {
    await setPassword(tess.email);
    const database = await backend();
    const rename = (from: string, to: string) =>
      database.query(`alter function private.${from}(jsonb) rename to ${to}`);
    await rename('refuse_customer_passwords', 'away');
    try {
      await expect(send(withPassword(tess.email))).rejects.toThrow('refuse_customer_passwords');
      expect(await sessionsOf(tess.id)).toEqual([]);
    } finally {
      await rename('away', 'refuse_customer_passwords');
    }
  });
  test('our backend asks no hook about a wrong password', async () => {
    await setPassword(cy.email);
    const wrong = await visitor().auth.signInWithPassword({ email: cy.email, password: 'no' });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });
});

describe('people without an account', () => {
  const signUp = (body: object = { data: {} }) => post('/auth/v1/signup', body);
  const withLimit = async (anonymousUsers?: number) =>
    createServices(
      {
        ...KEYS,
        anonymousUsers,
        app: { fetch: send },
        database: { ...(await backend()), connection: unasked },
      } as never,
      (work) => work(),
    );

  test('lite refuses them', async () => {
    const refused = await askBare(signUp());
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error_code: 'anonymous_provider_disabled' },
    ]);
  });
  test('lite says of everybody that they are none', async () => {
    const answer = await askBare(
      post('/auth/v1/signup', { email: 'gina@example.com', password: 'correct horse battery' }),
    );
    const { user } = await answer.json();
    expect(user.is_anonymous).toBe(false);
    const { connection } = await bareBackend();
    const mark = 'update auth.users set is_anonymous = true where id::text = $1 returning id';
    await connection.driver.query(mark, [user.id]);
    const again = await askBare(
      post('/auth/v1/token?grant_type=password', {
        email: 'gina@example.com',
        password: 'correct horse battery',
      }),
    );
    expect((await again.json()).user).toMatchObject({ id: user.id, is_anonymous: false });
  });
  test('our backend refuses them in the same words unless it is told to take them', async () => {
    const refused = await (await withLimit()).fetch(signUp());
    expect([refused.status, await refused.json()]).toEqual([
      422,
      {
        code: 422,
        error_code: 'anonymous_provider_disabled',
        msg: 'Anonymous sign-ins are disabled',
      },
    ]);
  });
  test('our backend gives them a session, with a person who has no address and no provider', async () => {
    const { auth } = visitor();
    const { data } = await auth.signInAnonymously({ options: { data: { field: 'foo' } } });
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: '',
      is_anonymous: true,
      app_metadata: {},
      user_metadata: { field: 'foo' },
      identities: [],
      last_sign_in_at: expect.any(String),
    });
    const [, claims = ''] = data.session?.access_token.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: data.user?.id,
      role: 'authenticated',
      session_id: expect.any(String),
    });
  });
  test('our backend renews that session once for each token, ends it, and says again who it is', async () => {
    const { auth } = visitor();
    const { data } = await auth.signInAnonymously();
    const renewed = await auth.refreshSession();
    expect(renewed.data.user).toMatchObject({ id: data.user?.id, is_anonymous: true });
    expect(renewed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect((await auth.getUser()).data.user?.is_anonymous).toBe(true);
    const refresh_token = renewed.data.session?.refresh_token;
    await auth.signOut();
    const ended = await send(post('/auth/v1/token?grant_type=refresh_token', { refresh_token }));
    expect((await ended.json()).error_code).toBe('refresh_token_not_found');
  });
  test('our backend says of others that they have an account', async () => {
    const { auth } = visitor();
    await auth.signInWithOtp({ email: ana.email });
    const token = (await backend()).mail(ana.email).at(-1)?.code ?? '';
    await auth.verifyOtp({ email: ana.email, token, type: 'email' });
    expect((await auth.refreshSession()).data.user?.is_anonymous).toBe(false);
  });
  test('our backend takes as many in an hour as it is told, and counts no others', async () => {
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
    try {
      const services = await withLimit(2);
      const statuses = async (count: number) => {
        const found: number[] = [];
        for (let round = 0; round < count; round += 1) {
          found.push((await services.fetch(signUp())).status);
        }
        return found;
      };
      const withAddress = { email: 'hal@example.com', password: 'correct horse battery' };
      expect((await services.fetch(signUp(withAddress))).status).toBe(200);
      expect(await statuses(3)).toEqual([200, 200, 429]);
      clock.mockReturnValue(start + 29 * 60_000);
      expect(await statuses(1)).toEqual([429]);
      clock.mockReturnValue(start + 30 * 60_000);
      expect(await statuses(2)).toEqual([200, 429]);
    } finally {
      clock.mockRestore();
    }
  });
  test('our backend leaves what is no JSON to lite', async () => {
    const garbled = new Request(signUp(), { method: 'POST', body: '{' });
    expect((await send(garbled)).status).toBe(400);
  });
});

describe('accounts that the operator makes', () => {
  const make = (key: string, body: unknown) =>
    new Request(new URL('/auth/v1/admin/users', ORIGIN), {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const created = async (email: unknown) => {
    const { data, error } = await operator.auth.admin.createUser({
      email: email as string,
      email_confirm: true,
    });
    return { user: data.user, refused: [error?.status, error?.code] };
  };

  test('lite makes none', async () => {
    const answer = await askBare(make(LOCAL_ANON_KEY, { email: 'new@example.com' }));
    expect([401, 404]).toContain(answer.status);
  });
  test('our backend makes one for the secret key, which opens by a code', async () => {
    const { user } = await created('New@Example.com');
    expect(user).toMatchObject({
      email: 'new@example.com',
      email_confirmed_at: expect.any(String),
    });
    const { auth } = visitor();
    const options = { shouldCreateUser: false };
    await auth.signInWithOtp({ email: 'new@example.com', options });
    const token = (await backend()).mail('new@example.com').at(-1)?.code ?? '';
    const { data } = await auth.verifyOtp({ email: 'new@example.com', token, type: 'email' });
    expect(data.user?.id).toBe(user?.id);
  });
  test('our backend refuses an address that has an account, or is none', async () => {
    expect((await created(ana.email.toUpperCase())).refused).toEqual([422, 'email_exists']);
    // An address without a dot is one, to the service: the store's own rule is in private.is_email.
    expect((await created('owner@shop')).refused).toEqual([undefined, undefined]);
    expect((await created('ana')).refused).toEqual([400, 'validation_failed']);
    expect((await created(null)).refused).toEqual([400, 'validation_failed']);
  });
  test('our backend makes none for anybody else', async () => {
    const token = await signIn(tess);
    for (const key of [LOCAL_ANON_KEY, 'sb_secret_other', token]) {
      const { status } = await send(make(key, { email: 'new@example.com' }));
      expect([401, 403]).toContain(status);
    }
    expect((await created('new@example.com')).user).not.toBeNull();
  });
});
