import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with these claims, signed with this key by this algorithm, or not at all. */
export function forgedToken(claims: object, key: string, alg = 'HS256', head: object = {}): string {
  const content = `${part({ alg, typ: 'JWT', ...head })}.${part(claims)}`;
  const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[alg];
  return `${content}.${hash ? createHmac(hash, key).update(content).digest('base64url') : ''}`;
}

/** As the backend signs one, with a key pair that was made for it, and what else its head says. */
export function tokenOfAnotherKey(claims: object, head: object = {}): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const content = `${part({ alg: 'ES256', typ: 'JWT', jwk, ...head })}.${part(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
