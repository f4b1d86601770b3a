import { afterEach, describe, expect, test, vi } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import {
  answers,
  asPerson,
  beginAs,
  failure,
  give,
  heldIds,
  type Outcome,
  openCode,
  readOutcome,
  redeem,
  refusals,
} from './calls.ts';
import { expectNothingLost } from './invariant.ts';
import { type Query, realServer, type Session } from './server.ts';

/** An account deleted while tills and the customer's own screens act for it. */
const server = realServer();

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const rounds = many(4);

const deleting = async (query: Query) => {
  await query('select public.delete_account()');
  return {};
};
const deleteAccount = (person: DemoPerson) => asPerson(server, person, deleting);

/** Everything that a deleted account leaves behind, beside the log. */
async function leftOf({ id }: DemoPerson): Promise<number> {
  const [row] = await server.query<{ rows: number }>(
    `select (select count(*) from auth.users where id = $1)::int
        + (select count(*) from stamps where user_id = $1)::int
        + (select count(*) from redemptions where user_id = $1)::int
        + (select count(*) from private.redemption_openings where user_id = $1)::int
        + (select count(*) from private.till_idempotency_keys where customer_id = $1)::int as rows`,
    [id],
  );
  return row?.rows ?? -1;
}

const doneInLog = async ({ id }: DemoPerson) =>
  (
    await server.query(`select from private.till_log where customer_id = $1 and outcome = 'done'`, [
      id,
    ])
  ).length;

async function openSession(person: DemoPerson): Promise<Session & { pid: number }> {
  const session = await server.open();
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  await beginAs(session.query, person);
  return Object.assign(session, { pid: row?.pid ?? 0 });
}

async function commit(session: Session): Promise<void> {
  await session.query('commit');
  session.release(true);
}

/** Waits until the server reports that the session waits for another's lock. */
const waits = ({ pid }: { pid: number }) =>
  vi.waitFor(async () => {
    const rows = await server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and pid = $1`,
      [pid],
    );
    expect(rows).toHaveLength(1);
  });

const outcomeOf = (call: Promise<Record<string, unknown>>): Promise<Outcome> =>
  call.then(readOutcome, failure);

/** A code of Ben's with all his stamps at Kape Tayo, open. */
async function bensCode() {
  const code = { customer: ben, stampIds: await heldIds(server.query, ben) };
  const opened = await asPerson(server, ben, (query) => openCode(query, code));
  expect(opened).toHaveProperty('answer');
  return code;
}

describe('a deletion among calls', () => {
  afterEach(() => expectNothingLost(server.query, 'after a deletion'));

  test.each(rounds)(
    'tills give stamps before it, or do not know the customer (round %i)',
    async () => {
      const tills: [DemoPerson, number][] = many(16).map((n) => (n % 2 ? [mario, 2] : [tess, 1]));
      const [deleted, ...outcomes] = await Promise.all([
        deleteAccount(ben),
        ...tills.map(([member, store]) =>
          asPerson(server, member, (query) => give(query, { customer: ben, store })),
        ),
      ]);
      expect(deleted).toEqual({ answer: {} });
      expect(new Set([...refusals(outcomes), 'unknown_customer'])).toEqual(
        new Set(['unknown_customer']),
      );
      expect(await leftOf(ben)).toBe(0);
      expect(await doneInLog(ben)).toBe(answers(outcomes).length);
    },
  );

  test.each(rounds)(
    'a till redeems before it, or does not know the customer (round %i)',
    async () => {
      const code = await bensCode();
      const [deleted, ...outcomes] = await Promise.all([
        deleteAccount(ben),
        ...many(6).map(() => asPerson(server, tess, (query) => redeem(query, code))),
        ...many(6).map(() => asPerson(server, tess, (query) => give(query, { customer: ben }))),
      ]);
      expect(deleted).toEqual({ answer: {} });
      for (const reason of refusals(outcomes)) {
        expect(['unknown_customer', 'stamps_used']).toContain(reason);
      }
      expect(await leftOf(ben)).toBe(0);
      expect(await doneInLog(ben)).toBe(answers(outcomes).length);
    },
  );
});

describe('which of two is first', () => {
  afterEach(() => expectNothingLost(server.query, 'after a deletion'));

  test('the deletion waits for a till that is serving, and takes what it gave along', async () => {
    const till = await openSession(tess);
    await give(till.query, { customer: cy, invoice: 'C-1' });
    const deletion = await openSession(cy);
    const deleted = outcomeOf(deleting(deletion.query));
    await waits(deletion);
    await commit(till);
    expect(await deleted).toEqual({ answer: {} });
    await commit(deletion);
    expect(await leftOf(cy)).toBe(0);
    const again = await asPerson(server, tess, (query) =>
      give(query, { customer: ana, invoice: 'c-1' }),
    );
    expect(again).toEqual({ refused: 'duplicate_invoice' });
  });

  test('it waits for one that has begun, before it touches a row that the till needs', async () => {
    const code = await bensCode();
    const till = await openSession(tess);
    await till.query('reset role');
    await till.query('select private.lock_existing_customer($1)', [ben.id]);
    await till.query('set local role authenticated');
    const deletion = await openSession(ben);
    const deleted = outcomeOf(deleting(deletion.query));
    await waits(deletion);
    expect(await outcomeOf(redeem(till.query, code))).toHaveProperty('answer');
    await commit(till);
    expect(await deleted).toEqual({ answer: {} });
    await commit(deletion);
    expect(await leftOf(ben)).toBe(0);
  });

  const atTheTill: [
    string,
    (query: Query, code: Awaited<ReturnType<typeof bensCode>>) => Promise<Record<string, unknown>>,
  ][] = [
    ['gives stamps', (query) => give(query, { customer: ben })],
    ['redeems', (query, code) => redeem(query, code)],
  ];

  test.each(atTheTill)(
    'a till that %s waits for the deletion, and does not know the customer then',
    async (_name, call) => {
      const code = await bensCode();
      const deletion = await openSession(ben);
      await deleting(deletion.query);
      const till = await openSession(tess);
      const outcome = outcomeOf(call(till.query, code));
      await waits(till);
      await commit(deletion);
      expect(await outcome).toEqual({ refused: 'unknown_customer' });
      await commit(till);
    },
  );

  test.each(atTheTill)(
    'a till that %s meets an operator’s deletion no otherwise',
    async (_name, call) => {
      const code = await bensCode();
      const operator = await server.open();
      await operator.query('begin');
      await operator.query('delete from auth.users where id = $1', [ben.id]);
      const till = await openSession(tess);
      const outcome = outcomeOf(call(till.query, code));
      await waits(till);
      await commit(operator);
      expect(await outcome).toEqual({ refused: 'unknown_customer' });
      await commit(till);
    },
  );

  test('an operator’s deletion waits for a till that has begun, at its first row', async () => {
    const code = await bensCode();
    const till = await openSession(tess);
    await till.query('reset role');
    await till.query('select private.lock_existing_customer($1)', [ben.id]);
    const operator = await openSession(ben);
    await operator.query('reset role');
    const deleted = operator.query('delete from auth.users where id = $1', [ben.id]);
    await waits(operator);
    await till.query('set local role authenticated');
    expect(await outcomeOf(redeem(till.query, code))).toHaveProperty('answer');
    await commit(till);
    await deleted;
    await commit(operator);
    expect(await leftOf(ben)).toBe(0);
  });

  test('a code that opens in another tab waits for the deletion, and finds no stamps', async () => {
    const code = await bensCode();
    const deletion = await openSession(ben);
    await deleting(deletion.query);
    const tab = await openSession(ben);
    const reason = openCode(tab.query, code).catch(({ detail }) => detail);
    await waits(tab);
    await commit(deletion);
    expect(await reason).toBe('stamps_changed');
    tab.release(false);
  });

  test('a photo whose upload meets the deletion is not kept', async () => {
    const deletion = await openSession(tess);
    await deleting(deletion.query);
    const storage = await openSession(tess);
    await storage.query('reset role');
    const uploaded = storage.query(
      `insert into storage.objects (bucket_id, name, owner_id) values ('rewards', 'uploads/late.png', $1)`,
      [tess.id],
    );
    const refused = expect(uploaded).rejects.toThrow('Your account does not exist any more.');
    await waits(storage);
    await commit(deletion);
    await refused;
    storage.release(false);
    expect(await server.query('select from storage.objects')).toEqual([]);
  });
});

test('a member who deletes their account in the middle of a call ends it, and is in the log', async () => {
  const till = await openSession(tess);
  await give(till.query, { customer: cy });
  expect(await deleteAccount(tess)).toEqual({ answer: {} });
  await commit(till);
  expect(await heldIds(server.query, cy)).toHaveLength(1);
  const rows = await server.query('select member_id from private.till_log');
  expect(rows).toEqual([{ member_id: tess.id }]);
});

test('an invoice counts once, though its card is deleted while another till waits to count it', async () => {
  const first = await openSession(tess);
  await give(first.query, { customer: cy, invoice: 'C-1' });
  const second = await openSession(tess);
  const outcome = outcomeOf(give(second.query, { customer: ana, invoice: 'c-1' }));
  await waits(second);
  // In the same transaction, so that the second finds no card when it goes on.
  await first.query(`select set_config('request.jwt.claim.sub', $1, true)`, [cy.id]);
  await deleting(first.query);
  await commit(first);
  expect(await outcome).toEqual({ refused: 'duplicate_invoice' });
  await commit(second);
});
