import { expect, vi } from 'vitest';
import { type DemoPerson, tess } from '../../local-backend/people.ts';
import { customerQrText } from '../../src/lib/domain/customer-qr.ts';
import type { Query, RealServer, Session } from './server.ts';

export const KAPE_TAYO = 1;
export const BARAKO = 1;

type Answer = Record<string, unknown>;

export type Outcome =
  | { answer: Answer }
  /** The machine-readable reason of a refusal. */
  | { refused: string }
  /** The connection ended: the call may have been committed or not. */
  | { lost: string };

export interface Giving {
  customer: DemoPerson;
  store?: number;
  count?: number;
  invoice?: string;
  requestId?: string;
}

export interface Redeeming {
  customer: DemoPerson;
  stampIds: readonly number[];
  reward?: number;
  store?: number;
  requestId?: string;
}

/** Begins a transaction with the rights of this person. */
export async function beginAs(query: Query, { id }: DemoPerson): Promise<void> {
  await query('begin');
  await query(`select set_config('request.jwt.claim.sub', $1, true)`, [id]);
  await query('set local role authenticated');
}

/** Calls give_stamp on an open transaction. */
export async function give(query: Query, giving: Giving): Promise<Answer> {
  const { customer, store = KAPE_TAYO, count = 1, invoice = '' } = giving;
  const { id, email, name } = customer;
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  const [row] = await query<{ answer: Answer }>(
    'select public.give_stamp($1, $2, $3, $4, $5) as answer',
    [
      customerQrText(person, Date.now()),
      store,
      count,
      invoice,
      giving.requestId ?? crypto.randomUUID(),
    ],
  );
  return row?.answer ?? {};
}

/** Calls redeem_reward on an open transaction. */
export async function redeem(query: Query, redeeming: Redeeming): Promise<Answer> {
  const { customer, stampIds, reward = BARAKO, store = KAPE_TAYO } = redeeming;
  const payload = {
    user_id: customer.id,
    stamp_ids: stampIds.map(String),
    reward_id: String(reward),
    store_id: String(store),
  };
  const [row] = await query<{ answer: Answer }>(
    'select public.redeem_reward($1, $2, $3) as answer',
    [JSON.stringify(payload), '', redeeming.requestId ?? crypto.randomUUID()],
  );
  return row?.answer ?? {};
}

/** Calls undo_stamp on an open transaction. */
export async function undo(
  query: Query,
  stampId: number,
  { store = KAPE_TAYO, requestId = crypto.randomUUID() as string } = {},
): Promise<Answer> {
  const [row] = await query<{ answer: Answer }>('select public.undo_stamp($1, $2, $3) as answer', [
    ...[store, stampId, requestId],
  ]);
  return row?.answer ?? {};
}

export type Call = (query: Query) => Promise<Answer>;

/** Calls open_redemption on an open transaction, with the price that the customer reads. */
export async function openCode(query: Query, redeeming: Redeeming): Promise<Answer> {
  const [row] = await query<{ answer: Answer }>(
    `select public.open_redemption($1, $2, $3,
      (select coalesce(stamps_needed, 10) from rewards where id = $2)) as answer`,
    [crypto.randomUUID(), redeeming.reward ?? BARAKO, redeeming.stampIds],
  );
  return row?.answer ?? {};
}

/** A whole call in its own transaction, by a member of a store or by the customer. */
export async function asPerson(
  server: RealServer,
  person: DemoPerson,
  call: Call,
): Promise<Outcome> {
  const session = await server.open();
  return finish(session, async (query) => {
    await beginAs(query, person);
    return call(query);
  });
}

/** A separate connection, in a transaction as this person, named by its process on the server. */
export interface Caller extends Session {
  pid: number;
  end(how?: 'commit' | 'rollback'): Promise<void>;
}

export async function openAs(server: RealServer, person?: DemoPerson): Promise<Caller> {
  const session = await server.open();
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (person) await beginAs(session.query, person);
  else await session.query('begin');
  return Object.assign(session, {
    pid: row?.pid ?? 0,
    async end(how = 'commit') {
      await session.query(how);
      session.release(true);
    },
  });
}

/** Generous, for busy machines: nothing waits longer than it has to. */
const LOCK_MS = 60_000;

/** Waits until the server reports that a session, or this many such statements, wait for a lock. */
export const waitsForLock = (server: RealServer, who: Caller | string, count = 1) =>
  vi.waitFor(async () => {
    const rows = await server.query(
      `select from pg_stat_activity
        where wait_event_type = 'Lock' and (pid::text = $1 or query like $1 || '%')`,
      [typeof who === 'string' ? who : String(who.pid)],
    );
    expect(rows).toHaveLength(count);
  }, LOCK_MS);

/** Simultaneous calls: all have begun their transactions before the first call is sent. */
export async function together(
  server: RealServer,
  member: DemoPerson,
  calls: readonly Call[],
): Promise<Outcome[]> {
  const ready = await Promise.all(
    calls.map(async (call) => ({ session: await openAs(server, member), call })),
  );
  return Promise.all(ready.map(({ session, call }) => finish(session, call)));
}

async function finish(session: Session, call: Call): Promise<Outcome> {
  try {
    const answer = await call(session.query);
    await session.query('commit');
    session.release(true);
    return readOutcome(answer);
  } catch (error) {
    session.release(false);
    return failure(error);
  }
}

/** An answer or a till's refusal, which counts as an answer: its row in the log is committed. */
export function readOutcome(answer: Answer): Outcome {
  const { code, details } = answer;
  return String(code).startsWith('PT') ? { refused: String(details) } : { answer };
}

/** The outcome of a call on an open transaction. */
export const outcomeOf = (call: Promise<Answer>): Promise<Outcome> =>
  call.then(readOutcome, failure);

/** What a person, or else the owner of the database, does on an open transaction. */
type Deed = [who: DemoPerson | undefined, act: (query: Query) => Promise<unknown>];

/** The outcomes of both: the second waits for the first, which is done but not committed. */
export async function inTurn(
  server: RealServer,
  [one, first]: Deed,
  [other, second]: Deed,
): Promise<Outcome[]> {
  const ahead = await openAs(server, one);
  const done = readOutcome((await first(ahead.query)) as Answer);
  const behind = await openAs(server, other);
  const waiting = outcomeOf(second(behind.query) as Promise<Answer>);
  // Anything but an answer or a refusal fails here, as an expectation.
  const comes = expect(waiting).resolves.toBeDefined();
  await waitsForLock(server, behind);
  await ahead.end();
  await comes;
  await behind.end();
  return [done, await waiting];
}

/** What a failed call means. Anything but a refusal or a lost connection is a bug. */
export function failure(error: unknown): Outcome {
  const {
    code = '',
    detail,
    message,
  } = error as { code?: string; detail?: string; message: string };
  if (code.startsWith('PT')) {
    return { refused: detail ?? '' };
  }
  // 57P01: the server ends the connection. The others: the driver finds it ended.
  if (code === '57P01' || /^E(PIPE|CONNRESET)$/.test(code) || /connection/i.test(message)) {
    return { lost: message };
  }
  throw error;
}

export const answers = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []));

export const refusals = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []));

/** The unspent stamps of a customer at a store, oldest first. */
export async function heldIds(query: Query, { id }: DemoPerson, store = KAPE_TAYO) {
  const rows = await query<{ id: string }>(
    `select id from stamps where user_id = $1 and store_id = $2 and redemption_id is null
      order by created_at, id`,
    [id, store],
  );
  return rows.map((row) => Number(row.id));
}

/** Their sum. */
export async function heldBy(query: Query, { id }: DemoPerson): Promise<number> {
  const [row] = await query<{ held: number }>(
    `select coalesce(sum(stamp_count), 0)::int as held from stamps
      where user_id = $1 and store_id = $2 and redemption_id is null`,
    [id, KAPE_TAYO],
  );
  return row?.held ?? -1;
}

/** Stamps that Tess gives in one go each; returns all that the customer holds then. */
export async function hold(server: RealServer, customer: DemoPerson, ...counts: number[]) {
  for (const count of counts) {
    await asPerson(server, tess, (query) => give(query, { customer, count }));
  }
  return heldIds(server.query, customer);
}

/** An open code of the customer's, with all their stamps unless others are named. */
export async function openCodeOf(
  server: RealServer,
  customer: DemoPerson,
  chosen: Partial<Redeeming> = {},
): Promise<Redeeming> {
  const code = { customer, stampIds: await heldIds(server.query, customer), ...chosen };
  const opened = await asPerson(server, customer, (query) => openCode(query, code));
  expect(opened).toHaveProperty('answer');
  return code;
}

export const many = (count: number) => Array.from({ length: count }, (_, index) => index);
