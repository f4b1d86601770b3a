import { expect, test, vi } from 'vitest';
import { ana, ben, cy, type DemoPerson, tess } from '../people.ts';
import {
  answers,
  asPerson,
  give,
  heldIds,
  KAPE_TAYO,
  openCode,
  redeem,
  refusals,
  together,
} from './calls.ts';
import { type Query, realServer } from './server.ts';

/** Simultaneous calls, which need a real server: the embedded database runs one at a time. */
const server = realServer();

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

async function countOf(sql: string, customer: DemoPerson): Promise<number> {
  const [row] = await server.query<{ count: number }>(sql, [customer.id, KAPE_TAYO]);
  return row?.count ?? -1;
}

const heldBy = (customer = cy) =>
  countOf(
    `select coalesce(sum(stamp_count), 0)::int as count from stamps
      where user_id = $1 and store_id = $2 and redemption_id is null`,
    customer,
  );

const redemptionsOf = (customer = cy) =>
  countOf(
    'select count(*)::int as count from redemptions where user_id = $1 and store_id = $2',
    customer,
  );

async function hold(...counts: number[]): Promise<number[]> {
  for (const count of counts) {
    await asPerson(server, tess, (query) => give(query, { customer: cy, count }));
  }
  return heldIds(server.query, cy);
}

/** The customer's app opens a code with these stamps. */
async function open(stampIds: readonly number[], customer = cy, reward = 1): Promise<void> {
  const opened = await asPerson(server, customer, (query) =>
    openCode(query, { customer, stampIds, reward }),
  );
  expect(opened).toHaveProperty('answer');
}

test.each([1, 2, 3, 4, 5])('exactly one of fifty redemptions wins (round %i)', async () => {
  const ids = await heldIds(server.query, ben);
  await open(ids, ben);
  const outcomes = await together(
    server,
    tess,
    many(50).map(
      (index) => (query: Query) =>
        // Half of them name the stamps in reverse order, which must not cause a deadlock.
        redeem(query, {
          customer: ben,
          stampIds: index % 2 ? ids : ids.toReversed(),
        }),
    ),
  );
  expect(answers(outcomes)).toHaveLength(1);
  expect(refusals(outcomes)).toEqual(many(49).map(() => 'stamps_used'));
  expect([await heldBy(ben), await redemptionsOf(ben)]).toEqual([0, 1]);
});

test('exactly one of fifty redemptions wins where a record holds enough for all', async () => {
  const stampIds = await hold(20, 20, 20, 20, 20);
  await open(stampIds);
  const outcomes = await together(
    server,
    tess,
    many(50).map(() => (query: Query) => redeem(query, { customer: cy, stampIds })),
  );
  expect(answers(outcomes)).toHaveLength(1);
  expect([await heldBy(), await redemptionsOf()]).toEqual([90, 1]);
});

test('of two codes that share stamps, one wins', async () => {
  const ids = await hold(...many(15).map(() => 1));
  const codes = [
    { reward: 1, stampIds: ids.slice(0, 10) },
    { reward: 2, stampIds: ids.slice(5, 15) },
  ];
  for (const { reward, stampIds } of codes) {
    await open(stampIds, cy, reward);
  }
  const outcomes = await together(
    server,
    tess,
    codes.map((code) => (query: Query) => redeem(query, { customer: cy, ...code })),
  );
  expect([answers(outcomes).length, refusals(outcomes)]).toEqual([1, ['stamps_used']]);
  expect([await heldBy(), await redemptionsOf()]).toEqual([5, 1]);
});

test('an invoice scanned thirty times at once counts once', async () => {
  const outcomes = await together(
    server,
    tess,
    many(30).map(
      (index) => (query: Query) =>
        give(query, {
          customer: [ana, ben, cy][index % 3] ?? cy,
          invoice: ['KT-2000', ' kt-2000', 'KT\u200b\u20102000'][index % 3] ?? '',
        }),
    ),
  );
  expect(answers(outcomes)).toHaveLength(1);
  expect(refusals(outcomes)).toEqual(many(29).map(() => 'duplicate_invoice'));
});

test('thirty calls with one request id give once and get the same answer', async () => {
  const giving = { customer: cy, invoice: 'KT-2000', requestId: crypto.randomUUID() };
  const calls = many(30).map(() => (query: Query) => give(query, giving));
  const outcomes = await together(server, tess, calls);
  expect(answers(outcomes)).toHaveLength(30);
  expect(new Set(answers(outcomes).map(({ stamp_id }) => stamp_id)).size).toBe(1);
  expect(await heldBy()).toBe(1);
});

const mostADay = (stamps: number) =>
  server.query('update stores set daily_stamps = $1 where id = $2', [stamps, KAPE_TAYO]);

test.each([1, 2, 3])(
  'of fifty tills, as many give stamps as the day allows, and no other is refused (round %i)',
  async () => {
    await mostADay(60);
    const outcomes = await together(
      server,
      tess,
      many(50).map(() => (query: Query) => give(query, { customer: cy, count: 3 })),
    );
    expect(answers(outcomes)).toHaveLength(20);
    expect(refusals(outcomes)).toEqual(many(30).map(() => 'daily_limit'));
    expect(await heldBy()).toBe(60);
  },
);

test('fifty members enter no more rewards than a store may offer', async () => {
  await server.query(
    `insert into rewards (store_id, title)
        select $1, 'Reward ' || number from generate_series(1, 27) as number`,
    [KAPE_TAYO],
  );
  const outcomes = await together(
    server,
    tess,
    many(50).map((index) => async (query: Query) => {
      await query('insert into rewards (store_id, title) values ($1, $2)', [
        KAPE_TAYO,
        `At once ${index}`,
      ]);
      return {};
    }),
  );
  expect(answers(outcomes)).toHaveLength(20);
  expect(new Set(refusals(outcomes))).toEqual(new Set(['too_many_current_rewards']));
});

test('of two colleagues who upload at once, the second waits for the first, and finds no room', async () => {
  const colleague = cy;
  await server.query('insert into store_members (user_id, store_id) values ($1, $2)', [
    colleague.id,
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
  const [first, second] = [await server.open(), await server.open()];
  const [{ pid } = { pid: 0 }] = await second.query<{ pid: number }>(
    'select pg_backend_pid() as pid',
  );
  await first.query('begin');
  await upload(first.query, tess);
  const refused = expect(upload(second.query, colleague)).rejects.toThrow(
    'Your store has uploaded 50 photos',
  );
  await vi.waitFor(async () => {
    const waiting = await server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and pid = $1`,
      [pid],
    );
    expect(waiting).toHaveLength(1);
  });
  await first.query('commit');
  await refused;
  first.release(true);
  second.release(true);
  expect(await server.query('select from storage.objects')).toHaveLength(50);
});

test('of twenty refusals at once each counts once', async () => {
  await server.query(
    `insert into private.till_refusals (store_id, member_id, day, logged)
        values ($1, $2, private.app_day(now()), 290)`,
    [KAPE_TAYO, tess.id],
  );
  const outcomes = await together(
    server,
    tess,
    many(20).map(() => (query: Query) => give(query, { customer: cy, count: 0 })),
  );
  expect(refusals(outcomes)).toHaveLength(20);
  const [counted] = await server.query('select logged, more from private.till_refusals');
  expect(counted).toEqual({ logged: 300, more: 10 });
  expect(await server.query('select from private.till_log')).toHaveLength(11);
});

test('a scan and the closing of the code meet, and either both or neither has happened', async () => {
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
    expect([await heldBy(ben), await redemptionsOf(ben)]).toEqual(redeemed ? [0, 1] : [10, 0]);
  }
});
