import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import type { DemoPerson } from '../../local-backend/people.ts';
import { ORIGIN, send, tokenOf } from './as.ts';

/** A request as an attacker sends it: without the client library, with any header. */
export async function http(
  who: DemoPerson | string | null,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) {
  const token = typeof who === 'string' ? who : who && (await tokenOf(who));
  const headers = {
    apikey: LOCAL_ANON_KEY,
    ...(init.body ? { 'content-type': 'application/json' } : {}),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...init.headers,
  };
  const response = await send(path, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const post = (path: string, body: object): Request =>
  new Request(new URL(path, ORIGIN), {
    method: 'POST',
    headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
