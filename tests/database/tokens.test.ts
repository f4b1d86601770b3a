import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ana, ben } from '../people.ts';
import { backend, freshData, tokenOf, visitor } from './as.ts';
import { forgedToken, http } from './http.ts';

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

describe('a token that is not ours opens nothing', () => {
  const forged: [string, () => string][] = [
    ['signed with another key', () => forgedToken(claims(), 'a-key-of-somebody-else')],
    ['signed with the public key of the site', () => forgedToken(claims(), LOCAL_ANON_KEY)],
    ['signed with nothing', () => forgedToken(claims(), '')],
    ['unsigned', () => forgedToken(claims(), '', 'none')],
    ['unsigned, in capitals', () => forgedToken(claims(), '', 'NONE')],
    ['by another algorithm', () => forgedToken(claims(), 'a-key-of-somebody-else', 'HS512')],
    ['of the operator', () => forgedToken({ ...claims(), role: 'service_role' }, 'guess')],
    ['of the owner of the database', () => forgedToken({ ...claims(), role: 'postgres' }, 'guess')],
    ['garbage', () => 'garbage'],
    ['three dots', () => '...'],
  ];

  test.each(forged)('%s', async (_name, token) => {
    for (const path of [STAMPS, '/rest/v1/redemptions', '/auth/v1/user']) {
      const { status, text } = await http(token(), path);
      expect([401, 403], path).toContain(status);
      expect(text).not.toContain(ana.email);
    }
  });

  test('nor does a real one that was changed', async () => {
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

describe('a token of ours', () => {
  /** The local backend's secret: what a leaked secret could do is not the question here. */
  let secret: string;
  beforeAll(async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile(
      new URL('../../local-backend/create.ts', import.meta.url),
      'utf8',
    );
    secret = /jwt_secret: '([^']+)'/.exec(source)?.[1] ?? '';
  });

  test('opens what it is for: this test signs as the backend does', async () => {
    expect((await http(forgedToken(claims(), secret), STAMPS)).json).toHaveLength(7);
  });

  test('that has expired is refused', async () => {
    const expired = { ...claims(), iat: SECONDS() - 7200, exp: SECONDS() - 3600 };
    const { status, json } = await http(forgedToken(expired, secret), STAMPS);
    expect([status, json]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }]);
  });

  test('of nobody sees nothing', async () => {
    for (const sub of ['', ben.id.replace('0002', '0099')]) {
      const { status, json } = await http(forgedToken({ ...claims(), sub }, secret), STAMPS);
      expect([status, json]).toEqual([200, []]);
    }
  });
});

describe('keys', () => {
  test('without the site’s key, or with another, nothing answers', async () => {
    for (const apikey of ['', 'sb_publishable_other', 'sb_secret_other', await tokenOf(ana)]) {
      const { status } = await http(null, STAMPS, { headers: { apikey } });
      expect(status).toBe(401);
    }
  });

  test('the site’s key is nobody’s token', async () => {
    expect((await http(LOCAL_ANON_KEY, STAMPS)).status).toBe(401);
    expect((await http(LOCAL_ANON_KEY, '/rest/v1/stores?select=id')).status).toBe(200);
  });

  test('the operator’s interface to accounts is closed', async () => {
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

describe('nobody has a password', () => {
  const email = 'victim@example.com';
  const password = 'correct horse battery';

  test('so an address cannot be taken before its owner comes', async () => {
    const thief = visitor().auth;
    expect((await thief.signUp({ email, password })).data.session).toBeNull();
    expect((await signInByCode(email)).result.error).toBeNull();
    const shared = await thief.signInWithPassword({ email, password });
    expect(shared.error?.code).toBe('invalid_credentials');
  });

  test('and none can be set later', async () => {
    const { auth } = await signInByCode(email);
    await auth.updateUser({ password });
    const stolen = await visitor().auth.signInWithPassword({ email, password });
    expect(stolen.error?.code).toBe('invalid_credentials');
  });
});

test('what people say of themselves changes no right', async () => {
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
