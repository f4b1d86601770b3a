import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cy, type DemoPerson, mario, tess } from '../people.ts';
import {
  answers,
  asPerson,
  beginAs,
  give,
  heldIds,
  openCode,
  readOutcome,
  redeem,
} from './calls.ts';
import { type RealServer, type Session, startRealServer } from './server.ts';

/** The customer's app asks for what is newer than the newest it has seen: none may come in behind it. */
let server: RealServer;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());
beforeEach(() => server.backend.reset());
afterEach(() => server.closeSessions());

async function till(member: DemoPerson): Promise<Session & { pid: number }> {
  const session = await server.open();
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  await beginAs(session.query, member);
  return Object.assign(session, { pid: row?.pid ?? 0 });
}

const stampTimes = async () => {
  const rows = await server.query<{ store_id: string; at: string }>(
    'select store_id, created_at::text as at from stamps where user_id = $1 order by created_at',
    [cy.id],
  );
  return rows.map(({ store_id }) => Number(store_id));
};

describe('times that tell what is new', () => {
  test('of two tills that began in one order and ended in the other, the one that ended last has the later time', async () => {
    const slow = await till(tess);
    await asPerson(server, mario, (query) => give(query, { customer: cy, store: 2 }));
    await give(slow.query, { customer: cy });
    await slow.query('commit');
    expect(await stampTimes()).toEqual([2, 1]);
  });

  test('a till waits for the one at another store that serves the customer', async () => {
    const [first, second] = [await till(tess), await till(mario)];
    await give(first.query, { customer: cy });
    const waits = give(second.query, { customer: cy, store: 2 });
    await vi.waitFor(async () => {
      const rows = await server.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and pid = $1`,
        [second.pid],
      );
      expect(rows).toHaveLength(1);
    });
    await first.query('commit');
    expect(readOutcome(await waits)).toHaveProperty('answer');
    await second.query('commit');
    expect(await stampTimes()).toEqual([1, 2]);
  });

  test('a redemption that ended last has the later time, in both of its columns', async () => {
    const codes = [
      { customer: cy, store: 1, reward: 1 },
      { customer: cy, store: 2, reward: 4 },
    ];
    for (const [index, { store }] of codes.entries()) {
      const member = index === 0 ? tess : mario;
      await asPerson(server, member, (query) => give(query, { customer: cy, store, count: 10 }));
    }
    const redeeming = await Promise.all(
      codes.map(async (code) => ({
        ...code,
        stampIds: await heldIds(server.query, cy, code.store),
      })),
    );
    const [atTess, atMario] = redeeming as [(typeof redeeming)[0], (typeof redeeming)[0]];
    for (const code of redeeming) await asPerson(server, cy, (query) => openCode(query, code));
    const slow = await till(tess);
    const quick = await asPerson(server, mario, (query) => redeem(query, atMario));
    expect(answers([quick])).toHaveLength(1);
    expect(readOutcome(await redeem(slow.query, atTess))).toHaveProperty('answer');
    await slow.query('commit');
    for (const column of ['created_at', 'redeemed_at']) {
      const rows = await server.query<{ store_id: string }>(
        `select store_id from redemptions where user_id = $1 order by ${column}`,
        [cy.id],
      );
      expect(rows.map(({ store_id }) => Number(store_id))).toEqual([2, 1]);
    }
  });
});

test('a till does not wait for an answer that somebody else is removing', async () => {
  await asPerson(server, tess, (query) => give(query, { customer: cy }));
  await server.query(
    `update private.till_idempotency_keys set created_at = now() - interval '8 days'`,
  );
  const operator = await server.open();
  await operator.query('begin');
  await operator.query('select from private.till_idempotency_keys for update');
  const calling = await till(tess);
  await calling.query(`set local lock_timeout = '2s'`);
  const outcome = await give(calling.query, { customer: cy }).then(readOutcome, String);
  expect(outcome).toHaveProperty('answer');
  await calling.query('commit');
  await operator.query('rollback');
});
