// @vitest-environment node
import { expect, test } from 'vitest';
import {
  checkCode,
  checkEmail,
  compactCode,
  isWholeCode,
} from '../../../src/lib/domain/sign-in-form.ts';
import { ADDRESSES, NO_ADDRESSES } from '../../addresses.ts';

test.each([
  ['send', 'Please enter your email address.'],
  ['verify', 'Please enter your email address before verifying the code.'],
  ['resend', 'Please enter your email address before requesting another code.'],
] as const)('an email is needed to %s', (purpose, message) => {
  expect(checkEmail('', purpose)).toBe(message);
  expect(checkEmail(' \t', purpose)).toBe(message);
  expect(checkEmail('ana@example.com', purpose)).toBeNull();
});

test.each(ADDRESSES)('%s is one address', (address) => {
  expect(checkEmail(` ${address}\n`, 'send')).toBeNull();
});

test.each(NO_ADDRESSES)('“%s” is none, and is not sent', (text) => {
  expect(checkEmail(text, 'send')).toBe('Please enter your email address.');
});

test('a code is needed to verify', () => {
  expect(checkCode('')).toBe('Please enter the one-time code from your email.');
  expect(checkCode('  ')).toBe('Please enter the one-time code from your email.');
  expect(checkCode('123456')).toBeNull();
});

test('a code typed with spaces is the code without them', () => {
  expect(compactCode(' 123 456\u00a0')).toBe('123456');
});

test.each([
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
  ['about 12345678 people', 'about12345678people'],
])('“%s” is no whole code', (text, compact) => {
  expect(compactCode(text)).toBe(compact);
  expect(isWholeCode(compact)).toBe(false);
});
