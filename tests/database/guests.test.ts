import { beforeEach, expect, test } from 'vitest';
import { ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { endOfAppDay } from '../../src/lib/domain/day.ts';
import { as, freshData, operator, sql } from './as.ts';
import {
  answered,
  BARAKO,
  changeStore,
  customerCode,
  give,
  giveTo,
  heldStamps,
  MGA_HALO,
  refused,
  refusedTo,
  total,
} from './counter.ts';
import { age, type Guest, prepare, startAsGuest } from './doors.ts';
import { changeClocksToday } from './operator.ts';

/** Guests collect a few stamps, spend none, and take them along when they sign in. */
beforeEach(freshData);

const move = async (person: DemoPerson, secret: string) =>
  (await as(person)).rpc('move_guest_card', { secret });

/** A refusal's status, and its word. */
const refusalOf = ({ error, status }: { error: { details: string } | null; status: number }) => [
  status,
  error?.details,
];

const heldBy = async (guest: Guest) =>
  (await operator.from('stamps').select('stamp_count').eq('user_id', guest.id)).data?.reduce(
    (sum, { stamp_count }) => sum + stamp_count,
    0,
  );

const accounts = (guest: Guest) => sql('select id from auth.users where id = $1', [guest.id]);

const rowsOf = (table: string, guest: Guest) =>
  sql(`select * from private.${table} where guest_id = $1`, [guest.id]);

test('a guest can collect ten stamps in all, and then the staff read what to do', async () => {
  const guest = await startAsGuest();
  await giveTo(guest, { count: 6 });
  answered(await give(mario, customerCode(guest), { count: 4, store: MGA_HALO }));
  const eleventh = await give(tess, customerCode(guest));
  expect(refused(eleventh)).toBe('guest_limit');
  expect(eleventh).toMatchObject({
    refusal: {
      status: 409,
      sentence:
        'This customer has no account yet, and a card without one holds 10 stamps at most. Ask them to sign in on their phone, then scan their new code.',
    },
  });
  expect(await heldBy(guest)).toBe(10);
  const { data } = await guest.client.from('stamps').select('stamp_count');
  expect(data).toEqual([{ stamp_count: 6 }, { stamp_count: 4 }]);
});

test('a guest can’t open a redemption code, however many stamps they hold', async () => {
  const guest = await startAsGuest();
  await giveTo(guest, { count: 10 });
  const { data } = await guest.client.from('stamps').select('id');
  const opened = await guest.client.rpc('open_redemption', {
    opening_id: crypto.randomUUID(),
    reward_id: BARAKO,
    stamp_ids: (data ?? []).map(({ id }) => id),
    stamps_needed: 10,
  });
  expect(refusalOf(opened)).toEqual([403, 'sign_in_first']);
  expect(opened.error?.message).toBe('Please sign in first: rewards are redeemed with an account.');
  const openings = await sql('select * from private.redemption_openings');
  expect(openings).toEqual([]);
});

test('signing in brings the guest’s stamps, with their dates, and removes the guest', async () => {
  const guest = await startAsGuest();
  const given = await giveTo(guest, { count: 3, invoice: 'KT-9' });
  const secret = await prepare(guest);
  expect(await move(cy, secret)).toMatchObject({ data: { moved: 3, left_behind: 0 } });
  expect(await heldStamps(cy)).toEqual([{ id: given.stamp_id, stamp_count: 3 }]);
  const client = await as(cy);
  const { data } = await client.from('stamps').select('created_at, invoice_or_number');
  expect(data).toEqual([{ created_at: given.created_at, invoice_or_number: 'KT-9' }]);
  expect(await accounts(guest)).toEqual([]);
  const { error } = await guest.client.auth.refreshSession();
  expect(error?.code).toBe('refresh_token_not_found');
  expect(await rowsOf('guest_moves', guest)).toEqual([]);
  expect(await rowsOf('former_guests', guest)).toMatchObject([{ user_id: cy.id, moved: 3 }]);
});

test('a till that lost its answer gets it after the card has moved', async () => {
  const guest = await startAsGuest();
  const requestId = crypto.randomUUID();
  const first = await giveTo(guest, { requestId });
  await move(cy, await prepare(guest));
  expect(await giveTo(guest, { requestId })).toEqual(first);
  expect(await total(cy)).toBe(1);
  // The guest’s code no longer works.
  expect(await refusedTo(guest)).toBe('unknown_customer');
});

test('a repeated call gets the same answer, and moves nothing twice', async () => {
  const guest = await startAsGuest();
  await giveTo(guest, { count: 3 });
  const secret = await prepare(guest);
  const first = await move(cy, secret);
  expect((await move(cy, secret)).data).toEqual(first.data);
  expect(await total(cy)).toBe(3);
  // For anybody else the secret opens nothing.
  expect(refusalOf(await move(ben, secret))).toEqual([404, 'unknown_guest_card']);
});

test('stamps beyond their store’s daily limit stay behind, and the oldest come first', async () => {
  await changeStore({ daily_stamps: 5 });
  const guest = await startAsGuest();
  const yesterday = await giveTo(guest, { count: 5 });
  await age(guest, 1);
  await giveTo(guest, { count: 2 });
  await giveTo(guest, { count: 2 });
  answered(await give(mario, customerCode(guest), { store: MGA_HALO }));
  await giveTo(cy, { count: 3 });
  expect((await move(cy, await prepare(guest))).data).toEqual({ moved: 8, left_behind: 2 });
  const kept = await heldStamps(cy);
  expect(kept.map(({ stamp_count }) => stamp_count)).toEqual([5, 2, 3]);
  expect(kept[0]?.id).toBe(yesterday.stamp_id);
  expect(await total(cy, MGA_HALO)).toBe(1);
  expect(await refusedTo(cy)).toBe('daily_limit');
  expect(await heldBy(guest)).toBe(0);
});

test('the day of that limit has 24 hours, whatever the database’s time zone', async () => {
  await changeClocksToday();
  await changeStore({ daily_stamps: 5 });
  const guest = await startAsGuest();
  await giveTo(guest, { count: 3 });
  await giveTo(cy, { count: 3 });
  const lastMinute = new Date(endOfAppDay(Date.now()) - 60_000).toISOString();
  await sql('update stamps set created_at = $1 where user_id = $2', [lastMinute, cy.id]);
  expect((await move(cy, await prepare(guest))).data).toEqual({ moved: 0, left_behind: 3 });
});

test('an account can take over at most three cards in thirty days', async () => {
  const moveAnother = async () => {
    const guest = await startAsGuest();
    await giveTo(guest);
    return move(cy, await prepare(guest));
  };
  for (let cards = 1; cards <= 3; cards += 1) {
    expect((await moveAnother()).data).toEqual({ moved: 1, left_behind: 0 });
  }
  expect(refusalOf(await moveAnother())).toEqual([409, 'too_many_guest_cards']);
  expect(await total(cy)).toBe(3);
  await sql(`update private.former_guests set moved_at = moved_at - interval '30 days'`);
  expect((await moveAnother()).data).toEqual({ moved: 1, left_behind: 0 });
});

test('only the fingerprint of a secret is kept', async () => {
  const guest = await startAsGuest();
  const secret = await prepare(guest);
  const rows = await sql<{ all: string; length: number }>(
    `select m::text as all, length(m.secret) from private.guest_moves m`,
  );
  expect(rows).toMatchObject([{ length: 32 }]);
  expect(rows[0]?.all).not.toContain(secret);
  expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString('hex'));
});

test('a secret moves the card for seven days, or until there is a new one', async () => {
  const guest = await startAsGuest();
  const first = await prepare(guest);
  const second = await prepare(guest);
  await prepare(guest, second);
  await age(guest, 7);
  for (const secret of [first, second, crypto.randomUUID(), null as never]) {
    expect(refusalOf(await move(cy, secret))).toEqual([404, 'unknown_guest_card']);
  }
  // A secret that is prepared again is good for another seven days.
  await prepare(guest, second);
  await age(guest, 6);
  expect((await move(cy, second)).error).toBeNull();
});

test('a secret that another guest uses is refused, and only guests can prepare one', async () => {
  const [guest, another] = [await startAsGuest(), await startAsGuest()];
  const secret = await prepare(guest);
  const noGuest = await (await as(cy)).rpc('prepare_guest_move', { secret: crypto.randomUUID() });
  expect(refusalOf(noGuest)).toEqual([403, 'not_a_guest']);
  const taken = await another.client.rpc('prepare_guest_move', { secret });
  expect(taken.status).toBe(409);
  expect((await move(cy, secret)).error).toBeNull();
  expect(await accounts(another)).toHaveLength(1);
});

test('neither a guest nor an account that is gone can take over a card', async () => {
  const [guest, another] = [await startAsGuest(), await startAsGuest()];
  const secret = await prepare(guest);
  expect(refusalOf(await another.client.rpc('move_guest_card', { secret }))).toEqual([
    403,
    'sign_in_first',
  ]);
  await move(cy, await prepare(another));
  expect((await another.client.rpc('move_guest_card', { secret })).status).toBe(401);
  expect(await accounts(guest)).toHaveLength(1);
});

const sweep = async (atMost = 100) => {
  const [row] = await sql<{ gone: number }>('select private.sweep_guests($1::int) as gone', [
    atMost,
  ]);
  return row?.gone;
};
const remains = async (guest: Guest) => (await accounts(guest)).length === 1;

test('a guest without stamps is removed after thirty days, one with a stamp after a year', async () => {
  const guests = [await startAsGuest(), await startAsGuest(), await startAsGuest()] as const;
  const [, holds, here] = guests;
  await giveTo(holds);
  const remaining = async () => Promise.all(guests.map(remains));
  for (const guest of guests) await age(guest, 29);
  expect(await sweep()).toBe(0);
  for (const guest of guests) await age(guest, 2);
  // A renewed session counts as a visit.
  await here.client.auth.refreshSession();
  expect(await sweep()).toBe(1);
  expect(await remaining()).toEqual([false, true, true]);
  await age(holds, 335);
  await age(here, 40);
  // The guest who has been away longest goes first.
  expect(await sweep(1)).toBe(1);
  expect(await remaining()).toEqual([false, false, true]);
});

test('accounts stay, however long ago they were used', async () => {
  const before = await sql('select id from auth.users');
  await sql(
    `update auth.users set created_at = now() - interval '9 years', last_sign_in_at = null`,
  );
  expect(await sweep()).toBe(0);
  expect(await sql('select id from auth.users')).toHaveLength(before.length);
});

test('one call sweeps no more guests than a database has locks for', async () => {
  await sql(`insert into auth.users (id, is_anonymous, created_at)
    select gen_random_uuid(), true, now() - interval '31 days' from generate_series(1, 1001)`);
  expect(await sweep(100_000)).toBe(1000);
  expect(await sweep(100_000)).toBe(1);
});
