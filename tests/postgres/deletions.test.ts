import { afterEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import {
  answers,
  asPerson,
  type Call,
  give,
  heldIds,
  inTurn,
  many,
  openAs,
  openCode,
  openCodeOf,
  outcomeOf,
  type Redeeming,
  redeem,
  refusals,
  waitsForLock,
} from './calls.ts';
import { expectNothingLost } from './invariant.ts';
import { type Query, realServer } from './server.ts';

/** An account deleted while tills and the customer's own screens act for it. */
const server = realServer();

const rounds = many(4);

const deleting = async (query: Query) => {
  await query('select public.delete_account()');
  return {};
};
/** Deletes Ben's account as an operator does. */
const removing = (query: Query) => query('delete from auth.users where id = $1', [ben.id]);
const deleteAccount = (person: DemoPerson) => asPerson(server, person, deleting);

/** Everything that a deleted account leaves behind, besides the log. */
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
      const code = await openCodeOf(server, ben);
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

describe('the order of a deletion and one other call', () => {
  afterEach(() => expectNothingLost(server.query, 'after a deletion'));

  test('the deletion waits for a till that is serving, and removes what it gave, too', async () => {
    const [, deleted] = await inTurn(
      server,
      [tess, (query) => give(query, { customer: cy, invoice: 'C-1' })],
      [cy, deleting],
    );
    expect(deleted).toEqual({ answer: {} });
    expect(await leftOf(cy)).toBe(0);
  });

  const atTheTill: [string, (query: Query, code: Redeeming) => ReturnType<Call>][] = [
    ['gives stamps', (query) => give(query, { customer: ben })],
    ['redeems', (query, code) => redeem(query, code)],
  ];

  test.each(atTheTill)(
    'a till that %s waits for any deletion, even an operator’s, and then does not know the customer',
    async (_name, call) => {
      for (const isOperators of [false, true]) {
        await server.backend.reset();
        const code = await openCodeOf(server, ben);
        const [, outcome] = await inTurn(
          server,
          isOperators ? [undefined, removing] : [ben, deleting],
          [tess, (query) => call(query, code)],
        );
        expect(outcome).toEqual({ refused: 'unknown_customer' });
      }
    },
  );

  test.each([
    ['the customer’s', ben],
    ['an operator’s', undefined],
  ])('%s deletion waits for a till that has begun, at its first row', async (_whose, person) => {
    const code = await openCodeOf(server, ben);
    const till = await openAs(server, tess);
    await till.query('reset role');
    await till.query('select private.lock_existing_customer($1)', [ben.id]);
    await till.query('set local role authenticated');
    const deletion = await openAs(server, person);
    const deleted = person ? deleting(deletion.query) : removing(deletion.query);
    await waitsForLock(server, deletion);
    expect(await outcomeOf(redeem(till.query, code))).toHaveProperty('answer');
    await till.end();
    await deleted;
    await deletion.end();
    expect(await leftOf(ben)).toBe(0);
  });

  test('a code that opens in another tab waits for the deletion, and finds no stamps', async () => {
    const code = await openCodeOf(server, ben);
    const opening = (query: Query) => openCode(query, code);
    const [, opened] = await inTurn(server, [ben, deleting], [ben, opening]);
    expect(opened).toEqual({ refused: 'stamps_changed' });
  });

  test.each([
    [
      'two redemptions by the customer',
      'redemptions',
      `insert into redemptions (user_id, store_id, reward_id, store_name, reward_title, stamps_spent, created_at)
        select $1, 1, 1, 'Kape Tayo', 'Barako', 10, now() + n * interval '1 day'
          from generate_series(1, 2) as n
        returning id`,
    ],
    [
      'two reminders to the customer',
      'private.reminders',
      `insert into private.reminders (user_id, kind, day, reward_id)
        select $1, 'reward_ready', current_date - n, 1 from generate_series(1, 2) as n returning id`,
    ],
  ])('the deletion waits for the removal of a reward with %s', async (_what, table, entering) => {
    const entered = await server.query<{ id: string }>(entering, [ben.id]);
    const third = await openAs(server);
    await third.query(`select from ${table} where id = $1 for update`, [entered[0]?.id]);
    const member = await openAs(server, tess);
    const removed = expect(member.query('delete from rewards where id = 1')).resolves.toEqual([]);
    await waitsForLock(server, member);
    const deletion = await openAs(server, ben);
    // As in a table of some thousands of rows, where an index leads to the newest first.
    await deletion.query('set local enable_seqscan = off');
    await deletion.query('set local enable_bitmapscan = off');
    const deleted = expect(deleting(deletion.query)).resolves.toEqual({});
    await waitsForLock(server, deletion);
    await third.end();
    await removed;
    await member.end();
    await deleted;
    await deletion.end();
    expect(await leftOf(ben)).toBe(0);
  });

  test('a photo that is uploaded during the deletion is not kept', async () => {
    const deletion = await openAs(server, tess);
    await deleting(deletion.query);
    const storage = await openAs(server);
    const uploaded = storage.query(
      `insert into storage.objects (bucket_id, name, owner_id) values ('rewards', 'uploads/late.png', $1)`,
      [tess.id],
    );
    const refused = expect(uploaded).rejects.toThrow('Your account does not exist any more.');
    await waitsForLock(server, storage);
    await deletion.end();
    await refused;
    storage.release(false);
    expect(await server.query('select from storage.objects')).toEqual([]);
  });
});

test('a call whose member deletes their account meanwhile still counts, and is in the log', async () => {
  const till = await openAs(server, tess);
  await give(till.query, { customer: cy });
  expect(await deleteAccount(tess)).toEqual({ answer: {} });
  await till.end();
  expect(await heldIds(server.query, cy)).toHaveLength(1);
  const rows = await server.query('select member_id from private.till_log');
  expect(rows).toEqual([{ member_id: tess.id }]);
});

test('an invoice counts once, even if its card is deleted while another till waits to count it', async () => {
  const first = await openAs(server, tess);
  await give(first.query, { customer: cy, invoice: 'C-1' });
  const second = await openAs(server, tess);
  const outcome = outcomeOf(give(second.query, { customer: ana, invoice: 'c-1' }));
  await waitsForLock(server, second);
  // In the same transaction, so that the second finds no card when it goes on.
  await first.query(`select set_config('request.jwt.claim.sub', $1, true)`, [cy.id]);
  await deleting(first.query);
  await first.end();
  expect(await outcome).toEqual({ refused: 'duplicate_invoice' });
  await second.end();
});
