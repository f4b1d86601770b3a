// @vitest-environment node
import { expect, test } from 'vitest';
import { textProblems } from '../../../../scripts/checks/dist.ts';

const token = (facts: object) =>
  ['{"alg":"HS256"}', JSON.stringify(facts), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test.each([
  `key = "sb_${'secret'}_abc"`,
  'env.SUPABASE_SECRET_KEY',
  'role: service_role',
  `//# source${'MappingURL'}=a.js.map`,
  'import("/local/mailbox")',
  'new PGlite()',
  'jsQR(pixels)',
  'rpc("give_stamp")',
  `key="${token({ iss: 'supabase', role: 'service_role' })}"`,
])('a file that holds this text is a problem: %s', (text) => {
  expect(textProblems('a.js', text)).toHaveLength(1);
});

test('the till reads codes, and holds no secret either', () => {
  expect(textProblems('dist-till/a.js', 'zxing stampcard-till give_stamp')).toEqual([]);
  expect(textProblems('dist-till/a.js', `key = "sb_${'secret'}_abc"`)).toHaveLength(1);
});

test('the secret key of the person who built it is found in whichever form', () => {
  expect(textProblems('a.js', 'key="of-some-form"', 'of-some-form')).toEqual([
    'a.js holds your SUPABASE_SECRET_KEY.',
  ]);
  expect(textProblems('a.js', 'key="of-some-form"', 'of-another')).toEqual([]);
  expect(textProblems('a.js', '', '')).toEqual([]);
});

test('the client library may name the kind of key, the site the address of the counter', () => {
  expect(textProblems('a.js', "key.startsWith('sb_secret_')")).toEqual([]);
  expect(textProblems('a.js', 'href="/local/counter"')).toEqual([]);
  expect(textProblems('a.js', token({ iss: 'supabase', role: 'anon' }))).toEqual([]);
});
