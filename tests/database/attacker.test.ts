import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, type DemoPerson, tess } from '../people.ts';
import { freshData, operator } from './as.ts';
import { countOf, customerCode, KAPE_TAYO } from './counter.ts';
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

  test('no query shows Ben anything of Ana’s', async () => {
    for (const query of [
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
    ]) {
      const { status, text } = await http(ben, `/rest/v1/${query}`);
      expect.soft(status, query).toBeLessThan(500);
      for (const word of hers) {
        expect.soft(text, query).not.toContain(word);
      }
      const signedOut = await http(null, `/rest/v1/${query}`);
      expect.soft([400, 401], query).toContain(signedOut.status);
    }
  });

  test('no count tells Ben anything', async () => {
    for (const query of [
      `stamps?user_id=eq.${ana.id}`,
      `stamps?user_id=neq.${ben.id}`,
      `stamps?id=eq.1`,
      `stamps?invoice_or_number=eq.KT-1041`,
      `redemptions?user_id=neq.${ben.id}`,
      `store_members?store_id=eq.${KAPE_TAYO}`,
      `stores?select=id,stamps!inner(id)&stamps.user_id=eq.${ana.id}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await http(ben, `/rest/v1/${query}`, {
          method,
          headers: { prefer: 'count=exact' },
        });
        expect.soft([status, headers.get('content-range')], query).toEqual([200, '*/0']);
      }
    }
  });

  test('an aggregate of stamps is refused', async () => {
    for (const select of ['count()', 'stamp_count.sum()', 'id.max()', 'created_at.max(),count()']) {
      const { json } = await http(ben, `/rest/v1/stamps?select=${select}`);
      expect.soft(json, select).toMatchObject({ code: 'PGRST123' });
    }
  });

  test('the plan of a query is refused', async () => {
    for (const accept of [
      'application/vnd.pgrst.plan+json',
      'application/vnd.pgrst.plan+text; options=analyze',
    ]) {
      const { status } = await http(ben, '/rest/v1/stamps', { headers: { accept } });
      expect.soft(status, accept).toBe(406);
    }
  });

  test('no table of another schema can be reached', async () => {
    for (const [table, schema] of [
      ['till_idempotency_keys', 'private'],
      ['users', 'auth'],
      ['refresh_tokens', 'auth'],
      ['objects', 'storage'],
      ['pg_authid', 'pg_catalog'],
      ['tables', 'information_schema'],
    ] as const) {
      for (const who of [null, ben, tess]) {
        const named = await http(who, `/rest/v1/${table}`, {
          headers: { 'accept-profile': schema },
        });
        expect.soft([named.status, named.json], table).toMatchObject([406, { code: 'PGRST106' }]);
        expect.soft((await http(who, `/rest/v1/${schema}.${table}`)).status, table).toBe(404);
      }
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

  test('nothing changes, whatever Ben or a signed-out visitor sends', async () => {
    for (const [name, method, path, body, headers] of attacks) {
      const before = await everything();
      for (const who of [ben, null]) {
        const { status, text } = await http(who, `/rest/v1/${path}`, {
          method,
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : json(body) }),
          ...(headers ? { headers } : {}),
        });
        expect.soft(status, text).not.toBe(201);
        expect.soft(status, text).toBeLessThan(500);
      }
      expect.soft(await everything(), name).toBe(before);
    }
  });
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

  test('give_stamp does not answer a GET request', async () => {
    const query = new URLSearchParams({ ...JSON.parse(body()), payload: '{}' });
    const { status } = await http(tess, `/rest/v1/rpc/give_stamp?${query}`);
    expect(status).toBe(405);
  });

  test('no function of another schema can be called', async () => {
    for (const name of [
      'my_store_ids',
      'spend_stamps',
      'refuse',
      'complete_reward',
      'set_config',
      'pg_sleep',
    ]) {
      expect.soft((await call(tess, name, { body: '{}' })).status, name).toBe(404);
      const headers = { 'content-profile': 'private' };
      expect.soft((await call(tess, name, { body: '{}', headers })).status, name).toBe(406);
    }
  });

  test('give_stamp refuses odd arguments without an internal error', async () => {
    for (const [name, changed] of [
      ['a count that is text', { stamp_count: 'many' }],
      ['a count beyond the integers', { stamp_count: 1e99 }],
      ['a fractional count', { stamp_count: 1.5 }],
      ['a store id that is SQL', { store_id: "1'; drop table stamps" }],
      ['a request id that is no UUID', { request_id: 'again' }],
      ['a NUL in the code', { payload: { uid: '\u0000', hash: '' } }],
      ['a NUL in the invoice', { invoice: '\u0000' }],
      ['an additional argument', { member_id: tess.id }],
      ['a payload nested a thousand levels deep', { payload: 'deep' }],
    ] as const) {
      const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
      const sent = body(changed).replace('"deep"', deep);
      const before = await countOf('stamps');
      const { status } = await call(tess, 'give_stamp', { body: sent });
      expect.soft(status, name).toBeGreaterThanOrEqual(400);
      expect.soft(status, name).toBeLessThan(500);
      expect.soft(await countOf('stamps'), name).toBe(before);
    }
  });
});

describe('SQL in a query', () => {
  beforeAll(freshData);

  test('SQL in a query is refused', async () => {
    for (const query of [
      'stores?order=name;drop table stores',
      'stores?order=(select pg_sleep(5))',
      'stores?select=pg_sleep(5)',
      'stores?select=*,(select 1)',
      "stores?select=name:email'--",
      'stores?id=eq.1 or 1=1',
      'stores?name=raw.1',
      'stores"; drop table stores; --',
    ]) {
      const { status } = await http(ben, `/rest/v1/${query}`);
      expect.soft(status, query).toBeGreaterThanOrEqual(400);
      expect.soft(status, query).toBeLessThan(500);
    }
  });

  test('a query is read as far as it is one', async () => {
    for (const [query, rows] of [
      ['stores?select=id&name=eq.%00', []],
      ['stores?select=id&id=in.(1) or (1=1', [{ id: 1 }]],
      ['stores?select=id&id=in.(1,2) or (1=1&order=id', [{ id: 1 }, { id: 2 }]],
      ['stores?select=id&name=in.("Kape Tayo","a)b") or (1=1', [{ id: 1 }]],
      ['stores?select=id&or=(id.eq.1);drop table stores', [{ id: 1 }]],
      ['stores?select=id&not.or=(id.gt.2,and(id.eq.1,id.eq.1)));drop table stores', [{ id: 2 }]],
    ] as const) {
      const { status, json } = await http(ben, `/rest/v1/${query}`);
      expect.soft([status, json], query).toEqual([200, rows]);
    }
  });

  test('a search takes every sign as plain text', async () => {
    for (const text of [
      "'; drop table stores; --",
      "' or '1'='1",
      '\\',
      "\\'",
      '$$',
      '%24{1}',
      '😀',
      '"',
      '(,)',
    ]) {
      const { status, json } = await http(
        ben,
        `/rest/v1/stores?select=id&name=ilike.*${encodeURIComponent(text)}*`,
      );
      expect.soft([status, json], text).toEqual([200, []]);
    }
  });
});
