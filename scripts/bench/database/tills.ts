/** The calls of the till by so many tills at once: how many a second, and how long one takes. */
import { dailyHash } from '../../../src/lib/domain/daily-hash.ts';
import { type Connection, connect, type Query } from './connection.ts';
import {
  customerId,
  customersOf,
  memberId,
  POPULAR_STORE,
  type Scale,
  TILL_REWARD_STAMPS,
} from './fill.ts';
import type { FunctionInfo } from './postgrest.ts';
import { percentile } from './reads.ts';
import type { Samples } from './samples.ts';

export const CLIENTS = [1, 8, 32] as const;
const ROUNDS = 3;
const CALLS = 400;
const ENOUGH_MS = 600;
/** Until every connection has its statements prepared. */
const WARM_UP_A_CLIENT = 5;

export interface TillFigures {
  perSecond: number;
  p95: number;
}

/** One card of one customer; no two clients hold the same at once. */
interface Turn {
  customer: string;
  store: string;
  /** Stamps enough for the store's reward, for a redemption. */
  stamp?: string;
}

/** Does it as a till does, and says how long it took. */
type DoneAs = (connection: Connection, turn: Turn) => Promise<number>;

const give: DoneAs = async (connection, { customer, store }) => {
  const { ms, body } = await connection.ask(memberId(Number(store)), {
    path: '/rpc/give_stamp',
    body: {
      payload: { display_name: 'Ben', uid: customer, hash: dailyHash(customer, Date.now()) },
      store_id: store,
      stamp_count: 1,
      invoice: `B-${crypto.randomUUID()}`,
      request_id: crypto.randomUUID(),
    },
  });
  return answered(ms, body, 'stamp_id');
};

const redeem: DoneAs = async (connection, { customer, store, stamp }) => {
  const opened = await connection.ask(customer, {
    path: '/rpc/open_redemption',
    body: {
      opening_id: crypto.randomUUID(),
      reward_id: store,
      stamp_ids: [stamp],
      stamps_needed: TILL_REWARD_STAMPS,
    },
  });
  const { ms, body } = await connection.ask(memberId(Number(store)), {
    path: '/rpc/redeem_reward',
    body: {
      payload: { user_id: customer, stamp_ids: [stamp], reward_id: store, store_id: store },
      notes: '',
      request_id: crypto.randomUUID(),
    },
  });
  return answered(opened.ms, opened.body, 'opening_id') + answered(ms, body, 'redemption_id');
};

function answered(ms: number, body: string, wanted: string): number {
  if (!(wanted in JSON.parse(body))) throw new Error(`A till was refused: ${body}`);
  return ms;
}

const WORK = { 'giving stamps': give, 'opening and redeeming a code': redeem };
export const WORKS = Object.keys(WORK) as Work[];
export const PLACES = ['many stores', 'the popular store'] as const;
type Place = (typeof PLACES)[number];

function turnsAt(place: Place, scale: Scale, samples: Samples, count: number): Turn[] {
  const stores = samples.stores.filter((store) => store !== `${POPULAR_STORE}`);
  return Array.from({ length: count }, (_, index) => ({
    customer: customerId(1 + ((index * 7) % customersOf(scale))),
    store: place === 'many stores' ? (stores[index % stores.length] ?? '') : `${POPULAR_STORE}`,
  }));
}

/** Puts a record of ten stamps on each card, as they would have come together over weeks. */
async function withStamps(query: Query, turns: readonly Turn[]): Promise<Turn[]> {
  const rows = await query(`
    insert into stamps (user_id, store_id, store_name, stamp_count, created_at)
      select turn.customer::uuid, s.id, s.name, ${TILL_REWARD_STAMPS}, now() - interval '3 days'
        from json_to_recordset('${JSON.stringify(turns)}') as turn (customer text, store bigint)
          join stores s on s.id = turn.store
      returning user_id as customer, store_id as store, id as stamp`);
  return rows.map(({ customer, store, stamp }) => ({
    customer: String(customer),
    store: String(store),
    stamp: String(stamp),
  }));
}

async function inParallel(
  connections: readonly Connection[],
  turns: readonly Turn[],
  work: DoneAs,
): Promise<{ times: number[]; ms: number }> {
  const times: number[] = [];
  const start = performance.now();
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < turns.length && performance.now() - start < ENOUGH_MS) {
        const turn = turns[next] as Turn;
        next += 1;
        times.push(await work(connection, turn));
      }
    }),
  );
  return { times, ms: performance.now() - start };
}

export interface Bench {
  url: string;
  functions: ReadonlyMap<string, FunctionInfo>;
  query: Query;
  scale: Scale;
  samples: Samples;
}

export type Work = keyof typeof WORK;

/** The calmest of the rounds, each with new cards. */
export async function measureTills(
  { url, functions, query, scale, samples }: Bench,
  work: Work,
  place: Place,
  clients: number,
): Promise<TillFigures> {
  const warmUp = clients * WARM_UP_A_CLIENT;
  const connections = await Promise.all(
    Array.from({ length: clients }, () => connect(url, functions)),
  );
  const rounds: TillFigures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = turnsAt(place, scale, samples, CALLS + warmUp);
    const turns = work === 'giving stamps' ? bare : await withStamps(query, bare);
    await inParallel(connections, turns.slice(0, warmUp), WORK[work]);
    const { times, ms } = await inParallel(connections, turns.slice(warmUp), WORK[work]);
    rounds.push({ perSecond: (times.length / ms) * 1000, p95: percentile(times, 0.95) });
  }
  for (const connection of connections) await connection.close();
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    p95: Math.min(...rounds.map(({ p95 }) => p95)),
  };
}
