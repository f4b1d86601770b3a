// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { textProblems } from '../../../scripts/checks/dist.ts';
import { checkAddresses } from '../../../scripts/doctor/ask.ts';
import { hasProblems, ok, toMend, unknown } from '../../../scripts/doctor/finding.ts';
import { examine, leftOut, readOptions } from '../../../scripts/doctor.ts';
import { claimDataFolder } from '../../../scripts/server/data-folder.ts';
import { backendOptions, dataDirFrom, portFrom } from '../../../scripts/server/start-options.ts';
import { RUNNERS } from '../../../scripts/testing/steps.ts';
import { only, toBeMended } from '../../to-be-mended.ts';

test('PORT is a number, 4321 by default', () => {
  expect(['80', '65535', '', undefined].map(portFrom)).toEqual([80, 65_535, 4321, 4321]);
  for (const text of ['0', '65536', '-1', '80a', '1e3', ' 80']) {
    expect(() => portFrom(text)).toThrow('PORT must be a number from 1 to 65535');
  }
});

test('STAMPCARD_DATA names the data folder, or memory', () => {
  expect(dataDirFrom(undefined)).toBe('.data');
  expect(dataDirFrom('elsewhere')).toBe('elsewhere');
  expect(dataDirFrom('memory')).toBeUndefined();
});

test('PUBLIC_GUESTS lets the backend have guests, as many an hour as a hosted one', async () => {
  vi.stubEnv('PUBLIC_GUESTS', 'true');
  expect(await backendOptions()).toEqual({ anonymousUsers: 30 });
  vi.stubEnv('PUBLIC_GUESTS', 'yes');
  await expect(backendOptions()).rejects.toThrow(
    'PUBLIC_GUESTS must be true or false, but is "yes".',
  );
});

test('a .env file counts for the backend as for the site, which may not name another backend', async () => {
  vi.stubEnv('PUBLIC_GUESTS', undefined);
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  expect(await backendOptions()).toEqual({});
  writeFileSync(join(folder, '.env'), 'PUBLIC_GUESTS=true\n');
  expect(await backendOptions()).toEqual({ anonymousUsers: 30 });
  writeFileSync(join(folder, '.env'), 'PUBLIC_SUPABASE_URL=https://abc.supabase.co\n');
  await expect(backendOptions()).rejects.toThrow('PUBLIC_SUPABASE_URL is set: ');
});

test.each([
  ['site', 'scripts/build.ts'],
  [
    'till',
    'node_modules/vite/bin/vite.js build --config vite.till.config.ts --configLoader native',
  ],
])('a build of the %s with a wrong setting fails with one sentence', (_what, command) => {
  const env = { ...process.env, PUBLIC_CAPTCHA_PROVIDER: 'turnstile' };
  const { stdout, stderr, status } = spawnSync(process.execPath, command.split(' '), { env });
  expect([String(stdout), String(stderr), status]).toEqual([
    '',
    'PUBLIC_CAPTCHA_SITE_KEY is missing: PUBLIC_CAPTCHA_PROVIDER is set, and a CAPTCHA needs both.\n',
    1,
  ]);
});

test('a build into a folder outside the repository is refused in one sentence', () => {
  const command = ['scripts/build.ts', '../elsewhere'];
  const { stderr, status } = spawnSync(process.execPath, command);
  expect([String(stderr), status]).toEqual([
    `${resolve('../elsewhere')} is not within this folder, where a build finds its packages: build within it, and copy the result.\n`,
    1,
  ]);
});

test('a reset with a folder as an argument removes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'seeded-on'), '2026-11-21');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/reset-data.ts', '.data-2'],
    { env: { ...process.env, STAMPCARD_DATA: folder } },
  );
  expect([String(stdout), String(stderr), status]).toEqual([
    '',
    'There is no ".data-2" here: the folder is named by STAMPCARD_DATA.\n',
    1,
  ]);
  expect(existsSync(join(folder, 'seeded-on'))).toBe(true);
});

test.each([
  ['reset-data.ts', 'STAMPCARD_DATA=memory keeps nothing: there is nothing to reset.\n'],
  ['start.ts', 'PORT must be a number from 1 to 65535, but is "80a".\n'],
])('a .env file sets the port and the data folder for %s, too', (name, said) => {
  const cwd = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, '.env'), 'PORT=80a\nSTAMPCARD_DATA=memory\n');
  const env = { ...process.env, PORT: undefined, STAMPCARD_DATA: undefined };
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('scripts', name)], { cwd, env });
  expect(`${stdout}${stderr}`).toBe(said);
});

test('a data folder that can’t be made is refused in one sentence', () => {
  expect(() => claimDataFolder('package.json/none')).toThrow(
    'The data folder package.json/none cannot be written (ENOTDIR',
  );
});

/** The answer of the function `notify`, and what it sends as its key to a project that answers this. */
async function askToSend(settings: Record<string, string>, answer = Response.json(null)) {
  const env: Record<string, string> = { SUPABASE_URL: 'https://abc.supabase.co', ...settings };
  const serve = vi.fn();
  vi.stubGlobal('Deno', { env: { get: (name: string) => env[name] }, serve });
  const asked = vi.fn(async (_address: string, _init: RequestInit) => answer);
  vi.stubGlobal('fetch', asked);
  vi.resetModules();
  await import('../../../supabase/functions/notify/index.ts');
  const call = new Request('https://a.co/', { method: 'POST' });
  const answered: Response | undefined = await serve.mock.calls[0]?.[0](call);
  const headers = new Headers(asked.mock.calls[0]?.[1].headers);
  return [answered?.status, headers.get('apikey'), headers.get('authorization')];
}

test('reminders are sent with the secret key that the project has, rotated or of the older kind', async () => {
  const legacy = { SUPABASE_SERVICE_ROLE_KEY: 'eyJh.e30.c2ln' };
  const rotated = { ...legacy, SUPABASE_SECRET_KEYS: '{"second":"sb_secret_2"}' };
  // 503: the project has no keys of its own to sign with yet.
  expect(await askToSend(rotated)).toEqual([503, 'sb_secret_2', null]);
  // A key of the older kind is a token, and says as such whose call it is.
  expect(await askToSend(legacy)).toEqual([
    503,
    legacy.SUPABASE_SERVICE_ROLE_KEY,
    `Bearer ${legacy.SUPABASE_SERVICE_ROLE_KEY}`,
  ]);
});

test('a call for reminders fails if the project refuses the key', async () => {
  const refusal = Response.json({ message: 'Invalid API key' }, { status: 401 });
  await expect(askToSend({}, refusal)).rejects.toThrow('push_settings: 401');
});

describe('the doctor', () => {
  const token = (claims: object) =>
    `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

  const URL = 'https://abcdefghijklmnopqrst.supabase.co';
  const given = { url: URL, key: 'sb_publishable_abc' };

  test.each([
    [`${URL}/`, ' https://Shop.Example:443/Cards/ ', 'https://shop.example/Cards'],
    [URL, 'https://a.example/b', 'https://a.example/b'],
  ])('%s and %s are read as the build reads them', (url, site, built) => {
    const { finding, read } = checkAddresses({ ...given, url, site });
    expect(toBeMended([finding])).toEqual([]);
    expect(read).toEqual({ url: URL, key: 'sb_publishable_abc', site: built, till: null });
  });

  test.each([
    ['url', undefined, /^--url is missing/, /_\/settings\/api-keys/],
    ['url', `${URL}/rest/v1/`, /without path/, /Project URL alone/],
    ['url', 'abc.supabase.co', /^--url must be a full https:/, /--url/],
    ['url', 'http://localhost:54321', /^--url must be .*\(--site is no localhost\)/, /--url/],
    ['key', undefined, /^--key is missing/, /abcdefghijklmnopqrst\/settings\/api-keys/],
    ['key', 'sb_secret_abc', /is a secret key/, /Rotate the secret key now/],
    ['key', token({ role: 'service_role' }), /is a secret key/, /Rotate the secret key now/],
    ['site', 'https://shop.example/?a=1', /^--site must be an origin/, /--site/],
    ['till', 'till.example', /^--till must be a full https:/, /--till/],
  ])('--%s %s is refused', (option, text, found, mend) => {
    const site = 'https://shop.example';
    const { finding, read } = checkAddresses({ ...given, site, [option]: text });
    expect(toBeMended([finding])).toEqual(only('addresses and key', found, mend));
    expect(read).toBeNull();
  });

  test('an unknown command line is answered with the usage', () => {
    // What npm leaves of the options that do not come after `--`.
    expect(() => readOptions([URL])).toThrow('npm run doctor -- --url <Project URL>');
    expect(readOptions(['--url', URL])).toMatchObject({ url: URL, guests: false });
  });

  test('the report names what was not looked at for lack of an option', () => {
    expect(leftOut(readOptions(['--url', URL]))).toBe(
      '\nNot looked at: the site (--site), the till (--till), mails (--email).',
    );
    expect(leftOut({ site: URL, till: URL, email: 'ana@example.com' })).toBe('');
  });

  test('one thing to fix is a problem, and something unknown is not', () => {
    const group = { title: 'The backend', findings: [ok('key', 'taken'), unknown('mail', 'late')] };
    expect(hasProblems([group])).toBe(false);
    const findings = [...group.findings, toMend('guests', 'on', 'Switch them off.')];
    expect(hasProblems([{ ...group, findings }, group])).toBe(true);
  });

  test('nothing is asked with a key that must not be used', async () => {
    const asked = () => {
      throw new Error('asked');
    };
    const rest = { email: null, guests: false, askPerson: null, deadlineMs: 20 };
    const groups = await examine(
      { ...given, key: 'sb_secret_abc' },
      { ...rest, openSocket: asked, fetch: asked },
    );
    expect(groups.map(({ title }) => title)).toEqual(['What was given']);
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

  test('the till may hold the code reader, but no secret either', () => {
    expect(textProblems('dist-till/a.js', 'zxing stampcard-till give_stamp')).toEqual([]);
    expect(textProblems('dist-till/a.js', `key = "sb_${'secret'}_abc"`)).toHaveLength(1);
  });

  test('the secret key of the person who built it is found, whatever its form', () => {
    expect(textProblems('a.js', 'key="of-some-form"', 'of-some-form')).toEqual([
      'a.js holds your SUPABASE_SECRET_KEY.',
    ]);
    expect(textProblems('a.js', 'key="of-some-form"', '')).toEqual([]);
  });

  test('the client library may name the kind of key, and the site the counter’s address', () => {
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
