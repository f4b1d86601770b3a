import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
  verify,
} from 'node:crypto';
import { readPart } from '../messages.ts';

/** As in a hosted project: a P-256 key pair with a name, as a JWK. */
export type SigningKey = JsonWebKey & { kid: string };

export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: crypto.randomUUID() };
}

/** As in JWTs: the two numbers of a signature, with nothing around them. */
const dsaEncoding = 'ieee-p1363';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Shim: the key of access tokens. A hosted project signs them with a key pair, whose public half anybody
 * may read; lite signs and checks with a secret, which never leaves it. A token signed by lite is signed
 * again on its way out, and an incoming one is checked, then exchanged for one that lite understands.
 * What is signed with the secret passes, as with the legacy secret of a hosted project.
 */
export function createSigningKeys(key: SigningKey, jwtSecret: string) {
  const { kid, kty, crv, x, y } = key;
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const head = part({ alg: 'ES256', kid, typ: 'JWT' });
  const headOfLite = part({ alg: 'HS256', typ: 'JWT' });

  /** The token in a form that can be checked with the secret. */
  function asOfLite(token: string): string {
    const [theirs = '', payload, signature = ''] = token.split('.');
    const named = algorithmOf(theirs);
    if (named.alg !== 'ES256') {
      return token;
    }
    const isOurs =
      named.kid === kid &&
      verify(
        'sha256',
        Buffer.from(`${theirs}.${payload}`),
        { key: publicKey, dsaEncoding },
        Buffer.from(signature, 'base64url'),
      );
    const content = `${headOfLite}.${payload}`;
    // A token from elsewhere keeps its signature, which isn't ours.
    return isOurs
      ? `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`
      : `${content}.${signature}`;
  }

  return {
    asOfLite,

    /** The keys anybody may check a token with. */
    publicKeys: () =>
      Response.json(
        {
          keys: [{ alg: 'ES256', kty, crv, x, y, ext: true, key_ops: ['verify'], kid, use: 'sig' }],
        },
        { headers: { 'cache-control': 'public, max-age=600' } },
      ),

    /** A request as lite can check it. */
    incoming(request: Request): Request {
      const [, token] = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (token?.split('.').length !== 3) {
        return request;
      }
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${asOfLite(token)}`);
      return new Request(request, { headers });
    },

    /** A token from lite, signed again. */
    signed(token: string): string {
      const content = `${head}.${token.split('.')[1]}`;
      const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding });
      return `${content}.${signature.toString('base64url')}`;
    },
  };
}

function algorithmOf(head: string): Record<string, unknown> {
  try {
    return Object(readPart(head));
  } catch {
    return {};
  }
}
