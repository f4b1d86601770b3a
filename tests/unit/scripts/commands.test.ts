// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textProblems } from '../../../scripts/checks/dist.ts';
import { checkAddresses } from '../../../scripts/doctor/address.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { hasProblems, ok, report, toMend, unknown } from '../../../scripts/doctor/finding.ts';
import { claimDataFolder, emptyDataFolder } from '../../../scripts/server/data-folder.ts';
import {
  backendOptionsFrom,
  dataDirFrom,
  portFrom,
} from '../../../scripts/server/start-options.ts';
import { RUNNERS } from '../../../scripts/testing/steps.ts';
import { only, toBeMended } from '../../to-be-mended.ts';

test.each([
  [undefined, 4321],
  ['', 4321],
  ['80', 80],
  ['65535', 65_535],
])('a PORT of %s means %i', (text, port) => {
  expect(portFrom(text)).toBe(port);
});

test.each(['0', '65536', '-1', '80a', '1e3', ' 80'])('a PORT of "%s" is refused', (text) => {
  expect(() => portFrom(text)).toThrow('PORT must be a number from 1 to 65535');
});

test('STAMPCARD_DATA names the data folder, or memory', () => {
  expect(dataDirFrom(undefined)).toBe('.data');
  expect(dataDirFrom('elsewhere')).toBe('elsewhere');
  expect(dataDirFrom('memory')).toBeUndefined();
});

test('PUBLIC_GUESTS lets the backend have guests, as many in an hour as hosted', () => {
  expect(backendOptionsFrom({ PUBLIC_GUESTS: 'true' })).toEqual({ anonymousUsers: 30 });
  expect(backendOptionsFrom({})).toEqual({});
  expect(() => backendOptionsFrom({ PUBLIC_GUESTS: 'yes' })).toThrow(
    'PUBLIC_GUESTS must be true or false, but is "yes".',
  );
});

describe('the data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const claimedBy = (pid: number) => writeFile(join(folder, 'in-use-by'), String(pid));

  test('the data folder belongs to one process', async () => {
    // The parent of the test's process is running for certain.
    await claimedBy(process.ppid);
    expect(() => claimDataFolder(folder)).toThrow(
      `in use by another Stampcard (process ${process.ppid})`,
    );
  });

  test('the data folder is free again once that process is gone, or has let go', async () => {
    // Above the highest number Linux gives out.
    await claimedBy(99_999_999);
    claimDataFolder(folder)();
    claimDataFolder(folder)();
    expect(existsSync(join(folder, 'in-use-by'))).toBe(false);
  });

  test('the data folder is emptied of what is ours, and nothing else', async () => {
    const data = join(folder, 'data');
    claimDataFolder(data);
    await mkdir(join(data, 'postgres', 'base'), { recursive: true });
    await writeFile(join(data, 'signing-secret'), '');
    await writeFile(join(data, 'secret-key'), '');
    await writeFile(join(data, 'my thesis'), '');
    emptyDataFolder(data);
    expect(await readdir(data)).toEqual(['my thesis']);
    await rm(join(data, 'my thesis'));
    emptyDataFolder(data);
    expect(existsSync(data)).toBe(false);
  });

  test('a data folder that cannot be written is reported in one sentence', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(() => claimDataFolder(join(folder, 'file', 'below'))).toThrow('cannot be written');
  });
});

describe('the doctor', () => {
  const token = (claims: object) =>
    `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

  const URL = 'https://abcdefghijklmnopqrst.supabase.co';
  const given = { url: URL, key: 'sb_publishable_abc', site: undefined };

  test.each([
    [`${URL}/`, ' https://Shop.Example:443/Cards/ ', 'https://shop.example/Cards'],
    [URL, 'https://a.example/b', 'https://a.example/b'],
  ])('%s and %s are taken as the build takes them', (url, site, built) => {
    const { findings, read } = checkAddresses({ ...given, url, site });
    expect(toBeMended(findings)).toEqual([]);
    expect(read).toEqual({ url: URL, key: 'sb_publishable_abc', site: built });
  });

  test.each([
    ['url', undefined, 'address of the backend', /is missing/, /settings\/api$/],
    ['url', `${URL}/rest/v1/`, 'address of the backend', /without path/, /Project URL alone/],
    ['url', 'abc.supabase.co', 'address of the backend', /must be a full https:/, /--url/],
    ['key', undefined, 'key', /is missing/, /abcdefghijklmnopqrst\/settings\/api-keys/],
    ['key', 'sb_secret_abc', 'key', /is a secret key/, /Rotate it now/],
    ['key', token({ role: 'service_role' }), 'key', /is a secret key/, /Rotate it now/],
    ['key', token({ role: 'anon', ref: 'another' }), 'key', /of the project another/, /api-keys/],
    ['site', 'https://shop.example/?a=1', 'address of the site', /must be an origin/, /SITE_URL/],
  ])('--%s %s is refused', (option, text, what, found, mend) => {
    const { findings, read } = checkAddresses({ ...given, [option]: text });
    expect(toBeMended(findings)).toEqual(only(what, found, mend));
    expect(read).toBeNull();
  });

  const rest = { email: null, guests: false, now: Date.now, askPerson: null, deadlineMs: 20 };

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
});

describe('what must not be shipped', () => {
  const token = (facts: object) =>
    ['{"alg":"HS256"}', JSON.stringify(facts), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');

  test.each([
    `key = "sb_${'secret'}_abc"`,
    'env.SUPABASE_SECRET_KEY',
    'role: service_role',
    `//# source${'MappingURL'}=a.js.map`,
    'import("/local/mailbox")',
    'new PGlite()',
    'jsQR(pixels)',
    'rpc("give_stamp")',
    `key="${token({ iss: 'supabase', role: 'service_role' })}"`,
  ])('a file that holds this text is a problem: %s', (text) => {
    expect(textProblems('a.js', text)).toHaveLength(1);
  });

  test('the till reads codes, and holds no secret either', () => {
    expect(textProblems('dist-till/a.js', 'zxing stampcard-till give_stamp')).toEqual([]);
    expect(textProblems('dist-till/a.js', `key = "sb_${'secret'}_abc"`)).toHaveLength(1);
  });

  test('the secret key of the person who built it is found in whichever form', () => {
    expect(textProblems('a.js', 'key="of-some-form"', 'of-some-form')).toEqual([
      'a.js holds your SUPABASE_SECRET_KEY.',
    ]);
    expect(textProblems('a.js', 'key="of-some-form"', 'of-another')).toEqual([]);
    expect(textProblems('a.js', '', '')).toEqual([]);
  });

  test('the client library may name the kind of key, the site the address of the counter', () => {
    expect(textProblems('a.js', "key.startsWith('sb_secret_')")).toEqual([]);
    expect(textProblems('a.js', 'href="/local/counter"')).toEqual([]);
    expect(textProblems('a.js', token({ iss: 'supabase', role: 'anon' }))).toEqual([]);
  });
});

test('the workflow runs every runner', () => {
  const [, suites = ''] =
    /suite: \[(.*)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8')) ?? [];
  expect(suites.split(', ').sort()).toEqual(RUNNERS.map(({ name }) => name).sort());
});
