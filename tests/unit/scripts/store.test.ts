// @vitest-environment node

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readArguments, USAGE } from '../../../scripts/store/arguments.ts';
import { setUpReminders } from '../../../scripts/store/carry-out.ts';
import { ask, asOperator, findProject } from '../../../scripts/store/project.ts';

const NEW = ['create', '--name', 'Kape Tayo', '--member', 'owner@example.com'];
const noReward = { address: null, logo: null, reward: null };

test('a new store, with and without the word create', () => {
  const task = { kind: 'create', name: 'Kape Tayo', member: 'owner@example.com', ...noReward };
  expect(readArguments(NEW)).toEqual({ task, url: undefined });
  expect(readArguments(NEW.slice(1))).toEqual({ task, url: undefined });
});

test('a new store with everything', () => {
  const more = '--address=Here --logo=https://a.co/l.png --url=https://abc.supabase.co';
  const reward =
    '--reward=Coffee --stamps=10 --from=2026-12-01 --until=2027-01-31 --photo=https://a.co/c.png';
  expect(readArguments([...NEW, ...more.split(' '), ...reward.split(' ')])).toEqual({
    task: {
      kind: 'create',
      name: 'Kape Tayo',
      member: 'owner@example.com',
      address: 'Here',
      logo: 'https://a.co/l.png',
      reward: {
        reward_title: 'Coffee',
        stamps_needed: 10,
        first_day: '2026-12-01',
        last_day: '2027-01-31',
        photo: 'https://a.co/c.png',
      },
    },
    url: 'https://abc.supabase.co',
  });
});

test.each([
  ['member --store 101 --remove a@b.co', { kind: 'remove', store: 101, member: 'a@b.co' }],
  [
    'set --store 7 --place -33.9,151.2 --closed 2026-12-25,2027-01-01 --zone none',
    {
      kind: 'set',
      store: 7,
      facts: {
        ...{ latitude: -33.9, longitude: 151.2 },
        ...{ time_zone: null, closed_on: ['2026-12-25', '2027-01-01'] },
      },
    },
  ],
])('%s', (line, task) => {
  expect(readArguments(line.split(' '))?.task).toEqual(task);
});

test('one more reward without days, and for 10 stamps by default', () => {
  const asked = readArguments(['reward', '--store', '7', '--reward', 'Tea']);
  const unset = { stamps_needed: 10, first_day: null, last_day: null, photo: null };
  const reward = { reward_title: 'Tea', ...unset };
  expect(asked?.task).toEqual({ kind: 'reward', store: 7, reward });
});

test.each(['mon-fri 7-22', 'mon 7:00-22', 'mon 700-2200'])('hours "%s" are refused', (hours) => {
  const read = () => readArguments(['set', '--store', '7', '--hours', hours]);
  expect(read).toThrow('--hours must be days with hours such as "mon-fri');
});

test('opening hours are read from days and their spans, even across the end of the week', () => {
  const hours = 'Sat 18:00-2:00, sun-mon 9:00-12:00  13:00-17:00, mon 18:00-20:00';
  const day = ['09:00-12:00', '13:00-17:00'];
  expect(readArguments(['set', '--store', '7', '--hours', hours])?.task).toMatchObject({
    facts: {
      opening_hours: { sat: ['18:00-02:00'], sun: day, mon: [...day, '18:00-20:00'] },
    },
  });
});

test('spaces around what was copied are dropped', () => {
  const copied = ['member', '--store', ' 101', '--add', '\u00a0a@b.co\u00a0'];
  expect(readArguments(copied)?.task).toEqual({ kind: 'add', store: 101, member: 'a@b.co' });
});

test('no arguments, or a call for help, print the usage', () => {
  for (const args of [[], ['help'], ['--help']]) expect(readArguments(args)).toBeNull();
});

test('refusals list the commands, and what can be set, as the usage does', () => {
  const commands = new Set(Array.from(USAGE.matchAll(/-- ([\w-]+)/g), ([, name]) => name));
  const open = () => readArguments(['open', '--store', '7']);
  expect(open).toThrow(`There is no "open", but ${[...commands].join(', ')}.`);
  const options = /-- set --store (.*?)npm run/s.exec(USAGE)?.[1]?.match(/--\w+/g);
  const set = () => readArguments(['set', '--store', '7']);
  expect(set).toThrow(`Name what is set: ${options?.join(', ')}.`);
});

const HELP = ' Write npm run store -- help for what there is.';
const QUOTES = '. Options come after npm run store --, and a value with spaces is in quotes.';

test.each([
  ['create --name Tea --member a@b.co --url=', '--url is empty.'],
  [
    'create --name Tea owner@example.com',
    `Unexpected argument 'owner@example.com'${QUOTES}${HELP}`,
  ],
  [
    'create --name Tea --member a@b.co --stamps 5',
    '--stamps belongs to a reward: name it with --reward.',
  ],
  ['reward --store 7', '--reward is missing: what the customer gets.'],
  ['reward --store 7 --reward Tea --stamps 101', '--stamps must be a number from 1 to 100'],
  ['reward --store 7 --reward Tea --until 2026-02-30', '--until must be a day such as 2026-12-31'],
  [
    'set --store 7 --place 14.64',
    '--place must be a latitude and a longitude such as 14.64,121.06',
  ],
  ['set --store 7 --place 14.6, -121.06', `Unknown option '-1'${QUOTES}`],
  [
    'set --store 7 --phone --5',
    'is ambiguous. A value that begins with a dash is written --option=value.',
  ],
  ['set --store 7 --hours holiday', '--hours must be days with hours such as "mon-fri'],
  ['set --store 7 --closed tomorrow', '--closed must be days such as 2026-12-25,2027-01-01'],
  ['set --store 7 --hours mon --hours tue', '--hours is there twice: give it once, or run'],
  ['suspend', '--store is missing: the number of the store'],
  ['suspend --store Kape', '--store must be the number of a store, but is "Kape".'],
  ['member --store 7', 'Name one person, with either --add or --remove.'],
])('%s is refused with a sentence', (line, sentence) => {
  expect(() => readArguments(line.split(' '))).toThrow(sentence);
});

test.each([
  ['as an argument', ['sb_secret_abc']],
  ['after an equals sign', [...NEW, '--key=sb_secret_abc']],
])('a secret key %s is refused, and not repeated', (_how, args) => {
  const read = () => readArguments(args);
  expect(read).toThrow('A secret key does not belong on the command line');
  expect(read).not.toThrow('sb_secret_abc');
});

test.each([
  [null, 'SITE_URL is missing'],
  ['stampcard.example', 'SITE_URL must be a full https:// address'],
  ['https://stampcard.example/?a=1', 'SITE_URL must be an origin, or a plain path on one'],
])('reminders that would lead to %s are not set up', async (site, sentence) => {
  const send = vi.fn();
  const project = { url: 'https://abc.supabase.co', secretKey: '', isDemo: false, send };
  await expect(setUpReminders(project, site, false)).rejects.toThrow(sentence);
  expect(send).not.toHaveBeenCalled();
});

test.each([
  [404, 'The function that sends them is not there: npx supabase functions deploy notify'],
  [401, undefined],
])('a missing function for reminders is reported (HTTP %i)', async (status, line) => {
  const answer = { changed: true, is_scheduled: true, call_secret: null };
  const send = vi.fn(async (address: unknown) =>
    `${address}`.endsWith('/functions/v1/notify')
      ? Response.json({ message: 'Not for you.' }, { status })
      : Response.json(answer),
  );
  const project = { url: 'https://abc.supabase.co', secretKey: 'sb_secret_abc', isDemo: false };
  const said = await setUpReminders({ ...project, send }, 'https://a.example', false);
  expect(said).toEqual(['Reminders are set up, for https://a.example.', ...(line ? [line] : [])]);
  // Whatever answers there gets no key.
  expect(JSON.stringify(send.mock.calls.at(-1))).not.toContain('sb_secret_abc');
});

describe('project', () => {
  const token = (claims: object) =>
    `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

  const ABC = 'https://abc.supabase.co';
  const SECRET = 'sb_secret_abc';
  const hosted = { PUBLIC_SUPABASE_URL: ABC, SUPABASE_SECRET_KEY: SECRET };

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
    await writeFile(join(folder, 'secret-key'), 'sb_secret_of_the_demo');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('which project: a hosted one by its two variables, or by --url', async () => {
    expect(await findProject(hosted, undefined)).toMatchObject({
      ...{ url: ABC, secretKey: SECRET, isDemo: false },
    });
    const other = await findProject(hosted, 'https://xyz.supabase.co/');
    expect(other.url).toBe('https://xyz.supabase.co');
  });

  test('which project: by default the demo of npm start, with the key in its folder', async () => {
    const env = { STAMPCARD_DATA: folder };
    const demo = { secretKey: 'sb_secret_of_the_demo', isDemo: true };
    expect(await findProject(env, undefined)).toMatchObject({
      ...{ url: 'http://localhost:4321', ...demo },
    });
    const elsewhere = { ...env, PORT: '4400' };
    expect(await findProject(elsewhere, undefined)).toMatchObject({
      ...{ url: 'http://localhost:4400', ...demo },
    });
  });

  test('a key in the older form belongs to the project that it names', async () => {
    const key = (ref: string) => ({
      ...hosted,
      SUPABASE_SECRET_KEY: token({ role: 'service_role', ref }),
    });
    expect((await findProject(key('abc'), undefined)).url).toBe(ABC);
    await expect(findProject(key('xyz'), undefined)).rejects.toThrow(
      'SUPABASE_SECRET_KEY is the key of the project xyz, and not of https://abc.supabase.co.',
    );
    const own = await findProject(key('xyz'), 'https://api.example.com');
    expect(own.url).toBe('https://api.example.com');
  });

  test.each([
    'https://abc.supabase.co.evil.example',
    'https://abc.supabase.com',
    'https://abc.supabse.co',
    'https://abc.supabase.co.',
    // Letters of other alphabets: one of them, and all.
    'https://abc.supab\u0430se.co',
    'https://abc.\u0455\u057d\u0440\u0430\u042c\u0430\u0455\u0435.\u0441\u043e',
  ])('%s is refused as no project, and gets no key', async (url) => {
    const send = vi.fn();
    await expect(findProject(hosted, url, send)).rejects.toThrow(
      /looks like a project of Supabase and is none: theirs are https:\/\/\{ref\}\.supabase\.co\./,
    );
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    'https://abcdefghijklmnopqrst.supabase.co',
    'https://supabase.example.com',
    'https://database.co',
    'https://b\u00fccher.example',
  ])('%s is accepted as a project', async (url) => {
    expect((await findProject(hosted, url)).url).toBe(new URL(url).origin);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'no key',
      { PUBLIC_SUPABASE_URL: ABC },
      'SUPABASE_SECRET_KEY is missing: the secret key of https://abc.supabase.co',
    ],
    ['an empty key', { ...hosted, SUPABASE_SECRET_KEY: ' ' }, 'SUPABASE_SECRET_KEY is missing'],
    ['no address', { SUPABASE_SECRET_KEY: SECRET }, 'PUBLIC_SUPABASE_URL is missing'],
    [
      'the publishable key',
      { ...hosted, SUPABASE_SECRET_KEY: 'sb_publishable_abc' },
      'SUPABASE_SECRET_KEY is the publishable key',
    ],
    ...[
      'sb_secret_abc\nsb_secret_def',
      `${SECRET}\u001b[201~`,
      `${token({ role: 'service_role' })}…`,
    ].map((pasted): [string, Record<string, string>, string] => [
      `a key pasted as ${JSON.stringify(pasted)}`,
      { ...hosted, SUPABASE_SECRET_KEY: pasted },
      'SUPABASE_SECRET_KEY must be a secret key (sb_secret_…), and is something else.',
    ]),
    [
      'an address without TLS',
      { ...hosted, PUBLIC_SUPABASE_URL: 'http://abc.supabase.co' },
      'PUBLIC_SUPABASE_URL must be a full https:// address',
    ],
    [
      'a secret key on every page',
      { ...hosted, PUBLIC_SUPABASE_ANON_KEY: SECRET },
      'PUBLIC_SUPABASE_ANON_KEY is a secret key, and what is PUBLIC_ stands in every page',
    ],
    ['no demo', { STAMPCARD_DATA: '/nowhere' }, 'There is no demo in /nowhere: run npm start.'],
    [
      'a demo that keeps nothing',
      { STAMPCARD_DATA: 'memory' },
      'STAMPCARD_DATA=memory keeps no key',
    ],
  ])(
    '%s is refused with a sentence, which does not repeat the key',
    async (_what, env, sentence) => {
      const found = findProject(env, undefined);
      await expect(found).rejects.toThrow(sentence);
      const key = env.SUPABASE_SECRET_KEY?.trim();
      if (key) await expect(found).rejects.not.toThrow(key);
    },
  );

  describe('what the project answers', () => {
    const answering = async (answer: () => Promise<Response>) => {
      const send = vi.fn<typeof fetch>(answer);
      const project = await findProject(hosted, undefined, send);
      return { send, asked: ask(project, '/rest/v1/rpc/create_store', { name: 'Kape Tayo' }) };
    };
    const json = (status: number, body: unknown) => async () => Response.json(body, { status });

    test('the key goes with the request to that address, and not to where it redirects', async () => {
      const { send, asked } = await answering(json(200, { store_id: 7 }));
      expect(await asked).toEqual({ store_id: 7 });
      const [address, init] = send.mock.calls[0] ?? [];
      expect(address).toBe(`${ABC}/rest/v1/rpc/create_store`);
      expect(init).toMatchObject({
        method: 'POST',
        headers: { apikey: SECRET },
        body: '{"name":"Kape Tayo"}',
        redirect: 'manual',
      });
    });

    test('the key is not sent as a person’s token, unless it is an older one, which is a token', () => {
      const older = token({ role: 'service_role' });
      expect(asOperator(SECRET)).toEqual({ apikey: SECRET });
      expect(asOperator(older)).toEqual({ apikey: older, authorization: `Bearer ${older}` });
    });

    const failed = (code: string) => async () => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
    };
    const late = async () => {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    };
    const page = (status: number) => async () => new Response('<html>', { status });

    test.each<[string, () => Promise<Response>, string]>([
      [
        'another project’s key',
        json(401, { message: 'Invalid API key' }),
        `${ABC} does not accept this key: it is of another project, or not valid any more.`,
      ],
      ...['PGRST202', 'PGRST204', 'PGRST205'].map(
        (code): [string, () => Promise<Response>, string] => [
          `an older database, by ${code}`,
          json(404, { code, message: 'Could not find' }),
          `${ABC} does not know this yet: apply the migrations, with npx supabase db push --remote.`,
        ],
      ),
      [
        'no schema',
        json(406, { code: 'PGRST106', message: 'Invalid schema: public' }),
        `${ABC} does not show its tables. Have the Data API expose the schema public: https://supabase.com/dashboard/project/_/integrations/data_api`,
      ],
      [
        'an open bill',
        json(402, { message: 'db_size_quota' }),
        `${ABC} is restricted (db_size_quota). A quota is used up or a bill is open: https://supabase.com/dashboard/org/_/billing`,
      ],
      [
        'a page',
        page(200),
        `What answers at ${ABC} is no Supabase project (200). Look at the address.`,
      ],
      ['another address', page(302), `What answers at ${ABC} is no Supabase project (302).`],
      [
        'trouble',
        json(503, { message: 'down' }),
        `${ABC} is in trouble (503). Run the same command again: it makes nothing twice.`,
      ],
      [
        'a pause',
        page(540),
        `${ABC} is paused: resume it at https://supabase.com/dashboard, and run the same command again.`,
      ],
      ['too many requests', page(429), `${ABC} is in trouble (429). Run the same command again`],
      [
        'nobody of that name',
        failed('ENOTFOUND'),
        `No answer from ${ABC} (ENOTFOUND). Look at the address and your connection. Run the same command again: it makes nothing twice.`,
      ],
      ['nothing for half a minute', late, `No answer from ${ABC} (nothing came within 30 s).`],
      ['a refusal without a reason', json(400, {}), `${ABC} refused (400).`],
    ])('%s is reported in a sentence', async (_what, answer, sentence) => {
      const { asked } = await answering(answer);
      await expect(asked).rejects.toThrow(sentence);
    });

    test('the demo is said not to run, or to have another key', async () => {
      const project = await findProject(
        { STAMPCARD_DATA: folder },
        undefined,
        failed('ECONNREFUSED'),
      );
      await expect(ask(project, '/', {})).rejects.toThrow(
        'Nothing answers at http://localhost:4321: is npm start running?',
      );
      const other = { ...project, send: json(401, { message: 'Invalid API key' }) };
      await expect(ask(other, '/', {})).rejects.toThrow(
        'The demo at http://localhost:4321 has another key',
      );
    });
  });
});
