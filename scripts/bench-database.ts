/**
 * Every read of the data modules and the stamps that tills give, on a real PostgreSQL server, at three
 * sizes of the platform: `npm run bench -- database`. Fails if one takes longer, or returns more rows, the
 * larger the platform is. Writes its section of docs/benchmarks.md.
 */
import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';
import { fill, type Query } from './bench/database/fill.ts';
import { connect, type Figures, GIVING, measure } from './bench/database/measure.ts';
import { readSamples } from './bench/database/samples.ts';
import { markdownOf, type Table, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';

const STORES = [1_000, 10_000, 100_000];
/** How many times longer something may take on the largest platform, and from how many ms that counts. */
const TIMES_LIMIT = 3;
const MS_LIMIT = 3;
/** Reading this many 8 kB pages takes no time; a read that needs more must not grow with the platform. */
const PAGES_LIMIT = 1000;
/** A page of a list never has more rows; below that, answers fill up as a platform does. */
const PAGE_ROWS = 50;

interface Measured {
  stores: number;
  reads: Map<string, Figures>;
  sizes: Table;
  server: string;
}

async function measureAt(stores: number): Promise<Measured> {
  const server = await startPostgresServer();
  try {
    const { url: postgresUrl } = server;
    const origin = 'http://localhost:4331';
    const backend = await createBackend({ origin, postgresUrl, seed: false });
    await backend.close();
    const owner = await connect(postgresUrl);
    const { query } = owner;
    console.error(`${stores} stores: filling`);
    await fill(query, { stores, stamps: stores * 10 });
    const [version] = await query('show server_version');
    const sizes = await readSizes(query, stores);
    console.error(`${stores} stores: asking`);
    const reads = await measure(postgresUrl, await readSamples(query));
    await owner.close();
    return { stores, reads, sizes, server: `PostgreSQL ${version?.server_version}` };
  } finally {
    await server.stop();
  }
}

function growthProblems(name: string, small: Figures, large: Figures): string[] {
  const isSlower = !(large.p95 <= MS_LIMIT || large.p95 <= small.p95 * TIMES_LIMIT);
  const { rows, pages } = large;
  return [
    ...(isSlower
      ? [`${name}: p95 grows from ${small.p95.toFixed(1)} ms to ${large.p95.toFixed(1)} ms.`]
      : []),
    ...(pages > PAGES_LIMIT && pages > small.pages * TIMES_LIMIT
      ? [`${name}: reads ${pages} pages, where it read ${small.pages}.`]
      : []),
    ...(rows > Math.max(small.rows, PAGE_ROWS)
      ? [`${name}: ${small.rows} rows grow to ${rows}.`]
      : []),
  ];
}

const thousands = (value: number) => value.toLocaleString('en');

function readTable(all: readonly Measured[]): Table {
  const slowest = [...(all.at(-1)?.reads ?? [])].toSorted(([, a], [, b]) => b.p95 - a.p95);
  return {
    names: ['what is asked (p50 / p95 in ms)'],
    figures: [...all.map(({ stores }) => `${thousands(stores)} stores`), 'pages read', 'rows'],
    rows: slowest.map(([name]) => {
      const found = all.flatMap(({ reads }) => reads.get(name) ?? []);
      const each = (values: number[]) =>
        new Set(values).size === 1 ? `${values[0]}` : values.join(' → ');
      return [
        name,
        ...found.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`),
        each(found.map(({ pages }) => pages)),
        each(found.map(({ rows }) => rows)),
      ];
    }),
  };
}

async function readSizes(query: Query, stores: number): Promise<Table> {
  const sizes = await query(`
    with sizes as (
      select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as total,
          pg_indexes_size(c.oid) as indexes, c.reltuples as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'private') and c.reltuples > ${stores / 100}
        order by total desc)
    select 'all of them' as name, sum(total) as total, sum(indexes) as indexes, null as rows from sizes
      union all select * from sizes`);
  const megabytes = (bytes: unknown) => `${(Number(bytes) / 1e6).toFixed(0)} MB`;
  return {
    names: ['table'],
    figures: ['in all', 'of which indexes', 'rows', 'bytes a row'],
    rows: sizes.map(({ name, total, indexes, rows }) => [
      ...[`${name}`, megabytes(total), megabytes(indexes)],
      ...(rows === null
        ? ['', '']
        : [thousands(Number(rows)), `${Math.round(Number(total) / Number(rows))}`]),
    ]),
  };
}

await asCommand(import.meta.main, async () => {
  const all: Measured[] = [];
  for (const stores of STORES) all.push(await measureAt(stores));
  const asked = readTable(all);
  console.log(`${markdownOf(asked)}\n`);
  const [smallest, largest] = [all[0] as Measured, all.at(-1) as Measured];
  const isGiving = ([name]: readonly string[]) => GIVING.some((giving) => giving === name);
  const slowest = asked.rows.filter((row) => !isGiving(row)).slice(0, 10);
  await writeSection('database', largest.server, [
    { ...asked, rows: [...slowest, ...asked.rows.filter(isGiving)] },
    largest.sizes,
  ]);
  const problems = [...smallest.reads].flatMap(([name, small]) =>
    growthProblems(name, small, largest.reads.get(name) ?? { ...small, p95: Number.NaN }),
  );
  conclude(problems, 'Nothing grows with the platform that a customer waits for.');
});
