/**
 * A request of the client as the SQL that PostgREST 13 makes of it (QueryBuilder.hs, SqlFragment.hs,
 * Statements.hs): one statement, every value a parameter of unknown type, the limit one too. Only
 * what the data modules ask is known here; anything else throws.
 */

/** A request as the client sends it. */
export interface ClientRequest {
  /** Below /rest/v1, with its query; a function begins with /rpc/. */
  path: string;
  /** What a function is called with, where it is called by POST. */
  body?: Record<string, unknown>;
  /** `Prefer: count=exact`. */
  exactCount?: boolean;
}

export interface Statement {
  text: string;
  values: string[];
}

/** What PostgREST knows of a function from the catalog. */
export interface FunctionInfo {
  /** Names and types of its arguments. */
  arguments: ReadonlyMap<string, string>;
  /** It returns rows, not one value. */
  returnsRows: boolean;
}

/** A hosted project answers with so many rows at most. */
const MAX_ROWS = 1000;

const SIGNS: Record<string, string> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Splits at commas that stand in no brackets. */
function splitList(text: string): string[] {
  let depth = 0;
  return [...text].reduce<string[]>(
    (parts, sign) => {
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      if (sign === ',' && depth === 0) parts.push('');
      else parts.push(parts.pop() + sign);
      return parts;
    },
    [''],
  );
}

/** Adds a value to the statement's, in their order. */
const parameter = (values: string[], value: string) => `$${values.push(value)}`;

/** `column.operator.value`, or several of them as in `or(…)`. */
function condition(table: string, text: string, values: string[]): string {
  const [, joined = '', inner] = /^(and|or)\((.*)\)$/s.exec(text) ?? [];
  if (inner !== undefined) {
    const parts = splitList(inner).map((part) => condition(table, part, values));
    return `(${parts.join(` ${joined.toUpperCase()} `)})`;
  }
  const [, column = '', not, operator = '', value = ''] =
    /^([^.]+)\.(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const field = `${not ? 'NOT ' : ''}${table}.${quoted(column)}`;
  if (operator === 'is' && value === 'null') return `${field} IS NULL`;
  if (operator === 'in') {
    const items = value.slice(1, -1).split(',');
    return `${field} = ANY (${parameter(values, `{${items.map((item) => `"${item}"`)}}`)})`;
  }
  if (!SIGNS[operator]) throw new Error(`The filter ${text} is not known here.`);
  // Among others, unlike by itself, a value may stand in quotes.
  const plain = value.replace(/^"(.*)"$/s, '$1');
  return `${field} ${SIGNS[operator]} ${parameter(values, plain)}`;
}

const NO_FILTERS = ['select', 'order', 'limit', 'offset'];

function whereClause(table: string, query: URLSearchParams, values: string[]): string {
  const conditions = [...query]
    .filter(([key]) => !NO_FILTERS.includes(key))
    .map(([key, value]) =>
      condition(table, key === 'or' ? `or${value}` : `${key}.${value}`, values),
    );
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function orderClause(table: string, query: URLSearchParams): string {
  const terms = (query.get('order') ?? '').split(',').filter((term) => term !== '');
  const written = terms.map((term) => {
    const [column = '', ...words] = term.split('.');
    return [`${table}.${quoted(column)}`, ...words.map((word) => word.toUpperCase())].join(' ');
  });
  return written.length === 0 ? '' : ` ORDER BY ${written.join(', ')}`;
}

function limitClause(query: URLSearchParams, values: string[]): string {
  const limit = Math.min(Number(query.get('limit') ?? MAX_ROWS), MAX_ROWS);
  return ` LIMIT ${parameter(values, `${limit}`)} OFFSET ${parameter(values, query.get('offset') ?? '0')}`;
}

/** A related table of one row, by the foreign key `{name without s}_id`. */
function embedded(table: string, name: string, columns: string[], values: string[]) {
  const alias = quoted(`${name}_1`);
  const rows = quoted(`${table.replaceAll(/^.*\.|"/g, '')}_${name}`);
  const selected = columns.map((column) => `${alias}.${quoted(column.trim())}`).join(', ');
  const limit = limitClause(new URLSearchParams(), values);
  return {
    selected: `row_to_json(${rows}.*) AS ${quoted(name)}`,
    join:
      ` LEFT JOIN LATERAL ( SELECT ${selected} FROM "public".${quoted(name)} AS ${alias}` +
      ` WHERE ${alias}."id" = ${table}.${quoted(`${name.replace(/s$/, '')}_id`)}${limit} ) AS ${rows} ON TRUE`,
  };
}

function readClause(table: string, query: URLSearchParams, values: string[], from = table) {
  let joins = '';
  const columns = splitList(query.get('select') ?? '*').map((item) => {
    const [, name = '', inner] = /^\s*([^(]+?)\s*(?:\((.*)\))?\s*$/s.exec(item) ?? [];
    if (inner === undefined) return `${table}.${name === '*' ? name : quoted(name)}`;
    const related = embedded(table, name, splitList(inner), values);
    joins += related.join;
    return related.selected;
  });
  const where = whereClause(table, query, values);
  const rest = orderClause(table, query) + limitClause(query, values);
  return `SELECT ${columns.join(', ')} FROM ${from}${joins}${where}${rest}`;
}

const REST =
  `nullif(current_setting('response.headers', true), '') AS response_headers, ` +
  `nullif(current_setting('response.status', true), '') AS response_status, '' AS response_inserted`;

const answerClause = (rows: string, count: string, agg: string): string =>
  `SELECT ${count} AS total_result_set, pg_catalog.count(_postgrest_t) AS page_total, ` +
  `${agg} AS body, ${REST} FROM ( ${rows} ) _postgrest_t`;

const AS_ARRAY = `coalesce(json_agg(_postgrest_t), '[]')`;
const AS_VALUE = `coalesce(json_agg(_postgrest_t.pgrst_scalar)->0, 'null')`;

function callStatement(name: string, request: ClientRequest, info: FunctionInfo): Statement {
  const values: string[] = [];
  const { body } = request;
  const query = new URLSearchParams(request.path.split('?')[1]);
  // A GET has its arguments in the address, beside the filters.
  const given = Object.keys(body ?? {}).concat(
    body ? [] : [...query.keys()].filter((key) => info.arguments.has(key)),
  );
  const named = given.map((key) => {
    const type = info.arguments.get(key);
    if (!type) throw new Error(`The function ${name} has no argument ${key}.`);
    const value = body
      ? `pgrst_body.${quoted(key)}`
      : `${parameter(values, query.get(key) ?? '')}::${type}`;
    query.delete(key);
    return { call: `${quoted(key)} := ${value}`, column: `${quoted(key)} ${type}` };
  });
  const call = `"public".${quoted(name)}(${named.map((one) => one.call).join(', ')})`;
  const target = info.returnsRows
    ? `${call} pgrst_call`
    : `(SELECT ${call} pgrst_scalar) pgrst_call`;
  const from =
    given.length === 0 || !body
      ? target
      : `(SELECT ${parameter(values, JSON.stringify(body))}::json AS json_data) pgrst_payload, ` +
        `LATERAL (SELECT ${given.map(quoted).join(', ')} FROM json_to_record(pgrst_payload.json_data)` +
        ` AS _(${named.map((one) => one.column).join(', ')})) pgrst_body, LATERAL ${target}`;
  const columns = info.returnsRows ? '*' : 'pgrst_call.pgrst_scalar';
  const rows = info.returnsRows
    ? readClause(quoted(name), query, values, `pgrst_source AS ${quoted(name)}`)
    : `SELECT pgrst_source.* FROM pgrst_source`;
  const answer = answerClause(rows, 'null::bigint', info.returnsRows ? AS_ARRAY : AS_VALUE);
  return { text: `WITH pgrst_source AS (SELECT ${columns} FROM ${from}) ${answer}`, values };
}

/** The statement that answers a request. */
export function statementOf(
  request: ClientRequest,
  functions: ReadonlyMap<string, FunctionInfo>,
): Statement {
  const [path = '', search = ''] = request.path.split('?');
  if (path.startsWith('/rpc/')) {
    const name = path.replace('/rpc/', '');
    const info = functions.get(name);
    if (!info) throw new Error(`There is no function ${name}.`);
    return callStatement(name, request, info);
  }
  const table = `"public".${quoted(path.slice(1))}`;
  const query = new URLSearchParams(search);
  const values: string[] = [];
  const source = readClause(table, query, values);
  const counting = request.exactCount
    ? `, pgrst_source_count AS (SELECT 1 FROM ${table}${whereClause(table, query, values)})`
    : '';
  const count = request.exactCount
    ? '(SELECT pg_catalog.count(*) FROM pgrst_source_count)'
    : 'null::bigint';
  const answer = answerClause('SELECT * FROM pgrst_source', count, AS_ARRAY);
  return { text: `WITH pgrst_source AS ( ${source} ) ${counting} ${answer}`, values };
}
