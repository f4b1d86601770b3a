// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Found, readGiven, whyNot } from '../../../scripts/contract/given.ts';
import { withStack } from '../../../scripts/contract/stack.ts';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';
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

/** Supabase's command, which never runs: what it was asked, in order. */
function fakeCommand(failing = '') {
  const asked: string[] = [];
  let config = '';
  const run = async (args: readonly string[]): Promise<string> => {
    asked.push(args.slice(0, -2).join(' '));
    config = await readFile(`${args.at(-1)}/supabase/config.toml`, 'utf8');
    if (args[0] === failing)
      throw Object.assign(new Error('failed'), { stderr: 'no network', stdout: '' });
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

  test('says what is missing where it does not work, and is stopped', async () => {
    const command = fakeCommand('db');
    const work = vi.fn();
    const sentence = /db did not work:\nno network\n\nIt needs the internet/;
    await expect(withStack(work, command.run)).rejects.toThrow(sentence);
    expect(work).not.toHaveBeenCalled();
    expect(command.asked).toEqual([START, 'db push --yes', DESTROY]);
  });
});
