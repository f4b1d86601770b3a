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

const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
};

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Splits at commas that stand in no brackets and no quotes. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)];
}

const unquoted = (value: string) =>
  value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;

/** Collects the values of a statement, in their order. */
function createParameters() {
  const values: string[] = [];
  return {
    values,
    add(value: string): string {
      values.push(value);
      return `$${values.length}`;
    },
  };
}
type Parameters = ReturnType<typeof createParameters>;

/** `column.operator.value`, as in `or=(…)`. */
function condition(table: string, text: string, parameters: Parameters): string {
  const tree = /^(not\.)?(and|or)\((.*)\)$/s.exec(text);
  if (tree) {
    const [, not, operator = '', inner = ''] = tree;
    const parts = splitList(inner).map((part) => condition(table, part, parameters));
    return `${not ? 'NOT ' : ''}(${parts.join(` ${operator.toUpperCase()} `)})`;
  }
  // Here, unlike in a filter by itself, a value may stand in quotes.
  const [, column = '', operator = '', value = ''] =
    /^([^.]+)\.((?:not\.)?[a-z]+)\.(.*)$/s.exec(text) ?? [];
  const plain = operator.endsWith('in') ? value : unquoted(value);
  return filter(table, column, `${operator}.${plain}`, parameters);
}

/** A filter of one column: `operator.value`. */
function filter(table: string, column: string, text: string, parameters: Parameters): string {
  if (text.startsWith('not.')) return `NOT ${filter(table, column, text.slice(4), parameters)}`;
  const [, operator = '', value = ''] = /^([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const field = `${table}.${quoted(column)}`;
  if (operator === 'is' && /^(null|true|false)$/.test(value))
    return `${field} IS ${value.toUpperCase()}`;
  if (operator === 'in') {
    const items = splitList(value.slice(1, -1)).map((item) => `"${unquoted(item)}"`);
    return `${field} = ANY (${parameters.add(`{${items.join(',')}}`)})`;
  }
  const sign = OPERATORS[operator];
  if (!sign) throw new Error(`The filter ${column}=${text} is not known here.`);
  const plain = operator.endsWith('like') ? value.replaceAll('*', '%') : value;
  return `${field} ${sign} ${parameters.add(plain)}`;
}

const NO_FILTERS = new Set(['select', 'order', 'limit', 'offset']);

function whereClause(table: string, query: URLSearchParams, parameters: Parameters): string {
  const conditions = [...query].flatMap(([key, value]) => {
    if (NO_FILTERS.has(key)) return [];
    if (key === 'or' || key === 'and') return [condition(table, `${key}${value}`, parameters)];
    return [filter(table, key, value, parameters)];
  });
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function orderClause(table: string, query: URLSearchParams): string {
  const terms = (query.get('order') ?? '').split(',').filter((term) => term !== '');
  if (terms.length === 0) return '';
  const written = terms.map((term) => {
    const [column = '', ...words] = term.split('.');
    const rest = words.map((word) => word.toUpperCase().replace('NULLS', 'NULLS '));
    return [`${table}.${quoted(column)}`, ...rest].join(' ');
  });
  return ` ORDER BY ${written.join(', ')}`;
}

function limitClause(query: URLSearchParams, parameters: Parameters): string {
  const limit = Math.min(Number(query.get('limit') ?? MAX_ROWS), MAX_ROWS);
  return ` LIMIT ${parameters.add(`${limit}`)} OFFSET ${parameters.add(query.get('offset') ?? '0')}`;
}

/** A related table of one row, by the foreign key `{name without s}_id`. */
function embedded(table: string, name: string, columns: string[], parameters: Parameters) {
  const [alias, rows] = [
    quoted(`${name}_1`),
    quoted(`${table.replaceAll(/^.*\.|"/g, '')}_${name}`),
  ];
  const selected = columns.map((column) => `${alias}.${quoted(column.trim())}`).join(', ');
  const limit = limitClause(new URLSearchParams(), parameters);
  return {
    selected: `row_to_json(${rows}.*) AS ${quoted(name)}`,
    join:
      ` LEFT JOIN LATERAL ( SELECT ${selected} FROM "public".${quoted(name)} AS ${alias}` +
      ` WHERE ${alias}."id" = ${table}.${quoted(`${name.replace(/s$/, '')}_id`)}${limit} ) AS ${rows} ON TRUE`,
  };
}

function readClause(table: string, query: URLSearchParams, parameters: Parameters, from = table) {
  const joins: string[] = [];
  const columns = splitList(query.get('select') ?? '*').map((item) => {
    const [, name = '', inner] = /^\s*([^(]+?)\s*(?:\((.*)\))?\s*$/s.exec(item) ?? [];
    if (inner === undefined) return name === '*' ? `${table}.*` : `${table}.${quoted(name)}`;
    const related = embedded(table, name, splitList(inner), parameters);
    joins.push(related.join);
    return related.selected;
  });
  const where = whereClause(table, query, parameters);
  const order = orderClause(table, query);
  const limit = limitClause(query, parameters);
  return `SELECT ${columns.join(', ')} FROM ${from}${joins.join('')}${where}${order}${limit}`;
}

const REST =
  `nullif(current_setting('response.headers', true), '') AS response_headers, ` +
  `nullif(current_setting('response.status', true), '') AS response_status, '' AS response_inserted`;

function answerClause(rows: string, count: string, agg: string): string {
  return (
    `SELECT ${count} AS total_result_set, pg_catalog.count(_postgrest_t) AS page_total, ` +
    `${agg} AS body, ${REST} FROM ( ${rows} ) _postgrest_t`
  );
}

const AS_ARRAY = `coalesce(json_agg(_postgrest_t), '[]')`;
const AS_VALUE = `coalesce(json_agg(_postgrest_t.pgrst_scalar)->0, 'null')`;

function callStatement(name: string, request: ClientRequest, info: FunctionInfo): Statement {
  const parameters = createParameters();
  const query = new URLSearchParams(request.path.split('?')[1]);
  // A GET has its arguments in the address, beside the filters.
  const inAddress = request.body ? [] : [...query.keys()].filter((key) => info.arguments.has(key));
  const given = request.body ? Object.keys(request.body) : inAddress;
  const typeOf = (key: string) => {
    const type = info.arguments.get(key);
    if (!type) throw new Error(`The function ${name} has no argument ${key}.`);
    return type;
  };
  const givenFor = (key: string) =>
    request.body
      ? `pgrst_body.${quoted(key)}`
      : `${parameters.add(query.get(key) ?? '')}::${typeOf(key)}`;
  const types = given.map((key) => `${quoted(key)} ${typeOf(key)}`);
  const call = `"public".${quoted(name)}(${given
    .map((key) => `${quoted(key)} := ${givenFor(key)}`)
    .join(', ')})`;
  for (const key of inAddress) query.delete(key);
  const target = info.returnsRows
    ? `${call} pgrst_call`
    : `(SELECT ${call} pgrst_scalar) pgrst_call`;
  const body =
    given.length === 0 || !request.body
      ? target
      : `(SELECT ${parameters.add(JSON.stringify(request.body))}::json AS json_data) pgrst_payload, ` +
        `LATERAL (SELECT ${given.map(quoted).join(', ')} FROM json_to_record(pgrst_payload.json_data)` +
        ` AS _(${types.join(', ')})) pgrst_body, LATERAL ${target}`;
  const columns = info.returnsRows ? '*' : 'pgrst_call.pgrst_scalar';
  const source = `WITH pgrst_source AS (SELECT ${columns} FROM ${body})`;
  const rows = info.returnsRows
    ? readClause(quoted(name), query, parameters, `pgrst_source AS ${quoted(name)}`)
    : `SELECT pgrst_source.* FROM pgrst_source`;
  const answer = answerClause(rows, 'null::bigint', info.returnsRows ? AS_ARRAY : AS_VALUE);
  return { text: `${source} ${answer}`, values: parameters.values };
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
  const parameters = createParameters();
  const source = readClause(table, query, parameters);
  const counting = request.exactCount
    ? `, pgrst_source_count AS (SELECT 1 FROM ${table}${whereClause(table, query, parameters)})`
    : '';
  const count = request.exactCount
    ? '(SELECT pg_catalog.count(*) FROM pgrst_source_count)'
    : 'null::bigint';
  const answer = answerClause('SELECT * FROM pgrst_source', count, AS_ARRAY);
  return {
    text: `WITH pgrst_source AS ( ${source} ) ${counting} ${answer}`,
    values: parameters.values,
  };
}
