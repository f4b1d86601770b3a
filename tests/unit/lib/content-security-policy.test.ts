// @vitest-environment node
import { expect, test } from 'vitest';
import { localConfig } from '../../../src/lib/config.ts';
import {
  contentSecurityPolicy,
  pagePolicy,
  tillPolicy,
} from '../../../src/lib/content-security-policy.ts';

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

test('a hosted site may connect only to itself, its backend and the address for its speed', () => {
  const { directives } = contentSecurityPolicy({
    ...localConfig,
    supabaseUrl: 'https://abc.supabase.co',
    vitalsUrl: 'https://vitals.example/collect?site=1',
  });
  expect(new Set(directives)).toEqual(
    new Set([
      ...strict,
      "connect-src 'self' https://abc.supabase.co wss://abc.supabase.co/realtime/v1/websocket https://vitals.example",
      "img-src 'self' https: https://abc.supabase.co",
    ]),
  );
});

test('if hosts of pictures are listed, pictures come from no other host', () => {
  const hosted = { ...localConfig, supabaseUrl: 'https://abc.supabase.co' };
  const { directives } = contentSecurityPolicy(hosted, null, null, ['pictures.example']);
  expect(directives.filter((directive) => directive.startsWith('img-src'))).toEqual([
    "img-src 'self' https://pictures.example https://abc.supabase.co",
  ]);
});

test('a site that sends errors may reach the address for them, listed once if figures go there too', () => {
  const reports = { url: 'https://errors.example/in', sample: 1 };
  expect(contentSecurityPolicy(localConfig, null, reports).directives).toContain(
    "connect-src 'self' https://errors.example",
  );
  const vitalsUrl = 'https://errors.example/figures';
  expect(contentSecurityPolicy({ ...localConfig, vitalsUrl }, null, reports).directives).toContain(
    "connect-src 'self' https://errors.example",
  );
});

const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types stampcard-worker'];
const turnstile = { provider: 'turnstile', siteKey: '0x4AAA' } as const;
const hcaptcha = { provider: 'hcaptcha', siteKey: '1-2-3' } as const;

test('without a CAPTCHA no page adds to the policy', () => {
  expect(pagePolicy('/login', null)).toEqual({
    directives: [],
    scriptSources: [],
    styleSources: [],
  });
});

test('every page but /login has the policy of a site without a CAPTCHA', () => {
  const shared = contentSecurityPolicy(localConfig, turnstile).directives;
  const { directives, scriptSources, styleSources } = pagePolicy('/home', turnstile);
  expect([...shared, ...directives]).toEqual(contentSecurityPolicy(localConfig).directives);
  expect([...scriptSources, ...styleSources]).toEqual([]);
});

test('the policy of /login allows the hosts of Turnstile and no others', () => {
  expect(contentSecurityPolicy(localConfig, turnstile).directives.join()).not.toContain('trusted');
  expect(pagePolicy('/login', turnstile)).toEqual({
    directives: ['frame-src https://challenges.cloudflare.com'],
    scriptSources: ["'self'", 'https://challenges.cloudflare.com'],
    styleSources: [],
  });
});

test('the policy of /login allows the hosts of hCaptcha and no others', () => {
  const hosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
  expect(pagePolicy('/login', hcaptcha)).toEqual({
    directives: [`frame-src ${hosts.join(' ')}`, `connect-src ${hosts.join(' ')}`],
    scriptSources: ["'self'", ...hosts],
    styleSources: ["'self'", ...hosts],
  });
  expect(contentSecurityPolicy(localConfig, hcaptcha).directives).not.toContain(trustedTypes[0]);
});

test('the till’s policy allows a provider’s hosts only if a CAPTCHA is configured', () => {
  const project = { supabaseUrl: 'https://abc.supabase.co' };
  expect(tillPolicy(project)).not.toMatch(/frame-src|cloudflare|hcaptcha/);
  expect(tillPolicy(project)).toContain("; trusted-types 'none'");
  expect(tillPolicy(project)).toContain("; connect-src 'self' https://abc.supabase.co;");
  const withTurnstile = tillPolicy(project, turnstile);
  expect(withTurnstile).toContain("'wasm-unsafe-eval' https://challenges.cloudflare.com;");
  expect(withTurnstile).toContain('frame-src https://challenges.cloudflare.com');
  expect(withTurnstile).not.toContain('trusted-types');
  const withHcaptcha = tillPolicy(project, hcaptcha);
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src']) {
    expect(withHcaptcha).toMatch(new RegExp(`${name} [^;]*https://hcaptcha\\.com`));
  }
});
