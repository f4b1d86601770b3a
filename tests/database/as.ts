import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { readPart } from '../../local-backend/messages.ts';
import type { DemoPerson } from '../../local-backend/people.ts';
import { serve } from '../../scripts/server/http-server.ts';
import type { Database } from '../../src/lib/data/database.types.ts';
import { openElsewhere } from '../contract/backend.ts';
import { elsewhere } from '../contract/elsewhere.ts';
import { SITE } from '../contract/own.ts';
import { openOwner } from '../contract/owner.ts';
import { switchOff } from '../defenses/sql.ts';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';

export type Client = SupabaseClient<Database>;

export const ORIGIN = SITE;

/** All that these tests need of a backend; tests of the stand-in itself are in tests/stand-in. */
interface ContractBackend extends Pick<Backend, 'fetch' | 'reset' | 'query'> {
  /** The mails to an address, oldest first. */
  mail(to: string): { code: string }[] | Promise<{ code: string }[]>;
  /** The address of its Realtime, until it is closed. */
  realtime(): Promise<{ address: string; key: string; close(): Promise<void> }>;
}

let started: Promise<ContractBackend> | undefined;

/**
 * The backend of all database tests: started by the first file, emptied by `freshData`. The embedded
 * one, or the one that `npm run test:contract` was given.
 */
export function backend(): Promise<ContractBackend> {
  started ??= start();
  return started;
}

async function start(): Promise<ContractBackend> {
  if (elsewhere) return openElsewhere(elsewhere, await openOwner(elsewhere.db), SERVICE_KEY);
  const made = await createBackend({
    origin: ORIGIN,
    jwtSecret: TOKEN_SECRET,
    serviceKey: SERVICE_KEY,
    // The tests sign in more often than thirty times in five minutes.
    verificationLimit: Number.POSITIVE_INFINITY,
    anonymousUsers: Number.POSITIVE_INFINITY,
  });
  await switchOff(made.query);
  const nothing = async () => new Response(null, { status: 404 });
  const realtime = async () => {
    const { port, close } = await serve(nothing, 0, made.upgrade);
    return { address: `ws://localhost:${port}/realtime/v1`, key: LOCAL_ANON_KEY, close };
  };
  return { ...made, realtime };
}

/** A query of the database's owner. */
export const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await backend()).query<Row>(text, values);

export async function freshData(): Promise<void> {
  lasting.clear();
  sessionless.clear();
  await (await backend()).reset();
}

/** Speaks HTTP to the backend without a port. */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = typeof input === 'string' ? new URL(input, ORIGIN) : input;
  const response = await (await backend()).fetch(new Request(url, init));
  if (!response) {
    throw new Error(`The backend leaves ${url} to the site.`);
  }
  return response;
}

const client = (key: string, accessToken?: string): Client =>
  createClient<Database>(ORIGIN, key, {
    global: { fetch: send },
    ...(accessToken ? { accessToken: async () => accessToken } : {}),
  });

export const anonymous: Client = client(LOCAL_ANON_KEY);

/** Bypasses row security, to prepare the tables and to check their content. */
export const operator: Client = client(SERVICE_KEY);

/** A signed-out visitor who can sign in. */
export function visitor(): Client {
  return createClient<Database>(ORIGIN, LOCAL_ANON_KEY, {
    global: { fetch: send },
    auth: { persistSession: false, autoRefreshToken: false, flowType: 'pkce' },
  });
}

/** The mails to an address, oldest first. */
export const mails = async (email: string) => (await backend()).mail(email.toLowerCase());

/** The newest code that was mailed to an address. */
export const codeFor = async (email: string): Promise<string> =>
  (await mails(email)).at(-1)?.code ?? '';

/** A real sign-in with a one-time code, on its own device. */
export async function signInByCode(email: string) {
  const person = visitor();
  const sent = await person.auth.signInWithOtp({ email });
  if (sent.error) throw sent.error;
  const token = await codeFor(email);
  const verified = await person.auth.verifyOtp({ email, token, type: 'email' });
  return { client: person, auth: person.auth, token, ...verified };
}

/** The token of a sign-in. Its session ends with the next `freshData`. */
export async function signIn({ email }: DemoPerson): Promise<string> {
  const { data, error } = await signInByCode(email);
  if (!data.session) {
    throw new Error(`${email} cannot sign in: ${error?.message}`);
  }
  return data.session.access_token;
}

/** The id of the session that a token names. */
export const sessionIn = (token: string) => String(readPart(token.split('.')[1]).session_id);

const tokens = new Map<string, Promise<string>>();
/** People whose session has been there since the last `freshData`. */
const lasting = new Set<string>();

/** People whose token names no session. */
const sessionless = new Set<string>();

/** As on a host that does not check a token's session: the token works until its hour is over. */
export const nameNoSession = ({ email }: DemoPerson) => sessionless.add(email);

/** An access token of a person. If `freshData` ended its session, the session is restored. */
export async function tokenOf(person: DemoPerson): Promise<string> {
  if (sessionless.has(person.email)) {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const claims = { sub: person.id, aud: 'authenticated', role: 'authenticated', exp };
    return forgedToken(claims, TOKEN_SECRET);
  }
  const isNew = !tokens.has(person.email);
  if (isNew) tokens.set(person.email, signIn(person));
  const token = (await tokens.get(person.email)) ?? '';
  if (!isNew && !lasting.has(person.email)) {
    const { session_id, sub } = readPart(token.split('.')[1]);
    await sql(
      `insert into auth.sessions (id, user_id, aal, created_at, updated_at)
        select $1, id, 'aal1', now(), now() from auth.users where id = $2 on conflict do nothing`,
      [session_id, sub],
    );
  }
  lasting.add(person.email);
  return token;
}

/** The client library, signed in as a person. */
export async function as(person: DemoPerson): Promise<Client> {
  return client(LOCAL_ANON_KEY, await tokenOf(person));
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with these claims, signed with this key by this algorithm, or not at all. */
export function forgedToken(claims: object, key: string, alg = 'HS256', head: object = {}): string {
  const content = `${part({ alg, typ: 'JWT', ...head })}.${part(claims)}`;
  const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[alg];
  return `${content}.${hash ? createHmac(hash, key).update(content).digest('base64url') : ''}`;
}

/** A token signed as the backend signs one, but with a new key pair and with these fields in its head. */
export function tokenOfAnotherKey(claims: object, head: object = {}): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const content = `${part({ alg: 'ES256', typ: 'JWT', jwk, ...head })}.${part(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

const SCHEMAS = `('public', 'private', 'auth', 'storage')`;

/** Every table of these schemas, with its rows as text, found in the catalog so that none is forgotten. */
export async function everyRow(): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'm', 'f') order by 1`);
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
