import pg from 'pg';
import type { Backend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { seedStores } from '../../local-backend/migrate.ts';
import { oneAtATime } from '../../local-backend/one-at-a-time.ts';
import { seedPeople } from '../../local-backend/people.ts';
import { isoTimestamp } from '../../local-backend/shims/timestamps.ts';
import { SERVICE_KEY } from '../keys.ts';
import type { Elsewhere } from './given.ts';

/** All that the tests of tests/database know of a backend. */
export interface ContractBackend extends Pick<Backend, 'fetch' | 'reset' | 'query'> {
  /** The mails to an address, oldest first. */
  mail(to: string): { code: string }[] | Promise<{ code: string }[]>;
  /** The address of its Realtime, until it is closed. */
  realtime(): Promise<{ address: string; key: string; close(): Promise<void> }>;
}

export interface BackendElsewhere extends ContractBackend {
  /** Removes all that the tests wrote. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** That of Node, whatever a test puts in its place. */
const { fetch } = globalThis;

const { builtins } = pg.types;
/** As the embedded database's driver reads them. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: isoTimestamp,
};

/** What the sign-in service's own rows have, and those of the demo's people have not. */
const AS_THE_SERVICE_WRITES_THEM = `
  update auth.users set
    instance_id = '00000000-0000-0000-0000-000000000000', aud = 'authenticated',
    role = 'authenticated', email_confirmed_at = now(), confirmation_token = '',
    recovery_token = '', email_change_token_new = '', email_change = '';`;

export async function openElsewhere(given: Elsewhere): Promise<BackendElsewhere> {
  const client = new pg.Client({
    connectionString: given.db,
    types: { getTypeParser: (oid: number) => PARSERS[oid] ?? pg.types.getTypeParser(oid) } as never,
  });
  // A connection that is lost fails the query that is under way, and each one after it.
  client.on('error', () => {});
  await client.connect();
  await client.query("set timezone to 'UTC'");
  const queue = oneAtATime();
  const query = async <Row>(sql: string, values: unknown[] = []) =>
    (await queue(() => client.query(sql, values))).rows as Row[];
  const script = async (sql: string) => void (await queue(() => client.query(sql)));

  /** The keys of the tests are the embedded backend's. */
  const keysOf = (headers: Headers) => {
    for (const name of ['apikey', 'authorization']) {
      const value = headers.get(name);
      if (value === null) continue;
      headers.set(
        name,
        value.replace(LOCAL_ANON_KEY, given.publishableKey).replace(SERVICE_KEY, given.secretKey),
      );
    }
    return headers;
  };

  const send: ContractBackend['fetch'] = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.arrayBuffer();
    return fetch(given.url + pathname + search, {
      method: request.method,
      headers: keysOf(new Headers(request.headers)),
      redirect: 'manual',
      ...(body.byteLength > 0 ? { body } : {}),
    });
  };

  /** As the operator. */
  const ask = (method: string, path: string, body: object) =>
    fetch(given.url + path, {
      method,
      headers: {
        apikey: given.secretKey,
        authorization: `Bearer ${given.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });

  async function empty(): Promise<void> {
    const files = await query<{ bucket: string; names: string[] }>(`
      select bucket_id as bucket, array_agg(name) as names from storage.objects group by 1`);
    for (const { bucket, names } of files) {
      await ask('DELETE', `/storage/v1/object/${bucket}`, { prefixes: names });
    }
    const tables = await query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'private')`);
    // No owner of the tables of the sign-in may empty them at once.
    await script(`
      truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade;
      delete from auth.users; delete from auth.flow_state; delete from auth.audit_log_entries;`);
    if (given.mailbox) await fetch(`${given.mailbox}/api/v1/messages`, { method: 'DELETE' });
  }

  return {
    fetch: send,
    query,
    empty,
    mail: (to) => (given.mailbox ? mailsIn(given.mailbox, to) : codesOf(to)),
    async reset() {
      await empty();
      await seedStores({ script });
      await seedPeople({ script });
      await script(AS_THE_SERVICE_WRITES_THEM);
    },
    realtime: async () => ({
      address: `${given.url.replace(/^http/, 'ws')}/realtime/v1`,
      key: given.publishableKey,
      close: async () => {},
    }),
    close: () => client.end(),
  };

  /** A new code, in place of the one that was sent. */
  async function codesOf(email: string) {
    const answer = await ask('POST', '/auth/v1/admin/generate_link', { type: 'magiclink', email });
    const { email_otp: code } = (await answer.json()) as { email_otp?: string };
    return code ? [{ code }] : [];
  }
}

async function mailsIn(mailpit: string, to: string): Promise<{ code: string }[]> {
  const get = async (path: string) => (await fetch(`${mailpit}/api/v1/${path}`)).json();
  const query = encodeURIComponent(`to:"${to.trim().toLowerCase()}"`);
  const { messages } = (await get(`search?query=${query}`)) as { messages: { ID: string }[] };
  const mails = messages.map(async ({ ID }) => {
    const { Text } = (await get(`message/${ID}`)) as { Text: string };
    return { code: /\b\d{6}\b/.exec(Text)?.[0] ?? '' };
  });
  return (await Promise.all(mails)).reverse();
}
