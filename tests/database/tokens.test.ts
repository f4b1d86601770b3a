import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { TOKEN_SECRET } from '../keys.ts';
import { ana, ben } from '../people.ts';
import { backend, freshData, tokenOf, visitor } from './as.ts';
import { forgedToken, tokenOfAnotherKey } from './forged-token.ts';
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

describe('the key of the backend', () => {
  const published = async (): Promise<JsonWebKey & { kid: string }> => {
    const { json } = await http(null, '/auth/v1/.well-known/jwks.json');
    const { keys } = json as { keys: (JsonWebKey & { kid: string })[] };
    expect(keys).toHaveLength(1);
    return keys[0] as JsonWebKey & { kid: string };
  };
  const headOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

  test('its public half is published, and nothing of the other', async () => {
    const { kid, x, y, ...rest } = await published();
    expect(rest).toEqual({
      ...{ alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig' },
      ...{ ext: true, key_ops: ['verify'] },
    });
    expect([kid, x, y]).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{36,43}$/)));
  });

  test('sessions are signed with it, renewed ones too, and anybody may check them', async () => {
    const { auth, result } = await signInByCode(ana.email);
    const renewed = await auth.refreshSession();
    for (const { session } of [result.data, renewed.data]) {
      const token = session?.access_token ?? '';
      expect(headOf(token)).toEqual({ alg: 'ES256', kid: (await published()).kid, typ: 'JWT' });
      // The library checks it by the published key, on its own.
      const { data } = await auth.getClaims(token);
      expect(data?.claims.sub).toBe(ana.id);
      expect((await http(token, STAMPS)).json).toHaveLength(7);
    }
  });

  test.each<[string, (key: JsonWebKey & { kid: string }) => string]>([
    ['of another key', () => tokenOfAnotherKey(claims())],
    ['of another key, under its name', ({ kid }) => tokenOfAnotherKey(claims(), { kid })],
    ['of another key, with a name that is none', () => tokenOfAnotherKey(claims(), { kid: null })],
    ['with no signature, under its name', ({ kid }) => forgedToken(claims(), '', 'none', { kid })],
    ['that says ES256 and is not signed', ({ kid }) => forgedToken(claims(), '', 'ES256', { kid })],
    ...(['pem', 'jwk', 'x'] as const).map(
      (form): [string, (key: JsonWebKey & { kid: string }) => string] => [
        `signed with its public half as a secret (${form})`,
        (key) => {
          const pem = createPublicKey({ key, format: 'jwk' });
          const secrets = {
            pem: pem.export({ type: 'spki', format: 'pem' }).toString(),
            jwk: JSON.stringify(key),
            x: key.x ?? '',
          };
          return forgedToken(claims(), secrets[form], 'HS256', { kid: key.kid });
        },
      ],
    ),
  ])('a token %s is refused', async (_name, token) => {
    const forged = token(await published());
    for (const path of [STAMPS, '/auth/v1/user', '/storage/v1/bucket']) {
      const { status, text } = await http(forged, path);
      expect([401, 403], path).toContain(status);
      expect(text).not.toContain(ana.email);
    }
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
    const sub = ben.id.replace('0002', '0099');
    const { status, json } = await http(forgedToken({ ...claims(), sub }, TOKEN_SECRET), STAMPS);
    expect([status, json]).toEqual([200, []]);
  });

  test('a token of an account without an id is refused, as one whose id is none', async () => {
    const token = forgedToken({ ...claims(), sub: '' }, TOKEN_SECRET);
    const { status, json } = await http(token, STAMPS);
    expect([status, json]).toMatchObject([400, { code: '22P02' }]);
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
