/**
 * Every read of the data modules and the stamps that tills give, on a real PostgreSQL server, as PostgREST
 * asks it, at three sizes of the platform: `npm run bench -- database`. Fails where one takes longer the
 * larger the platform is, or returns more rows. Writes its section of docs/benchmarks.md.
 */

import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';
import { connect, type Query, readFunctions } from './bench/database/connection.ts';
import { fill, type Scale } from './bench/database/fill.ts';
import { ENTRIES, GIVING } from './bench/database/queries.ts';
import { measureReads, type ReadFigures } from './bench/database/reads.ts';
import { readSamples } from './bench/database/samples.ts';
import { markdownOf, type Table, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';

const SCALES: Scale[] = [
  { stores: 1_000, stamps: 10_000 },
  { stores: 10_000, stamps: 100_000 },
  { stores: 100_000, stamps: 1_000_000 },
];
/** How much longer something may take on the largest platform, and from when on that counts. */
const TIMES_LIMIT = 3;
const MS_LIMIT = 3;
/** As many pages of 8 kB are looked into in no time; whoever reads more must not do so because others are there. */
const PAGES_LIMIT = 1000;
/** A page of a list is never fuller than this; below it, answers fill up as a platform does. */
const PAGE_ROWS = 50;

const ASKED = [...ENTRIES, ...GIVING];

interface Figures {
  scale: Scale;
  reads: Map<string, ReadFigures>;
  sizes: TableSize[];
  /** The server, with its version. */
  server: string;
}

/** As on a hosted project, where a token is one setting. */
const HOSTED_UID = `
  create or replace function auth.uid() returns uuid language sql stable as $$
    select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
      (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
  $$`;

async function measureAt(scale: Scale): Promise<Figures> {
  const server = await startPostgresServer();
  try {
    const backend = await createBackend({
      origin: 'http://localhost:4331',
      postgresUrl: server.url,
      seed: false,
    });
    await backend.query(HOSTED_UID);
    await backend.close();
    const owner = await connect(server.url, new Map());
    const { query } = owner;
    let since = performance.now();
    const tell = (what: string) => {
      const seconds = ((performance.now() - since) / 1000).toFixed(0);
      console.error(`${scale.stores} stores: ${what} in ${seconds} s`);
      since = performance.now();
    };
    await fill(query, scale);
    tell('filled');
    const [version] = await query('show server_version');
    const sizes = await readSizes(query, scale.stamps);
    const samples = await readSamples(query, scale);
    const functions = await readFunctions(query);

    const reader = await connect(server.url, functions);
    const reads = await measureReads(reader, ASKED, samples);
    await reader.close();
    await owner.close();
    tell('asked');
    return { scale, reads, sizes, server: `PostgreSQL ${version?.server_version}` };
  } finally {
    await server.stop();
  }
}

/** What grows with the platform, in words. */
function growthProblems(name: string, small: ReadFigures, large: ReadFigures): string[] {
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

const ms = (value: number | undefined) => (value ?? Number.NaN).toFixed(1);
const thousands = (value: number) => value.toLocaleString('en');
const columnsOf = (all: readonly Figures[]) =>
  all.map(({ scale }) => `${thousands(scale.stores)} stores`);

/** All of them, the slowest on the largest platform first. */
function readTable(all: readonly Figures[]): Table {
  const last = all.at(-1);
  const slowness = (name: string) => last?.reads.get(name)?.p95 ?? Number.NaN;
  const entries = ASKED.toSorted((a, b) => slowness(b.name) - slowness(a.name));
  return {
    names: ['what is asked (p50 / p95 in ms)'],
    figures: [...columnsOf(all), 'pages read', 'rows'],
    rows: entries.map(({ name }) => {
      const each = (of: (figures: ReadFigures) => number) => {
        const values = all.flatMap(({ reads }) => reads.get(name) ?? []).map(of);
        return new Set(values).size === 1 ? `${values[0]}` : values.join(' → ');
      };
      return [
        name,
        ...all.map(({ reads }) => `${ms(reads.get(name)?.p50)} / ${ms(reads.get(name)?.p95)}`),
        each(({ pages }) => pages),
        each(({ rows }) => rows),
      ];
    }),
  };
}

interface TableSize {
  name: string;
  rows: number;
  total: number;
  indexes: number;
}

/** Largest first, those that a million stamps leave above a megabyte. */
async function readSizes(query: Query, stamps: number): Promise<TableSize[]> {
  const rows = await query(`
    select n.nspname || '.' || c.relname as name, c.reltuples as rows,
        pg_total_relation_size(c.oid) as total, pg_indexes_size(c.oid) as indexes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private') and c.reltuples > ${stamps / 1000}
      order by pg_total_relation_size(c.oid) desc`);
  return rows.map(({ name, rows: count, total, indexes }) => ({
    name: String(name),
    rows: Number(count),
    total: Number(total),
    indexes: Number(indexes),
  }));
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Both sums first. */
function sizeTable(sizes: readonly TableSize[]): Table {
  const sum = (of: (size: TableSize) => number) => sizes.reduce((all, size) => all + of(size), 0);
  const sums = [megabytes(sum(({ total }) => total)), megabytes(sum(({ indexes }) => indexes))];
  return {
    names: ['table'],
    figures: ['in all', 'of which indexes', 'rows', 'bytes a row'],
    rows: [
      ['all of them', ...sums, '', ''],
      ...sizes.map(({ name, total, indexes, rows }) => [
        name,
        megabytes(total),
        megabytes(indexes),
        thousands(rows),
        `${Math.round(total / rows)}`,
      ]),
    ],
  };
}

await asCommand(import.meta.main, async () => {
  const all: Figures[] = [];
  for (const scale of SCALES) all.push(await measureAt(scale));
  const [smallest, largest] = [all[0] as Figures, all.at(-1) as Figures];
  const asked = readTable(all);
  console.log(`${markdownOf(asked)}\n`);
  const isGiving = ([name]: readonly string[]) => GIVING.some((entry) => entry.name === name);
  const slowest = asked.rows.filter((row) => !isGiving(row)).slice(0, 10);
  await writeSection('database', largest.server, [
    { ...asked, rows: [...slowest, ...asked.rows.filter(isGiving)] },
    sizeTable(largest.sizes),
  ]);
  const problems = [...smallest.reads].flatMap(([name, small]) =>
    growthProblems(name, small, largest.reads.get(name) ?? { ...small, p95: Number.NaN }),
  );
  conclude(problems, 'Nothing grows with the platform that a customer waits for.');
});
