import { describe, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, tess } from '../../local-backend/people.ts';
import {
  answers,
  asPerson,
  type Call,
  give,
  heldBy,
  inTurn,
  many,
  type Outcome,
  openCodeOf,
  redeem,
  refusals,
  together,
  undo,
} from './calls.ts';
import { type Query, realServer } from './server.ts';

/** Counted once, however many ask at the same time: corrections, guests' cards, the operator's calls. */
const server = realServer();

/** Stamps given in one go, and the id of the record. */
async function record(count: number, invoice = ''): Promise<number> {
  const given = await asPerson(server, tess, (query) =>
    give(query, { customer: cy, count, invoice }),
  );
  return Number(answers([given])[0]?.stamp_id);
}

const held = () => heldBy(server.query, cy);
const takenBack = async () =>
  (
    await server.query(
      `select from private.till_log where customer_id = $1 and call = 'undo_stamp' and outcome = 'done'`,
      [cy.id],
    )
  ).length;

test('only one of twenty tills can take back the same stamps', async () => {
  await record(2);
  const last = await record(3);
  const calls = many(20).map((): Call => (query) => undo(query, last));
  const outcomes = await together(server, tess, calls);
  expect(answers(outcomes)).toHaveLength(1);
  expect(new Set(refusals(outcomes))).toEqual(new Set(['unknown_stamp']));
  expect([await held(), await takenBack()]).toEqual([2, 1]);
});

describe('stamps are never both spent and taken back', () => {
  /** Redeems ten of these twelve stamps, and takes back eight of the twelve. */
  async function calls(): Promise<{ undoing: Call; redeeming: Call }> {
    await record(4);
    const last = await record(8);
    const code = await openCodeOf(server, cy);
    return {
      undoing: (query) => undo(query, last),
      redeeming: (query) => redeem(query, code),
    };
  }

  test('stamps that are taken back can’t be spent', async () => {
    const { undoing, redeeming } = await calls();
    expect(await inTurn(server, [tess, undoing], [tess, redeeming])).toMatchObject([
      { answer: { stamp_count: 8, stamps_held: 4 } },
      { refused: 'not_their_stamps' },
    ]);
    expect([await held(), await takenBack()]).toEqual([4, 1]);
  });

  test('stamps that are spent, and split for that, can’t be taken back', async () => {
    const { undoing, redeeming } = await calls();
    expect(await inTurn(server, [tess, redeeming], [tess, undoing])).toMatchObject([
      { answer: { stamps_spent: 10, stamps_held: 2 } },
      { refused: 'stamps_used' },
    ]);
    expect([await held(), await takenBack()]).toEqual([2, 0]);
  });
});

test('an invoice counts again only once its stamps are taken back', async () => {
  const stamp = await record(3, 'A-7');
  const again: Call = (query) => give(query, { customer: ben, count: 1, invoice: 'a-7' });
  const undoing: Call = (query) => undo(query, stamp);
  expect(await inTurn(server, [tess, undoing], [tess, again])).toMatchObject([
    { answer: { stamp_count: 3 } },
    { answer: { stamp_count: 1 } },
  ]);
  expect(await asPerson(server, tess, again)).toEqual({ refused: 'duplicate_invoice' });
});

interface Guest extends DemoPerson {
  secret: string;
}

const preparing =
  ({ secret }: Guest): Call =>
  async (query) => {
    await query('select public.prepare_guest_move($1)', [secret]);
    return {};
  };

const moving =
  ({ secret }: Guest): Call =>
  async (query) => {
    const [row] = await query<{ answer: Record<string, unknown> }>(
      'select public.move_guest_card($1) as answer',
      [secret],
    );
    return row?.answer ?? {};
  };

/** A guest who has prepared to sign in. */
async function guestAboutToSignIn(): Promise<Guest> {
  const id = crypto.randomUUID();
  const secret = crypto.randomUUID();
  const guest = { id, secret, name: 'Guest', email: '', story: 'has no account' };
  await server.query('insert into auth.users (id, is_anonymous) values ($1, true)', [id]);
  expect(await asPerson(server, guest, preparing(guest))).toEqual({ answer: {} });
  return guest;
}

const move = (person: DemoPerson, guest: Guest): Promise<Outcome> =>
  asPerson(server, person, moving(guest));

const giveTo = (customer: DemoPerson, requestId?: string) =>
  asPerson(server, tess, (query) => give(query, { customer, ...(requestId ? { requestId } : {}) }));

test('a stamp that a till gives while the card moves comes along or is refused, but never lost', async () => {
  for (const round of many(10)) {
    const guest = await guestAboutToSignIn();
    const before = await heldBy(server.query, cy);
    await giveTo(guest);
    const [moved, ...given] = await Promise.all([
      move(cy, guest),
      ...many(4).map(() => giveTo(guest)),
    ]);
    const won = answers(given).length;
    expect(refusals(given), `round ${round}`).toEqual(many(4 - won).map(() => 'unknown_customer'));
    expect(moved).toEqual({ answer: { moved: won + 1, left_behind: 0 } });
    expect(await heldBy(server.query, cy)).toBe(before + won + 1);
    await server.query('delete from private.former_guests');
  }
});

test('a card that is being moved can’t be prepared again', async () => {
  const guest = await guestAboutToSignIn();
  const another = { ...guest, secret: crypto.randomUUID() };
  const [, prepared] = await inTurn(server, [cy, moving(guest)], [guest, preparing(another)]);
  expect(prepared).toEqual({ refused: 'not_a_guest' });
});

test('stamps are taken back from the card’s new owner even if the card moves at that moment', async () => {
  const guest = await guestAboutToSignIn();
  const before = await heldBy(server.query, cy);
  const [given] = answers([await giveTo(guest)]);
  const undoing: Call = (query) => undo(query, Number(given?.stamp_id));
  const [, undone] = await inTurn(server, [cy, moving(guest)], [tess, undoing]);
  expect(undone).toMatchObject({ answer: { user_id: cy.id, stamps_held: before } });
});

test('a till that repeats its call while the card moves gives once', async () => {
  for (const round of many(10)) {
    const guest = await guestAboutToSignIn();
    const before = await heldBy(server.query, cy);
    const requestId = crypto.randomUUID();
    const first = await giveTo(guest, requestId);
    const [, again] = await Promise.all([move(cy, guest), giveTo(guest, requestId)]);
    expect(again, `round ${round}`).toEqual(first);
    expect(await heldBy(server.query, cy)).toBe(before + 1);
    await server.query('delete from private.former_guests');
  }
});

test('one of many calls with one secret moves the card, and that person’s others say the same', async () => {
  const guest = await guestAboutToSignIn();
  await giveTo(guest);
  const before = (await heldBy(server.query, cy)) + (await heldBy(server.query, ben));
  const outcomes = await Promise.all(many(20).map((index) => move(index % 2 ? cy : ben, guest)));
  expect(answers(outcomes)).toEqual(many(10).map(() => ({ moved: 1, left_behind: 0 })));
  expect(refusals(outcomes)).toEqual(many(10).map(() => 'unknown_guest_card'));
  expect((await heldBy(server.query, cy)) + (await heldBy(server.query, ben))).toBe(before + 1);
});

test('three of ten cards that one person takes over at once come along', async () => {
  const guests = await Promise.all(many(10).map(guestAboutToSignIn));
  for (const guest of guests) await giveTo(guest);
  const before = await heldBy(server.query, cy);
  const outcomes = await Promise.all(guests.map((guest) => move(cy, guest)));
  expect(answers(outcomes)).toHaveLength(3);
  expect(refusals(outcomes)).toEqual(many(7).map(() => 'too_many_guest_cards'));
  expect(await heldBy(server.query, cy)).toBe(before + 3);
});

/** The answers to the operator's same call made twice: the second comes while the first is under way. */
async function atOnce(call: string, values: unknown[]) {
  const ask = async (query: Query) => {
    const [row] = await query<{ answer: object }>(`select ${call} as answer`, values);
    return row?.answer;
  };
  return answers(await inTurn(server, [undefined, ask], [undefined, ask]));
}

test('the second of two calls for one new store is told what the first has made', async () => {
  const [first, second] = await atOnce('public.create_store($1, $2)', ['Turo-Turo', ana.email]);
  expect(first).toMatchObject({ store_name: 'Turo-Turo', created: true });
  expect(second).toEqual({ ...first, created: false });
  expect(await server.query(`select id from stores where name = 'Turo-Turo'`)).toHaveLength(1);
});

test('the second of two calls for one reward is told what the first has entered', async () => {
  const [first, second] = await atOnce('public.add_store_reward($1, $2)', [1, 'Free merienda']);
  expect(first).toMatchObject({ store_id: 1, changed: true });
  expect(second).toEqual({ ...first, changed: false });
  expect(await server.query(`select id from rewards where title = 'Free merienda'`)).toHaveLength(
    1,
  );
});
