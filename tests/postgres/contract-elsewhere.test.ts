import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ana } from '../../local-backend/people.ts';
import { type PostgresServer, startPostgresServer } from '../../local-backend/postgres-server.ts';
import { withProject } from '../../scripts/contract/project.ts';
import { type RunningServer, serve } from '../../scripts/server/http-server.ts';
import { openElsewhere } from '../contract/backend.ts';
import type { Elsewhere } from '../contract/elsewhere.ts';
import { READ_MARK, writeMark } from '../contract/own.ts';
import { type Owner, openOwner } from '../contract/owner.ts';
import { SERVICE_KEY } from '../keys.ts';

/** `npm run test:contract` does nothing to a project that is not its own. */
let server: PostgresServer;
let backend: Backend;
let site: RunningServer;
let mailbox: RunningServer;
let owner: Owner;
let given: Elsewhere;
/** What the address answers now; null if it answers as the backend does. */
let instead: ((path: string) => Response | null) | null = null;

beforeAll(async () => {
  server = await startPostgresServer();
  backend = await createBackend({
    origin: 'http://localhost:1',
    postgresUrl: server.url,
    seed: false,
    serviceKey: SERVICE_KEY,
  });
  site = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    const none = new Response(null, { status: 404 });
    return instead?.(pathname) ?? (await backend.fetch(request)) ?? none;
  }, 0);
  mailbox = await serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/info')) return Response.json({ Version: 'v1' });
    const [, to = ''] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? [];
    const [, id = ''] = /\/message\/(.*)$/.exec(pathname) ?? [];
    const [address = '', at] = decodeURIComponent(id).split(' ');
    const mails = backend.mail(address || to);
    if (id) return Response.json({ Text: mails.find((mail) => `${mail.at}` === at)?.text });
    const messages = mails.map((mail) => ({
      ID: encodeURIComponent(`${mail.to} ${mail.at}`),
      Created: new Date(mail.at).toISOString(),
      To: [{ Address: mail.to }],
    }));
    return Response.json({ messages: messages.reverse() });
  }, 0);
  owner = await openOwner(server.url);
  // The hosted service's tables have these, and the embedded backend's do not.
  await owner.script(`
    alter table auth.users add column if not exists instance_id uuid,
      add column if not exists email_change_token_new text, add column if not exists email_change text;`);
  given = {
    url: `http://localhost:${site.port}`,
    publishableKey: LOCAL_ANON_KEY,
    secretKey: SERVICE_KEY,
    jwtSecret: 'none',
    db: server.url,
    mailbox: `http://localhost:${mailbox.port}`,
  };
});
afterAll(async () => {
  await owner.close();
  await Promise.all([site.close(), mailbox.close()]);
  await backend.close();
  await server.stop();
});
beforeEach(async () => {
  instead = null;
  vi.spyOn(console, 'log').mockReturnValue();
  await clear();
});

const clear = () =>
  owner.script(
    `${writeMark(null)}; delete from auth.users; delete from vault.secrets; truncate public.stores, public.events, private.store_words cascade;`,
  );
const everything = async () => {
  const rows = await owner.query<{ row: string }>(`
    select row from (
      select u::text as row from auth.users u union all select s::text from public.stores s
      union all select m::text from public.stamps m union all select e::text from public.events e
      union all select secret from vault.secrets union all select ${READ_MARK}) as rows order by 1`);
  return rows.map(({ row }) => row);
};
const join = (email: string) =>
  owner.query('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [email]);
const never = () => Promise.reject(new Error('The tests began.'));

test('its own project is emptied before and after the tests, and has no mark in the end', async () => {
  const before = await everything();
  const during = vi.fn(async () => {
    const people = await owner.query<{ email: string }>('select email from auth.users');
    expect(people.map(({ email }) => email)).toContain(ana.email);
  });
  await withProject(given, during);
  expect(during).toHaveBeenCalledTimes(1);
  expect(await everything()).toEqual(before);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['an account that looks like the tests’', () => join('ana@example.com'), /no test made \(1\)/],
  [
    'a customer, after a run that was ended',
    async () => {
      await owner.query(writeMark(crypto.randomUUID()));
      await join('ana@example.com');
      await join('ana@mail.ph');
    },
    /no test made \(1\)/,
  ],
  [
    'reminders',
    () => owner.query(`select vault.create_secret('{}', 'stampcard_reminders')`),
    /rows of its own \(settings of reminders\)/,
  ],
])('a project with %s is left as it is', async (_name, prepare, sentence) => {
  await prepare();
  const before = await everything();
  await expect(withProject(given, never)).rejects.toThrow(sentence);
  expect(await everything()).toEqual(before);
});

test.each<[string, (path: string) => Response | null, Partial<Elsewhere>, RegExp]>([
  ['whose address is another project’s', otherProject, {}, /is of another project than .*Nothing/],
  ['with an invalid key', () => null, { secretKey: 'sb_secret_x' }, /not take the secret key/],
  ['without a mailbox', () => null, { mailbox: 'http://localhost:1' }, /No answer from .*:1 /],
])('a project %s is left as it is', async (_name, answer, change, sentence) => {
  instead = answer;
  const before = await everything();
  await expect(withProject({ ...given, ...change }, never)).rejects.toThrow(sentence);
  expect(await everything()).toEqual(before);
});

/** It has a table of stores, too, but not the store that was just written. */
function otherProject(path: string): Response | null {
  return path === '/rest/v1/stores' ? Response.json([]) : null;
}

test('somebody who comes in the middle, or another run, ends the run with nothing removed', async () => {
  for (const [intrude, sentence] of [
    [() => join('ana@mail.ph'), /Somebody whom no test made/],
    [() => owner.query(writeMark(crypto.randomUUID())), /does not bear the mark of this run/],
  ] as const) {
    await clear();
    let before: string[] = [];
    await expect(
      withProject(given, async (marked) => {
        await intrude();
        before = await everything();
        await openElsewhere(marked, owner, SERVICE_KEY).reset();
      }),
    ).rejects.toThrow(sentence);
    expect(await everything()).toEqual(before);
  }
});
