/** A backend elsewhere, with the interface that tests/database needs. */
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { seedStores } from '../../local-backend/migrate.ts';
import { seedPeople } from '../../local-backend/people.ts';
import { setUpReminders } from '../../local-backend/reminders.ts';
import { asOperator } from '../../scripts/store/project.ts';
import { ask, type ElsewhereMarked } from './elsewhere.ts';
import { codesIn, deleteMails } from './mailbox.ts';
import { BUCKET, FORGET_REMINDERS, NOBODYS, ownTables, refuseUnlessMarked, SITE } from './own.ts';
import type { Owner } from './owner.ts';

export type BackendElsewhere = ReturnType<typeof openElsewhere>;

/** Columns that the sign-in service's own rows have, and those of the demo's people do not. */
const AS_THE_SERVICE_WRITES_THEM = `
  update auth.users set
    instance_id = '00000000-0000-0000-0000-000000000000', aud = 'authenticated',
    role = 'authenticated', email_confirmed_at = now(), confirmation_token = '',
    recovery_token = '', email_change_token_new = '', email_change = '';`;

/** `testKey` is the secret key that the tests know: the embedded backend's. */
export function openElsewhere(given: ElsewhereMarked, { query, script }: Owner, testKey: string) {
  const { url, run, mailbox } = given;
  /** Addresses whose mails were read since the last reset. */
  const read = new Set<string>();

  /** A service that has died fails each test at once, and not only after a timeout. */
  let lost: Error | undefined;
  async function reach(path: string, init: RequestInit): Promise<Response> {
    if (lost) throw lost;
    return ask(url, path, init).catch((error: Error) => {
      lost = error;
      throw error;
    });
  }

  const asOperatorOf = (method: string, path: string, body: object) =>
    reach(path, {
      method,
      headers: { ...asOperator(given.secretKey), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function removeFiles(): Promise<void> {
    const files = await query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1',
      [BUCKET],
    );
    if (files.length === 0) return;
    const prefixes = files.map(({ name }) => name);
    const { ok, status } = await asOperatorOf('DELETE', `/storage/v1/object/${BUCKET}`, {
      prefixes,
    });
    if (!ok) throw new Error(`The storage of ${url} deletes no photos of the tests (${status}).`);
  }

  /** Removes what the tests wrote, and nothing else; fails if somebody else is there. */
  async function empty(): Promise<void> {
    const guard = refuseUnlessMarked(run.id);
    await script(guard);
    const told = await query<{ email: string }>(
      `select email from auth.users where email ~* $1
        and (recovery_sent_at is not null or confirmation_sent_at is not null)`,
      [NOBODYS],
    );
    await removeFiles();
    const since = `created_at >= '${run.since}'`;
    // Nobody may truncate the tables of the sign-in, not even their owner.
    await script(`
      ${guard}
      truncate ${(await ownTables()).join(', ')} restart identity;
      delete from auth.users where is_anonymous or email ~* '${NOBODYS}';
      delete from auth.flow_state where ${since};
      delete from auth.audit_log_entries where ${since};
      ${FORGET_REMINDERS}`);
    const addresses = new Set([...read, ...told.map(({ email }) => email)]);
    read.clear();
    if (mailbox) await deleteMails(mailbox, addresses, run.mailsSince);
  }

  /** A new code, which replaces the one that was sent. */
  async function codesOf(email: string): Promise<{ code: string }[]> {
    const answer = await asOperatorOf('POST', '/auth/v1/admin/generate_link', {
      type: 'magiclink',
      email,
    });
    const { email_otp: code } = (await answer.json()) as { email_otp?: string };
    return code ? [{ code }] : [];
  }

  return {
    query,
    empty,
    async fetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const body = await request.arrayBuffer();
      return reach(pathname + search, {
        method: request.method,
        headers: withKeysOf(request.headers),
        redirect: 'manual',
        ...(body.byteLength > 0 ? { body } : {}),
      });
    },
    async mail(to: string): Promise<{ code: string }[]> {
      const address = to.trim().toLowerCase();
      if (!mailbox) return codesOf(address);
      if (new RegExp(NOBODYS).test(address)) read.add(address);
      return codesIn(mailbox, address, run.mailsSince);
    },
    async reset(): Promise<void> {
      if (lost) throw lost;
      await empty();
      await seedStores({ script });
      await seedPeople({ script });
      await script(AS_THE_SERVICE_WRITES_THEM);
      await setUpReminders({ query }, { origin: SITE });
    },
    realtime: async () => ({
      address: `${url.replace(/^http/, 'ws')}/realtime/v1`,
      key: given.publishableKey,
      close: async () => {},
    }),
  };

  /** Puts the keys of that backend in place of those that the tests know. */
  function withKeysOf(asked: Headers): Headers {
    const headers = new Headers(asked);
    const bearer = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    const isKey = [testKey, LOCAL_ANON_KEY].includes(bearer);
    if (isKey) headers.delete('authorization');
    const key = isKey ? bearer : headers.get('apikey');
    if (key === LOCAL_ANON_KEY) headers.set('apikey', given.publishableKey);
    if (key !== testKey) return headers;
    const ours = Object.entries(asOperator(given.secretKey));
    // A person's token sent along with the key says who asks.
    for (const [name, value] of ours)
      if (!headers.has(name) || name === 'apikey') headers.set(name, value);
    return headers;
  }
}
