// @vitest-environment node
import { expect, test } from 'vitest';
import { type Found, readGiven, whyNot } from '../../../scripts/contract/given.ts';
import { valuesOf } from '../../../scripts/contract/stack.ts';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';
import { ana } from '../../people.ts';

const URL = 'https://abcdefghijklmnopqrst.supabase.co';
const options = {
  url: `${URL}/`,
  key: 'sb_publishable_abc',
  db: 'postgresql://postgres.abcdefghijklmnopqrst:x@pooler.example:5432/postgres',
};
const env = { SUPABASE_SECRET_KEY: 'sb_secret_abc', SUPABASE_JWT_SECRET: 'legacy' };

test('the contract runs elsewhere with an address, its keys and its database', () => {
  expect(readGiven(options, env)).toMatchObject({ url: URL, secretKey: 'sb_secret_abc' });
});

test.each<[string, object, object, RegExp]>([
  ['no address', { url: '' }, {}, /^--url is missing/],
  ['no database', { db: undefined }, {}, /^--db is missing/],
  ['no secret key', {}, { SUPABASE_SECRET_KEY: '' }, /^SUPABASE_SECRET_KEY is missing/],
  ['a secret key for all to see', { key: 'sb_secret_x' }, {}, /^--key is a secret key/],
  ['a publishable key', {}, { SUPABASE_SECRET_KEY: 'sb_publishable_x' }, /is no secret key/],
  ['another database', { db: 'postgresql://db.other.supabase.co' }, {}, /of another project/],
])('with %s it does not begin', (_name, option, variable, sentence) => {
  expect(() => readGiven({ ...options, ...option }, { ...env, ...variable })).toThrow(sentence);
});

const stranger = { id: crypto.randomUUID(), email: 'ana@mail.ph' };
const guest = { id: crypto.randomUUID(), email: null };
const SEED = `insert into stores values ('Kape Tayo'), ('Lola''s')`;

test.each<[string, Partial<Found>, string | null]>([
  ['nobody', { stores: ['Kape Tayo', "Lola's"] }, null],
  ['what a run left behind', { people: [ana, guest], stores: ['Turo-Turo'] }, null],
  ['a customer', { people: [stranger] }, 'accounts that no test made (1)'],
  ['a customer, beside that', { people: [ana, stranger] }, 'accounts that no test made (1)'],
  ['a guest', { people: [guest] }, 'accounts that no test made (1)'],
  ['a store', { stores: ['Turo-Turo'] }, 'stores of its own (Turo-Turo)'],
  [
    'PostgreSQL 15',
    { version: 150_008, people: [stranger] },
    'PostgreSQL 17. This project is on 15',
  ],
  ['no tables', { schema: null }, 'at migration none'],
])('a project with %s: %#', (_name, found, sentence) => {
  const whole = { version: 170_004, schema: SCHEMA_VERSION, people: [], stores: [], ...found };
  expect(whyNot(whole, SEED)).toEqual(sentence && expect.stringContaining(sentence));
});

test('what the stack says of itself is read', () => {
  const said = 'API_URL="http://127.0.0.1:54321"\nDB_URL=postgresql://a:b@c/d?x=1\nStopped: none\n';
  expect(valuesOf(said)).toEqual({
    API_URL: 'http://127.0.0.1:54321',
    DB_URL: 'postgresql://a:b@c/d?x=1',
  });
});
