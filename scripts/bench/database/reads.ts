/** How long each read takes, what it returns, and by which indexes. */
import type { Connection } from './connection.ts';
import type { Entry } from './queries.ts';
import type { Samples } from './samples.ts';

const ROUNDS = 3;
const RUNS = 100;
/** A slow one is not run as often, once there are enough runs for a 95th percentile. */
const ENOUGH_RUNS = 20;
const ENOUGH_MS = 700;
/** From the sixth time PostgreSQL may keep one plan for all values. */
const WARM_UP = 10;
const PLANS = 10;

export interface ReadFigures {
  p50: number;
  p95: number;
  /** Of the fullest answer. */
  rows: number;
  /** Pages of 8 kB that it looked into: this figure does not know how busy the machine is. */
  pages: number;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface PlanNode {
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
}

const pagesOf = (plan: PlanNode) =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);

/** One round of runs through all of them: a neighbor's busy second spoils one round of one at most. */
async function oneRound(connection: Connection, entry: Entry, samples: Samples, from: number) {
  const times: number[] = [];
  let [rows, spent] = [0, 0];
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const place = from + run + WARM_UP;
    const reply = await connection.ask(entry.caller(samples, place), entry.request(samples, place));
    rows = Math.max(rows, reply.rows);
    if (run < 0) continue;
    times.push(reply.ms);
    spent += reply.ms;
    if (run >= ENOUGH_RUNS && spent > ENOUGH_MS) break;
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), rows };
}

/** The times of the calmest round, the fullest answer, and the plans of some more runs. */
export async function measureReads(
  connection: Connection,
  entries: readonly Entry[],
  samples: Samples,
): Promise<Map<string, ReadFigures>> {
  const rounds = new Map(entries.map((entry) => [entry, [] as Omit<ReadFigures, 'pages'>[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [entry, done] of rounds) {
      done.push(await oneRound(connection, entry, samples, round * RUNS));
    }
  }
  const figures = new Map<string, ReadFigures>();
  for (const [entry, done] of rounds) {
    const plans: PlanNode[] = [];
    for (let run = 0; run < PLANS; run += 1) {
      const plan = await connection.plan(entry.caller(samples, run), entry.request(samples, run));
      plans.push(plan as PlanNode);
    }
    figures.set(entry.name, {
      p50: Math.min(...done.map(({ p50 }) => p50)),
      p95: Math.min(...done.map(({ p95 }) => p95)),
      rows: Math.max(...done.map(({ rows }) => rows)),
      pages: Math.max(...plans.map(pagesOf)),
    });
  }
  return figures;
}
