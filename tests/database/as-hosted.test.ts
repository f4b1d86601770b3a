import { beforeEach, describe, expect, test } from 'vitest';
import { ana, tess } from '../people.ts';
import { freshData } from './as.ts';
import { http } from './http.ts';

/**
 * What the client relies on at the tables, as PostgREST's sources have it (local-backend/README.md).
 * A row that fails after an update needs a shim.
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
