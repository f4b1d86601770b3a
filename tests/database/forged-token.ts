import { createHmac } from 'node:crypto';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with these claims, signed with this key by this algorithm, or not at all. */
export function forgedToken(claims: object, key: string, alg = 'HS256'): string {
  const content = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[alg];
  return `${content}.${hash ? createHmac(hash, key).update(content).digest('base64url') : ''}`;
}
