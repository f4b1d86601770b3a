import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { TOKEN_SECRET } from '../keys.ts';
import { ana, ben } from '../people.ts';
import { backend, freshData, tokenOf, visitor } from './as.ts';
import { forgedToken } from './forged-token.ts';
import { http } from './http.ts';

beforeEach(freshData);

const SECONDS = () => Math.floor(Date.now() / 1000);
const STAMPS = '/rest/v1/stamps?select=id';

/** What the backend itself puts into Ana's token. */
const claims = () => ({
  sub: ana.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: ana.email,
  iat: SECONDS(),
  exp: SECONDS() + 3600,
});

describe('a forged token', () => {
  const forged: [string, () => string][] = [
    ['a token signed with another key', () => forgedToken(claims(), 'the-key-of-another-site')],
    ['a token signed with the public key of the site', () => forgedToken(claims(), LOCAL_ANON_KEY)],
    ['a token signed with an empty key', () => forgedToken(claims(), '')],
    ['an unsigned token', () => forgedToken(claims(), '', 'none')],
    ['an unsigned token, in capitals,', () => forgedToken(claims(), '', 'NONE')],
    [
      'a token signed by another algorithm',
      () => forgedToken(claims(), 'the-key-of-another-site', 'HS512'),
    ],
    [
      'a token of the operator, signed with a guessed key,',
      () => forgedToken({ ...claims(), role: 'service_role' }, 'guess'),
    ],
    [
      'a token of the database’s owner, signed with a guessed key,',
      () => forgedToken({ ...claims(), role: 'postgres' }, 'guess'),
    ],
    ['a text that is no token', () => 'garbage'],
    ['a token of three dots', () => '...'],
  ];

  test.each(forged)('%s is refused', async (_name, token) => {
    for (const path of [STAMPS, '/rest/v1/redemptions', '/auth/v1/user']) {
      const { status, text } = await http(token(), path);
      expect([401, 403], path).toContain(status);
      expect(text).not.toContain(ana.email);
    }
  });

  test('a changed token of a customer is refused', async () => {
    const [header, payload, signature] = (await tokenOf(ben)).split('.');
    const anas = (await tokenOf(ana)).split('.')[1];
    const operators = Buffer.from(JSON.stringify({ ...claims(), role: 'service_role' }));
    const changed = [
      `${header}.${anas}.${signature}`,
      `${header}.${operators.toString('base64url')}.${signature}`,
      `${header}.${payload}.${signature?.slice(0, -4)}AAAA`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
    ];
    for (const token of changed) {
      expect((await http(token, STAMPS)).status).toBe(401);
    }
    expect((await http(ben, STAMPS)).status).toBe(200);
  });
});

describe('a token with the backend’s signature', () => {
  test('a token that this test signs is accepted', async () => {
    expect((await http(forgedToken(claims(), TOKEN_SECRET), STAMPS)).json).toHaveLength(7);
  });

  test('an expired token is refused', async () => {
    const expired = { ...claims(), iat: SECONDS() - 7200, exp: SECONDS() - 3600 };
    const { status, json } = await http(forgedToken(expired, TOKEN_SECRET), STAMPS);
    expect([status, json]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }]);
  });

  test('a token without an account reads no row', async () => {
    for (const sub of ['', ben.id.replace('0002', '0099')]) {
      const { status, json } = await http(forgedToken({ ...claims(), sub }, TOKEN_SECRET), STAMPS);
      expect([status, json]).toEqual([200, []]);
    }
  });
});

describe('keys', () => {
  test('a request without the site’s key, or with another key, is refused', async () => {
    for (const apikey of ['', 'sb_publishable_other', 'sb_secret_other', await tokenOf(ana)]) {
      const { status } = await http(null, STAMPS, { headers: { apikey } });
      expect(status).toBe(401);
    }
  });

  test('the site’s key gives the rights of a signed-out visitor only', async () => {
    expect((await http(LOCAL_ANON_KEY, STAMPS)).status).toBe(401);
    expect((await http(LOCAL_ANON_KEY, '/rest/v1/stores?select=id')).status).toBe(200);
  });

  test('a client cannot use the operator’s interface to accounts', async () => {
    for (const who of [null, ana]) {
      for (const path of ['/auth/v1/admin/users', '/auth/v1/admin/generate_link', '/rest/v1/']) {
        const { status, text } = await http(who, path);
        expect(status).toBeGreaterThanOrEqual(401);
        expect(text).not.toContain('<html');
      }
    }
  });
});

async function signInByCode(email: string) {
  const { auth } = visitor();
  await auth.signInWithOtp({ email });
  const token = (await backend()).mail(email).at(-1)?.code ?? '';
  return { auth, result: await auth.verifyOtp({ email, token, type: 'email' }) };
}

describe('passwords', () => {
  const email = 'victim@example.com';
  const password = 'correct horse battery';
  const REFUSAL = 'Please sign in with Google or with a one-time code.';

  /** The sessions of the account, past row security. */
  const sessions = async () =>
    (await backend()).query(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    );

  test('an address that was registered with a password by another is its owner’s alone', async () => {
    const thief = visitor().auth;
    expect((await thief.signUp({ email, password })).data.session).toBeNull();
    const early = await thief.signInWithPassword({ email, password });
    expect(early.error?.code).toBe('email_not_confirmed');

    const owner = await signInByCode(email);
    expect(owner.result.error).toBeNull();
    expect(await sessions()).toHaveLength(1);
    const shared = await thief.signInWithPassword({ email, password });
    expect(shared).toMatchObject({ data: { session: null }, error: { message: REFUSAL } });
    expect(await sessions()).toHaveLength(1);
    expect((await owner.auth.refreshSession()).error).toBeNull();
  });

  test('a password that was set in a stolen session opens nothing once that session has ended', async () => {
    const { auth } = await signInByCode(email);
    expect((await auth.updateUser({ password })).error).toBeNull();
    await auth.signOut();
    const stolen = await visitor().auth.signInWithPassword({ email, password });
    expect(stolen).toMatchObject({ data: { session: null }, error: { message: REFUSAL } });
    expect(await sessions()).toEqual([]);
  });
});

test('data that people enter about themselves changes no right', async () => {
  const body = JSON.stringify({
    data: { role: 'service_role', store_id: 1, full_name: 'Tess Aquino' },
    app_metadata: { role: 'service_role', provider: 'operator' },
    role: 'service_role',
  });
  const { result } = await signInByCode(ben.email);
  const token = result.data.session?.access_token ?? '';
  const { json } = await http(token, '/auth/v1/user', { method: 'PUT', body });
  expect(json).toMatchObject({
    id: ben.id,
    role: 'authenticated',
    app_metadata: { provider: 'google' },
  });
  expect((await http(token, '/rest/v1/store_members?select=*')).json).toEqual([]);
  expect((await http(token, '/rest/v1/rewards?id=eq.1', { method: 'DELETE' })).json).toBe('');
  expect((await http(token, '/rest/v1/rewards?id=eq.1')).json).toHaveLength(1);
});
