// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { checkAddresses } from '../../../../scripts/doctor/address.ts';
import { examine } from '../../../../scripts/doctor/examine.ts';
import { only, toBeMended } from '../../../to-be-mended.ts';

const token = (claims: object) =>
  `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

describe('what was given', () => {
  const URL = 'https://abcdefghijklmnopqrst.supabase.co';
  const given = { url: URL, key: 'sb_publishable_abc', site: undefined };
  const mended = (change: object) => toBeMended(checkAddresses({ ...given, ...change }).findings);

  test('an address with a slash at its end is taken without it, as the build takes it', () => {
    const { findings, read } = checkAddresses({
      ...given,
      url: `${URL}/`,
      site: 'https://a.example/b/',
    });
    expect(toBeMended(findings)).toEqual([]);
    expect(read).toEqual({ url: URL, key: 'sb_publishable_abc', site: 'https://a.example/b' });
  });

  test.each([
    ['https://Shop.Example/Cards/', 'https://shop.example/Cards'],
    [' https://shop.example:443 ', 'https://shop.example'],
  ])('the site’s address %j is compared as the build writes it', (site, built) => {
    expect(checkAddresses({ ...given, site }).read?.site).toBe(built);
  });

  test.each([
    ['url', undefined, 'address of the backend', /is missing/, /settings\/api$/],
    ['url', 'http://abc.supabase.co', 'address of the backend', /must be a full https:/, /--url/],
    ['url', `${URL}/rest/v1/`, 'address of the backend', /without path/, /Project URL alone/],
    ['url', 'abc.supabase.co', 'address of the backend', /must be a full https:/, /--url/],
    ['key', undefined, 'key', /is missing/, /settings\/api-keys/],
    ['key', 'sb_secret_abc', 'key', /is a secret key/, /Rotate it now/],
    ['key', token({ role: 'service_role' }), 'key', /is a secret key/, /Rotate it now/],
    ['key', token({ role: 'authenticated' }), 'key', /role authenticated/, /sb_publishable_/],
    ['key', token({ role: 'anon', ref: 'another' }), 'key', /of the project another/, /api-keys/],
    ['key', 'sbp_0123456789', 'key', /but is "sbp_0…"/, /PUBLIC_SUPABASE_ANON_KEY/],
    ['site', 'http://shop.example', 'address of the site', /must be a full https:/, /SITE_URL/],
    ['site', 'https://shop.example/?a=1', 'address of the site', /must be an origin/, /SITE_URL/],
  ])('--%s %s is refused', (option, text, what, found, mend) => {
    expect(mended({ [option]: text })).toEqual(only(what, found, mend));
  });

  test('a key in the older form is taken where it is of this project', () => {
    const key = token({ role: 'anon', ref: 'abcdefghijklmnopqrst' });
    expect(mended({ key })).toEqual([]);
  });

  test('nothing is asked with a key that must not be used', async () => {
    const rest = { email: null, guests: false, now: Date.now, askPerson: null, deadlineMs: 20 };
    const fetch = () => Promise.reject(new Error('asked'));
    const groups = await examine({ ...given, key: 'sb_secret_abc' }, { ...rest, fetch });
    expect(groups.map(({ title }) => title)).toEqual(['What was given']);
  });
});
