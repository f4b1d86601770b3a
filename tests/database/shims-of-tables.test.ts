import { beforeEach, describe, expect, test } from 'vitest';
import { answerAtRangeEnd } from '../../local-backend/shims/range-end.ts';
import { SERVICE_KEY } from '../keys.ts';
import { ana, dina } from '../people.ts';
import { as, backend, freshData, operator } from './as.ts';
import { askBare, bareBackend, post, read } from './bare.ts';
import { http } from './http.ts';

/** The contracts of the shims of the tables, in two halves as in shims.test.ts. */
beforeEach(freshData);

describe('the function before each request', () => {
  test('lite asks no function, whatever the role of the service says', async () => {
    const { connection } = await bareBackend();
    await connection.driver.exec(`
      create role authenticator;
      alter role authenticator set pgrst.db_pre_request = 'public.fail';`);
    expect((await read('/rest/v1/notes?select=id')).status).toBe(200);
  });
  test('our backend asks it in the transaction of the request, as its caller', async () => {
    const database = await backend();
    const [{ ours } = { ours: '' }] = await database.query<{ ours: string }>(
      `select pg_get_functiondef('public.refuse_ended_session'::regproc) as ours`,
    );
    await database.query(`
      create or replace function public.refuse_ended_session() returns void language plpgsql as $$
        begin raise sqlstate 'PT418' using message = concat_ws(' ', current_user, auth.uid(),
          current_setting('request.path', true), current_setting('transaction_read_only')); end $$`);
    try {
      expect((await http(null, '/rest/v1/stores?select=id')).json).toMatchObject({
        message: 'anon /stores off',
      });
      expect((await http(ana, '/rest/v1/rpc/my_cards')).json).toMatchObject({
        message: `authenticated ${ana.id} /rpc/my_cards on`,
      });
      expect((await http(ana, '/storage/v1/bucket')).status).toBe(200);
    } finally {
      await database.query(ours);
    }
  });
});

describe('a page behind the last row', () => {
  const COUNTED = { prefer: 'count=exact' };
  const NOTES = '/rest/v1/notes?select=id&id=eq.1';
  const page = async (offset: number, method = 'GET') => {
    const path = `/rest/v1/stores?select=id&order=id&limit=10&offset=${offset}`;
    const { status, json, headers } = await http(null, path, { method, headers: COUNTED });
    return [status, json, headers.get('content-range')];
  };
  test('lite refuses a page that begins right behind the last row', async () => {
    const { connection } = await bareBackend();
    await connection.driver.exec('insert into notes values (1) on conflict do nothing');
    const response = await read(`${NOTES}&offset=1`, COUNTED);
    expect([response.status, response.headers.get('content-range')]).toEqual([416, '*/1']);
  });
  test('our backend answers it with no rows, and refuses one further behind', async () => {
    expect(await page(13)).toEqual([206, [{ id: 14 }], '13-13/14']);
    expect(await page(14)).toEqual([206, [], '*/14']);
    expect(await page(14, 'HEAD')).toEqual([206, '', '*/14']);
    const range = { ...COUNTED, range: '14-23' };
    expect((await http(null, '/rest/v1/stores?select=id', { headers: range })).status).toBe(206);
    expect(await page(15)).toMatchObject([416, { code: 'PGRST103' }, '*/14']);
  });
  test('our backend answers the library so: no error, no rows, and the count', async () => {
    const client = await as(dina);
    const rows = () => client.from('redemptions').select('id', { count: 'exact' });
    const { count } = await rows();
    const behind = await rows().range(count ?? 0, (count ?? 0) + 9);
    expect(behind).toMatchObject({ status: 206, error: null, data: [], count });
  });
  test('our backend leaves a range that is wrong by itself as it is', async () => {
    const refused = Response.json({ code: 'PGRST103', details: 'Limit' }, { status: 416 });
    expect(answerAtRangeEnd(post('/', {}), refused)).toBe(refused);
  });
});

describe('several rows added where one object is wanted', () => {
  const ONE = { accept: 'application/vnd.pgrst.object+json' };
  const NOT_ONE = { code: 'PGRST116', details: 'The result contains 2 rows' };
  const add = (table: string, row: object) =>
    http(SERVICE_KEY, `/rest/v1/${table}`, {
      method: 'POST',
      body: JSON.stringify([row, row]),
      headers: { ...ONE, apikey: SERVICE_KEY },
    });
  test('lite refuses them at once, whatever else would', async () => {
    const request = post('/rest/v1/notes', [{ content: '' }, { content: '' }]);
    request.headers.set('accept', ONE.accept);
    expect(await (await askBare(request)).json()).toMatchObject(NOT_ONE);
  });
  test('our backend lets rights, row security and the table refuse them first', async () => {
    const body = JSON.stringify([{ stamp_count: null }, { stamp_count: null }]);
    const init = { method: 'POST', body, headers: ONE };
    for (const who of [null, ana]) {
      expect((await http(who, '/rest/v1/stamps', init)).json).toMatchObject({ code: '42501' });
    }
    const title = JSON.stringify([{ title: 'x' }, { title: 'x' }]);
    expect((await http(ana, '/rest/v1/rewards', { ...init, body: title })).json).toMatchObject({
      message: expect.stringContaining('row-level security'),
    });
    expect((await add('stores', { name: null })).json).toMatchObject({ code: '23502' });
  });
  test('our backend counts them else, and takes them back', async () => {
    const { status, json } = await add('events', { name: 'One of two' });
    expect([status, json]).toMatchObject([406, NOT_ONE]);
    const { data } = await operator.from('events').select().eq('name', 'One of two');
    expect(data).toEqual([]);
  });
  test('our backend adds the one that is wanted', async () => {
    const client = operator.from('events').insert([{ name: 'The one' }]);
    expect((await client.select().single()).data).toMatchObject({ name: 'The one' });
  });
});

describe('a token that is none', () => {
  const STORES = '/rest/v1/stores?select=id&id=eq.1';
  const noTokens: [string, string][] = [
    ['garbage', 'Expected 3 parts in JWT; got 1'],
    ['a.b', 'Expected 3 parts in JWT; got 2'],
    ['a.b.c.d', 'Expected 3 parts in JWT; got 4'],
    ['', 'Empty JWT is sent in Authorization header'],
    ['..', 'JWT cryptographic operation failed'],
  ];
  test('lite takes an unreadable token for none', async () => {
    for (const [token] of noTokens) {
      const authorization = `Bearer ${token}`;
      expect((await read('/rest/v1/notes', { authorization })).status).toBe(200);
    }
  });
  test.each(noTokens)('our backend refuses the token %j', async (token, message) => {
    for (const method of ['GET', 'HEAD', 'PATCH']) {
      const { status, json, headers } = await http(token, STORES, { method });
      expect([status, json]).toEqual([
        401,
        { code: 'PGRST301', message, details: null, hint: null },
      ]);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });
  test('our backend takes a person’s token, the site’s key, and no token at all', async () => {
    for (const who of [ana, null, 'sb_publishable_local_stampcard']) {
      expect((await http(who, STORES)).json).toEqual([{ id: 1 }]);
    }
    const basic = { authorization: 'Basic abc' };
    expect((await http(null, STORES, { headers: basic })).status).toBe(200);
  });
});
