import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ana } from '../people.ts';
import {
  backend,
  codeFor,
  forgedToken,
  freshData,
  send,
  signInByCode,
  tokenOfAnotherKey,
  visitor,
} from './as.ts';
import { byCode } from './doors.ts';
import { http } from './http.ts';

beforeEach(freshData);

test('a new address gets an account, and its one-time code works once', async () => {
  const { auth } = visitor();
  const email = 'New.Person@example.com';
  const sent = await auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
  expect(sent.error).toBeNull();
  const token = await codeFor(email);
  expect(token).toMatch(/^\d{6}$/);
  const { data } = await auth.verifyOtp({ email, token, type: 'email' });
  expect(data.session?.user.email).toBe('new.person@example.com');
  const again = await auth.verifyOtp({ email, token, type: 'email' });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('a newer one-time code makes the older one invalid', async () => {
  const { auth } = visitor();
  await auth.signInWithOtp({ email: ana.email });
  const older = await codeFor(ana.email);
  await auth.signInWithOtp({ email: ana.email });
  const newer = await codeFor(ana.email);
  expect(newer).not.toBe(older);
  const refused = await auth.verifyOtp({ email: ana.email, token: older, type: 'email' });
  expect(refused.error?.code).toBe('otp_expired');
});

test('a one-time code works for ten minutes', async () => {
  const { auth } = visitor();
  await auth.signInWithOtp({ email: ana.email });
  const code = { email: ana.email, token: await codeFor(ana.email), type: 'email' } as const;
  /** As if it were sent so many seconds earlier. */
  const earlier = async (seconds: number) =>
    (await backend()).query(
      `update auth.users set recovery_sent_at = recovery_sent_at - make_interval(secs => $2)
        where id = $1`,
      [ana.id, seconds],
    );
  await earlier(601);
  const late = await auth.verifyOtp(code);
  expect(late.error?.message).toBe('Token has expired or is invalid');
  await earlier(-21);
  expect((await auth.verifyOtp(code)).data.user?.id).toBe(ana.id);
});

test('an answer to no request returns with an error', async () => {
  const response = await send('/auth/v1/callback?state=forged&code=forged');
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.searchParams.get('error_code')).toBe('bad_oauth_state');
});

async function signedIn() {
  const { client, data } = await signInByCode(ana.email);
  return { client, refreshToken: data.session?.refresh_token ?? '' };
}

/** As if the last use of a refresh token were so long ago. */
const usedBefore = async (token: string, seconds: number) =>
  (await backend()).query(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2)
      where token = $1`,
    [token, seconds],
  );

test('a session is refreshed, and a refresh token used twice is forgiven for ten seconds', async () => {
  const { client, refreshToken } = await signedIn();
  expect(refreshToken).toMatch(/^[a-z0-9]{12}$/);
  const again = () => visitor().auth.refreshSession({ refresh_token: refreshToken });
  const second = await client.auth.refreshSession({ refresh_token: refreshToken });
  expect(second.data.session?.refresh_token).not.toBe(refreshToken);
  // Its answer may have been lost: the same once more.
  expect((await again()).data.session?.refresh_token).toBe(second.data.session?.refresh_token);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const late = await again();
  expect(late.data.user?.id).toBe(ana.id);
  expect(late.data.session?.refresh_token).toMatch(/^[a-z0-9]{12}$/);
  expect(late.data.session?.refresh_token).not.toBe(second.data.session?.refresh_token);
});

test('later it is taken for a thief’s, and the session ends', async () => {
  const { client, refreshToken } = await signedIn();
  await client.auth.refreshSession({ refresh_token: refreshToken });
  const { data } = await client.auth.refreshSession();
  await usedBefore(refreshToken, 11);
  const thief = await visitor().auth.refreshSession({ refresh_token: refreshToken });
  expect(thief.error?.code).toBe('refresh_token_already_used');
  const newest = data.session?.refresh_token ?? '';
  await usedBefore(newest, 11);
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_already_used');
});

test('a session ends with the sign-out', async () => {
  const { client, refreshToken } = await signedIn();
  expect((await client.auth.signOut()).error).toBeNull();
  const { error } = await visitor().auth.refreshSession({ refresh_token: refreshToken });
  expect(error?.code).toBe('refresh_token_not_found');
});

/** The pair of keys that the backend signs sessions with. */
const STAMPS = '/rest/v1/stamps?select=id';
const BUCKETS = '/storage/v1/bucket';

const claims = () => ({
  sub: ana.id,
  role: 'authenticated',
  aud: 'authenticated',
  email: ana.email,
  exp: Math.floor(Date.now() / 1000) + 3600,
});

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
    key_ops: ['verify'],
    // As the key was given to the service: nobody relies on it.
    ...('ext' in rest && { ext: true }),
  });
  expect([kid, x, y]).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{36,43}$/)));
});

test('sessions are signed with it, renewed ones too, and anybody may check them', async () => {
  const { auth } = await byCode(ana.email);
  for (const { data } of [await auth.getSession(), await auth.refreshSession()]) {
    const { session } = data;
    const token = session?.access_token ?? '';
    expect(headOf(token)).toEqual({ alg: 'ES256', kid: (await published()).kid, typ: 'JWT' });
    // The library checks it by the published key, on its own.
    const checked = await auth.getClaims(token);
    expect(checked.data?.claims.sub).toBe(ana.id);
    expect((await http(token, STAMPS)).json).toHaveLength(7);
  }
});

test('a token that is signed otherwise is refused', async () => {
  const cases: [string, (key: JsonWebKey & { kid: string }) => string][] = [
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
  ];
  for (const [name, token] of cases) {
    const forged = token(await published());
    for (const path of [STAMPS, '/auth/v1/user', BUCKETS]) {
      const { status, text } = await http(forged, path);
      expect.soft(path === BUCKETS ? [400] : [401, 403], `${name}: ${path}`).toContain(status);
      expect.soft(text, name).not.toContain(ana.email);
    }
  }
});
