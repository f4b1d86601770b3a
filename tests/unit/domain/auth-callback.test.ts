// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authCallbackError, withoutAuthError } from '../../../src/lib/domain/auth-callback.ts';
import { anyText } from './examples.ts';

test.each([
  ['nothing', '', '', null],
  ['other parameters', '?redirect=/home&code=abc', '#top', null],
  [
    'all three',
    '?error=access_denied&error_code=user_denied&error_description=You+said+no',
    '',
    'You said no (user_denied)',
  ],
  [
    'no code: the error stands in',
    '?error=access_denied&error_description=You+said+no',
    '',
    'You said no (access_denied)',
  ],
  ['only a description', '?error_description=You%20said%20no', '', 'You said no'],
  ['only a code', '?error_code=bad_state', '', 'Unable to complete sign in. (bad_state)'],
  ['only an error', '?error=server_error', '', 'Unable to complete sign in. (server_error)'],
  ['in the hash', '', '#error=access_denied&error_code=403&error_description=No&sb=', 'No (403)'],
  ['in the hash, given without its mark', '', 'error_description=No', 'No'],
  [
    'in both at once: the query counts',
    '?error_code=a&error_description=First',
    '#error_code=b&error_description=Second',
    'First (a)',
  ],
  ['in the hash, with another mark in it', '', 'error_description=No #2', 'No #2'],
  ['one part in each', '?error_description=No', '#error_code=b', 'No (b)'],
  ['the query without its mark', 'error_description=No', '', 'No'],
  ['empty values are none', '?error=&error_code=&error_description=', '#error=', null],
  [
    'blank values are none',
    '?error_description=%20&error_code=x',
    '',
    'Unable to complete sign in. (x)',
  ],
  [
    'an empty value in the query, one in the hash',
    '?error_description=',
    '#error_description=No',
    'No',
  ],
  ['blanks around', '?error_description=+No+&error_code=+x+', '', 'No (x)'],
  ['markup stays text', '?error_description=%3Cb%3ENo%3C/b%3E', '', '<b>No</b>'],
  ['a broken escape', '?error_description=100%', '', '100%'],
])('the error of an address is read from %s', (_, search, hash, text) => {
  expect(authCallbackError(search, hash)).toBe(text);
});

test.each([
  ['/login', '/login'],
  ['/login?redirect=/home', '/login?redirect=/home'],
  ['/login?error=a&error_code=b&error_description=c', '/login'],
  ['/login?a=1&error=a&b=%20+', '/login?a=1&b=%20+'],
  ['/login#error=a&error_code=b&error_description=c&sb=', '/login'],
  ['/login#sb=', '/login'],
  ['/login?redirect=/x&error=a#top&error_code=b', '/login?redirect=/x#top'],
  ['/home?error=a#error=a', '/home'],
  ['/home?err%6fr=a', '/home'],
  ['/home?errors=2&my_error=1', '/home?errors=2&my_error=1'],
  ['/home?a=b?c&error=x', '/home?a=b?c'],
  ['/home?#', '/home'],
  ['/home#top', '/home#top'],
  ['/home#a#b', '/home#a#b'],
  ['https://stampcard.example/login?error=a&x=1#top', '/login?x=1#top'],
  ['home?next=https://a.example/b', 'home?next=https://a.example/b'],
  ['https://stampcard.example', '/'],
  ['https://stampcard.example?error=a', '/'],
  ['https://stampcard.example//x/?error=a', '/x/'],
  ['http://localhost:4321/home?next=https://a.example/b', '/home?next=https://a.example/b'],
  ['/home?next=https://a.example/b&error=1', '/home?next=https://a.example/b'],
  ['', '/'],
  ['/a\nb?c\n&error=1#d\n', '/a\nb?c\n#d\n'],
])('the address %j without its error is %j', (url, clean) => {
  expect(withoutAuthError(url)).toBe(clean);
});

const part = fc.constantFrom(
  'error',
  'error_code',
  'error_description',
  'sb',
  'a',
  '=',
  '&',
  '?',
  '#',
  '%',
  '%6f',
  '+',
  'x',
  '/',
);

test('an address cleaned of its error has nothing left to show, and cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: part }), anyText), (text) => {
      const clean = withoutAuthError(`/login?${text}#${text}`);
      const { search, hash } = new URL(clean, 'https://stampcard.example');
      expect(authCallbackError(search, hash)).toBeNull();
      expect(withoutAuthError(clean)).toBe(clean);
    }),
  );
});
