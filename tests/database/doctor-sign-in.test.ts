import { beforeAll, describe, expect, test } from 'vitest';
import { only, toBeMended } from '../to-be-mended.ts';
import { backend, freshData, ORIGIN } from './as.ts';
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

describe('a sign-in', () => {
  test.each<[string, Changes, ReturnType<typeof only>]>([
    [
      'without Google',
      settings({}, { google: false }),
      only('sign-in by Google', /^off/, /auth\/providers/),
    ],
    [
      'without email',
      settings({}, { email: false }),
      only('sign-in by email', /^off/, /auth\/providers/),
    ],
    [
      'that the site does not offer',
      settings({}, { phone: true, spotify: true }),
      only('other ways in', /phone, spotify|spotify, phone/, /Switch them off/),
    ],
    [
      'by companies and passkeys, which stand beside the others',
      settings({ saml_enabled: true, passkeys_enabled: true }),
      only('other ways in', /saml, passkeys/, /auth\/passkeys/),
    ],
    [
      'without new accounts',
      settings({ disable_signup: true }),
      only('new accounts', /not allowed/, /enable_signup/),
    ],
    [
      'that confirms no address',
      settings({ mailer_autoconfirm: true }),
      only('confirmation of addresses', /not asked for/, /enable_confirmations/),
    ],
    [
      'of guests, for nobody',
      settings({}, { anonymous_users: true }),
      only('guests', /nothing needs/, /--guests/),
    ],
  ])('%s', async (_name, changes, expected) => {
    expect(toBeMended(await examined(changes))).toEqual(expected);
  });

  test('of guests that the site offers is to be on', async () => {
    const guests = { guests: true };
    expect(toBeMended(await examined([], {}, guests))).toEqual(
      only('guests', /anonymous sign-ins are off/, /auth\/providers/),
    );
    expect(toBeMended(await examined(settings({}, { anonymous_users: true }), {}, guests))).toEqual(
      [],
    );
  });

  test('that can’t be asked about is not called well', async () => {
    let asked = 0;
    const once: Changes = [
      [/settings/, (answer) => (asked++ === 0 ? answer : new Response('busy', { status: 503 }))],
    ];
    const findings = await examined(once);
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { what: 'sign-in', status: 'unknown', found: expect.stringContaining('HTTP 503') },
    ]);
  });
});

describe('a clock', () => {
  const TEN_MINUTES = 600_000;
  test.each([
    [TEN_MINUTES, /this machine is 10 min ahead/],
    [-TEN_MINUTES, /this machine is 10 min behind/],
  ])('that is %i ms wrong is told', async (wrong, found) => {
    const now = () => Date.now() + wrong;
    const findings = await examined([], {}, { now });
    expect(toBeMended(findings)).toEqual(only('clock', found, /timedatectl/));
    expect(findings.at(-1)?.what).toBe('upload by a stranger');
  });
});

describe('a backend that is none', () => {
  const everything = (change: Changes[number][1]): Changes => [[/./, change]];
  const HTML = { headers: { 'content-type': 'text/html' } };
  const web = () => new Response('<!doctype html>', HTML);

  test.each<[string, Changes, Parameters<typeof only>]>([
    ['answers with pages', everything(web), ['backend', /a web page/, /Project URL/]],
    [
      'says what is no JSON',
      everything(() => new Response('hi')),
      ['backend', /no JSON/, /Project URL/],
    ],
    ...[null, [], {}, { external: null }].map(
      (json): [string, Changes, Parameters<typeof only>] => [
        `answers everything with ${JSON.stringify(json)}`,
        everything(() => Response.json(json)),
        ['backend', /no settings of a sign-in/, /Project URL/],
      ],
    ),
    [
      'stands behind a page that asks who one is',
      everything(() => new Response('<html>', { ...HTML, status: 401 })),
      ['backend', /a web page \(HTTP 401\)/, /Project URL/],
    ],
    [
      'is in trouble, with a page',
      everything(() => new Response('<html>', { ...HTML, status: 522 })),
      ['backend', /HTTP 522 with a web page/, /logs/],
    ],
    [
      'is paused',
      everything(() => new Response('', { status: 540 })),
      ['backend', /paused/, /Restore/],
    ],
    [
      'is restricted',
      everything(() => Response.json({ message: 'exceed_db_size_quota' }, { status: 402 })),
      ['backend', /exceed_db_size_quota/, /billing/],
    ],
    [
      'is in trouble',
      everything(() => Response.json({}, { status: 503 })),
      ['backend', /HTTP 503/, /logs/],
    ],
  ])('%s', async (_name, changes, expected) => {
    const findings = await examined(changes);
    expect(toBeMended(findings)).toEqual(only(...expected));
    expect(findings.at(-1)).toMatchObject({ what: 'everything else', status: 'unknown' });
  });

  test('never answers', async () => {
    const fetch = () => new Promise<Response>(() => {});
    expect(toBeMended(await examined([], {}, { fetch, deadlineMs: 20 }))).toEqual(
      only('backend', /no answer within 0.02 s/, /settings\/general/),
    );
  });

  test('is not there', async () => {
    const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(toBeMended(await examined([], {}, { fetch }))).toEqual(
      only('backend', /there is no host of that name/, /settings\/general/),
    );
  });

  test('does not take the key', async () => {
    const key = 'sb_publishable_of_another';
    expect(toBeMended(await examined([], { key }))).toEqual(
      only('key', /HTTP 401: Invalid API key/, /settings\/api-keys/),
    );
  });

  const OPEN_TABLES = ['table stores', 'table rewards', 'table events'];
  const down = () => Response.json({ code: 'PGRST002', message: 'no cache' }, { status: 503 });
  const busy = () => Response.json({ message: 'too many requests' }, { status: 429 });
  test.each([
    // The version, the other tables, strangers' tries, functions.
    ['nonsense below /rest/', web, OPEN_TABLES, 1 + 3 + 6 + 22],
    ['that it is down below /rest/', down, OPEN_TABLES, 1 + 3 + 6 + 22],
    ['that it is asked too much below /rest/', busy, [], 1 + 6 + 6 + 22],
    ['nonsense below /storage/', web, [], 1],
  ])(
    'says %s alone: what it keeps from visitors is to be mended, and nothing is called well',
    async (said, change, mended, count) => {
      const findings = await examined([[new RegExp(said.replace(/.* /, '')), change]]);
      const wrong = findings.filter(({ status }) => status === 'mend');
      expect(wrong.map(({ what }) => what)).toEqual(mended);
      for (const { found, mend } of wrong) {
        expect(found).toMatch(/^nobody can read it \(HTTP \d/);
        expect(mend).toMatch(/logs\/explorer/);
      }
      expect(findings.filter(({ status }) => status === 'unknown')).toHaveLength(count);
    },
  );
});

describe('the mail', () => {
  const email = 'operator@example.com';
  const typing = (code: (sent: string) => string) => ({
    email,
    askPerson: async () => code((await backend()).mail(email).at(-1)?.code ?? ''),
  });
  const mailed = async () => (await backend()).mail(email).length;

  test('with six digits signs in, and the session is ended again', async () => {
    const findings = await examined(
      [],
      {},
      typing((sent) => ` ${sent.slice(0, 3)} ${sent.slice(3)} `),
    );
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(findings.slice(-2)).toMatchObject([
      { what: 'mail with the code', found: expect.stringContaining('six digits') },
      { what: 'ended sessions', found: 'open nothing' },
    ]);
  });

  test.each([
    ['only a link', () => '', /only a link/, /\{\{ \.Token \}\}.*login-code\.html/],
    ['eight digits', () => '12345678', /8 digits/, /otp_length/],
    ['a code that is not taken', () => '000000', /not taken.*otp_expired/, /both templates/],
  ])('with %s', async (_name, code, found, mend) => {
    expect(toBeMended(await examined([], {}, typing(code)))).toEqual(
      only('mail with the code', found, mend),
    );
  });

  test.each([
    ['captcha_failed', 400, 'unknown', /CAPTCHA/],
    ['over_email_send_rate_limit', 429, 'unknown', /Wait a minute/],
    ['validation_failed', 400, 'unknown', /--email an address of yours/],
    ['email_address_invalid', 400, 'unknown', /--email an address of yours/],
    ['email_address_not_authorized', 400, 'mend', /auth\/smtp/],
    ['signup_disabled', 422, 'mend', /auth\/providers/],
    ['unexpected_failure', 500, 'mend', /auth-logs/],
  ])('that is not sent for %s', async (error_code, status, kind, mend) => {
    const refused: Changes = [
      [/\/otp/, () => Response.json({ code: status, error_code, msg: 'no' }, { status })],
    ];
    const findings = await examined(
      refused,
      {},
      typing(() => ''),
    );
    expect(findings.filter((one) => one.status !== 'ok')).toMatchObject([
      { what: 'mail with the code', status: kind, mend: expect.stringMatching(mend) },
    ]);
  });

  test('is not asked for where nobody can type its code', async () => {
    const before = await mailed();
    const findings = await examined([], {}, { email });
    expect(findings.at(-1)).toMatchObject({
      status: 'unknown',
      mend: expect.stringMatching(/terminal/),
    });
    expect(await mailed()).toBe(before);
  });

  test('is not called well where nobody types its code', async () => {
    const askPerson = async () => null;
    const findings = await examined([], {}, { email, askPerson });
    expect(findings.at(-1)).toMatchObject({ what: 'mail with the code', status: 'unknown' });
  });

  const early = { code: 'PGRST303', message: 'JWT issued at future', details: null, hint: null };
  test.each([
    ['refused', () => Response.json(early, { status: 401 }), 'mend', /clocks/],
    ['not seen', () => new Response('busy', { status: 503 }), 'unknown', /^$/],
  ])(
    'of a session that is %s from the first says nothing of its end',
    async (_how, change, status, mend) => {
      const changes: Changes = [[/stores\?select=id&limit=1$/, change]];
      const findings = await examined(
        changes,
        {},
        typing((sent) => sent),
      );
      expect(findings.filter((one) => one.status !== 'ok')).toMatchObject([
        { what: 'new sessions', status, mend: expect.stringMatching(mend) },
      ]);
      expect(findings.map(({ what }) => what)).not.toContain('ended sessions');
    },
  );

  test('tells of a session that goes on after its end', async () => {
    const database = await backend();
    const [{ ours } = { ours: '' }] = await database.query<{ ours: string }>(
      `select pg_get_functiondef('public.refuse_ended_session'::regproc) as ours`,
    );
    await database.query(
      `create or replace function public.refuse_ended_session() returns void language sql as ''`,
    );
    try {
      expect(
        toBeMended(
          await examined(
            [],
            {},
            typing((sent) => sent),
          ),
        ),
      ).toEqual(only('ended sessions', /still read the tables/, /db_pre_request/));
    } finally {
      await database.query(ours);
    }
  });
});

test('the way back leads to the site', async () => {
  const elsewhere: Changes = [
    [
      /\/verify/,
      () =>
        new Response(null, { status: 303, headers: { location: 'https://old.example/#error=x' } }),
    ],
  ];
  expect(toBeMended(await examined(elsewhere, { site: ORIGIN }))).toEqual(
    only('way back from a sign-in', /leads to https:\/\/old\.example\//, /auth\/url-configuration/),
  );
});
