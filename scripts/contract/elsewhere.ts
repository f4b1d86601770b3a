/** A backend elsewhere, before the tests and after them: whether they may run there, and what answered. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackendElsewhere } from '../../tests/elsewhere/backend.ts';
import type { Elsewhere } from '../../tests/elsewhere/given.ts';
import { type Found, otherProject, whyNot } from './given.ts';

const SEED = new URL('../../supabase/seed.sql', import.meta.url);
/** Longer than a mail takes on its way. */
const PATIENCE_MS = 30_000;

const asOperator = ({ secretKey }: Elsewhere) => ({
  apikey: secretKey,
  authorization: `Bearer ${secretKey}`,
  'content-type': 'application/json',
});

async function ask({ url }: Elsewhere, path: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch(url + path, { ...init, signal }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string };
    throw new Error(`No answer from ${url} (${code ?? error.message}).`);
  });
}

/** Throws a sentence where the tests may not run. Makes one account, and takes it away again. */
export async function refuseUnlessEmpty(given: Elsewhere, backend: BackendElsewhere) {
  const reason = whyNot(await look(backend), await readFile(SEED, 'utf8'));
  if (reason !== null) throw new Error(reason);

  const { status } = await ask(given, '/rest/v1/stores?select=id&limit=1', {
    headers: { apikey: given.publishableKey },
  });
  if (status !== 200) throw new Error(`${given.url} does not take the key (${status}).`);
  const headers = asOperator(given);
  // Seen by the operator alone, and gone before anything else is written.
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, email_confirm: true });
  const made = await ask(given, '/auth/v1/admin/users', { method: 'POST', headers, body });
  const { id } = (await made.json()) as { id?: string };
  if (!id) throw new Error(`${given.url} does not take the secret key (${made.status}).`);
  const [row] = await backend.query('select from auth.users where id = $1', [id]);
  await ask(given, `/auth/v1/admin/users/${id}`, { method: 'DELETE', headers });
  if (!row) throw new Error(otherProject(given.url));

  await backend.reset();
  await refuseSilentMailbox(given, backend);
}

async function look({ query }: BackendElsewhere): Promise<Found> {
  const [server] = await query<{ version: number; is_ours: boolean }>(`
    select current_setting('server_version_num')::int as version,
      to_regprocedure('public.schema_version()') is not null as is_ours`);
  const { version = 0, is_ours = false } = server ?? {};
  if (!is_ours) return { version, schema: null, people: [], stores: [] };
  const [row] = await query<{ schema: string }>('select public.schema_version() as schema');
  const stores = await query<{ name: string }>('select name from public.stores');
  return {
    version,
    schema: row?.schema ?? null,
    people: await query('select id, email from auth.users'),
    stores: stores.map(({ name }) => name),
  };
}

async function refuseSilentMailbox(given: Elsewhere, backend: BackendElsewhere): Promise<void> {
  const email = 'contract@example.com';
  const sent = await ask(given, '/auth/v1/otp', {
    method: 'POST',
    headers: { apikey: given.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, create_user: true }),
  });
  if (sent.status !== 200) throw new Error(`No code was sent: ${await sent.text()}`);
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if ((await backend.mail(email)).some(({ code }) => code !== '')) return;
    await wait(500);
  }
  throw new Error(
    `No mail with a code of six digits came to ${given.mailbox ?? 'the operator'} in ${PATIENCE_MS / 1000} s: ` +
      'look at the SMTP server and at the templates of the project.',
  );
}

/** Whether there is a Realtime to test. */
export async function hasRealtime(given: Elsewhere): Promise<boolean> {
  const path = `/realtime/v1/websocket?apikey=${given.publishableKey}&vsn=1.0.0`;
  return (await ask(given, path, {})).status !== 404;
}

/** The versions that answer, as each service says it. Throws a sentence where one does not answer. */
export async function versionsOf(given: Elsewhere, backend: BackendElsewhere): Promise<string> {
  const headers = asOperator(given);
  const text = async (path: string) => (await ask(given, path, { headers })).text();
  const [server] = await backend
    .query<{ server_version: string }>('show server_version')
    .catch((error: Error) => {
      throw new Error(`The database does not answer (${error.message}).`);
    });
  const auth = /"version":"([^"]*)"/.exec(await text('/auth/v1/health'))?.[1];
  const rest = /"version":"([^"]*)"/.exec(await text('/rest/v1/'))?.[1];
  const storage = /\d+(\.\d+)+/.exec(await text('/storage/v1/version'))?.[0];
  return [
    ['PostgreSQL', server?.server_version],
    ['sign-in', auth],
    ['PostgREST', rest],
    ['storage', storage],
  ]
    .map(([name, version]) => `${name} ${version || 'that does not say its version'}`)
    .join(', ');
}
