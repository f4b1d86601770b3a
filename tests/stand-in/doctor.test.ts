import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLive } from '../../scripts/doctor/services.ts';
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { backend, codeFor, freshData, ORIGIN, send } from '../database/as.ts';
import { only, toBeMended } from '../to-be-mended.ts';
import { type Changes, examined, examinedWhole } from './doctor.ts';

beforeAll(freshData);

/** The settings of the auth service with something else in them. */
const settings = (change: object, external: object = {}): Changes => [
  [
    /\/auth\/v1\/settings/,
    async (answer) => {
      const found = await answer.json();
      const body = { ...found, ...change, external: { ...found.external, ...external } };
      return Response.json(body, { headers: answer.headers });
    },
  ],
];

type Wanted = Parameters<typeof only>;

const ofNotify = (status: number, code?: number | string): Changes => [
  [/functions\/v1\/notify/, () => Response.json({ code, message: 'no' }, { status })],
];

test.each<[string, Changes, ...Wanted]>([
  ['with reminders for strangers', ofNotify(200), 'reminders', /^a stranger/, /store -- reminders/],
  ['with reminders without keys', ofNotify(503), 'reminders', /no keys/, /store -- reminders/],
  ['that lets no call through', ofNotify(401, 401), 'reminders', /not reached/, /functions deploy/],
  ['whose sender is down', ofNotify(503, 'BOOT'), 'reminders', /reached.*BOOT/, /functions deploy/],
  ['with sign-in by phone', settings({}, { phone: true }), 'other ways in', /^phone/, /off/],
  ['without guests', settings({}, { anonymous_users: false }), 'guests', /are off/, /providers/],
  [
    'whose settings were pushed without those of Google',
    [[/\/authorize/, () => Response.redirect('https://a.co/?client_id=env%28GOOGLE_ID%29')]],
    ...(['client of Google', /told “env\(/, /supabase\/\.env.*step 5/] as const),
  ],
  [
    'without the secret of Google',
    [[/\/authorize/, () => Response.json({ msg: 'missing OAuth secret' }, { status: 400 })]],
    ...(['client of Google', /missing OAuth secret/, /GOOGLE_SECRET/] as const),
  ],
])('a backend %s', async (_name, changes, ...wanted) => {
  expect(toBeMended(await examinedWhole(changes))).toEqual(only(...wanted));
});

test.each([
  ['sign-in by email', {}, { email: false }],
  ['sign-in by Google', {}, { google: false }],
  ['new accounts', { disable_signup: true }, {}],
  ['confirmation of addresses', { mailer_autoconfirm: true }, {}],
])('a backend without %s', async (what, change, external) => {
  expect(toBeMended(await examinedWhole(settings(change, external)))).toEqual(
    only(what, /^off/, /config\.toml.*auth\/providers/),
  );
});

test('the sign-in of guests should be off if the site does not offer it', async () => {
  expect(toBeMended(await examinedWhole([], {}, { guests: false }))).toEqual(
    only('guests', /nothing needs/, /--guests/),
  );
});

test('the way back from a sign-in has to lead to the site', async () => {
  const headers = { location: 'https://old.example/#error=x' };
  const elsewhere: Changes = [[/\/verify/, () => new Response(null, { status: 303, headers })]];
  expect(toBeMended(await examinedWhole(elsewhere, { site: ORIGIN }))).toEqual(
    only('way back from a sign-in', /leads to https:\/\/old\.example\//, /url-configuration/),
  );
});

test.each(['http://localhost:4321', 'env(SITE_URL)'])(
  'a project that was given the settings of the demo is told so: %s',
  async (siteUrl) => {
    const project = 'https://abcdefghijklmnopqrst.supabase.co';
    const back = { status: 303, headers: { location: `${siteUrl}#error=x` } };
    const fetch = async (address: string, init: RequestInit) =>
      address.includes('/verify')
        ? new Response(null, back)
        : send(address.replace(project, ORIGIN), init);
    const findings = await examinedWhole([], { url: project, site: ORIGIN }, { fetch });
    expect(findings.find(({ what }) => what === 'way back from a sign-in')).toMatchObject({
      status: 'mend',
      found: `leads to ${siteUrl}: the project has the settings of the demo`,
    });
  },
);

describe('an address that is no working backend', () => {
  const page = (status: number) =>
    new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  test.each<[string, () => Response, RegExp, RegExp]>([
    ['answers with pages', () => page(200), /no Supabase project/, /Project URL/],
    ['says something else', () => json(null), /no Supabase project/, /Project URL/],
    ['asks for a sign-in', () => page(401), /HTTP 401 with a web page/, /Project URL/],
    ['is in trouble, with a page', () => page(522), /HTTP 522 with a web page/, /logs/],
    ['is paused', () => new Response('', { status: 540 }), /paused/, /Restore/],
    ['was asked too often', () => page(429), /HTTP 429/, /Wait a minute/],
    ['is restricted', () => json({ message: 'db_size_quota' }, 402), /size_quota/, /billing/],
  ])('%s', async (_name, change, found, mend) => {
    const findings = await examinedWhole([[/./, change]]);
    expect(toBeMended(findings)).toEqual(only('backend', found, mend));
    expect(findings.at(-1)).toMatchObject({ what: 'everything else', status: 'unknown' });
  });

  test('never answers, or is not there', async () => {
    const never = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    expect(toBeMended(await examinedWhole([], {}, { fetch: never, deadlineMs: 20 }))).toEqual(
      only('backend', /nothing came within 0.02 s/, /settings\/general/),
    );
    const cause = new Error('getaddrinfo ENOTFOUND');
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(toBeMended(await examinedWhole([], {}, { fetch }))).toEqual(
      only('backend', /getaddrinfo ENOTFOUND/, /settings\/general/),
    );
  });

  test('does not take the key', async () => {
    expect(toBeMended(await examinedWhole([], { key: 'sb_publishable_of_another' }))).toEqual(
      only('key', /HTTP 401: Invalid API key/, /settings\/api-keys/),
    );
  });

  const OPEN_TABLES = ['table stores', 'table rewards', 'table events'];

  test.each<[string, number, string, RegExp]>([
    ['shows no schema', 406, 'PGRST106', /schema public: .*data_api/],
    ['no longer takes the key for the tables', 401, 'PGRST303', /Copy the publishable key/],
  ])('%s', async (_name, status, code, mend) => {
    const found = toBeMended(await examinedWhole([[/\/rest\//, () => json({ code }, status)]]));
    const wanted = OPEN_TABLES.flatMap((what) => only(what, new RegExp(code), mend));
    expect(found).toEqual(wanted);
  });

  test.each([
    ['rest', 503, OPEN_TABLES],
    ['rest', 429, []],
    ['storage', 200, []],
  ])(
    'answers with a page below /%s/ (HTTP %i): nothing there is reported as ok, which is said once',
    async (part, status, mended) => {
      const findings = await examinedWhole([[new RegExp(`/${part}/`), () => page(status)]]);
      expect(toBeMended(findings).map(([what]) => what)).toEqual(mended);
      const isOfThat = part === 'rest' ? /^table|function|version|s, to a stranger/ : /upload/;
      const found = findings.filter(({ what }) => isOfThat.test(what));
      const notMended = found.filter((one) => one.status !== 'mend');
      expect(notMended).toMatchObject([{ status: 'unknown' }]);
    },
  );
});

describe('the mail', () => {
  const email = 'operator@example.com';
  const typing = (code: (sent: string) => string) => ({
    email,
    askPerson: async () => code(await codeFor(email)),
  });
  const rightly = typing((sent) => ` ${sent.slice(0, 3)} ${sent.slice(3)} `);

  test('with six digits signs in, and the session is then ended', async () => {
    const findings = await examinedWhole([], {}, rightly);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(findings.slice(-3)).toMatchObject([
      { what: 'mail with the code', found: expect.stringContaining('six digits') },
      { what: 'channel of a customer', found: 'hears their own, and no other' },
      { what: 'ended sessions', found: 'open nothing' },
    ]);
  });

  test.each([
    ['only a link', '', /only a link/, /\{\{ \.Token \}\}.*login-code\.html/],
    ['eight digits', '12345678', /8 digits/, /otp_length/],
    ['a mistyped code', '000000', /not taken.*otp_expired/, /newest mail.*Confirm sign up/],
  ])('with %s', async (_name, code, found, mend) => {
    const typed = typing(() => code);
    const findings = await examinedWhole([], {}, typed);
    expect(toBeMended(findings)).toEqual(only('mail with the code', found, mend));
  });

  test.each([
    ['captcha_failed', 400, 'unknown', /CAPTCHA/],
    ['over_email_send_rate_limit', 429, 'unknown', /Wait a minute/],
    ['email_address_not_authorized', 400, 'mend', /auth\/smtp/],
    ['validation_failed', 400, 'mend', /^Give --email/],
  ])('that is not sent for %s', async (error_code, status, kind, mend) => {
    const refused = () => Response.json({ code: status, error_code, msg: 'no' }, { status });
    const findings = await examinedWhole([[/\/otp/, refused]], {}, rightly);
    expect(findings.filter((one) => one.status !== 'ok')).toMatchObject([
      { what: 'mail with the code', status: kind, mend: expect.stringMatching(mend) },
    ]);
  });

  const POLICY = 'policy "Customers hear what is sent to them" on realtime.messages';

  test.each([
    ['without the policy of channels', [`alter ${POLICY} using (false)`], /their own is refused/],
    ['with channels that everybody hears', [`alter ${POLICY} using (true)`], /hears another’s/],
  ])('signs in to a project %s, which is reported', async (_name, broken, found) => {
    const { query } = await backend();
    const [kept] = await query<{ qual: string }>(
      "select qual from pg_policies where schemaname = 'realtime' and tablename = 'messages'",
    );
    await whileBroken(broken, [`alter ${POLICY} using (${kept?.qual})`], async () =>
      expect(toBeMended(await examinedWhole([], {}, rightly))).toEqual(
        only('channel of a customer', found, /55_live\.sql/),
      ),
    );
  });

  test.each([
    ['is refused from the start', 401, 'new sessions', /bad signature/, /clocks/],
    ['still reads after its end', 200, 'ended sessions', /still read/, /refuse_ended_session/],
  ])('signs in, and only says that the session %s', async (_name, status, what, found, mend) => {
    const answer = () => Response.json({ message: 'bad signature' }, { status });
    const findings = await examinedWhole([[/stores\?select=id&limit=1$/, answer]], {}, rightly);
    expect(toBeMended(findings)).toEqual(only(what, found, mend));
    expect(findings.at(-1)?.what).toBe(what);
  });
});

describe('a Realtime', () => {
  /** Answers a join with this, or not at all. */
  const looked = (text: string | null) => {
    const socket = {
      onopen: () => undefined,
      onmessage: (_: object) => undefined,
      send: () => text && socket.onmessage({ data: text }),
      close: () => undefined,
    };
    queueMicrotask(() => socket.onopen());
    const openSocket = () => socket as unknown as WebSocket;
    const none = { site: null, till: null, email: null, askPerson: null };
    const rest = { ...none, guests: false, fetch, deadlineMs: 20 };
    return checkLive({ url: ORIGIN, key: 'sb_publishable_x', openSocket, ...rest });
  };

  const said = (payload: object) => JSON.stringify({ payload });
  const no = (reason: string) => said({ status: 'error', response: { reason } });

  test.each<[string, string | null, RegExp, RegExp]>([
    ['lets a stranger in', said({ status: 'ok' }), /a stranger hears/, /55_live\.sql/],
    ['is off', no('RealtimeDisabledForTenant: off'), /^RealtimeDisabled.*ask every/, /settings/],
    ['never answers', null, /no answer within 0.02 s/, /realtime\/settings/],
    ['says something that is no answer', 'Hello', /^no reason: open codes ask/, /settings/],
  ])('that %s', async (_name, answer, found, mend) => {
    expect(toBeMended(await looked(answer))).toEqual(only('pushing to customers', found, mend));
  });
});

// Schema and rights are as before: a test that leaves them broken fails here, and not in a later file.
afterAll(() => comesToBeMended([]));

/** A hosted database does this by itself after a change of the schema. */
const RELOAD = `notify pgrst, 'reload schema'`;

const comesToBeMended = async (expected: unknown) =>
  expect(toBeMended(await examined())).toEqual(expected);

async function whileBroken(broken: string[], mended: string[], look: () => Promise<unknown>) {
  const database = await backend();
  for (const statement of [...broken, RELOAD]) await database.query(statement);
  try {
    await look();
  } finally {
    for (const statement of [...mended, RELOAD]) await database.query(statement);
  }
}

test('the doctor writes nothing, even if it could', async () => {
  const database = await backend();
  const counts = () =>
    database.query(`select
      (select json_agg(t) from (select * from events order by id) t) as events,
      (select count(*) from auth.users) as users, (select count(*) from storage.objects) as files,
      (select count(*) from stamps) as stamps, (select count(*) from private.till_log) as calls`);
  const before = await counts();
  const rights = 'insert, update, delete on public.events';
  const rls = (verb: string) => `alter table public.events ${verb} row level security`;
  const broken = [`grant ${rights} to anon`, rls('disable')];
  await whileBroken(broken, [rls('enable'), `revoke ${rights} from anon`], () => examined());
  expect(await counts()).toEqual(before);
});

const renameInStores = (from: string, to: string) => [
  `alter table public.stores rename ${from} to ${to}`,
];

const rights = (what: string, on: string): [string[], string[]] => [
  [`grant ${what} on ${on} to anon`],
  [`revoke ${what} on ${on} from anon`],
];

const version = (number: string) =>
  `create or replace function public.schema_version() returns text language sql immutable
    security invoker set search_path = '' as $$ select '${number}' $$`;

const buckets = (change: string, where: string) =>
  `update storage.buckets set ${change} where id = '${where}'`;

test.each<[string, ...[string[], string[]], ReturnType<typeof only>]>([
  [
    'without a column',
    renameInStores('logo_url', 'logo'),
    renameInStores('logo', 'logo_url'),
    only('table stores', /logo_url/, /db push/),
  ],
  [
    'without a function',
    ['alter function public.my_cards() rename to cards'],
    ['alter function public.cards() rename to my_cards'],
    only('missing functions', /^my_cards$/, /db push.*reload schema/),
  ],
  [
    'of an older version',
    [version('20251122002000')],
    [version(SCHEMA_VERSION)],
    only('schema version', /^20251122002000; this clone has/, /db push/),
  ],
  [
    'that refuses strangers the stores',
    ...(rights('select', 'public.stores').toReversed() as [string[], string[]]),
    only('table stores', /can’t read it/, /grant select on public\.stores to anon/),
  ],
  [
    'without row security, where strangers may insert stamps',
    [
      'grant insert on public.stamps to anon',
      'alter table public.stamps disable row level security',
    ],
    [
      'alter table public.stamps enable row level security',
      'revoke insert on public.stamps from anon',
    ],
    only('stamps, to a stranger', /may insert/, /enable row level security/),
  ],
  [
    'that shows strangers the redemptions',
    [
      'grant select on public.redemptions to anon',
      'create policy "Everybody" on public.redemptions for select to anon using (true)',
    ],
    [
      'drop policy "Everybody" on public.redemptions',
      'revoke select on public.redemptions from anon',
    ],
    only('redemptions, to a stranger', /may select/, /database\/policies/),
  ],
  [
    'that lets strangers change rewards and remove them',
    ...rights('update, delete', 'public.rewards'),
    only('rewards, to a stranger', /may update, delete/, /revoke update, delete/),
  ],
  [
    'that lets strangers call a function',
    ...rights('execute', 'function public.ready_rewards()'),
    only('functions open to a stranger', /^ready_rewards$/, /revoke execute on function/),
  ],
  [
    'without the bucket',
    [buckets(`id = 'photos', name = 'photos'`, 'rewards')],
    [buckets(`id = 'rewards', name = 'rewards'`, 'photos')],
    only('bucket rewards', /not there/, /25_reward_photos\.sql/),
  ],
  [
    'that lets strangers upload',
    [`create policy "Everybody" on storage.objects for insert to anon with check (true)`],
    ['drop policy "Everybody" on storage.objects'],
    only('upload by a stranger', /would be taken/, /storage\/files\/policies/),
  ],
])('a database %s', async (_name, broken, mended, expected) => {
  await whileBroken(broken, mended, () => comesToBeMended(expected));
});

test('a database that shows a stranger no store is not reported as ok', async () => {
  const policy = (seen: boolean) => [
    `alter policy "Everybody reads the stores" on public.stores using (${seen})`,
  ];
  await whileBroken(policy(false), policy(true), async () => {
    const findings = await examined();
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { what: 'table stores', status: 'unknown', mend: expect.stringMatching(/create.*policies/) },
    ]);
  });
});

test('a database in the other spelling is fine, as the site can read it', async () => {
  const broken = renameInStores('logo_url', '"logoUrl"');
  await whileBroken(broken, renameInStores('"logoUrl"', 'logo_url'), async () => {
    const findings = await examined();
    expect(toBeMended(findings)).toEqual([]);
    expect(findings.find(({ what }) => what === 'table stores')?.found).toMatch(/another spelling/);
  });
});
