// @vitest-environment node
import { access, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Found,
  NO_GOOGLE,
  NO_REALTIME,
  readGiven,
  whyNot,
} from '../../../scripts/contract/given.ts';
import { refuseSilentMailbox } from '../../../scripts/contract/project.ts';
import { withStack } from '../../../scripts/contract/stack.ts';
import { serve } from '../../../scripts/server/http-server.ts';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';
import { codesIn, deleteMails, newestIn } from '../../contract/mailbox.ts';
import { ownTables } from '../../contract/own.ts';

const URL_OF = 'https://abcdefghijklmnopqrst.supabase.co';
const options = {
  url: `${URL_OF}/`,
  key: 'sb_publishable_abc',
  db: 'postgresql://postgres.abcdefghijklmnopqrst:x@pooler.example:5432/postgres',
};
const env = { SUPABASE_SECRET_KEY: 'sb_secret_abc', SUPABASE_JWT_SECRET: 'legacy' };
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const LEGACY = `${part({ alg: 'HS256' })}.${part({ role: 'service_role' })}.x`;

test('the contract runs elsewhere with an address, its keys and its database', () => {
  expect(readGiven(options, env)).toMatchObject({ url: URL_OF, secretKey: 'sb_secret_abc' });
});

test.each<[string, object, object, RegExp]>([
  ['no address', { url: '' }, {}, /^--url is missing/],
  ['no database', { db: undefined }, {}, /^--db is missing/],
  ['no secret key', {}, { SUPABASE_SECRET_KEY: '' }, /^SUPABASE_SECRET_KEY is missing/],
  ['a secret key for all to see', { key: 'sb_secret_x' }, {}, /^--key is a secret key/],
  ['an older secret key for all to see', { key: LEGACY }, {}, /^--key is a secret key/],
  ['a publishable key', {}, { SUPABASE_SECRET_KEY: 'sb_publishable_x' }, /is no secret key/],
  ['another database', { db: 'postgresql://db.other.supabase.co' }, {}, /of another project/],
])('with %s it does not begin', (_name, option, variable, sentence) => {
  expect(() => readGiven({ ...options, ...option }, { ...env, ...variable })).toThrow(sentence);
});

test.each([NO_GOOGLE, NO_REALTIME])('%s.test.ts, which is left out, is there', async (name) => {
  await access(`tests/database/${name}.test.ts`);
});

const stranger = { email: 'ana@mail.ph' };
const guest = { email: null };
const tester = { email: 'ana@example.com' };
const SEED = `insert into stores values ('Kape Tayo'), ('Lola''s')`;
const seeded = { stores: ['Kape Tayo', "Lola's"], rows: ['public.stores', 'public.rewards'] };
const left = { isMarked: true, rows: ['public.stamps', 'private.photo_hosts'] };

test.each<[string, Partial<Found>, string | null]>([
  ['nothing', {}, null],
  ['the seed', seeded, null],
  ['what a run left behind', { ...seeded, ...left, people: [tester] }, null],
  ['what looks so, without the mark', { people: [tester] }, 'accounts that no test made (1)'],
  ['a customer', { people: [stranger] }, 'accounts that no test made (1)'],
  ['a customer, beside what a run left', { ...left, people: [tester, stranger] }, 'made (1)'],
  ['a guest, beside what a run left', { ...left, people: [guest] }, 'made (1)'],
  ['a store', { stores: ['Turo-Turo'] }, 'stores of its own (Turo-Turo)'],
  ['a store, beside what a run left', { ...left, stores: ['Turo-Turo'] }, 'stores of its own'],
  ['events', { rows: ['public.events'] }, 'rows of its own (public.events)'],
  ['hosts of photos', { ...seeded, rows: ['private.photo_hosts'] }, 'rows of its own (private'],
  ['another product', { ...left, tables: ['public.orders'] }, 'tables of its own (public.orders)'],
  ['files', { ...left, files: 2 }, 'files of its own (2)'],
  ['PostgreSQL 15', { version: 150_008, people: [stranger] }, '17. This project is on 15'],
  ['no tables', { schema: null }, 'at migration none'],
])('a project with %s: %#', (_name, found, sentence) => {
  const empty = { isMarked: false, tables: [], rows: [], people: [], stores: [], files: 0 };
  const whole = { version: 170_004, schema: SCHEMA_VERSION, ...empty, ...found };
  expect(whyNot(whole, SEED)).toEqual(sentence && expect.stringContaining(sentence));
});

test('what is emptied is read from our schema', async () => {
  expect(await ownTables()).toEqual(
    expect.arrayContaining(['public.stores', 'public.stamps', 'private.till_log']),
  );
});

/** A mailbox with these mails, and what it was told to delete. */
async function mailpit(mails: { ID: string; to: string[]; Created: string }[]) {
  const deleted: unknown[] = [];
  const messages = mails.map(({ to, ...mail }) => ({
    ...mail,
    To: to.map((Address) => ({ Address })),
  }));
  const { port, close } = await serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'DELETE') deleted.push(await request.json());
    const [, asked] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? [];
    if (pathname.endsWith('/info')) return Response.json({ Version: 'v1.27' });
    if (pathname.includes('/message/'))
      return Response.json({ Text: `Code: 12345${pathname.at(-1)}` });
    return Response.json({
      messages: messages.filter(({ To }) => !asked || To.some(({ Address }) => Address === asked)),
    });
  }, 0);
  return { url: `http://localhost:${port}`, deleted, close };
}

test('only mails to the addresses asked for, and of this run, are read and deleted', async () => {
  const ana = 'ana@example.com';
  const box = await mailpit([
    { ID: '4', to: [ana], Created: '2026-11-25T10:00:03Z' },
    { ID: '3', to: [ana, 'owner@mail.ph'], Created: '2026-11-25T10:00:02Z' },
    { ID: '2', to: [ana], Created: '2026-11-25T10:00:01Z' },
    { ID: '1', to: [ana], Created: '2026-11-25T09:00:00Z' },
  ]);
  expect(await newestIn(box.url)).toBe('2026-11-25T10:00:03Z');
  const since = '2026-11-25T09:00:00Z';
  expect(await codesIn(box.url, ana, since)).toEqual([{ code: '123452' }, { code: '123454' }]);
  await deleteMails(box.url, [ana, 'cy@example.com'], since);
  // Without names it would delete all.
  await deleteMails(box.url, ['cy@example.com'], since);
  expect(box.deleted).toEqual([{ IDs: ['4', '2'] }]);
  await box.close();
});

test.each<[string, () => Response, RegExp]>([
  ['a page', () => new Response('<h1>Hello</h1>'), /does not answer as a Mailpit does \(200\)/],
  ['an error', () => new Response('{}', { status: 502 }), /\(502\)/],
  ['something else', () => Response.json({ hello: 1 }), /is no Mailpit/],
])('a mailbox that answers with %s is refused', async (_name, answer, sentence) => {
  const { port, close } = await serve(async () => answer(), 0);
  await expect(newestIn(`http://localhost:${port}`)).rejects.toThrow(sentence);
  await close();
  await expect(newestIn(`http://localhost:${port}`)).rejects.toThrow(/^No answer from .*REFUSED/);
});

test('a mailbox in which no mail with a code arrives is a sentence', async () => {
  const { port, close } = await serve(async () => Response.json({}), 0);
  const given = { ...readGiven(options, env), url: `http://localhost:${port}` };
  const silent = (codes: string[]) =>
    refuseSilentMailbox(given, { mail: async () => codes.map((code) => ({ code })) }, 1);
  await expect(silent([])).rejects.toThrow(/^No mail with a code of six digits came to /);
  await expect(silent([''])).rejects.toThrow(/look at the SMTP server and at the templates/);
  await close();
});

/** Supabase's command, which never runs: what it was asked, in order. */
function fakeCommand(failing = '', stderr = 'no network') {
  const asked: string[] = [];
  let config = '';
  const run = async (args: readonly string[]): Promise<string> => {
    asked.push(args.slice(0, -2).join(' '));
    config = await readFile(`${args.at(-1)}/supabase/config.toml`, 'utf8');
    if (args[0] === failing) throw Object.assign(new Error('failed'), { stderr, stdout: '' });
    return STATUS;
  };
  return { run, asked, config: () => config };
}
const STATUS = `API_URL='http://127.0.0.1:54321'
DB_URL="postgresql://a:b'@c/d?x=1"
MAILPIT_URL='http://127.0.0.1:54324'
PUBLISHABLE_KEY='sb_publishable_a'
SECRET_KEY=sb_secret_a
`;

describe('the stack', () => {
  beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
  const STATUS_TEXT = 'status --env --output-format text';
  const DESTROY = 'stack destroy --yes';
  const START = 'start --runtime native --eager --exclude studio,analytics,pooler --yes';

  test('is started, gets the migrations, says what it is, and is stopped', async () => {
    const command = fakeCommand();
    const work = vi.fn(async () => {});
    await withStack(work, command.run);
    expect(work).toHaveBeenCalledExactlyOnceWith({
      url: 'http://127.0.0.1:54321',
      publishableKey: 'sb_publishable_a',
      secretKey: 'sb_secret_a',
      jwtSecret: expect.any(String),
      db: "postgresql://a:b'@c/d?x=1",
      mailbox: 'http://127.0.0.1:54324',
    });
    expect(command.asked).toEqual([START, 'db push --yes', STATUS_TEXT, DESTROY]);
    // Another one on this machine goes on.
    expect(command.config()).toMatch(/^project_id = "stampcard-contract"$/m);
    expect(command.config()).toMatch(/^\[auth\]\njwt_secret = ".+"$/m);
  });

  test.each<[string, string[]]>([
    ['start', [START, DESTROY]],
    ['db', [START, 'db push --yes', DESTROY]],
    ['status', [START, 'db push --yes', STATUS_TEXT, DESTROY]],
  ])('says what is missing where %s does not work, and is stopped', async (failing, asked) => {
    const command = fakeCommand(failing);
    const work = vi.fn();
    const sentence = new RegExp(`${failing} did not work:\nno network\n\nIt needs the internet`);
    await expect(withStack(work, command.run)).rejects.toThrow(sentence);
    expect(work).not.toHaveBeenCalled();
    expect(command.asked).toEqual(asked);
  });

  test.each([
    ['No managed stack was found for this project.', 0],
    ['The stack owner does not answer.', 1],
  ])('where it cannot be stopped, %s is told %i times', async (stderr, times) => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const command = fakeCommand('stack', stderr);
    await withStack(async () => {}, command.run);
    expect(told).toHaveBeenCalledTimes(times);
    told.mockClear();
  });

  test('is stopped when the tests end with an error', async () => {
    const command = fakeCommand();
    const work = () => Promise.reject(new Error('No answer.'));
    await expect(withStack(work, command.run)).rejects.toThrow('No answer.');
    expect(command.asked.at(-1)).toBe(DESTROY);
  });
});
