import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, type DemoPerson, mario, tess } from '../people.ts';
import { freshData, operator } from './as.ts';
import { countOf, customerCode, KAPE_TAYO, MGA_HALO } from './counter.ts';
import { http } from './http.ts';

/** Everything in the tables, to see that an attack left no trace. */
async function everything(): Promise<string> {
  const tables = ['stores', 'store_members', 'rewards', 'events', 'stamps', 'redemptions'] as const;
  const contents = tables.map(async (table) => {
    const { data } = await operator.from(table).select().order('created_at').throwOnError();
    return data;
  });
  return JSON.stringify(await Promise.all(contents));
}

describe('Ana’s rows', () => {
  beforeAll(freshData);

  /** Every word that an answer could have only from a row of Ana's. */
  const hers = [ana.id, 'KT-1041', 'KT-1077', 'KT-1103', 'KT-1150', 'MH-0310', 'MH-0352'];

  test.each([
    `stamps?user_id=eq.${ana.id}`,
    `stamps?user_id=neq.${ben.id}`,
    `stamps?user_id=not.eq.${ben.id}`,
    `stamps?user_id=in.(${ana.id},${ben.id})`,
    `stamps?user_id=gte.00000000-0000-0000-0000-000000000000`,
    `stamps?or=(user_id.eq.${ana.id},user_id.eq.${ben.id})`,
    `stamps?or=(id.gt.0,and(user_id.eq.${ana.id},id.lt.9999))`,
    `stamps?and=(id.gt.0,or(user_id.eq.${ana.id},user_id.neq.${ana.id}))`,
    `stamps?not.or=(user_id.eq.${ben.id})`,
    `stamps?id=in.(1,2,3,4,5,6,7)`,
    `stamps?id=eq.1`,
    `stamps?invoice_or_number=like.KT*`,
    `stamps?redemption_id=not.is.null`,
    `stamps?metadata->>stamps_needed=eq.10&limit=1000`,
    `stamps?select=id,stores(name,stamps(*))`,
    `stamps?select=id,redemptions(*,stamps(*))`,
    `redemptions?user_id=eq.${ana.id}`,
    `redemptions?select=*,stamps(*)`,
    `redemptions?select=*,rewards(*,redemptions(*))`,
    `redemptions?or=(user_id.eq.${ana.id},id.gt.0)`,
    `stores?select=name,redemptions(*)`,
    `stores?select=name,stamps!inner(*)&stamps.user_id=eq.${ana.id}`,
    `stores?select=name,store_members(*)`,
    `store_members?user_id=neq.${ben.id}`,
    `rewards?select=title,redemptions(*)`,
    `rewards?select=title,stores(store_members(*),redemptions(*))`,
  ])('the query %s shows Ben nothing of Ana’s', async (query) => {
    const { status, text } = await http(ben, `/rest/v1/${query}`);
    expect(status).toBeLessThan(500);
    for (const word of hers) {
      expect(text).not.toContain(word);
    }
    const signedOut = await http(null, `/rest/v1/${query}`);
    expect([400, 401]).toContain(signedOut.status);
  });

  test.each([
    `stamps?user_id=eq.${ana.id}`,
    `stamps?user_id=neq.${ben.id}`,
    `stamps?id=eq.1`,
    `stamps?invoice_or_number=eq.KT-1041`,
    `redemptions?user_id=neq.${ben.id}`,
    `store_members?store_id=eq.${KAPE_TAYO}`,
    `stores?select=id,stamps!inner(id)&stamps.user_id=eq.${ana.id}`,
  ])('the count of %s tells Ben nothing', async (query) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await http(ben, `/rest/v1/${query}`, {
        method,
        headers: { prefer: 'count=exact' },
      });
      expect([status, headers.get('content-range')]).toEqual([200, '*/0']);
    }
  });

  test.each(['count()', 'stamp_count.sum()', 'id.max()', 'created_at.max(),count()'])(
    'the aggregate %s of stamps is refused',
    async (select) => {
      const { json } = await http(ben, `/rest/v1/stamps?select=${select}`);
      expect(json).toMatchObject({ code: 'PGRST123' });
    },
  );

  test.each([
    'application/vnd.pgrst.plan+json',
    'application/vnd.pgrst.plan+text; options=analyze',
  ])('the query plan as %s is refused', async (accept) => {
    const { status } = await http(ben, '/rest/v1/stamps', { headers: { accept } });
    expect(status).toBe(406);
  });

  test.each([
    ['till_idempotency_keys', 'private'],
    ['users', 'auth'],
    ['refresh_tokens', 'auth'],
    ['objects', 'storage'],
    ['pg_authid', 'pg_catalog'],
    ['tables', 'information_schema'],
  ])('the table %s of the schema %s cannot be reached', async (table, schema) => {
    for (const who of [null, ben, tess]) {
      const named = await http(who, `/rest/v1/${table}`, { headers: { 'accept-profile': schema } });
      expect([named.status, named.json]).toMatchObject([406, { code: 'PGRST106' }]);
      expect((await http(who, `/rest/v1/${schema}.${table}`)).status).toBe(404);
    }
  });
});

describe('an attempt to change rows', () => {
  beforeEach(freshData);

  const json = JSON.stringify;
  const stamp = { user_id: ben.id, store_id: KAPE_TAYO, store_name: 'x', stamp_count: 100 };
  const represent = { prefer: 'return=representation' };
  const merge = { prefer: 'resolution=merge-duplicates,return=representation' };
  const ignore = { prefer: 'resolution=ignore-duplicates,missing=default' };

  const attacks: [string, string, string, unknown, Record<string, string>?][] = [
    ['inserts a stamp', 'POST', 'stamps', stamp, represent],
    ['inserts a stamp and asks for no row', 'POST', 'stamps', stamp, { prefer: 'return=minimal' }],
    ['inserts a hundred stamps', 'POST', 'stamps', Array(100).fill(stamp)],
    ['upserts a stamp', 'POST', 'stamps?on_conflict=id', { ...stamp, id: 8 }, merge],
    ['upserts on an invoice', 'POST', 'stamps?on_conflict=store_id', stamp, merge],
    ['replaces a stamp with PUT', 'PUT', 'stamps?id=eq.8', { ...stamp, id: 8 }],
    ['makes their own stamps worth more', 'PATCH', `stamps?user_id=eq.${ben.id}`, stamp],
    ['makes spent stamps unspent', 'PATCH', 'stamps?redemption_id=gt.0', { redemption_id: null }],
    ['takes over Ana’s stamps', 'PATCH', 'stamps?id=lt.8', { user_id: ben.id }],
    ['deletes Ana’s stamps', 'DELETE', `stamps?user_id=eq.${ana.id}`, undefined],
    ['deletes their own history', 'DELETE', `redemptions?user_id=eq.${ben.id}`, undefined],
    [
      'invents a redemption',
      'POST',
      'redemptions',
      { ...stamp, reward_title: 'x', stamps_spent: 1 },
    ],
    ['joins a store', 'POST', 'store_members', { user_id: ben.id, store_id: KAPE_TAYO }, merge],
    ['removes a member from a store', 'DELETE', `store_members?user_id=eq.${tess.id}`, undefined],
    ['opens a store', 'POST', 'stores', { name: 'Bangko ni Ben' }],
    ['suspends a store', 'PATCH', 'stores?id=eq.1', { suspended: true }, represent],
    ['renames every store', 'PATCH', 'stores?id=gt.0', { name: 'Ben' }],
    ['adds a reward', 'POST', 'rewards', { title: 'x', store_id: KAPE_TAYO }],
    ['adds a reward without a store', 'POST', 'rewards', { title: 'x' }, ignore],
    [
      'adds a reward with SQL as the conflict column',
      'POST',
      'rewards?on_conflict=id) do nothing --',
      { title: 'x' },
      merge,
    ],
    [
      'adds a reward by naming its columns',
      'POST',
      'rewards?columns=id,title',
      { id: 1, title: 'x' },
      merge,
    ],
    [
      'adds a reward as CSV',
      'POST',
      'rewards',
      'title,store_id\nx,1',
      { 'content-type': 'text/csv' },
    ],
    ['makes rewards cheap', 'PATCH', 'rewards?id=gt.0', { stamps_needed: 1 }, represent],
    ['removes rewards', 'DELETE', 'rewards?id=gt.0', undefined, represent],
    ['removes rewards without a filter', 'DELETE', 'rewards', undefined],
    ['removes a single reward by a limit', 'DELETE', 'rewards?limit=1&order=id', undefined],
    ['cancels events', 'PATCH', 'events?id=gt.0', { date: null }],
    [
      'writes to another schema',
      'POST',
      'till_idempotency_keys',
      {},
      { 'content-profile': 'private' },
    ],
  ];

  test.each(attacks)(
    'nothing changes when Ben or a signed-out visitor %s',
    async (_n, method, path, body, headers) => {
      const before = await everything();
      for (const who of [ben, null]) {
        const { status, text } = await http(who, `/rest/v1/${path}`, {
          method,
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : json(body) }),
          ...(headers ? { headers } : {}),
        });
        expect(status, text).not.toBe(201);
        expect(status, text).toBeLessThan(500);
      }
      expect(await everything()).toBe(before);
    },
  );

  test.each(attacks)(
    'no other store changes when Mario, a member of Mga Halo, %s',
    async (_n, method, path, body) => {
      const before = await everything();
      // What members may do to their own store is no attack.
      const target = path.replace('?id=gt.0', `?store_id=neq.${MGA_HALO}`);
      const own = path.startsWith('rewards') && json(body) === json({ title: 'x' });
      await http(mario, `/rest/v1/${target}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : json(body) }),
      });
      expect((await everything()) === before).toBe(!own);
    },
  );
});

describe('the functions that the interface exposes', () => {
  beforeEach(freshData);

  const body = (changed: object = {}) =>
    JSON.stringify({
      payload: customerCode(ben),
      store_id: KAPE_TAYO,
      stamp_count: 1,
      invoice: '',
      request_id: crypto.randomUUID(),
      ...changed,
    });

  const call = (who: DemoPerson | null, name: string, init: object = {}) =>
    http(who, `/rest/v1/rpc/${name}`, { method: 'POST', body: body(), ...init });

  test('give_stamp refuses a customer with a reason, and a signed-out visitor without one', async () => {
    const before = await countOf('stamps');
    expect((await call(ben, 'give_stamp')).json).toMatchObject({ details: 'not_a_member' });
    expect((await call(null, 'give_stamp')).json).toMatchObject({ code: '42501' });
    expect(await countOf('stamps')).toBe(before);
  });

  test('give_stamp does not answer a GET request', async () => {
    const query = new URLSearchParams({ ...JSON.parse(body()), payload: '{}' });
    const { status } = await http(tess, `/rest/v1/rpc/give_stamp?${query}`);
    expect(status).toBe(405);
  });

  test.each([
    'my_store_ids',
    'spend_stamps',
    'refuse',
    'complete_reward',
    'set_config',
    'pg_sleep',
  ])('the function %s cannot be called', async (name) => {
    expect((await call(tess, name, { body: '{}' })).status).toBe(404);
    const headers = { 'content-profile': 'private' };
    expect((await call(tess, name, { body: '{}', headers })).status).toBe(406);
  });

  test.each([
    ['a count that is text', { stamp_count: 'many' }],
    ['a count beyond the integers', { stamp_count: 1e99 }],
    ['a fractional count', { stamp_count: 1.5 }],
    ['a store id that is SQL', { store_id: "1'; drop table stamps" }],
    ['a request id that is no UUID', { request_id: 'again' }],
    ['a NUL in the code', { payload: { uid: '\u0000', hash: '' } }],
    ['a NUL in the invoice', { invoice: '\u0000' }],
    ['an additional argument', { member_id: tess.id }],
    ['a payload nested a thousand levels deep', { payload: 'deep' }],
  ])('give_stamp refuses %s without an internal error', async (_name, changed) => {
    const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    const sent = body(changed).replace('"deep"', deep);
    const before = await countOf('stamps');
    const { status } = await call(tess, 'give_stamp', { body: sent });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await countOf('stamps')).toBe(before);
  });
});

describe('SQL in a query', () => {
  beforeAll(freshData);

  test.each([
    'stores?order=name;drop table stores',
    'stores?order=(select pg_sleep(5))',
    'stores?select=pg_sleep(5)',
    'stores?select=*,(select 1)',
    "stores?select=name:email'--",
    'stores?id=eq.1 or 1=1',
    'stores?name=raw.1',
    'stores"; drop table stores; --',
  ])('the query %s is refused', async (query) => {
    const { status } = await http(ben, `/rest/v1/${query}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test.each([
    ['stores?select=id&name=eq.%00', []],
    ['stores?select=id&id=in.(1) or (1=1', [{ id: 1 }]],
    ['stores?select=id&id=in.(1,2) or (1=1&order=id', [{ id: 1 }, { id: 2 }]],
    ['stores?select=id&name=in.("Kape Tayo","a)b") or (1=1', [{ id: 1 }]],
    ['stores?select=id&or=(id.eq.1);drop table stores', [{ id: 1 }]],
    ['stores?select=id&not.or=(id.gt.2,and(id.eq.1,id.eq.1)));drop table stores', [{ id: 2 }]],
  ])('the query %s is read as far as it is one', async (query, rows) => {
    const { status, json } = await http(ben, `/rest/v1/${query}`);
    expect([status, json]).toEqual([200, rows]);
  });

  test.each([
    "'; drop table stores; --",
    "' or '1'='1",
    '\\',
    "\\'",
    '$$',
    '%24{1}',
    '😀',
    '"',
    '(,)',
  ])('a search for %j treats it as plain text', async (text) => {
    const { status, json } = await http(
      ben,
      `/rest/v1/stores?select=id&name=ilike.*${encodeURIComponent(text)}*`,
    );
    expect([status, json]).toEqual([200, []]);
  });
});
