/** How long each read takes, what it returns, and how much of the database it looks into. */
import pg from 'pg';
import { dailyHash } from '../../../src/lib/domain/customer-qr.ts';
import { percentile } from '../section.ts';
import { POPULAR_STORE } from './fill.ts';
import type { Sample } from './samples.ts';
import { type Asked, type Statement, statementsOf } from './statements.ts';

const ROUNDS = 3;
const RUNS = 100;
/** From the sixth time PostgreSQL may keep one plan for all values. */
const WARM_UP = 10;
const PLANS = 10;

export interface Figures {
  p50: number;
  p95: number;
  /** How many the fullest answer has. */
  rows: number;
  /** Pages of 8 kB that it looked into: this figure does not depend on how busy the machine is. */
  pages: number;
}

/** A stamp as a till gives it, which is the one write that people wait for. */
const giving = (customer: string, store: string, member: string): Asked => ({
  caller: member,
  get statements() {
    const payload = { display_name: 'Ben', uid: customer, hash: dailyHash(customer, Date.now()) };
    const ids = [`B-${crypto.randomUUID()}`, crypto.randomUUID()];
    const text = 'select * from public.give_stamp($1::jsonb, $2::bigint, 1, $3, $4::uuid)';
    return [{ text, values: [JSON.stringify(payload), store, ...ids] }];
  },
});

const SETTINGS = ['role', 'request.jwt.claims', 'request.jwt.claim.sub', 'search_path'];
const SET = `select ${SETTINGS.map((name, index) => `set_config('${name}', $${index + 1}, true)`)}`;

/** As PostgREST asks: a transaction a request, its settings first, its statements prepared. */
export async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  // If something else has failed, the server ends before its connections; that is reported instead.
  client.on('error', () => {});
  await client.connect();
  const names = new Map<string, string>();
  const run = ({ text, values }: Statement) => {
    if (!names.has(text)) names.set(text, `s${names.size}`);
    return client.query({ name: names.get(text) as string, text, values });
  };
  const begin = async (caller: string | null) => {
    const role = caller === null ? 'anon' : 'authenticated';
    await client.query('begin');
    const claims = JSON.stringify({ sub: caller, role });
    await run({ text: SET, values: [role, claims, caller ?? '', 'public'] });
  };
  return {
    query: async (sql: string): Promise<Record<string, unknown>[]> =>
      (await client.query(sql)).rows ?? [],
    async ask({ caller, statements }: Asked): Promise<{ ms: number; rows: number }> {
      const start = performance.now();
      await begin(caller);
      let rows = 0;
      for (const statement of statements) rows = Math.max(rows, (await run(statement)).rows.length);
      await client.query('commit');
      return { ms: performance.now() - start, rows };
    },
    /** How many pages it looks into; what it writes is rolled back. */
    async pages({ caller, statements }: Asked): Promise<number> {
      await begin(caller);
      let pages = 0;
      for (const { text, values } of statements) {
        const { rows } = await client.query(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
        pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
      await client.query('rollback');
      return pages;
    },
    close: () => client.end(),
  };
}

/** The runs of one read in one round through all: a neighbor's busy second spoils one of these at most. */
async function oneRound(ask: (run: number) => Promise<{ ms: number; rows: number }>) {
  const times: number[] = [];
  let rows = 0;
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const reply = await ask(run + WARM_UP);
    rows = Math.max(rows, reply.rows);
    if (run >= 0) times.push(reply.ms);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), rows };
}

export const GIVING = ['giving a stamp, many stores', 'giving a stamp, the popular store'] as const;

/** For each, the times of the calmest round, the fullest answer, and the pages of some more runs. */
export async function measure(
  url: string,
  samples: readonly Sample[],
): Promise<Map<string, Figures>> {
  const all = await statementsOf(url, samples);
  all.set(
    GIVING[0],
    samples.map(({ customer, store, member }) => giving(customer, store, member)),
  );
  all.set(
    GIVING[1],
    samples.map(({ customer, popularMember }) =>
      giving(customer, `${POPULAR_STORE}`, popularMember),
    ),
  );
  const connection = await connect(url);
  const at = (asked: Asked[], run: number) => asked[run % asked.length] as Asked;
  const rounds = new Map([...all.keys()].map((name) => [name, [] as Omit<Figures, 'pages'>[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, asked] of all) {
      rounds
        .get(name)
        ?.push(await oneRound((run) => connection.ask(at(asked, round * RUNS + run))));
    }
  }
  const figures = new Map<string, Figures>();
  for (const [name, asked] of all) {
    const done = rounds.get(name) ?? [];
    const pages: number[] = [];
    for (let run = 0; run < PLANS; run += 1) pages.push(await connection.pages(at(asked, run)));
    figures.set(name, {
      p50: Math.min(...done.map(({ p50 }) => p50)),
      p95: Math.min(...done.map(({ p95 }) => p95)),
      rows: Math.max(...done.map(({ rows }) => rows)),
      pages: Math.max(...pages),
    });
  }
  await connection.close();
  return figures;
}
