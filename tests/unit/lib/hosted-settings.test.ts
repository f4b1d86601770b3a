// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const settings = readFileSync('supabase/config.toml', 'utf8');

/** The value of a setting, as it is written in its part of the file. */
function setting(part: string, name: string): string | undefined {
  const [, after = ''] = settings.split(`[${part}]\n`);
  const [own = ''] = after.split(/^\[/m);
  return new RegExp(`^${name} = (.+)$`, 'm').exec(own)?.[1];
}

/** What no test of the local backend can show of a hosted project: that it is told so. */
test.each([
  ['api', 'schemas', '["public"]'],
  ['api', 'max_rows', '1000'],
  ['auth', 'site_url', '"env(SITE_URL)"'],
  ['auth', 'additional_redirect_urls', '[]'],
  ['auth', 'jwt_expiry', '3600'],
  ['auth', 'enable_refresh_token_rotation', 'true'],
  ['auth', 'refresh_token_reuse_interval', '10'],
  ['auth', 'enable_anonymous_sign_ins', '"env(PUBLIC_GUESTS)"'],
  ['auth.email', 'enable_confirmations', 'true'],
  ['auth.email', 'otp_length', '6'],
  ['auth.email', 'otp_expiry', '600'],
  ['auth.email', 'max_frequency', '"60s"'],
  ['auth.rate_limit', 'email_sent', '100'],
  ['auth.rate_limit', 'sign_in_sign_ups', '30'],
  ['auth.rate_limit', 'token_verifications', '30'],
  ['auth.rate_limit', 'token_refresh', '150'],
  ['auth.rate_limit', 'sms_sent', '1'],
  ['auth.rate_limit', 'anonymous_users', '30'],
  ['auth.rate_limit', 'web3', '1'],
  ['auth.captcha', 'enabled', '"env(CAPTCHA)"'],
  ['auth.captcha', 'secret', '"env(SUPABASE_AUTH_CAPTCHA_SECRET)"'],
  ['auth.hook.custom_access_token', 'enabled', 'true'],
  [
    'auth.hook.custom_access_token',
    'uri',
    '"pg-functions://postgres/private/refuse_customer_passwords"',
  ],
  ['storage', 'file_size_limit', '"5MiB"'],
])('a hosted project is told [%s] %s = %s', (part, name, value) => {
  expect(setting(part, name)).toBe(value);
});

test('the mail with the code says how long the code works', () => {
  expect(setting('auth.email', 'otp_expiry')).toBe(String(10 * 60));
  expect(readFileSync('supabase/templates/login-code.html', 'utf8')).toContain(
    'It works once, within ten minutes.',
  );
});
