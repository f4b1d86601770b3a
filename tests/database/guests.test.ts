import { beforeEach, expect, test } from 'vitest';
import { ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  customerCode,
  give,
  heldStamps,
  KAPE_TAYO,
  MGA_HALO,
  refused,
  total,
} from './counter.ts';
import { age, type Guest, prepare, startAsGuest } from './guests.ts';

/** Guests collect a few stamps, spend none, and take them along when they sign in. */
beforeEach(freshData);

const secretOf = () => crypto.randomUUID();

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

const accounts = async (guest: Guest) =>
  (await backend()).query('select id from auth.users where id = $1', [guest.id]);

const rowsOf = async (table: string, guest: Guest) =>
  (await backend()).query(`select * from private.${table} where guest_id = $1`, [guest.id]);

const mostADay = (daily_stamps: number, store = KAPE_TAYO) =>
  operator.from('stores').update({ daily_stamps }).eq('id', store);

test('a guest collects ten stamps in all, and the staff read what to do then', async () => {
  const guest = await startAsGuest();
  answered(await give(tess, customerCode(guest), { count: 6 }));
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

test('the store’s limit of a day holds for a guest, too', async () => {
  await mostADay(2);
  const guest = await startAsGuest();
  expect(refused(await give(tess, customerCode(guest), { count: 3 }))).toBe('daily_limit');
});

test('a guest opens no redemption code, whatever they hold', async () => {
  const guest = await startAsGuest();
  answered(await give(tess, customerCode(guest), { count: 10 }));
  const { data } = await guest.client.from('stamps').select('id');
  const opened = await guest.client.rpc('open_redemption', {
    opening_id: crypto.randomUUID(),
    reward_id: BARAKO,
    stamp_ids: (data ?? []).map(({ id }) => id),
    stamps_needed: 10,
  });
  expect(refusalOf(opened)).toEqual([403, 'sign_in_first']);
  expect(opened.error?.message).toBe('Please sign in first: rewards are redeemed with an account.');
  const openings = await (await backend()).query('select * from private.redemption_openings');
  expect(openings).toEqual([]);
});

test('who signs in has the guest’s stamps, with their dates, and the guest is no more', async () => {
  const guest = await startAsGuest();
  const given = answered(await give(tess, customerCode(guest), { count: 3, invoice: 'KT-9' }));
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
  const code = customerCode(guest);
  const first = answered(await give(tess, code, { requestId }));
  await move(cy, await prepare(guest));
  expect(answered(await give(tess, code, { requestId }))).toEqual(first);
  expect(await total(cy)).toBe(1);
});

test('the code of a guest who has signed in is worth nothing', async () => {
  const guest = await startAsGuest();
  const code = customerCode(guest);
  await move(cy, await prepare(guest));
  expect(refused(await give(tess, code))).toBe('unknown_customer');
});

test('a repeated call gets the same answer, and moves nothing twice', async () => {
  const guest = await startAsGuest();
  answered(await give(tess, customerCode(guest), { count: 3 }));
  const secret = await prepare(guest);
  const first = await move(cy, secret);
  expect((await move(cy, secret)).data).toEqual(first.data);
  expect(await total(cy)).toBe(3);
  // To anybody else it is a secret that opens nothing.
  expect(refusalOf(await move(ben, secret))).toEqual([404, 'unknown_guest_card']);
});

test('what their store does not give one customer a day stays behind, the oldest come first', async () => {
  await mostADay(5);
  const guest = await startAsGuest();
  const yesterday = answered(await give(tess, customerCode(guest), { count: 5 }));
  await age(guest, 1);
  answered(await give(tess, customerCode(guest), { count: 2 }));
  answered(await give(tess, customerCode(guest), { count: 2 }));
  answered(await give(mario, customerCode(guest), { store: MGA_HALO }));
  answered(await give(tess, customerCode(cy), { count: 3 }));
  expect((await move(cy, await prepare(guest))).data).toEqual({ moved: 8, left_behind: 2 });
  const kept = await heldStamps(cy);
  expect(kept.map(({ stamp_count }) => stamp_count)).toEqual([5, 2, 3]);
  expect(kept[0]?.id).toBe(yesterday.stamp_id);
  expect(await total(cy, MGA_HALO)).toBe(1);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
  expect(await heldBy(guest)).toBe(0);
});

test('an account takes over three cards in thirty days', async () => {
  const moveAnother = async () => {
    const guest = await startAsGuest();
    answered(await give(tess, customerCode(guest)));
    return move(cy, await prepare(guest));
  };
  for (let cards = 1; cards <= 3; cards += 1) {
    expect((await moveAnother()).data).toEqual({ moved: 1, left_behind: 0 });
  }
  expect(refusalOf(await moveAnother())).toEqual([409, 'too_many_guest_cards']);
  expect(await total(cy)).toBe(3);
  await (await backend()).query(
    `update private.former_guests set moved_at = moved_at - interval '30 days'`,
  );
  expect((await moveAnother()).data).toEqual({ moved: 1, left_behind: 0 });
});

test('only its fingerprint is kept', async () => {
  const guest = await startAsGuest();
  const secret = await prepare(guest);
  const rows = await (await backend()).query<{ all: string; length: number }>(
    `select m::text as all, length(m.secret) from private.guest_moves m`,
  );
  expect(rows).toMatchObject([{ length: 32 }]);
  expect(rows[0]?.all).not.toContain(secret);
  expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString('hex'));
});

test('an unknown one opens nothing', async () => {
  expect(refusalOf(await move(cy, secretOf()))).toEqual([404, 'unknown_guest_card']);
  const client = await as(cy);
  const none = await client.rpc('move_guest_card', { secret: null as never });
  expect(refusalOf(none)).toEqual([404, 'unknown_guest_card']);
  const garbled = await client.rpc('move_guest_card', { secret: 'x' });
  expect(garbled.status).toBe(400);
});

test('one of eight days ago opens nothing, one of six days ago does', async () => {
  const guest = await startAsGuest();
  const secret = await prepare(guest);
  await age(guest, 7);
  expect(refusalOf(await move(cy, secret))).toEqual([404, 'unknown_guest_card']);
  await age(guest, -1);
  expect((await move(cy, secret)).error).toBeNull();
});

test('a new one takes the place of the one before, the same one may be sent again', async () => {
  const guest = await startAsGuest();
  const first = await prepare(guest);
  const second = await prepare(guest);
  await prepare(guest, second);
  expect(refusalOf(await move(cy, first))).toEqual([404, 'unknown_guest_card']);
  expect((await move(cy, second)).error).toBeNull();
});

test('one that another guest uses is refused', async () => {
  const [guest, another] = [await startAsGuest(), await startAsGuest()];
  const secret = await prepare(guest);
  const taken = await another.client.rpc('prepare_guest_move', { secret });
  expect(taken.status).toBe(409);
  expect((await move(cy, secret)).error).toBeNull();
  expect(await accounts(another)).toHaveLength(1);
});

test('a guest can’t take over a card, nor a visitor, nor an account that is gone', async () => {
  const [guest, another] = [await startAsGuest(), await startAsGuest()];
  const secret = await prepare(guest);
  expect(refusalOf(await another.client.rpc('move_guest_card', { secret }))).toEqual([
    403,
    'sign_in_first',
  ]);
  expect((await anonymous.rpc('move_guest_card', { secret })).status).toBe(401);
  await move(cy, await prepare(another));
  expect((await another.client.rpc('move_guest_card', { secret })).status).toBe(401);
  expect(await accounts(guest)).toHaveLength(1);
});

test('only a guest prepares a card', async () => {
  const client = await as(cy);
  expect(refusalOf(await client.rpc('prepare_guest_move', { secret: secretOf() }))).toEqual([
    403,
    'not_a_guest',
  ]);
  expect((await anonymous.rpc('prepare_guest_move', { secret: secretOf() })).status).toBe(401);
});

const sweep = async (atMost = 100) => {
  const [row] = await (await backend()).query<{ gone: number }>(
    'select private.sweep_guests($1::int) as gone',
    [atMost],
  );
  return row?.gone;
};
const remains = async (guest: Guest) => (await accounts(guest)).length === 1;

test('a guest without a stamp goes after thirty days, one with a stamp after a year', async () => {
  const [empty, holds, here] = [await startAsGuest(), await startAsGuest(), await startAsGuest()];
  answered(await give(tess, customerCode(holds)));
  for (const guest of [empty, holds]) await age(guest, 29);
  expect(await sweep()).toBe(0);
  for (const guest of [empty, holds]) await age(guest, 2);
  expect(await sweep()).toBe(1);
  expect([await remains(empty), await remains(holds)]).toEqual([false, true]);
  await age(holds, 335);
  expect(await sweep()).toBe(1);
  expect([await remains(holds), await remains(here)]).toEqual([false, true]);
});

test('a guest whose session was renewed was here', async () => {
  const guest = await startAsGuest();
  await age(guest, 31);
  await guest.client.auth.refreshSession();
  expect(await sweep()).toBe(0);
});

test('accounts stay, however long nobody was here', async () => {
  const before = await (await backend()).query('select id from auth.users');
  await (await backend()).query(
    `update auth.users set created_at = now() - interval '9 years', last_sign_in_at = null`,
  );
  expect(await sweep()).toBe(0);
  expect(await (await backend()).query('select id from auth.users')).toHaveLength(before.length);
});

test('the one of longest ago goes first', async () => {
  const [older, newer] = [await startAsGuest(), await startAsGuest()];
  await age(older, 50);
  await age(newer, 40);
  expect(await sweep(1)).toBe(1);
  expect([await remains(older), await remains(newer)]).toEqual([false, true]);
});
