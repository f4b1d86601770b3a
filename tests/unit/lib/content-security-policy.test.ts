// @vitest-environment node
import { expect, test } from 'vitest';
import { localConfig } from '../../../src/lib/config.ts';
import { contentSecurityPolicy } from '../../../src/lib/content-security-policy.ts';

const strict = [
  "default-src 'none'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types stampcard-worker',
];

test('a local site loads everything from itself, and pictures over https too', () => {
  expect(new Set(contentSecurityPolicy(localConfig).directives)).toEqual(
    new Set([...strict, "connect-src 'self'", "img-src 'self' https:"]),
  );
});

test('a hosted site asks its backend and reports its speed, and asks no other host', () => {
  const { directives } = contentSecurityPolicy({
    ...localConfig,
    supabaseUrl: 'https://abc.supabase.co',
    vitalsUrl: 'https://vitals.example/collect?site=1',
  });
  expect(new Set(directives)).toEqual(
    new Set([
      ...strict,
      'connect-src https://abc.supabase.co https://vitals.example',
      "img-src 'self' https: https://abc.supabase.co",
    ]),
  );
});
