import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import {
  answers,
  asPerson,
  failure,
  give,
  heldIds,
  type Outcome,
  openCode,
  redeem,
  refusals,
  undo,
} from './calls.ts';
import { expectAnswersKept, expectNothingLost } from './invariant.ts';
import { type RealServer, startRealServer } from './server.ts';

/** Thousands of random calls, twenty at a time, while stores are suspended and connections end. */
const ROUNDS = 12;
const CALLS_A_ROUND = 200;
const AT_ONCE = 20;

let server: RealServer;
let racers: DemoPerson[];

beforeAll(async () => {
  server = await startRealServer();
  racers = [1, 2, 3, 4].map((number) => ({
    id: `00000000-0000-4000-9000-00000000000${number}`,
    name: `Racer ${number}`,
    email: `racer.${number}@example.com`,
    story: '',
  }));
  for (const { id, email } of racers) {
    await server.query(
      'insert into auth.users (id, email, created_at, updated_at) values ($1, $2, now(), now())',
      [id, email],
    );
  }
  // Four people collect as much in minutes as others do in a year.
  await server.query('update stores set daily_stamps = 10000');
});
afterAll(() => server.stop());

/** Repeatable choices: the seed is in the message of every failure. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (limit: number) => Math.floor(next() * limit);
  return {
    upTo,
    of: <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item,
  };
}

const STORES = [
  { store: 1, member: tess, rewards: [1, 2] },
  { store: 2, member: mario, rewards: [4, 5] },
] as const;

/** One random action at a random store. */
async function act(roll: ReturnType<typeof dice>, requestIds: string[]): Promise<Outcome> {
  const { query } = server;
  const { store, member, rewards } = roll.of(STORES);
  const customer = roll.of(racers);
  // One call in eight repeats an earlier one, as after a lost answer.
  const isNew = requestIds.length === 0 || roll.upTo(8) > 0;
  const requestId = isNew ? crypto.randomUUID() : roll.of(requestIds);
  requestIds.push(requestId);
  const kind = roll.upTo(100);
  if (kind < 45) {
    const invoice = roll.upTo(3) ? '' : `R-${roll.upTo(400)}`;
    const giving = { customer, store, count: 1 + roll.upTo(12), invoice, requestId };
    return asPerson(server, member, (session) => give(session, giving));
  }
  if (kind < 55) {
    // One of the newest stamps, or one that is already spent, split or gone.
    const stampIds = await heldIds(query, customer, store);
    const stampId = (stampIds.at(-1) ?? 1) - roll.upTo(4);
    return asPerson(server, member, (session) => undo(session, stampId, { store, requestId }));
  }
  if (kind < 92) {
    const held = await heldIds(query, customer, store);
    const stampIds = (roll.upTo(2) ? held : held.toReversed()).slice(0, 1 + roll.upTo(15));
    const reward = roll.of(rewards);
    const redeeming = { customer, store, reward, requestId, stampIds };
    // One code in eight was never opened.
    if (roll.upTo(8) > 0) {
      await asPerson(server, customer, (session) => openCode(session, redeeming));
    }
    return asPerson(server, member, (session) => redeem(session, redeeming));
  }
  if (kind < 95) {
    await query('update stores set suspended = not suspended where id = $1', [store]);
  } else if (kind < 97) {
    const needed = 5 + roll.upTo(10);
    await query('update rewards set stamps_needed = $1 where id = $2', [needed, roll.of(rewards)]);
  } else {
    // Ends a random connection in the middle of a call.
    await query(`
      select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and state <> 'idle' and query like '%public.%'
        order by random() limit 1`);
  }
  return { refused: 'not a call' };
}

test(`${ROUNDS * CALLS_A_ROUND} random calls lose nothing and spend nothing twice`, {
  timeout: 300_000,
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const roll = dice(seed);
  const requestIds: string[] = [];
  const outcomes: Outcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let left = CALLS_A_ROUND;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        outcomes.push(await act(roll, requestIds).catch(failure));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await expectNothingLost(server.query, `seed ${seed}, round ${round}`);
  }
  await expectAnswersKept(server.query, outcomes);

  // The test proves little unless the random calls have run into every refusal.
  const reasons = new Set(refusals(outcomes));
  for (const reason of [
    'stamps_used',
    'code_not_open',
    'not_enough_stamps',
    'store_suspended',
    'duplicate_invoice',
    'request_id_reused',
    'unknown_stamp',
  ]) {
    expect(reasons, `seed ${seed}`).toContain(reason);
  }
  const done = answers(outcomes);
  expect(done.filter((answer) => 'redemption_id' in answer).length).toBeGreaterThan(50);
  expect(done.filter((answer) => 'stamp_id' in answer).length).toBeGreaterThan(150);
  expect(done.filter((answer) => 'undone_at' in answer).length).toBeGreaterThan(25);
  expect(outcomes.filter((outcome) => 'lost' in outcome).length).toBeGreaterThan(2);
});
