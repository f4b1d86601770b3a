import { describe, expect, test, vi } from 'vitest';
import { ben, cy, tess } from '../people.ts';
import {
  answers,
  asPerson,
  beginAs,
  failure,
  give,
  heldIds,
  KAPE_TAYO,
  type Outcome,
  openCode,
  readOutcome,
  redeem,
  refusals,
} from './calls.ts';
import { realServer, type Session } from './server.ts';

/** Calls that are interrupted: by another till, by a suspension, by the end of their connection. */
const server = realServer();

interface Held {
  stamps: number;
  redemptions: number;
  calls: number;
}

async function state(customer = ben): Promise<Held> {
  const [row] = await server.query<Held>(
    `select
      (select coalesce(sum(stamp_count), 0)::int from stamps
        where user_id = $1 and store_id = $2 and redemption_id is null) as stamps,
      (select count(*)::int from redemptions where user_id = $1 and store_id = $2) as redemptions,
      (select count(*)::int from private.till_idempotency_keys) as calls`,
    [customer.id, KAPE_TAYO],
  );
  return row ?? { stamps: -1, redemptions: -1, calls: -1 };
}

/** A connection of its own, inside a transaction as the member. */
async function openSession(): Promise<Session & { pid: number }> {
  const session = await server.open();
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  await beginAs(session.query, tess);
  return Object.assign(session, { pid: row?.pid ?? 0 });
}

async function end(session: Session, how: 'commit' | 'rollback'): Promise<void> {
  await session.query(how);
  session.release(false);
}

/** Waits until the server reports that such a session waits for another's lock. */
const waiting = (condition: string, value: unknown) =>
  vi.waitFor(async () => {
    const rows = await server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and ${condition}`,
      [value],
    );
    expect(rows).toHaveLength(1);
  });
const waitsForLock = ({ pid }: { pid: number }) => waiting('pid = $1', pid);
const statementWaits = (start: string) => waiting(`query like $1 || '%'`, start);

const suspend = () => server.query('update stores set suspended = true where id = $1', [KAPE_TAYO]);

/** Ben's app opens a code with all his stamps at Kape Tayo. */
async function openBensCode(): Promise<number[]> {
  const stampIds = await heldIds(server.query, ben);
  await asPerson(server, ben, (query) => openCode(query, { customer: ben, stampIds }));
  return stampIds;
}

const redeemOnce = async (requestId?: string): Promise<Outcome> => {
  const stampIds = await openBensCode();
  const redeeming = { customer: ben, stampIds, ...(requestId ? { requestId } : {}) };
  return asPerson(server, tess, (query) => redeem(query, redeeming));
};

/** The outcome of a call on an open transaction. */
const outcomeOf = (call: Promise<Record<string, unknown>>): Promise<Outcome> =>
  call.then(readOutcome, failure);

test('a suspension waits for the call in progress, and the next call is refused', async () => {
  const session = await openSession();
  await give(session.query, { customer: cy });
  const suspending = suspend();
  await statementWaits('update stores');
  await end(session, 'commit');
  await suspending;
  expect((await state(cy)).stamps).toBe(1);
  expect(refusals([await redeemOnce()])).toEqual(['store_suspended']);
});

test('a call that waited for the suspension is refused', async () => {
  const operator = await server.open();
  await operator.query('begin');
  await operator.query('update stores set suspended = true where id = $1', [KAPE_TAYO]);
  const session = await openSession();
  const stampIds = await openBensCode();
  const outcome = outcomeOf(redeem(session.query, { customer: ben, stampIds }));
  await waitsForLock(session);
  await end(operator, 'commit');
  expect(await outcome).toEqual({ refused: 'store_suspended' });
  await end(session, 'rollback');
  expect(await state()).toMatchObject({ stamps: 10, redemptions: 0 });
});

test('a change to a reward waits for the redemption in progress, which counts', async () => {
  const session = await openSession();
  const stampIds = await openBensCode();
  await redeem(session.query, { customer: ben, stampIds });
  const changing = server.query('update rewards set stamps_needed = 11 where id = 1');
  await statementWaits('update rewards');
  await end(session, 'commit');
  await changing;
  expect(await state()).toMatchObject({ stamps: 0, redemptions: 1 });
});

test('a till waits until another has served the same customer', async () => {
  const [first, second] = [await openSession(), await openSession()];
  await give(first.query, { customer: cy });
  const outcome = outcomeOf(give(second.query, { customer: cy }));
  await waitsForLock(second);
  await end(first, 'commit');
  expect(await outcome).toHaveProperty('answer');
  await end(second, 'commit');
  expect(await state(cy)).toMatchObject({ stamps: 2, calls: 2 });
});

test('an invoice that another till is giving stamps for counts once they are given', async () => {
  const [first, second] = [await openSession(), await openSession()];
  await give(first.query, { customer: cy, invoice: 'KT-2000' });
  const outcome = outcomeOf(give(second.query, { customer: ben, invoice: ' kt-2000' }));
  await waitsForLock(second);
  await end(first, 'commit');
  expect(await outcome).toEqual({ refused: 'duplicate_invoice' });
  await end(second, 'commit');
  expect(await state(cy)).toMatchObject({ stamps: 1, calls: 1 });
});

describe('a connection killed', () => {
  const requestId = 'b0b5f6a1-1c0f-4a0e-8a52-5a6f3a3b1d11';

  test('a call on a killed connection changes nothing', async () => {
    const session = await openSession();
    const stampIds = await openBensCode();
    await server.kill(session.pid);
    const outcome = await outcomeOf(redeem(session.query, { customer: ben, stampIds }));
    session.release(false);
    expect(outcome).toHaveProperty('lost');
    expect(await state()).toEqual({ stamps: 10, redemptions: 0, calls: 0 });
  });

  test('a call killed before its commit changes nothing and can be repeated', async () => {
    const session = await openSession();
    const stampIds = await openBensCode();
    await redeem(session.query, { customer: ben, stampIds, requestId });
    await server.kill(session.pid);
    expect(await session.query('commit').catch(failure)).toHaveProperty('lost');
    session.release(false);
    expect(await state()).toEqual({ stamps: 10, redemptions: 0, calls: 0 });
    expect(answers([await redeemOnce(requestId)])).toHaveLength(1);
    expect(await state()).toEqual({ stamps: 0, redemptions: 1, calls: 1 });
  });

  test('a call killed after its commit counts, and its repetition gets the first answer', async () => {
    const session = await openSession();
    const stampIds = await openBensCode();
    const redeeming = { customer: ben, stampIds, requestId };
    const answer = await redeem(session.query, redeeming);
    await session.query('commit');
    await server.kill(session.pid);
    session.release(false);
    const again = await asPerson(server, tess, (query) => redeem(query, redeeming));
    expect(again).toEqual({ answer });
    expect(await state()).toEqual({ stamps: 0, redemptions: 1, calls: 1 });
  });

  test('a call that waits for a killed call of the same request takes its place', async () => {
    const [first, second] = [await openSession(), await openSession()];
    await give(first.query, { customer: cy, requestId });
    const outcome = outcomeOf(give(second.query, { customer: cy, requestId }));
    await waitsForLock(second);
    await server.kill(first.pid);
    expect(await outcome).toHaveProperty('answer');
    first.release(false);
    await end(second, 'commit');
    expect(await state(cy)).toMatchObject({ stamps: 1, calls: 1 });
  });
});
