// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { checkCode, checkEmail, compactCode } from '../../../src/lib/domain/sign-in-form.ts';

describe('the sign-in form', () => {
  test.each([
    ['send', 'Please enter your email address.'],
    ['verify', 'Please enter your email address before verifying the code.'],
    ['resend', 'Please enter your email address before requesting another code.'],
  ] as const)('an email is needed to %s', (purpose, message) => {
    expect(checkEmail('', purpose)).toBe(message);
    expect(checkEmail(' \t', purpose)).toBe(message);
    expect(checkEmail('ana@example.com', purpose)).toBeNull();
  });

  test('a code is needed to verify', { tags: ['code-required'] }, () => {
    expect(checkCode('')).toBe('Please enter the one-time code from your email.');
    expect(checkCode('  ')).toBe('Please enter the one-time code from your email.');
    expect(checkCode('123456')).toBeNull();
  });

  test('a code typed with spaces is the code without them', {
    tags: ['code-without-spaces'],
  }, () => {
    expect(compactCode(' 123 456\u00a0')).toBe('123456');
  });
});
