import { describe, expect, test, vi } from 'vitest';
import { ana, ben, cy, type DemoPerson, tess } from '../people.ts';
import {
  answers,
  asPerson,
  beginAs,
  give,
  heldIds,
  KAPE_TAYO,
  type Outcome,
  openCode,
  readOutcome,
  redeem,
  refusals,
  together,
  undo,
} from './calls.ts';
import { type Query, realServer, type Session } from './server.ts';

/** What counts once however many ask for it at once: corrections, guests' cards, the operator's calls. */
const server = realServer();

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

test('twenty corrections with one request id get the same answer', async () => {
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

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

interface Guest extends DemoPerson {
  secret: string;
}

/** A guest who has prepared to sign in. */
async function guestAboutToSignIn(): Promise<Guest> {
  const id = crypto.randomUUID();
  const secret = crypto.randomUUID();
  const guest = { id, secret, name: 'Guest', email: '', story: 'has no account' };
  await server.query('insert into auth.users (id, is_anonymous) values ($1, true)', [id]);
  const prepared = await asPerson(server, guest, async (query) => {
    await query('select public.prepare_guest_move($1)', [secret]);
    return {};
  });
  expect(prepared).toEqual({ answer: {} });
  return guest;
}

const move = (person: DemoPerson, { secret }: Guest): Promise<Outcome> =>
  asPerson(server, person, async (query: Query) => {
    const [row] = await query<{ answer: Record<string, unknown> }>(
      'select public.move_guest_card($1) as answer',
      [secret],
    );
    return row?.answer ?? {};
  });

const giveTo = (customer: DemoPerson, requestId?: string) =>
  asPerson(server, tess, (query) => give(query, { customer, ...(requestId ? { requestId } : {}) }));

async function heldBy({ id }: DemoPerson): Promise<number> {
  const [row] = await server.query<{ held: number }>(
    `select coalesce(sum(stamp_count), 0)::int as held from stamps
      where user_id = $1 and store_id = $2`,
    [id, KAPE_TAYO],
  );
  return row?.held ?? -1;
}

test('a stamp that a till gives while the card moves comes along, or is refused, and is never lost', async () => {
  for (const round of upTo(10)) {
    const guest = await guestAboutToSignIn();
    const before = await heldBy(cy);
    await giveTo(guest);
    const [moved, ...given] = await Promise.all([
      move(cy, guest),
      // What the database itself stops is no answer for a till.
      ...upTo(4).map(() => giveTo(guest).catch(() => ({ lost: 'an error' }))),
    ]);
    const won = answers(given).length;
    expect(refusals(given), `round ${round}`).toEqual(upTo(4 - won).map(() => 'unknown_customer'));
    expect(moved).toEqual({ answer: { moved: won + 1, left_behind: 0 } });
    expect(await heldBy(cy)).toBe(before + won + 1);
    await server.query('delete from private.former_guests');
  }
});

test('a till that repeats its call while the card moves gives once', async () => {
  for (const round of upTo(10)) {
    const guest = await guestAboutToSignIn();
    const before = await heldBy(cy);
    const requestId = crypto.randomUUID();
    const first = await giveTo(guest, requestId);
    const [, again] = await Promise.all([move(cy, guest), giveTo(guest, requestId)]);
    expect(again, `round ${round}`).toEqual(first);
    expect(await heldBy(cy)).toBe(before + 1);
    await server.query('delete from private.former_guests');
  }
});

test('of many calls with one secret one moves the card, and its person’s others say the same', async () => {
  const guest = await guestAboutToSignIn();
  await giveTo(guest);
  const before = (await heldBy(cy)) + (await heldBy(ben));
  const outcomes = await Promise.all(upTo(20).map((index) => move(index % 2 ? cy : ben, guest)));
  expect(answers(outcomes)).toEqual(upTo(10).map(() => ({ moved: 1, left_behind: 0 })));
  expect(refusals(outcomes)).toEqual(upTo(10).map(() => 'unknown_guest_card'));
  expect((await heldBy(cy)) + (await heldBy(ben))).toBe(before + 1);
});

test('of ten cards that one person takes over at once, three come along', async () => {
  const guests = await Promise.all(upTo(10).map(guestAboutToSignIn));
  for (const guest of guests) await giveTo(guest);
  const before = await heldBy(cy);
  const outcomes = await Promise.all(guests.map((guest) => move(cy, guest)));
  expect(answers(outcomes)).toHaveLength(3);
  expect(refusals(outcomes)).toEqual(upTo(7).map(() => 'too_many_guest_cards'));
  expect(await heldBy(cy)).toBe(before + 3);
});

type Answer = Record<string, unknown>;

/** The answers to the same call twice: the second comes while the first is under way. */
async function atOnce(call: string, values: unknown[]): Promise<[Answer, Answer]> {
  const [first, second] = [await server.open(), await server.open()];
  const ask = async ({ query }: typeof first): Promise<Answer> => {
    const [row] = await query<{ answer: Answer }>(`select ${call} as answer`, values);
    return row?.answer ?? {};
  };
  await first.query('begin');
  const answer = await ask(first);
  const [waiting] = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
  const later = ask(second);
  await vi.waitFor(async () => {
    const rows = await server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and pid = $1`,
      [waiting?.pid],
    );
    expect(rows).toHaveLength(1);
  });
  await first.query('commit');
  return [answer, await later];
}

test('of two calls for one new store the second is told what the first has made', async () => {
  const [first, second] = await atOnce('public.create_store($1, $2)', ['Turo-Turo', ana.email]);
  expect(first).toMatchObject({ store_name: 'Turo-Turo', created: true });
  expect(second).toEqual({ ...first, created: false });
  expect(await server.query(`select id from stores where name = 'Turo-Turo'`)).toHaveLength(1);
});

test('of two calls for one reward the second is told what the first has entered', async () => {
  const [first, second] = await atOnce('public.add_store_reward($1, $2)', [1, 'Free merienda']);
  expect(first).toMatchObject({ store_id: 1, changed: true });
  expect(second).toEqual({ ...first, changed: false });
  expect(await server.query(`select id from rewards where title = 'Free merienda'`)).toHaveLength(
    1,
  );
});
