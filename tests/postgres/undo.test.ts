import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ben, cy, tess } from '../people.ts';
import {
  answers,
  asPerson,
  beginAs,
  give,
  heldIds,
  type Outcome,
  openCode,
  readOutcome,
  redeem,
  refusals,
  together,
  undo,
} from './calls.ts';
import { type Query, type RealServer, type Session, startRealServer } from './server.ts';

/** Stamps that are taken back while something else happens to them. */
let server: RealServer;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());
beforeEach(() => server.backend.reset());
afterEach(() => server.closeSessions());

type Call = (query: Query) => Promise<Record<string, unknown>>;

/** Stamps given in one go, and the id of the record. */
async function hold(count: number, invoice = ''): Promise<number> {
  await asPerson(server, tess, (query) => give(query, { customer: cy, count, invoice }));
  return (await heldIds(server.query, cy)).at(-1) ?? 0;
}

async function sum(sql: string): Promise<number> {
  const [row] = await server.query<{ sum: number }>(sql, [cy.id]);
  return Number(row?.sum);
}

const held = () =>
  sum(`select coalesce(sum(stamp_count), 0) as sum from stamps
    where user_id = $1 and redemption_id is null`);
const takenBack = () =>
  sum(`select count(*) as sum from private.till_log
    where customer_id = $1 and call = 'undo_stamp' and outcome = 'done'`);

const many = (call: () => Call) => together(server, tess, Array.from({ length: 20 }, call));

test('of twenty tills that take the same stamps back one does', async () => {
  await hold(2);
  const last = await hold(3);
  const outcomes = await many(() => (query) => undo(query, last));
  expect(answers(outcomes)).toHaveLength(1);
  expect(new Set(refusals(outcomes))).toEqual(new Set(['unknown_stamp']));
  expect([await held(), await takenBack()]).toEqual([2, 1]);
});

test('twenty calls with one request id get the same answer', async () => {
  const stamp = await hold(3);
  const requestId = crypto.randomUUID();
  const outcomes = await many(() => (query) => undo(query, stamp, { requestId }));
  expect(new Set(answers(outcomes).map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers(outcomes)).toHaveLength(20);
  expect([await held(), await takenBack()]).toEqual([0, 1]);
});

async function openSession(): Promise<Session & { pid: number }> {
  const session = await server.open();
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  await beginAs(session.query, tess);
  return Object.assign(session, { pid: row?.pid ?? 0 });
}

async function commit(session: Session): Promise<void> {
  await session.query('commit');
  session.release(true);
}

/** The second call waits for the first one, which is done but not committed. */
async function inTurn(first: Call, second: Call): Promise<Outcome[]> {
  const [one, other] = [await openSession(), await openSession()];
  const done = readOutcome(await first(one.query));
  const waiting = second(other.query);
  await vi.waitFor(async () => {
    const [row] = await server.query<{ type: string }>(
      'select wait_event_type as type from pg_stat_activity where pid = $1',
      [other.pid],
    );
    expect(row?.type).toBe('Lock');
  });
  await commit(one);
  const then = readOutcome(await waiting);
  await commit(other);
  return [done, then];
}

describe('stamps are spent or taken back, and never both', () => {
  /** Ten of these twelve, of which eight are taken back. */
  async function calls(): Promise<{ undoing: Call; redeeming: Call }> {
    await hold(4);
    const last = await hold(8);
    const stampIds = await heldIds(server.query, cy);
    await asPerson(server, cy, (query) => openCode(query, { customer: cy, stampIds }));
    return {
      undoing: (query) => undo(query, last),
      redeeming: (query) => redeem(query, { customer: cy, stampIds }),
    };
  }

  test('what is taken back is not spent', async () => {
    const { undoing, redeeming } = await calls();
    expect(await inTurn(undoing, redeeming)).toMatchObject([
      { answer: { stamp_count: 8, stamps_held: 4 } },
      { refused: 'not_their_stamps' },
    ]);
    expect([await held(), await takenBack()]).toEqual([4, 1]);
  });

  test('what is spent, and split for it, is not taken back', async () => {
    const { undoing, redeeming } = await calls();
    expect(await inTurn(redeeming, undoing)).toMatchObject([
      { answer: { stamps_spent: 10, stamps_held: 2 } },
      { refused: 'stamps_used' },
    ]);
    expect([await held(), await takenBack()]).toEqual([2, 0]);
  });
});

test('an invoice counts again only once its stamps are taken back', async () => {
  const stamp = await hold(3, 'A-7');
  const again: Call = (query) => give(query, { customer: ben, count: 1, invoice: 'a-7' });
  expect(await inTurn((query) => undo(query, stamp), again)).toMatchObject([
    { answer: { stamp_count: 3 } },
    { answer: { stamp_count: 1 } },
  ]);
  expect(await asPerson(server, tess, again)).toEqual({ refused: 'duplicate_invoice' });
});
