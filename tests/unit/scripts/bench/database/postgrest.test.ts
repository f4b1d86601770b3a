// @vitest-environment node
import { expect, test } from 'vitest';
import {
  type ClientRequest,
  type FunctionInfo,
  statementOf,
} from '../../../../../scripts/bench/database/postgrest.ts';

const functions = new Map<string, FunctionInfo>([
  ['sums', { returnsRows: true, arguments: new Map([['store_ids', 'bigint[]']]) }],
  ['give', { returnsRows: false, arguments: new Map([['payload', 'jsonb']]) }],
]);
const sqlOf = (request: ClientRequest) => statementOf(request, functions);

test('a read is one statement with every value as a parameter, the limit too', () => {
  const { text, values } = sqlOf({
    path: '/stores?select=id, name&name=ilike.%kape*&suspended=not.is.true&order=name.asc&limit=10',
  });
  expect(text).toContain(
    'WITH pgrst_source AS ( SELECT "public"."stores"."id", "public"."stores"."name"' +
      ' FROM "public"."stores" WHERE "public"."stores"."name" ILIKE $1' +
      ' AND NOT "public"."stores"."suspended" IS TRUE' +
      ' ORDER BY "public"."stores"."name" ASC LIMIT $2 OFFSET $3 )',
  );
  expect(text).toContain(`coalesce(json_agg(_postgrest_t), '[]') AS body`);
  expect(values).toEqual(['%kape%', '10', '0']);
});

test('an answer without a limit has a hosted project’s', () => {
  expect(sqlOf({ path: '/events?select=*&offset=50' }).values).toEqual(['1000', '50']);
  expect(sqlOf({ path: '/events?select=*&limit=2000' }).values).toEqual(['1000', '0']);
});

test('a tree of conditions keeps its brackets, and values in quotes their commas', () => {
  const { text, values } = sqlOf({
    path: '/rewards?or=(date_end.gt.1,and(date_end.eq."a,b",or(date_start.is.null,id.gt.7)))',
  });
  const [end, start, id] = ['date_end', 'date_start', 'id'].map(
    (name) => `"public"."rewards"."${name}"`,
  );
  expect(text).toContain(
    `WHERE (${end} > $1 OR (${end} = $2 AND (${start} IS NULL OR ${id} > $3)))`,
  );
  expect(values.slice(0, 3)).toEqual(['1', 'a,b', '7']);
});

test('a list of ids is one array', () => {
  const { text, values } = sqlOf({ path: '/stores?id=in.(1,2)' });
  expect(text).toContain('"public"."stores"."id" = ANY ($1)');
  expect(values[0]).toBe('{"1","2"}');
});

test('a related row comes by a lateral join, limited as every list', () => {
  const { text } = sqlOf({
    path: '/rewards?select=*, stores(id, suspended)&id=eq.1&order=date_end.asc.nullslast',
  });
  expect(text).toContain(
    'SELECT "public"."rewards".*, row_to_json("rewards_stores".*) AS "stores" FROM "public"."rewards"' +
      ' LEFT JOIN LATERAL ( SELECT "stores_1"."id", "stores_1"."suspended" FROM "public"."stores" AS "stores_1"' +
      ' WHERE "stores_1"."id" = "public"."rewards"."store_id" LIMIT $1 OFFSET $2 ) AS "rewards_stores" ON TRUE' +
      ' WHERE "public"."rewards"."id" = $3 ORDER BY "public"."rewards"."date_end" ASC NULLS LAST',
  );
});

test('an exact count reads the same rows once more, without the limit', () => {
  const { text, values } = sqlOf({ path: '/stamps?user_id=eq.ben&limit=5', exactCount: true });
  expect(text).toContain(
    ', pgrst_source_count AS (SELECT 1 FROM "public"."stamps" WHERE "public"."stamps"."user_id" = $4)',
  );
  expect(values).toEqual(['ben', '5', '0', 'ben']);
});

test('a function gets its arguments out of one JSON text', () => {
  const { text, values } = sqlOf({ path: '/rpc/sums', body: { store_ids: ['1'] } });
  expect(text).toContain(
    'FROM (SELECT $1::json AS json_data) pgrst_payload, LATERAL (SELECT "store_ids" FROM' +
      ' json_to_record(pgrst_payload.json_data) AS _("store_ids" bigint[])) pgrst_body,' +
      ' LATERAL "public"."sums"("store_ids" := pgrst_body."store_ids") pgrst_call',
  );
  expect(values).toEqual(['{"store_ids":["1"]}', '1000', '0']);
  expect(sqlOf({ path: '/rpc/give', body: { payload: {} } }).text).toContain(
    `coalesce(json_agg(_postgrest_t.pgrst_scalar)->0, 'null')`,
  );
});

test('a function that only reads may have its arguments in the address', () => {
  const { text, values } = sqlOf({ path: '/rpc/sums?store_ids={1}&order=store_id.asc' });
  expect(text).toContain(
    'WITH pgrst_source AS (SELECT * FROM "public"."sums"("store_ids" := $1::bigint[]) pgrst_call)',
  );
  expect(text).toContain('FROM pgrst_source AS "sums" ORDER BY "sums"."store_id" ASC LIMIT $2');
  expect(values).toEqual(['{1}', '1000', '0']);
});

test.each([
  [{ path: '/stores?name=fts.kape' }, 'The filter name=fts.kape is not known here.'],
  [{ path: '/rpc/other' }, 'There is no function other.'],
  [{ path: '/rpc/give', body: { load: 1 } }, 'The function give has no argument load.'],
])('%o, of which PostgREST’s SQL is not known here, is an error', (request, message) => {
  expect(() => sqlOf(request)).toThrow(message);
});
