import { expect, test } from 'vitest';
import { type Found, readGiven, whyNot } from '../../../scripts/contract/given.ts';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';

const URL_OF = 'https://abcdefghijklmnopqrst.supabase.co';
const options = {
  url: `${URL_OF}/`,
  key: 'sb_publishable_abc',
  db: 'postgresql://postgres.abcdefghijklmnopqrst:x@pooler.example:5432/postgres',
};
const env = { SUPABASE_SECRET_KEY: 'sb_secret_abc', SUPABASE_JWT_SECRET: 'legacy' };
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const LEGACY = `${part({ alg: 'HS256' })}.${part({ role: 'service_role' })}.x`;

test('the contract runs against another backend, given its address, keys and database', () => {
  expect(readGiven(options, env)).toMatchObject({ url: URL_OF, secretKey: 'sb_secret_abc' });
});

test.each<[string, object, object, RegExp]>([
  ['no address', { url: '' }, {}, /^--url is missing/],
  ['no database', { db: undefined }, {}, /^--db is missing/],
  ['no secret key', {}, { SUPABASE_SECRET_KEY: '' }, /^SUPABASE_SECRET_KEY is missing/],
  ['a secret key as the public one', { key: 'sb_secret_x' }, {}, /^--key is a secret key/],
  ['an older secret key as the public one', { key: LEGACY }, {}, /^--key is a secret key/],
  ['only a publishable key', {}, { SUPABASE_SECRET_KEY: 'sb_publishable_x' }, /is no secret key/],
])('with %s the contract does not begin', (_name, option, variable, sentence) => {
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
  ['the same without the mark', { people: [tester] }, 'accounts that no test made (1)'],
  ['a customer', { people: [stranger] }, 'accounts that no test made (1)'],
  ['a customer, besides what a run left', { ...left, people: [tester, stranger] }, 'made (1)'],
  ['a guest, besides what a run left', { ...left, people: [guest] }, 'made (1)'],
  ['a store', { stores: ['Turo-Turo'] }, 'stores of its own (Turo-Turo)'],
  ['a store, besides what a run left', { ...left, stores: ['Turo-Turo'] }, 'stores of its own'],
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
