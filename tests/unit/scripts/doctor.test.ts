// @vitest-environment node
import { expect, test } from 'vitest';
import { checkAddresses } from '../../../scripts/doctor/address.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { hasProblems, ok, report, toMend, unknown } from '../../../scripts/doctor/finding.ts';
import { only, toBeMended } from '../../to-be-mended.ts';

const token = (claims: object) =>
  `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const URL = 'https://abcdefghijklmnopqrst.supabase.co';
const given = { url: URL, key: 'sb_publishable_abc', site: undefined };

test.each([
  [`${URL}/`, ' https://Shop.Example:443/Cards/ ', 'https://shop.example/Cards'],
  [URL, 'https://a.example/b', 'https://a.example/b'],
])('%s and %s are taken as the build takes them', (url, site, built) => {
  const { finding, read } = checkAddresses({ ...given, url, site });
  expect(toBeMended([finding])).toEqual([]);
  expect(read).toEqual({ url: URL, key: 'sb_publishable_abc', site: built });
});

test.each([
  ['url', undefined, /URL.* is missing/, /_\/settings\/api-keys/],
  ['url', `${URL}/rest/v1/`, /without path/, /Project URL alone/],
  ['url', 'abc.supabase.co', /must be a full https:/, /--url/],
  ['key', undefined, /KEY.* is missing/, /abcdefghijklmnopqrst\/settings\/api-keys/],
  ['key', 'sb_secret_abc', /is a secret key/, /Rotate the secret key now/],
  ['key', token({ role: 'service_role' }), /is a secret key/, /Rotate the secret key now/],
  ['site', 'https://shop.example/?a=1', /must be an origin/, /--site/],
])('--%s %s is refused', (option, text, found, mend) => {
  const { finding, read } = checkAddresses({ ...given, [option]: text });
  expect(toBeMended([finding])).toEqual(only('addresses and key', found, mend));
  expect(read).toBeNull();
});

const rest = { email: null, guests: false, askPerson: null, deadlineMs: 20 };

test('nothing is asked with a key that must not be used', async () => {
  const fetch = () => Promise.reject(new Error('asked'));
  const groups = await examine({ ...given, key: 'sb_secret_abc' }, { ...rest, fetch });
  expect(groups.map(({ title }) => title)).toEqual(['What was given']);
});

test('every finding is a line, and what there is to mend stands below it', () => {
  const well = {
    title: 'The backend',
    findings: [ok('clock', 'agrees'), unknown('mail', 'unseen')],
  };
  const ill = { title: 'The site', findings: [toMend('headers', 'none', 'See dist/_headers.')] };
  expect(report([well, ill])).toBe(
    [
      'The backend',
      '  ✓ clock: agrees',
      '  ? mail: unseen',
      '',
      'The site',
      '  ✗ headers: none',
      '      → See dist/_headers.',
      '',
      '1 as they should be, 1 to mend, 1 not known.',
    ].join('\n'),
  );
  expect([hasProblems([well]), hasProblems([well, ill])]).toEqual([false, true]);
});
