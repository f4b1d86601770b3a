// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { checkCode, checkEmail } from '../../../src/lib/domain/sign-in-form.ts';

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
});
