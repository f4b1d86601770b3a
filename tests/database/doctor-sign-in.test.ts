import { beforeAll, describe, expect, test } from 'vitest';
import { only, toBeMended } from '../to-be-mended.ts';
import { backend, freshData, ORIGIN, send } from './as.ts';
import { type Changes, examinedWhole as examined } from './doctor.ts';

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

test.each<[string, Changes, ...Wanted]>([
  ['without Google', settings({}, { google: false }), 'sign-in by Google', /^off/, /providers/],
  ['without email', settings({}, { email: false }), 'sign-in by email', /^off/, /providers/],
  ['by phone', settings({}, { phone: true }), 'other ways in', /^phone: /, /Switch them off/],
  [
    'without new accounts',
    settings({ disable_signup: true }),
    'new accounts',
    /^off/,
    /enable_signup/,
  ],
  [
    'that confirms no address',
    settings({ mailer_autoconfirm: true }),
    ...(['confirmation of addresses', /^off/, /enable_confirmations/] as const),
  ],
  [
    'of guests, for nobody',
    settings({}, { anonymous_users: true }),
    ...(['guests', /nothing needs/, /--guests/] as const),
  ],
])('a sign-in %s', async (_name, changes, ...wanted) => {
  expect(toBeMended(await examined(changes))).toEqual(only(...wanted));
});

test('a sign-in of guests that the site offers is to be on', async () => {
  expect(toBeMended(await examined([], {}, { guests: true }))).toEqual(
    only('guests', /anonymous sign-ins are off/, /auth\/providers/),
  );
});

test('the way back leads to the site', async () => {
  const headers = { location: 'https://old.example/#error=x' };
  const elsewhere: Changes = [[/\/verify/, () => new Response(null, { status: 303, headers })]];
  expect(toBeMended(await examined(elsewhere, { site: ORIGIN }))).toEqual(
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
    const findings = await examined([], { url: project, site: ORIGIN }, { fetch });
    expect(findings.find(({ what }) => what === 'way back from a sign-in')).toMatchObject({
      status: 'mend',
      found: `leads to ${siteUrl}: the project has the settings of the demo`,
    });
  },
);

describe('a backend that is none', () => {
  const page = (status: number) =>
    new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  test.each<[string, () => Response, RegExp, RegExp]>([
    ['answers with pages', () => page(200), /no Supabase project/, /Project URL/],
    ['says what is no JSON', () => new Response('hi'), /no Supabase project/, /Project URL/],
    ['says something else', () => json(null), /no Supabase project/, /Project URL/],
    ['asks who one is', () => page(401), /HTTP 401 with a web page/, /Project URL/],
    ['is in trouble, with a page', () => page(522), /HTTP 522 with a web page/, /logs/],
    ['is paused', () => new Response('', { status: 540 }), /paused/, /Restore/],
    ['is restricted', () => json({ message: 'db_size_quota' }, 402), /size_quota/, /billing/],
    ['is in trouble', () => json({}, 503), /HTTP 503/, /logs/],
  ])('%s', async (_name, change, found, mend) => {
    const findings = await examined([[/./, change]]);
    expect(toBeMended(findings)).toEqual(only('backend', found, mend));
    expect(findings.at(-1)).toMatchObject({ what: 'everything else', status: 'unknown' });
  });

  test('never answers, or is not there', async () => {
    const never = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    expect(toBeMended(await examined([], {}, { fetch: never, deadlineMs: 20 }))).toEqual(
      only('backend', /no answer within 0.02 s/, /settings\/general/),
    );
    const cause = new Error('getaddrinfo ENOTFOUND');
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(toBeMended(await examined([], {}, { fetch }))).toEqual(
      only('backend', /getaddrinfo ENOTFOUND/, /settings\/general/),
    );
  });

  test('does not take the key', async () => {
    expect(toBeMended(await examined([], { key: 'sb_publishable_of_another' }))).toEqual(
      only('key', /HTTP 401: Invalid API key/, /settings\/api-keys/),
    );
  });

  const OPEN_TABLES = ['table stores', 'table rewards', 'table events'];
  test.each([
    ['rest', 503, OPEN_TABLES],
    ['rest', 429, []],
    ['storage', 200, []],
  ])(
    'answers with a page below /%s/ (HTTP %i): nothing there is called well',
    async (part, status, mended) => {
      const findings = await examined([[new RegExp(`/${part}/`), () => page(status)]]);
      expect(toBeMended(findings).map(([what]) => what)).toEqual(mended);
      const isOfThat = part === 'rest' ? /^table|function|version|s, to a stranger/ : /upload/;
      const found = findings.filter(({ what }) => isOfThat.test(what));
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter((one) => one.status === 'ok')).toEqual([]);
    },
  );
});

describe('the mail', () => {
  const email = 'operator@example.com';
  const typing = (code: (sent: string) => string) => ({
    email,
    askPerson: async () => code((await backend()).mail(email).at(-1)?.code ?? ''),
  });
  const rightly = typing((sent) => ` ${sent.slice(0, 3)} ${sent.slice(3)} `);

  test('with six digits signs in, and the session is ended again', async () => {
    const findings = await examined([], {}, rightly);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(findings.slice(-2)).toMatchObject([
      { what: 'mail with the code', found: expect.stringContaining('six digits') },
      { what: 'ended sessions', found: 'open nothing' },
    ]);
  });

  test.each([
    ['only a link', '', /only a link/, /\{\{ \.Token \}\}.*login-code\.html/],
    ['eight digits', '12345678', /8 digits/, /otp_length/],
    ['a code that is not taken', '000000', /not taken.*otp_expired/, /Confirm signup/],
  ])('with %s', async (_name, code, found, mend) => {
    const findings = await examined(
      [],
      {},
      typing(() => code),
    );
    expect(toBeMended(findings)).toEqual(only('mail with the code', found, mend));
  });

  test.each([
    ['captcha_failed', 400, 'unknown', /CAPTCHA/],
    ['over_email_send_rate_limit', 429, 'unknown', /Wait a minute/],
    ['email_address_not_authorized', 400, 'mend', /auth\/smtp/],
    ['signup_disabled', 422, 'mend', /auth\/providers/],
    ['unexpected_failure', 500, 'mend', /auth-logs/],
  ])('that is not sent for %s', async (error_code, status, kind, mend) => {
    const refused = () => Response.json({ code: status, error_code, msg: 'no' }, { status });
    const findings = await examined([[/\/otp/, refused]], {}, rightly);
    expect(findings.filter((one) => one.status !== 'ok')).toMatchObject([
      { what: 'mail with the code', status: kind, mend: expect.stringMatching(mend) },
    ]);
  });

  test('is not asked for where nobody can type its code', async () => {
    const mailed = async () => (await backend()).mail(email).length;
    const before = await mailed();
    const findings = await examined([], {}, { email });
    expect(findings.at(-1)).toMatchObject({
      status: 'unknown',
      mend: expect.stringMatching(/terminal/),
    });
    expect(await mailed()).toBe(before);
  });

  test('of a session that is refused from the first says nothing of its end', async () => {
    const refused = () => Response.json({ message: 'bad signature' }, { status: 401 });
    const findings = await examined([[/stores\?select=id&limit=1$/, refused]], {}, rightly);
    expect(toBeMended(findings)).toEqual(only('new sessions', /bad signature/, /clocks/));
    expect(findings.map(({ what }) => what)).not.toContain('ended sessions');
  });

  test('tells of a session that goes on after its end', async () => {
    const database = await backend();
    const [{ ours } = { ours: '' }] = await database.query<{ ours: string }>(
      `select pg_get_functiondef('public.refuse_ended_session'::regproc) as ours`,
    );
    await database.query(
      `create or replace function public.refuse_ended_session() returns void language sql as ''`,
    );
    try {
      expect(toBeMended(await examined([], {}, rightly))).toEqual(
        only('ended sessions', /still read the tables/, /db_pre_request/),
      );
    } finally {
      await database.query(ours);
    }
  });
});
