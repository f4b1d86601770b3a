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
  ['auth', 'jwt_expiry', '3600'],
  ['auth', 'enable_refresh_token_rotation', 'true'],
  ['auth', 'refresh_token_reuse_interval', '10'],
  ['auth.email', 'enable_confirmations', 'true'],
  ['auth.email', 'otp_length', '6'],
  ['auth.email', 'otp_expiry', '3600'],
  ['auth.email', 'max_frequency', '"60s"'],
  ['storage', 'file_size_limit', '"5MiB"'],
])('a hosted project is told [%s] %s = %s', (part, name, value) => {
  expect(setting(part, name)).toBe(value);
});
