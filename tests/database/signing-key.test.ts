import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ana } from '../people.ts';
import { forgedToken, freshData, tokenOfAnotherKey } from './as.ts';
import { byCode } from './doors.ts';
import { http } from './http.ts';

/** The pair of keys that the backend signs sessions with. */
beforeEach(freshData);

const STAMPS = '/rest/v1/stamps?select=id';

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
    ...{ ext: true, key_ops: ['verify'] },
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
