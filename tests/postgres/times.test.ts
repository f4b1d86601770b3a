import { expect, test, vi } from 'vitest';
import { cy, type DemoPerson, mario, tess } from '../people.ts';
import { asPerson, beginAs, give, readOutcome } from './calls.ts';
import { realServer, type Session } from './server.ts';

/** The customer's app asks for what is newer than the newest it has seen: none may come in behind it. */
const server = realServer();

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
