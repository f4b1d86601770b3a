import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ben, cy, type DemoPerson, tess } from '../people.ts';
import { answers, asPerson, give, KAPE_TAYO, type Outcome, refusals } from './calls.ts';
import { type Query, type RealServer, startRealServer } from './server.ts';

/** A guest's card that moves while others want something of it. */
let server: RealServer;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());
beforeEach(() => server.backend.reset());

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

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

async function held({ id }: DemoPerson): Promise<number> {
  const [row] = await server.query<{ held: number }>(
    `select coalesce(sum(stamp_count), 0)::int as held from stamps
      where user_id = $1 and store_id = $2`,
    [id, KAPE_TAYO],
  );
  return row?.held ?? -1;
}

test('a stamp that a till gives while the card moves comes along, or is refused, and is never lost', async () => {
  for (const round of many(10)) {
    const guest = await guestAboutToSignIn();
    const before = await held(cy);
    await giveTo(guest);
    const [moved, ...given] = await Promise.all([
      move(cy, guest),
      // What the database itself stops is no answer for a till.
      ...many(4).map(() => giveTo(guest).catch(() => ({ lost: 'an error' }))),
    ]);
    const won = answers(given).length;
    expect(refusals(given), `round ${round}`).toEqual(many(4 - won).map(() => 'unknown_customer'));
    expect(moved).toEqual({ answer: { moved: won + 1, left_behind: 0 } });
    expect(await held(cy)).toBe(before + won + 1);
    await server.query('delete from private.former_guests');
  }
});

test('a till that repeats its call while the card moves gives once', async () => {
  for (const round of many(10)) {
    const guest = await guestAboutToSignIn();
    const before = await held(cy);
    const requestId = crypto.randomUUID();
    const first = await giveTo(guest, requestId);
    const [, again] = await Promise.all([move(cy, guest), giveTo(guest, requestId)]);
    expect(again, `round ${round}`).toEqual(first);
    expect(await held(cy)).toBe(before + 1);
    await server.query('delete from private.former_guests');
  }
});

test('of many calls with one secret one moves the card, and its person’s others say the same', async () => {
  const guest = await guestAboutToSignIn();
  await giveTo(guest);
  const before = (await held(cy)) + (await held(ben));
  const outcomes = await Promise.all(many(20).map((index) => move(index % 2 ? cy : ben, guest)));
  expect(answers(outcomes)).toEqual(many(10).map(() => ({ moved: 1, left_behind: 0 })));
  expect(refusals(outcomes)).toEqual(many(10).map(() => 'unknown_guest_card'));
  expect((await held(cy)) + (await held(ben))).toBe(before + 1);
});

test('of ten cards that one person takes over at once, three come along', async () => {
  const guests = await Promise.all(many(10).map(guestAboutToSignIn));
  for (const guest of guests) await giveTo(guest);
  const before = await held(cy);
  const outcomes = await Promise.all(guests.map((guest) => move(cy, guest)));
  expect(answers(outcomes)).toHaveLength(3);
  expect(refusals(outcomes)).toEqual(many(7).map(() => 'too_many_guest_cards'));
  expect(await held(cy)).toBe(before + 3);
});
