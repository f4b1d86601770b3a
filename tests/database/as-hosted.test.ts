import { beforeEach, expect, test } from 'vitest';
import { ana, tess } from '../../local-backend/people.ts';
import { freshData } from './as.ts';
import { http } from './http.ts';

/**
 * What the client needs of the API of tables, as PostgREST's sources define it (local-backend/README.md).
 * A row that fails after an update needs a shim.
 */
beforeEach(freshData);

interface More {
  who?: typeof ana;
  body?: unknown;
  headers?: Record<string, string>;
  range?: string;
}
type Row = [name: string, request: string, status: number, answer: unknown, more?: More];

const SKIP = expect.anything();
const COUNT = { prefer: 'count=exact' };
const RETURN = { prefer: 'return=representation' };
const SINGLE = { accept: 'application/vnd.pgrst.object+json' };
const coerced = (rows: number) => ({
  code: 'PGRST116',
  message: 'Cannot coerce the result to a single JSON object',
  details: `The result contains ${rows} rows`,
});
const code = (name: string) => ({ code: name });

const READS: Row[] = [
  ['a read', 'GET stores?select=id&id=eq.1', 200, [{ id: 1 }], { range: '0-0/*' }],
  ['a read of no row', 'GET stores?id=eq.999', 200, [], { range: '*/*' }],
  ['a counted part', 'GET stores?limit=3', 206, SKIP, { headers: COUNT, range: '0-2/14' }],
  ['a counted whole', 'GET stores?limit=14', 200, SKIP, { headers: COUNT, range: '0-13/14' }],
  ['a count of nothing', 'GET stores?id=eq.999', 200, [], { headers: COUNT, range: '*/0' }],
  ['a HEAD has the count', 'HEAD stores', 200, '', { headers: COUNT, range: '0-13/14' }],
  ['no row for a single one', 'GET stores?id=eq.999', 406, coerced(0), { headers: SINGLE }],
  ['many rows for a single one', 'GET stores', 406, coerced(14), { headers: SINGLE }],
  ['an unknown column', 'GET stores?select=nope', 400, code('42703')],
  ['an unknown table', 'GET nope', 404, code('PGRST205')],
  ['an unknown relation', 'GET stores?select=events(id)', 400, code('PGRST200')],
  ['an id that is no number', 'GET stores?id=eq.x', 400, code('22P02')],
  ['ilike takes * for %', 'GET stores?select=id&name=ilike.*KAPE*', 200, [{ id: 1 }]],
  ['ilike, signs as text', 'GET stores?select=id&name=ilike.%25%22%2C(%29%5C%25', 200, []],
  ['a list', 'GET stores?select=id&id=in.(2,1)&order=id', 200, [{ id: 1 }, { id: 2 }]],
  ['quoted texts', 'GET stores?select=id&name=in.("Kape Tayo","a,b")', 200, [{ id: 1 }]],
  ['an empty list', 'GET stores?select=id&id=in.()', 200, []],
  ['not true', 'GET stores?select=id&suspended=not.is.true&id=in.(1,13)', 200, [{ id: 1 }]],
  [
    'or holds and',
    'GET rewards?select=id&or=(and(or(id.eq.1),or(date_start.is.null,date_start.lte.2030-01-01T00:00:00.000Z)))',
    ...([200, [{ id: 1 }]] as const),
  ],
  [
    'nulls are last where the order ascends',
    'GET rewards?select=date_end&order=date_end.asc&limit=1',
    ...([200, [{ date_end: expect.any(String) }]] as const),
  ],
  [
    'nulls are first where it descends',
    'GET rewards?select=date_end&order=date_end.desc&limit=1',
    ...([200, [{ date_end: null }]] as const),
  ],
];

const added = { title: 'x', store_id: 1 };
const changed = { title: 'y' };

const WRITES: Row[] = [
  ['an insert', 'POST rewards', 201, '', { who: tess, body: added, range: '*/*' }],
  [
    'an insert that gives its row back',
    ...(['POST rewards', 201, [{ title: 'x' }]] as const),
    { who: tess, body: added, headers: RETURN },
  ],
  ['an insert refused', 'POST rewards', 403, code('42501'), { who: ana, body: added }],
  ['an insert of a stranger', 'POST rewards', 401, code('42501'), { body: added }],
  [
    'an unknown column',
    ...(['PATCH rewards?id=eq.1', 400, code('PGRST204')] as const),
    { who: tess, body: { nope: 1 } },
  ],
  [
    'an update',
    ...(['PATCH rewards?id=eq.1', 204, ''] as const),
    { who: tess, body: changed, range: '0-0/*' },
  ],
  [
    'an update that row security refuses',
    ...(['PATCH rewards?id=eq.1', 200, []] as const),
    { who: ana, body: changed, headers: RETURN, range: '*/*' },
  ],
  [
    'a delete that gives its row back',
    ...(['DELETE rewards?id=eq.1', 200, [{ id: 1 }]] as const),
    { who: tess, headers: RETURN },
  ],
  ['a delete', 'DELETE rewards?id=eq.2', 204, '', { who: tess, range: '*/*' }],
  [
    'a delete without a filter',
    ...(['DELETE rewards', 400] as const),
    { code: '21000', message: 'DELETE requires a WHERE clause' },
    { who: tess },
  ],
  ['an unknown function', 'POST rpc/nope', 404, code('PGRST202'), { who: ana, body: {} }],
  ['other arguments', 'POST rpc/give_stamp', 404, code('PGRST202'), { who: ana, body: { x: 1 } }],
];

async function expectAsHosted([name, request, status, answer, more = {}]: Row) {
  const [, method = '', path = ''] = /^(\w+) (.*)$/.exec(request) ?? [];
  const { who = null, body, headers = {}, range } = more;
  const { headers: told, ...found } = await http(who, `/rest/v1/${path}`, {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...{ method, headers },
  });
  expect.soft(found, name).toMatchObject({ status, json: answer });
  if (range !== undefined) expect.soft(told.get('content-range'), name).toBe(range);
}

test('a read is answered as hosted', async () => {
  for (const row of READS) await expectAsHosted(row);
});

test('a write and a call are answered as hosted', async () => {
  for (const row of WRITES) await expectAsHosted(row);
});
