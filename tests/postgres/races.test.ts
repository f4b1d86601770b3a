import { expect, test } from 'vitest';
import { ben, cy, type DemoPerson, tess } from '../../local-backend/people.ts';
import {
  answers,
  asPerson,
  type Call,
  give,
  heldBy,
  heldIds,
  hold,
  KAPE_TAYO,
  many,
  openAs,
  openCode,
  openCodeOf,
  redeem,
  refusals,
  together,
  waitsForLock,
} from './calls.ts';
import { type Query, realServer } from './server.ts';

/** Simultaneous calls, which need a real server: the embedded database runs one at a time. */
const server = realServer();

const redemptionsOf = async ({ id }: DemoPerson) =>
  (
    await server.query('select from redemptions where user_id = $1 and store_id = $2', [
      id,
      KAPE_TAYO,
    ])
  ).length;
/** The stamps that are left, and the redemptions. */
const countsOf = async (person = cy) => [
  await heldBy(server.query, person),
  await redemptionsOf(person),
];

/** So many calls of Tess's at once. */
const atOnce = (count: number, call: (index: number) => Call) =>
  together(server, tess, many(count).map(call));

test.each([1, 2, 3, 4, 5])('exactly one of fifty redemptions wins (round %i)', async () => {
  const code = await openCodeOf(server, ben);
  const reversed = { ...code, stampIds: code.stampIds.toReversed() };
  // Half of them name the stamps in reverse order, which must not cause a deadlock.
  const outcomes = await atOnce(50, (n) => (query) => redeem(query, n % 2 ? code : reversed));
  expect(answers(outcomes)).toHaveLength(1);
  expect(refusals(outcomes)).toEqual(many(49).map(() => 'stamps_used'));
  expect(await countsOf(ben)).toEqual([0, 1]);
});

test('exactly one of fifty redemptions wins even if a record holds enough for all', async () => {
  await hold(server, cy, 20, 20, 20, 20, 20);
  const code = await openCodeOf(server, cy);
  const outcomes = await atOnce(50, () => (query) => redeem(query, code));
  expect(answers(outcomes)).toHaveLength(1);
  expect(await countsOf()).toEqual([90, 1]);
});

test('only one of two codes that share stamps wins', async () => {
  const ids = await hold(server, cy, ...many(15).map(() => 1));
  const codes = [
    await openCodeOf(server, cy, { reward: 1, stampIds: ids.slice(0, 10) }),
    await openCodeOf(server, cy, { reward: 2, stampIds: ids.slice(5, 15) }),
  ];
  const calls = codes.map((code) => (query: Query) => redeem(query, code));
  const outcomes = await together(server, tess, calls);
  expect([answers(outcomes).length, refusals(outcomes)]).toEqual([1, ['stamps_used']]);
  expect(await countsOf()).toEqual([5, 1]);
});

test('thirty calls with one request id give once and get the same answer', async () => {
  const giving = { customer: cy, invoice: 'KT-2000', requestId: crypto.randomUUID() };
  const outcomes = await atOnce(30, () => (query) => give(query, giving));
  expect(answers(outcomes)).toHaveLength(30);
  expect(new Set(answers(outcomes).map(({ stamp_id }) => stamp_id)).size).toBe(1);
  expect(await heldBy(server.query, cy)).toBe(1);
});

test.each([1, 2, 3])(
  'as many of fifty tills give stamps as the day allows, and only the others are refused (round %i)',
  async () => {
    await server.query('update stores set daily_stamps = 60 where id = $1', [KAPE_TAYO]);
    const outcomes = await atOnce(50, () => (query) => give(query, { customer: cy, count: 3 }));
    expect(answers(outcomes)).toHaveLength(20);
    expect(refusals(outcomes)).toEqual(many(30).map(() => 'daily_limit'));
    expect(await heldBy(server.query, cy)).toBe(60);
  },
);

test('fifty members enter no more rewards than a store may offer', async () => {
  await server.query(
    `insert into rewards (store_id, title)
        select $1, 'Reward ' || number from generate_series(1, 27) as number`,
    [KAPE_TAYO],
  );
  const outcomes = await atOnce(50, (index) => async (query) => {
    const values = [KAPE_TAYO, `At once ${index}`];
    await query('insert into rewards (store_id, title) values ($1, $2)', values);
    return {};
  });
  expect(answers(outcomes)).toHaveLength(20);
  expect(new Set(refusals(outcomes))).toEqual(new Set(['too_many_current_rewards']));
});

test('if two colleagues upload at once, the second waits for the first, and finds no room', async () => {
  await server.query('insert into store_members (user_id, store_id) values ($1, $2)', [
    cy.id,
    KAPE_TAYO,
  ]);
  const upload = (query: Query, person: DemoPerson, count = 1) =>
    query(
      `insert into storage.objects (bucket_id, name, owner_id)
          select 'rewards', 'uploads/' || gen_random_uuid() || '.png', $1
            from generate_series(1, $2::int)`,
      [person.id, count],
    );
  await upload(server.query, tess, 49);
  const [first, second] = [await openAs(server), await openAs(server)];
  await upload(first.query, tess);
  const refused = expect(upload(second.query, cy)).rejects.toThrow(
    'Your store has uploaded 50 photos',
  );
  await waitsForLock(server, second);
  await first.end();
  await refused;
  await second.end('rollback');
  expect(await server.query('select from storage.objects')).toHaveLength(50);
});

test('twenty refusals at once are counted one by one', async () => {
  await server.query(
    `insert into private.till_refusals (store_id, member_id, day, logged)
        values ($1, $2, private.app_day(now()), 290)`,
    [KAPE_TAYO, tess.id],
  );
  const outcomes = await atOnce(20, () => (query) => give(query, { customer: cy, count: 0 }));
  expect(refusals(outcomes)).toHaveLength(20);
  const [counted] = await server.query('select logged, more from private.till_refusals');
  expect(counted).toEqual({ logged: 300, more: 10 });
  expect(await server.query('select from private.till_log')).toHaveLength(11);
});

test('a scan that meets the closing of its code either redeems as a whole or not at all', async () => {
  for (const round of many(10)) {
    await server.backend.reset();
    const stampIds = await heldIds(server.query, ben);
    const opened = await asPerson(server, ben, (query) =>
      openCode(query, { customer: ben, stampIds }),
    );
    const id = 'answer' in opened ? opened.answer.opening_id : '';
    const [scanned, closed] = await Promise.all([
      asPerson(server, tess, (query) => redeem(query, { customer: ben, stampIds })),
      asPerson(server, ben, async (query) => {
        await query('select public.close_redemption($1)', [id]);
        return {};
      }),
    ]);
    expect(closed).toEqual({ answer: {} });
    const redeemed = answers([scanned]).length;
    expect(refusals([scanned]), `round ${round}`).toEqual(redeemed ? [] : ['code_not_open']);
    expect(await countsOf(ben)).toEqual(redeemed ? [0, 1] : [10, 0]);
  }
});
