import { expect, test } from 'vitest';
import { displayName, plainName } from '../../../src/lib/domain/display-name.ts';
import { charactersOf, startOf } from '../../../src/lib/domain/graphemes.ts';
import { isSearchable, likePattern, searchable } from '../../../src/lib/domain/search-query.ts';
import {
  checkCode,
  checkEmail,
  compactCode,
  isWholeCode,
} from '../../../src/lib/domain/sign-in-form.ts';
import { ADDRESSES, NO_ADDRESSES } from '../../addresses.ts';
import { person, words } from './examples.ts';

test.each([
  ['the full name first', { fullName: ' Ana ' }, 'Ana'],
  ['else the display name', { fullName: null, displayName: ' ana ' }, 'ana'],
  ['else the email', { fullName: null, displayName: null, email: ' a@b ' }, 'a@b'],
  ['blanks are no name', { fullName: ' ', displayName: '\t', email: '' }, 'Stampcard User'],
])('the display name is chosen: %s', (_, fields, shown) => {
  expect(displayName(person(fields))).toBe(shown);
});

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['  Ana\n\tReyes ', 'Ana Reyes'],
  ['\u202EyaneR\u202C', 'yaneR'],
  ['\u200B\u200D ', ''],
  ['\u061CAna', 'Ana'],
  // Letters and signs that draw nothing, with which people make themselves a blank name.
  ['\u3164', ''],
  ['\u115F\u1160 \uFFA0\u2800', ''],
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(195)}${FAMILY}`, 'x'.repeat(195)],
])('the name %j is kept as %j', (typed, name) => {
  expect(plainName(typed)).toBe(name);
});

test('a family of emoji, a flag and a letter with its accent are one character each', () => {
  expect(charactersOf(`${FAMILY}🇵🇭e\u0301`)).toEqual([FAMILY, '🇵🇭', 'e\u0301']);
});

test.each([
  ['abc', 3, 'abc'],
  [`ab${FAMILY}`, 5, 'ab'],
  [`ab${FAMILY}c`, 2 + FAMILY.length, `ab${FAMILY}`],
  [FAMILY, 3, ''],
])('the start of %j, %i long, is %j', (text, length, start) => {
  expect(startOf(text, length)).toBe(start);
});

test('a text of three characters or more is searched for, without those that can’t be', () => {
  for (const [text, searched] of [
    ['  café ', 'café'],
    ['a b', 'a b'],
    [' ab ', null],
    ['🍕🍕🍕', '🍕🍕🍕'],
    ['🍕🍕', null],
    ['ab*', null],
    ['*abc*', 'abc'],
    ['\0abc', 'abc'],
    ['ab\0', null],
  ] as const) {
    expect.soft(searchable(text), text).toBe(searched);
  }
});

test('a text is searchable if it has a letter or a digit of any script', () => {
  for (const text of words('caf ...a 100% ٣٣٣ 카페 珈琲店 กาแฟ Ⅷ..')) {
    expect.soft(isSearchable(text), text).toBe(true);
  }
  for (const text of ['', '...', '_-\\', '🍕🍕🍕', '. .', '\u0301\u0301\u0301']) {
    expect.soft(isSearchable(text), text).toBe(false);
  }
});

test.each([
  ['%_\\%', '%\\%\\_\\\\\\%%'],
  ['a*b*', '%ab%'],
  ['a\0b\0', '%ab%'],
  ['o\'neil, (the) "best"', '%o\'neil, (the) "best"%'],
])('the text %j becomes the pattern %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});

test.each([
  ['send', 'Please enter your email address.'],
  ['verify', 'Please enter your email address before verifying the code.'],
  ['resend', 'Please enter your email address before requesting another code.'],
] as const)('an email is needed to %s', (purpose, message) => {
  expect(checkEmail('', purpose)).toBe(message);
  expect(checkEmail(' \t', purpose)).toBe(message);
  expect(checkEmail('ana@example.com', purpose)).toBeNull();
});

test('a code is sent to a single email address, and to nothing else', () => {
  for (const address of ADDRESSES) {
    expect.soft(checkEmail(` ${address}\n`, 'send'), address).toBeNull();
  }
  for (const text of NO_ADDRESSES) {
    expect.soft(checkEmail(text, 'send'), text).toBe('Please enter your email address.');
  }
});

test('a code is needed to verify', () => {
  expect(checkCode('  ')).toBe('Please enter the one-time code from your email.');
  expect(checkCode('123456')).toBeNull();
});

test.each([
  ' 123 456\u00a0',
  'Your code is 123 456',
  '123-456',
  '1 2 3 4 5 6',
  'Sent on 2026-11-23: 123456 is your code, good for 10 minutes.',
  '12Your code is 123456',
])('the code in “%s” is found', (text) => {
  expect(compactCode(text)).toBe('123456');
  expect(isWholeCode(compactCode(text))).toBe(true);
});

test.each([
  ['', ''],
  ['12 34', '1234'],
  ['1234567', '1234567'],
  ['no code', 'nocode'],
  ['12345a', '12345a'],
  ['a12345', 'a12345'],
  ['about 12345678 people', 'about12345678people'],
])('“%s” is not a whole code', (text, compact) => {
  expect(compactCode(text)).toBe(compact);
  expect(isWholeCode(compact)).toBe(false);
});
