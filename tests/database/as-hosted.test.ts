import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';
import { ana, tess } from '../people.ts';
import { freshData, ORIGIN, operator } from './as.ts';
import { forgedToken, http } from './http.ts';

/**
 * What the client relies on, as the sources of the hosted services have it (local-backend/README.md,
 * "What the client relies on"). A row that fails after an update needs a shim.
 */
beforeEach(freshData);

interface Row {
  name: string;
  path: string;
  who?: typeof ana;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  status: number;
  answer?: unknown;
  range?: string | null;
}

const COUNT = { prefer: 'count=exact' };
const RETURN = { prefer: 'return=representation' };
const SINGLE = { accept: 'application/vnd.pgrst.object+json' };
const PNG = { 'content-type': 'image/png' };
const coerced = (rows: number) => ({
  code: 'PGRST116',
  message: 'Cannot coerce the result to a single JSON object',
  details: `The result contains ${rows} rows`,
});

const ROWS: Record<string, Row[]> = {
  'a read': [
    { name: 'a read is 200', path: 'stores?select=id&id=eq.1', status: 200, range: '0-0/*' },
    { name: 'a read of no row is 200', path: 'stores?id=eq.999', status: 200, range: '*/*' },
    {
      name: 'a counted part is 206',
      path: 'stores?limit=3',
      headers: COUNT,
      status: 206,
      range: '0-2/14',
    },
    {
      name: 'a counted whole is 200',
      path: 'stores?limit=14',
      headers: COUNT,
      status: 200,
      range: '0-13/14',
    },
    {
      name: 'a count of nothing is 200',
      path: 'stores?id=eq.999',
      headers: COUNT,
      status: 200,
      range: '*/0',
    },
    {
      name: 'a HEAD has the count and no body',
      path: 'stores',
      method: 'HEAD',
      headers: COUNT,
      status: 200,
      answer: '',
      range: '0-13/14',
    },
    {
      name: 'an offset alone past the end is 200',
      path: 'stores?offset=99',
      status: 200,
      answer: [],
      range: '*/*',
    },
    {
      name: 'no row for a single one is 406',
      path: 'stores?id=eq.999',
      headers: SINGLE,
      status: 406,
      answer: coerced(0),
    },
    {
      name: 'many rows for a single one are 406',
      path: 'stores',
      headers: SINGLE,
      status: 406,
      answer: coerced(14),
    },
    {
      name: 'an unknown column is 400',
      path: 'stores?select=nope',
      status: 400,
      answer: { code: '42703' },
    },
    { name: 'an unknown table is 404', path: 'nope', status: 404, answer: { code: 'PGRST205' } },
    {
      name: 'an unknown relation is 400',
      path: 'stores?select=events(id)',
      status: 400,
      answer: { code: 'PGRST200' },
    },
    {
      name: 'an unknown operator is 400',
      path: 'stores?id=foo.1',
      status: 400,
      answer: { code: 'PGRST100' },
    },
    {
      name: 'an id that is no number is 400',
      path: 'stores?id=eq.x',
      status: 400,
      answer: { code: '22P02' },
    },
    {
      name: 'an id that is too large is 400',
      path: 'stores?id=eq.99999999999999999999',
      status: 400,
      answer: { code: '22003' },
    },
    {
      name: 'an aggregate is refused',
      path: 'stores?select=count()',
      status: 400,
      answer: { code: 'PGRST123' },
    },
  ],
  'a filter': [
    {
      name: 'ilike takes * for %',
      path: 'stores?select=id&name=ilike.*KAPE*',
      status: 200,
      answer: [{ id: 1 }],
    },
    {
      name: 'ilike takes quotes and brackets as text',
      path: 'stores?select=id&name=ilike.%25%22%2C(%29%5C%25',
      status: 200,
      answer: [],
    },
    {
      name: 'in takes a list',
      path: 'stores?select=id&id=in.(2,1)&order=id',
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    {
      name: 'in takes quoted texts with commas',
      path: 'stores?select=id&name=in.("Kape Tayo","a,b")',
      status: 200,
      answer: [{ id: 1 }],
    },
    { name: 'in takes an empty list', path: 'stores?select=id&id=in.()', status: 200, answer: [] },
    {
      name: 'not.is.true keeps false',
      path: 'stores?select=id&suspended=not.is.true&id=in.(1,13)',
      status: 200,
      answer: [{ id: 1 }],
    },
    {
      name: 'or holds and',
      path: 'rewards?select=id&or=(and(or(id.eq.1),or(date_start.is.null,date_start.lte.2030-01-01T00:00:00.000Z)))',
      status: 200,
      answer: [{ id: 1 }],
    },
    {
      name: 'nulls are last where the order ascends',
      path: 'rewards?select=date_end&order=date_end.asc&limit=1',
      status: 200,
      answer: [{ date_end: expect.any(String) }],
    },
    {
      name: 'nulls are first where it descends',
      path: 'rewards?select=date_end&order=date_end.desc&limit=1',
      status: 200,
      answer: [{ date_end: null }],
    },
  ],
  'a write': [
    {
      name: 'an insert is 201 without a body',
      who: tess,
      method: 'POST',
      path: 'rewards',
      body: { title: 'x', store_id: 1 },
      status: 201,
      answer: '',
      range: '*/*',
    },
    {
      name: 'an insert gives its row back',
      who: tess,
      method: 'POST',
      path: 'rewards',
      body: { title: 'x', store_id: 1 },
      headers: RETURN,
      status: 201,
      answer: [{ title: 'x' }],
    },
    {
      name: 'an insert that row security refuses is 403',
      who: ana,
      method: 'POST',
      path: 'rewards',
      body: { title: 'x', store_id: 1 },
      status: 403,
      answer: { code: '42501' },
    },
    {
      name: 'an insert of a stranger is 401',
      method: 'POST',
      path: 'rewards',
      body: { title: 'x', store_id: 1 },
      status: 401,
      answer: { code: '42501' },
    },
    {
      name: 'an unknown column is 400',
      who: tess,
      method: 'PATCH',
      path: 'rewards?id=eq.1',
      body: { nope: 1 },
      status: 400,
      answer: { code: 'PGRST204' },
    },
    {
      name: 'a body that is no JSON is 400',
      who: tess,
      method: 'POST',
      path: 'rewards',
      body: '{',
      status: 400,
      answer: { code: 'PGRST102' },
    },
    {
      name: 'an update is 204',
      who: tess,
      method: 'PATCH',
      path: 'rewards?id=eq.1',
      body: { title: 'y' },
      status: 204,
      answer: '',
      range: '0-0/*',
    },
    {
      name: 'an update that row security refuses is 200 without rows',
      who: ana,
      method: 'PATCH',
      path: 'rewards?id=eq.1',
      body: { title: 'y' },
      headers: RETURN,
      status: 200,
      answer: [],
      range: '*/*',
    },
    {
      name: 'a delete gives its row back',
      who: tess,
      method: 'DELETE',
      path: 'rewards?id=eq.1',
      headers: RETURN,
      status: 200,
      answer: [{ id: 1 }],
    },
    {
      name: 'a delete is 204',
      who: tess,
      method: 'DELETE',
      path: 'rewards?id=eq.1',
      status: 204,
      answer: '',
      range: '*/*',
    },
    {
      name: 'a delete without a filter is 400',
      who: tess,
      method: 'DELETE',
      path: 'rewards',
      status: 400,
      answer: { code: '21000', message: 'DELETE requires a WHERE clause' },
    },
  ],
  'a call': [
    {
      name: 'an unknown function is 404',
      who: ana,
      method: 'POST',
      path: 'rpc/nope',
      body: {},
      status: 404,
      answer: { code: 'PGRST202' },
    },
    {
      name: 'other arguments are 404',
      who: ana,
      method: 'POST',
      path: 'rpc/give_stamp',
      body: { x: 1 },
      status: 404,
      answer: { code: 'PGRST202' },
    },
    {
      name: 'a DELETE of a function is 405',
      who: ana,
      method: 'DELETE',
      path: 'rpc/give_stamp',
      status: 405,
      answer: { code: 'PGRST101' },
    },
  ],
};

for (const [part, rows] of Object.entries(ROWS)) {
  describe(part, () => {
    test.each(rows)(
      '$name',
      async ({ path, who, method, body, headers, status, answer, range }) => {
        const sent = typeof body === 'string' ? body : JSON.stringify(body);
        const found = await http(who ?? null, `/rest/v1/${path}`, {
          method: method ?? 'GET',
          ...(body === undefined ? {} : { body: sent }),
          headers: headers ?? {},
        });
        expect(found).toMatchObject({ status, ...(answer === undefined ? {} : { json: answer }) });
        if (range !== undefined) expect(found.headers.get('content-range')).toBe(range);
      },
    );
  });
}

describe('a function', () => {
  /** A backend of its own: lite reads the functions once. */
  let own: Backend;
  beforeAll(async () => {
    own = await createBackend({ origin: ORIGIN, seed: false, serviceKey: SERVICE_KEY });
    for (const [head, body] of Object.entries(FUNCTIONS)) {
      await own.query(`create function public.${head} as $$ ${body} $$`);
    }
    await own.query('grant execute on all functions in schema public to service_role');
  });
  afterAll(() => own.close());

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
    'either(a int) returns text language sql': `select 'number'`,
    'either(b text) returns text language sql': `select 'text'`,
    'many() returns setof int language sql': 'select generate_series(1, 3)',
    'held(ids bigint[]) returns int language sql': 'select cardinality(ids)',
    'moment(at timestamptz) returns timestamptz language sql': 'select at',
    'writes() returns int language plpgsql': `begin
      insert into public.events (name) values ('read');
      return 1;
    end`,
  };

  const call = async (name: string, args?: object) => {
    const url = new URL(`/rest/v1/rpc/${name}`, ORIGIN);
    const headers = { apikey: SERVICE_KEY, 'content-type': 'application/json' };
    const init = args ? { method: 'POST', headers, body: JSON.stringify(args) } : { headers };
    const response = await own.fetch(new Request(url, init));
    const text = (await response?.text()) ?? '';
    return [response?.status, text === '' ? '' : JSON.parse(text)];
  };

  test.each([
    ['nothing', {}, [204, '']],
    ['json_null', {}, [200, null]],
    ['added', { a: 1 }, [200, 6]],
    ['either', { a: 1 }, [200, 'number']],
    ['either', { b: '1' }, [200, 'text']],
    ['many', {}, [200, [1, 2, 3]]],
    ['held', { ids: [1, 2] }, [200, 2]],
    ['held', { ids: ['1', '2'] }, [200, 2]],
    ['held', { ids: null }, [200, null]],
    ['moment', { at: '2026-01-01T00:00:00Z' }, [200, '2026-01-01T00:00:00+00:00']],
  ])('%s(%j) is answered as hosted', async (name, args, expected) => {
    expect(await call(name, args)).toEqual(expected);
  });

  test('a function sets the status of its answer and keeps what it wrote', async () => {
    expect(await call('refused', {})).toEqual([409, { code: 'PT409' }]);
    expect(await own.query(`select name from events where name = 'kept'`)).toHaveLength(1);
  });

  test('a function that throws sets the status, and what it wrote is taken back', async () => {
    const answer = { code: 'PT402', message: 'Pay', details: 'first', hint: 'now' };
    expect(await call('thrown', {})).toEqual([402, answer]);
    expect(await own.query(`select name from events where name = 'gone'`)).toEqual([]);
  });

  test('a read gives 1000 rows at most', async () => {
    await own.query(`insert into events (name) select 'one of many' from generate_series(1, 1001)`);
    const url = `${ORIGIN}/rest/v1/events?select=id&name=eq.one%20of%20many`;
    const headers = { apikey: SERVICE_KEY, prefer: 'count=exact' };
    const response = await own.fetch(new Request(url, { headers }));
    expect(await response?.json()).toHaveLength(1000);
    expect(response?.headers.get('content-range')).toBe('0-999/1001');
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
  const seconds = () => Math.floor(Date.now() / 1000);
  const expired = () =>
    forgedToken({ sub: ana.id, role: 'authenticated', exp: seconds() - 60 }, TOKEN_SECRET);

  test.each<[string, object, number, string, string]>([
    [
      'otp',
      { email: 'x' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    ['otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    [
      'otp',
      { email: 'q@example.com', create_user: false },
      422,
      'otp_disabled',
      'Signups not allowed for otp',
    ],
    [
      'verify',
      { email: ana.email, token: '1' },
      400,
      'validation_failed',
      'Verify requires a verification type',
    ],
    [
      'verify',
      { email: ana.email, token: '1', type: 'email' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [
      'token?grant_type=password',
      { email: ana.email, password: 'x' },
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ],
    [
      'token?grant_type=refresh_token',
      { refresh_token: crypto.randomUUID() },
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    ],
    [
      'token?grant_type=pkce',
      { auth_code: crypto.randomUUID(), code_verifier: 'x' },
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    ],
    ['token?grant_type=x', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ])('%s %j is answered %i %s', async (path, body, status, error_code, msg) => {
    const { status: found, json } = await auth(path, body);
    expect([found, json]).toEqual([status, { code: status, error_code, msg }]);
  });

  test('an expired token and one that is none are refused with 403, at the log-out too', async () => {
    for (const token of [expired(), 'garbage']) {
      for (const method of ['GET', 'POST']) {
        const path = method === 'GET' ? 'user' : 'logout?scope=global';
        const { status, json } = await auth(path, undefined, token, method);
        expect([status, json]).toMatchObject([403, { code: 403, error_code: 'bad_jwt' }]);
      }
    }
  });

  test('a provider that is not enabled is refused before any redirect', async () => {
    const { status, json } = await auth('authorize?provider=spotify');
    expect([status, json]).toMatchObject([
      400,
      { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    ]);
  });
});

describe('the storage', () => {
  const upload = (name: string, who: typeof ana | null = tess, headers = {}, body = 'x') =>
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
        error: 'Unauthorized',
        message: 'new row violates row-level security policy',
      },
    ]);
  });

  test.each<[string, Record<string, string>, number, object]>([
    [
      'b.html',
      { 'content-type': 'text/html' },
      1,
      {
        statusCode: '415',
        error: 'invalid_mime_type',
        message: 'mime type text/html is not supported',
      },
    ],
    [
      'c.png',
      {},
      5 * 1024 * 1024 + 1,
      {
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
      },
    ],
  ])(
    'the upload %s is refused in the words of the hosted service',
    async (name, headers, size, answer) => {
      const { status, json } = await upload(name, tess, headers, 'x'.repeat(size));
      expect([status, json]).toEqual([400, answer]);
    },
  );

  test('a missing file and a missing bucket are 400, and say 404 in their body', async () => {
    for (const [path, error] of [
      ['rewards/none.png', 'not_found'],
      ['none/a.png', 'Bucket not found'],
    ]) {
      const { status, json } = await http(null, `/storage/v1/object/public/${path}`);
      expect([status, json]).toMatchObject([400, { statusCode: '404', error }]);
    }
  });

  test('an upload over another needs leave, and a public file has its headers', async () => {
    expect((await upload('d.png')).status).toBe(200);
    expect((await upload('d.png')).json).toMatchObject({ statusCode: '409', error: 'Duplicate' });
    expect((await upload('d.png', tess, { 'x-upsert': 'true' })).status).toBe(200);
    const { publicUrl } = operator.storage.from('rewards').getPublicUrl('uploads/d.png').data;
    const { status, headers } = await http(null, publicUrl.replace(ORIGIN, ''));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-length': '1',
      'content-type': 'image/png',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.any(String),
    });
  });
});
