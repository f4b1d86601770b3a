import { randomBytes } from 'node:crypto';
import { withoutLength } from './with-body.ts';

/** What an answer of the auth service gives to somebody who has signed in. */
export interface SessionTokens {
  access_token: string;
  refresh_token: string;
}

/** The answer with other tokens, whether it is a session or leads a browser to one. */
export async function withTokens(
  response: Response,
  change: (tokens: SessionTokens) => Promise<SessionTokens>,
): Promise<Response> {
  const headers = withoutLength(response.headers);
  const { status } = response;
  const [address = '', fragment] = response.headers.get('location')?.split('#') ?? [];
  const led = new URLSearchParams(fragment);
  if (led.has('access_token')) {
    const tokens = await change({
      access_token: led.get('access_token') ?? '',
      refresh_token: led.get('refresh_token') ?? '',
    });
    for (const [name, token] of Object.entries(tokens)) led.set(name, token);
    headers.set('location', `${address}#${led}`);
    return new Response(null, { status, headers });
  }
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (!isSession(body)) {
    return response;
  }
  const { access_token, refresh_token } = body;
  const session = { ...body, ...(await change({ access_token, refresh_token })) };
  return new Response(JSON.stringify(session), { status, headers });
}

const isSession = (body: unknown): body is SessionTokens =>
  typeof body === 'object' && body !== null && 'access_token' in body && 'refresh_token' in body;

/** A refresh token as the hosted service makes one: 60 bits. */
export function newRefreshToken(): string {
  return [...randomBytes(12)].map((byte) => (byte % 36).toString(36)).join('');
}
