import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ana, tess } from '../../local-backend/people.ts';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';
import { as, codeFor, forgedToken, freshData, ORIGIN, operator, sql, tokenOf } from './as.ts';
import { http } from './http.ts';

/** Like as-hosted.test.ts, for functions, the auth service and the storage. */
beforeEach(freshData);

const PNG = { 'content-type': 'image/png' };

describe('a function', () => {
  beforeAll(async () => {
    for (const [head, body] of Object.entries(FUNCTIONS)) {
      await sql(`create function public.${head} as $$ ${body} $$`);
      await sql(`grant execute on function public.${named(head)} to service_role`);
    }
    await sql(`notify pgrst, 'reload schema'`);
    await vi.waitFor(async () => expect(await call('nothing', {})).toEqual([204, '']), 60_000);
  });
  afterAll(async () => {
    for (const head of Object.keys(FUNCTIONS)) {
      await sql(`drop function public.${named(head)}`);
    }
    await sql(`notify pgrst, 'reload schema'`);
  });
  /** Its name and arguments, without their defaults. */
  const named = (head: string) => head.replace(/ returns.*| default \d+/g, '');

  const FUNCTIONS = {
    'nothing() returns void language sql': '',
    'json_null() returns json language sql': 'select null::json',
    'refused() returns jsonb language plpgsql': `begin
      insert into public.events (name) values ('kept');
      perform set_config('response.status', '409', true);
      return jsonb_build_object('code', 'PT409');
    end`,
    'thrown() returns jsonb language plpgsql': `begin
      insert into public.events (name) values ('gone');
      raise sqlstate 'PT402' using message = 'Pay', detail = 'first', hint = 'now';
    end`,
    'added(a int, b int default 5) returns int language sql': 'select a + b',
    'held(ids bigint[]) returns int language sql': 'select cardinality(ids)',
    'moment(at timestamptz) returns timestamptz language sql': 'select at',
    'writes() returns int language plpgsql': `begin
      insert into public.events (name) values ('read');
      return 1;
    end`,
  };

  const call = async (name: string, args?: object) => {
    const init = args ? { method: 'POST', body: JSON.stringify(args) } : {};
    const { status, json } = await http(SERVICE_KEY, `/rest/v1/rpc/${name}`, {
      ...init,
      headers: { apikey: SERVICE_KEY },
    });
    return [status, json];
  };

  test('a call is answered as hosted', async () => {
    for (const [name, args, expected] of [
      ['nothing', {}, [204, '']],
      ['json_null', {}, [200, null]],
      ['added', { a: 1 }, [200, 6]],
      ['held', { ids: [1, 2] }, [200, 2]],
      ['held', { ids: ['1', '2'] }, [200, 2]],
      ['held', { ids: null }, [200, null]],
      ['moment', { at: '2026-01-01T00:00:00Z' }, [200, '2026-01-01T00:00:00+00:00']],
    ] as const) {
      expect.soft(await call(name, args), name).toEqual(expected);
    }
  });

  test('a function sets the status of its answer and keeps what it wrote', async () => {
    expect(await call('refused', {})).toEqual([409, { code: 'PT409' }]);
    expect(await sql(`select name from events where name = 'kept'`)).toHaveLength(1);
  });

  test('a function that throws sets the status, and its writes are rolled back', async () => {
    const answer = { code: 'PT402', message: 'Pay', details: 'first', hint: 'now' };
    expect(await call('thrown', {})).toEqual([402, answer]);
    expect(await sql(`select name from events where name = 'gone'`)).toEqual([]);
  });

  test('a read gives 1000 rows at most', async () => {
    await sql(`insert into events (name) select 'one of many' from generate_series(1, 1001)`);
    const path = '/rest/v1/events?select=id&name=eq.one%20of%20many';
    const { json, headers } = await http(null, path, { headers: { prefer: 'count=exact' } });
    expect(json).toHaveLength(1000);
    expect(headers.get('content-range')).toBe('0-999/1001');
  });

  test('a GET of a function cannot write', async () => {
    expect(await call('writes')).toMatchObject([405, { code: '25006' }]);
    expect(await call('added?a=1')).toEqual([200, 6]);
  });
});

describe('the auth service', () => {
  const auth = (path: string, body?: object, who: string | null = null, method?: string) =>
    http(who, `/auth/v1/${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  test('the auth service refuses as hosted', async () => {
    const otp = { email: ana.email, token: '1' };
    const cases: [path: string, body: object, answer: string][] = [
      [
        'otp',
        { email: 'x' },
        '400 validation_failed: Unable to validate email address: invalid format',
      ],
      ['otp', {}, '400 validation_failed: One of email or phone must be set'],
      [
        'otp',
        { email: 'q@example.com', create_user: false },
        '422 otp_disabled: Signups not allowed for otp',
      ],
      ['verify', otp, '400 validation_failed: Verify requires a verification type'],
      ['verify', { ...otp, type: 'email' }, '403 otp_expired: Token has expired or is invalid'],
      [
        'token?grant_type=password',
        { email: ana.email, password: 'x' },
        '400 invalid_credentials: Invalid login credentials',
      ],
      [
        'token?grant_type=refresh_token',
        { refresh_token: crypto.randomUUID() },
        '400 validation_failed: Refresh token is not valid',
      ],
      [
        'token?grant_type=refresh_token',
        { refresh_token: 'a1b2c3d4e5f6' },
        '400 refresh_token_not_found: Invalid Refresh Token: Refresh Token Not Found',
      ],
      [
        'token?grant_type=pkce',
        { auth_code: crypto.randomUUID(), code_verifier: 'x' },
        '404 flow_state_not_found: invalid flow state, no valid flow state found',
      ],
    ];
    for (const [path, body, answer] of cases) {
      const { status, json } = await auth(path, body);
      const [, code = '', error_code, msg] = /^(\d+) (\w+): (.*)$/.exec(answer) ?? [];
      const said = { code: Number(code), error_code, msg };
      expect.soft([status, json], answer).toEqual([said.code, said]);
    }
  });

  test('a body above a megabyte is refused', async () => {
    const sized = (bytes: number) => ({ email: 'x'.repeat(bytes - '{"email":""}'.length) });
    const msg = 'Request body too large (max 1048576 bytes)';
    for (const path of ['otp', 'signup', 'token?grant_type=refresh_token']) {
      const { status, json } = await auth(path, sized(1_048_577));
      expect
        .soft([status, json], path)
        .toEqual([413, { code: 413, error_code: 'request_entity_too_large', msg }]);
    }
    expect((await auth('otp', sized(1_048_576))).status).toBe(400);
  });

  test('entering a code confirms the address and begins a session, asking for one does not', async () => {
    const email = 'new@example.com';
    const account = `select u.email_confirmed_at is not null as confirmed,
        (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
      from auth.users u where u.email = $1`;
    expect((await auth('otp', { email })).status).toBe(200);
    expect(await sql(account, [email])).toEqual([{ confirmed: false, sessions: 0 }]);
    const code = { email, token: await codeFor(email), type: 'email' };
    expect((await auth('verify', code)).status).toBe(200);
    expect(await sql(account, [email])).toEqual([{ confirmed: true, sessions: 1 }]);
    expect((await auth('otp', { email })).status).toBe(200);
    expect(await sql(account, [email])).toEqual([{ confirmed: true, sessions: 1 }]);
  });

  test('expired and invalid tokens are refused with 403, also at the log-out', async () => {
    const exp = Math.floor(Date.now() / 1000) - 60;
    const expired = forgedToken({ sub: ana.id, role: 'authenticated', exp }, TOKEN_SECRET);
    for (const token of [expired, 'garbage']) {
      for (const method of ['GET', 'POST']) {
        const path = method === 'GET' ? 'user' : 'logout?scope=global';
        const { status, json } = await auth(path, undefined, token, method);
        expect([status, json]).toMatchObject([403, { code: 403, error_code: 'bad_jwt' }]);
      }
    }
  });

  test('a change that includes what only the operator may change is refused as a whole', async () => {
    const body = { data: { full_name: 'Ben' }, app_metadata: { role: 'operator' } };
    const { status, json } = await auth('user', body, await tokenOf(ana), 'PUT');
    const msg = 'Updating app_metadata requires admin privileges';
    expect([status, json]).toEqual([403, { code: 403, error_code: 'not_admin', msg }]);
    expect((await auth('user', undefined, await tokenOf(ana))).json).toMatchObject({
      user_metadata: { full_name: ana.name },
    });
    expect((await auth('user', body, 'garbage', 'PUT')).json).toMatchObject({
      error_code: 'bad_jwt',
    });
  });

  test('anybody can read the ways to sign in, including the one for guests', async () => {
    expect((await auth('settings')).json).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: false,
      external: { anonymous_users: true, email: true, google: true, phone: false },
    });
  });
});

describe('the storage', () => {
  const upload = (name: string, who: typeof ana | string | null = tess, headers = {}, body = 'x') =>
    http(who, `/storage/v1/object/rewards/uploads/${name}`, {
      method: 'POST',
      body,
      headers: { ...PNG, ...headers },
    });

  test('an upload that row security refuses is 400, and says 403 in its body', async () => {
    const { status, json } = await upload('a.png', ana);
    expect([status, json]).toMatchObject([
      400,
      {
        statusCode: '403',
        code: 'AccessDenied',
        error: 'Unauthorized',
        message: 'new row violates row-level security policy',
      },
    ]);
  });

  test('an upload is refused in the words of the hosted service', async () => {
    const tooLong = 'x'.repeat(5 * 1024 * 1024 + 1);
    expect((await upload('b.html', tess, { 'content-type': 'text/html' })).json).toEqual({
      statusCode: '415',
      code: 'InvalidMimeType',
      error: 'invalid_mime_type',
      message: 'mime type text/html is not supported',
    });
    expect((await upload('c.png', tess, {}, tooLong)).json).toEqual({
      statusCode: '413',
      code: 'EntityTooLarge',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    });
  });

  test.each([
    ['that has run out', TOKEN_SECRET, -60, '"exp" claim timestamp check failed'],
    ['of another key', 'another', 60, 'signature verification failed'],
  ])('a token %s is 400, and says 403 in its body', async (_name, key, seconds, message) => {
    const exp = Math.floor(Date.now() / 1000) + seconds;
    const token = forgedToken({ sub: tess.id, role: 'authenticated', exp }, key);
    expect(await upload('f.png', token)).toMatchObject({
      status: 400,
      json: { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied', message },
    });
  });

  test('a missing file and a missing bucket are 400, and say 404 in their body', async () => {
    for (const [path, code] of [
      ['rewards/none.png', /^NoSuchKey$/],
      // It looks for both at once, and says what it missed first.
      ['none/a.png', /^NoSuch(Bucket|Key)$/],
    ] as const) {
      const { status, json } = await http(null, `/storage/v1/object/public/${path}`);
      const said = { statusCode: '404', code: expect.stringMatching(code) };
      expect([status, json]).toMatchObject([400, said]);
    }
  });

  test('an upload must ask to replace another one, and a public file has its headers', async () => {
    expect((await upload('d.png')).status).toBe(200);
    expect((await upload('d.png')).json).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
      error: 'Duplicate',
    });
    expect((await upload('d.png', tess, { 'x-upsert': 'true' })).status).toBe(200);
    const { publicUrl } = operator.storage.from('rewards').getPublicUrl('uploads/d.png').data;
    const address = publicUrl.replace(ORIGIN, '');
    const { status, headers } = await http(null, address);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-type': 'image/png',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.any(String),
    });
    const kept = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect(await http(null, address, kept)).toMatchObject({ status: 304, text: '' });
    // Safe without it (SECURITY.md).
    expect(headers.get('x-content-type-options')).toBeNull();
  });

  test('the parameters of a type are refused, but ignored in a form such as the client sends', async () => {
    const type = 'image/png; charset=utf-8';
    expect((await upload('e.png', tess, { 'content-type': type })).json).toMatchObject({
      code: 'InvalidMimeType',
      message: `mime type ${type} is not supported`,
    });
    const photos = (await as(tess)).storage.from('rewards');
    const { error } = await photos.upload('uploads/e.png', new Blob(['x'], { type }));
    expect(error).toBeNull();
    const { headers } = await http(null, '/storage/v1/object/public/rewards/uploads/e.png');
    expect(headers.get('content-type')).toBe('image/png');
  });
});
