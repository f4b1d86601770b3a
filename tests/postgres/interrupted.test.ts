import { describe, expect, onTestFinished, test } from 'vitest';
import { ben, cy, mario, tess } from '../../local-backend/people.ts';
import {
  asPerson,
  failure,
  give,
  heldIds,
  inTurn,
  KAPE_TAYO,
  openAs,
  openCode,
  openCodeOf,
  outcomeOf,
  redeem,
  waitsForLock,
} from './calls.ts';
import { realServer } from './server.ts';

/** Calls that wait, or are interrupted: by another till, by a suspension, by the end of their connection. */
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

const suspend = () => server.query('update stores set suspended = true where id = $1', [KAPE_TAYO]);

test('a suspension waits for the call in progress, and the next call is refused', async () => {
  const session = await openAs(server, tess);
  await give(session.query, { customer: cy });
  const suspending = suspend();
  await waitsForLock(server, 'update stores');
  await session.end();
  await suspending;
  expect((await state(cy)).stamps).toBe(1);
  const next = await asPerson(server, tess, (query) => give(query, { customer: cy }));
  expect(next).toEqual({ refused: 'store_suspended' });
});

test('a call that waited for the suspension is refused', async () => {
  const code = await openCodeOf(server, ben);
  const suspension = `update stores set suspended = true where id = ${KAPE_TAYO}`;
  const [, outcome] = await inTurn(
    server,
    [undefined, (query) => query(suspension)],
    [tess, (query) => redeem(query, code)],
  );
  expect(outcome).toEqual({ refused: 'store_suspended' });
  expect(await state()).toMatchObject({ stamps: 10, redemptions: 0 });
});

test('a change to a reward waits for the redemption in progress, which counts', async () => {
  const session = await openAs(server, tess);
  const code = await openCodeOf(server, ben);
  await redeem(session.query, code);
  const changing = server.query('update rewards set stamps_needed = 11 where id = 1');
  await waitsForLock(server, 'update rewards');
  await session.end();
  await changing;
  expect(await state()).toMatchObject({ stamps: 0, redemptions: 1 });
});

test.each([
  ['entered', "insert into rewards (store_id, title) values (1, 'Ensaymada')"],
  ['changed', "update rewards set title = 'Ensaymada' where id = 1"],
])('a reward that is %s while its store is renamed has the new name', async (_what, statement) => {
  const operator = await openAs(server);
  await operator.query('select from stores where id = $1 for no key update', [KAPE_TAYO]);
  const member = await openAs(server, tess);
  const reward = member.query(`${statement} returning store_name`);
  await waitsForLock(server, member);
  await operator.query("update stores set name = 'Kapihan' where id = $1", [KAPE_TAYO]);
  await operator.end();
  expect(await reward).toEqual([{ store_name: 'Kapihan' }]);
  await member.end();
});

test('an invoice that another till is giving stamps for counts as used once they are given', async () => {
  const [, outcome] = await inTurn(
    server,
    [tess, (query) => give(query, { customer: cy, invoice: 'KT-2000' })],
    [tess, (query) => give(query, { customer: ben, invoice: ' kt\u200b\u20102000' })],
  );
  expect(outcome).toEqual({ refused: 'duplicate_invoice' });
  expect(await state(cy)).toMatchObject({ stamps: 1, calls: 1 });
});

/**
 * The stores of the stamps by time. The customer's app asks for stamps newer than the newest it has
 * seen, so none may be added behind that one.
 */
const inOrder = async () => {
  const rows = await server.query<{ store_id: string }>(
    'select store_id from stamps where user_id = $1 order by created_at',
    [cy.id],
  );
  return rows.map(({ store_id }) => Number(store_id));
};

test('the till that ends last has the later time, even if it began first', async () => {
  const slow = await openAs(server, tess);
  await asPerson(server, mario, (query) => give(query, { customer: cy, store: 2 }));
  await give(slow.query, { customer: cy });
  await slow.end();
  expect(await inOrder()).toEqual([2, 1]);
});

test('a till waits for a till at another store that is serving the same customer', async () => {
  const [, outcome] = await inTurn(
    server,
    [tess, (query) => give(query, { customer: cy })],
    [mario, (query) => give(query, { customer: cy, store: 2 })],
  );
  expect(outcome).toHaveProperty('answer');
  expect(await inOrder()).toEqual([1, 2]);
});

test('a code that is closed while it opens is not redeemed', async () => {
  const code = { customer: ben, stampIds: await heldIds(server.query, ben) };
  let opened: Awaited<ReturnType<typeof openCode>> = {};
  const [, closed] = await inTurn(
    server,
    [ben, async (query) => (opened = await openCode(query, code))],
    [ben, (query) => query('select public.close_redemption($1)', [opened.opening_id])],
  );
  expect(closed).toHaveProperty('answer');
  const scanned = await asPerson(server, tess, (query) => redeem(query, code));
  expect(scanned).toEqual({ refused: 'code_not_open' });
});

test('a till does not wait while somebody else removes an old answer', async () => {
  await asPerson(server, tess, (query) => give(query, { customer: cy }));
  await server.query(
    `update private.till_idempotency_keys set created_at = now() - interval '8 days'`,
  );
  const operator = await openAs(server);
  await operator.query('select from private.till_idempotency_keys for update');
  const calling = await openAs(server, tess);
  await calling.query(`set local lock_timeout = '2s'`);
  const outcome = await outcomeOf(give(calling.query, { customer: cy }));
  expect(outcome).toHaveProperty('answer');
  await calling.end();
  await operator.end('rollback');
});

/** The function as Realtime has it, with the table that it keeps. */
const SEND = `create or replace function realtime.send(
    payload jsonb, event text, topic text, private boolean default true
  ) returns void language plpgsql as $$ begin
    begin
      insert into realtime.messages (topic, extension) values (topic, 'broadcast');
    exception when others then
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
    end;
  end $$`;

test('a till does not wait for the upkeep of Realtime’s table', async () => {
  const [kept] = await server.query<{ definition: string }>(
    `select pg_get_functiondef('realtime.send'::regproc) as definition`,
  );
  onTestFinished(async () => {
    await server.query(kept?.definition ?? '');
    await server.query('delete from realtime.messages');
  });
  await server.query(SEND);
  await server.query(
    `insert into auth.sessions (id, user_id, aal, created_at)
      select gen_random_uuid(), $1, 'aal1', now() from generate_series(1, 3)`,
    [cy.id],
  );
  const upkeep = await openAs(server);
  await upkeep.query('lock table realtime.messages');
  const calling = await openAs(server, tess);
  await calling.query(`set local statement_timeout = '5s'`);
  const outcome = await outcomeOf(give(calling.query, { customer: cy }));
  expect(outcome).toHaveProperty('answer');
  await calling.end();
  await upkeep.end('rollback');
  expect((await state(cy)).stamps).toBe(1);
  await asPerson(server, tess, (query) => give(query, { customer: cy }));
  expect(await server.query('select from realtime.messages')).toHaveLength(3);
});

describe('a killed connection', () => {
  const requestId = 'b0b5f6a1-1c0f-4a0e-8a52-5a6f3a3b1d11';

  test('a call killed before its commit changes nothing and can be repeated', async () => {
    const session = await openAs(server, tess);
    const code = await openCodeOf(server, ben);
    await redeem(session.query, { ...code, requestId });
    await server.kill(session.pid);
    expect(await session.query('commit').catch(failure)).toHaveProperty('lost');
    session.release(false);
    expect(await state()).toEqual({ stamps: 10, redemptions: 0, calls: 0 });
    const again = await asPerson(server, tess, (query) => redeem(query, { ...code, requestId }));
    expect(again).toHaveProperty('answer');
    expect(await state()).toEqual({ stamps: 0, redemptions: 1, calls: 1 });
  });

  test('a call that waits for a killed call of the same request takes its place', async () => {
    const [first, second] = [await openAs(server, tess), await openAs(server, tess)];
    await give(first.query, { customer: cy, requestId });
    const outcome = outcomeOf(give(second.query, { customer: cy, requestId }));
    await waitsForLock(server, second);
    await server.kill(first.pid);
    expect(await outcome).toHaveProperty('answer');
    first.release(false);
    await second.end();
    expect(await state(cy)).toMatchObject({ stamps: 1, calls: 1 });
  });
});
