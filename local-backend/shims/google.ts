import { createHash, randomUUID } from 'node:crypto';

/** What Google would report about the person who consented. */
export interface GoogleAccount {
  /** Stays when the address changes. */
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
}

const CONSENT_PAGE = 'https://accounts.google.com/';
const TOKEN_ENDPOINT = 'https://oauth2.googleapis.com/token';
const PROFILE_ENDPOINT = 'https://www.googleapis.com/userinfo/v2/me';

/** Issued codes and tokens that are not yet used. Each works once, as Google's do. */
const accounts = new Map<string, GoogleAccount>();

/** The id of the account made with an address: the same every day, in every database. */
export function googleId(firstEmail: string): string {
  const hash = createHash('sha256').update(firstEmail.toLowerCase()).digest('hex');
  return String(BigInt(`0x${hash.slice(0, 16)}`));
}

/** Issues the code the browser returns with, as if from Google. */
export function consent(account: GoogleAccount): string {
  const code = randomUUID();
  accounts.set(code, account);
  return code;
}

/** Redirects the browser to the stand-in's page instead of Google. */
export function redirectToFakeGoogle(response: Response, origin: string): Response {
  const target = response.headers.get('location');
  if (!target?.startsWith(CONSENT_PAGE)) {
    return response;
  }
  const query = new URL(target).searchParams;
  const page = new URL('/local/google', origin);
  for (const name of ['redirect_uri', 'state']) {
    page.searchParams.set(name, query.get(name) ?? '');
  }
  return new Response(null, { status: 302, headers: { location: page.href } });
}

/**
 * Shim: Google. The backend makes two requests to it over the network and has no setting to send
 * them elsewhere; every other request passes through unchanged.
 */
export function answerForGoogle(): void {
  if (Reflect.get(globalThis.fetch, ANSWERS)) {
    return;
  }
  const outside = globalThis.fetch;
  const fetchOrAnswer: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url === TOKEN_ENDPOINT) {
      return exchange(new URLSearchParams(String(init?.body)).get('code') ?? undefined);
    }
    if (url === PROFILE_ENDPOINT) {
      return profile(new Headers(init?.headers).get('authorization'));
    }
    return outside(input, init);
  };
  globalThis.fetch = Object.assign(fetchOrAnswer, { [ANSWERS]: true });
}

const ANSWERS = Symbol('answers for Google');

function taken(code = ''): GoogleAccount | undefined {
  const account = accounts.get(code);
  accounts.delete(code);
  return account;
}

function exchange(code: string | undefined): Response {
  const account = taken(code);
  if (!account) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  }
  // Without an id_token there is no certificate to fetch.
  const token = consent(account);
  return Response.json({ access_token: token, token_type: 'Bearer', expires_in: 3600 });
}

function profile(authorization: string | null): Response {
  const account = taken(authorization?.replace('Bearer ', ''));
  if (!account) {
    return Response.json({ error: 'invalid_token' }, { status: 401 });
  }
  const { id, name, email, isVerified } = account;
  return Response.json({
    id,
    email,
    verified_email: isVerified,
    name,
    given_name: name.split(' ')[0],
  });
}
