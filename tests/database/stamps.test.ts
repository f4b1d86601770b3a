import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, dina, mario, tess } from '../../local-backend/people.ts';
import { appDayBounds, appDayKey, appDayStart } from '../../src/lib/domain/day.ts';
import { as, freshData, operator, sql } from './as.ts';
import {
  answered,
  changeStore,
  customerCode,
  dismiss,
  give,
  giveTo,
  hire,
  KAPE_TAYO,
  logOf,
  MGA_HALO,
  redeem,
  redeemFor,
  redemptionCode,
  refused,
  refusedTo,
  removeAccount,
  SUSPENDED_STORE,
  total,
  undo,
} from './counter.ts';

beforeEach(freshData);

const usersOf = (rows: { user_id: string }[] | null) => new Set(rows?.map((row) => row.user_id));

test('a customer reads all of their own unspent stamps and redemptions, and no others', async () => {
  const client = await as(dina);
  const redemptions = await client.from('redemptions').select();
  expect(usersOf(redemptions.data)).toEqual(new Set([dina.id]));
  expect(redemptions.data).toHaveLength(7);
  const seen = await client.from('stamps').select().order('id');
  const unspent = await operator
    .from('stamps')
    .select()
    .eq('user_id', dina.id)
    .is('redemption_id', null)
    .order('id');
  expect(seen.data).toEqual(unspent.data);
  expect(seen.data?.length).toBeGreaterThan(20);
});

test('a member who collects stamps where they work reads their own card like any customer', async () => {
  await giveTo(tess, { count: 10 });
  await redeemFor(tess);
  await giveTo(tess, { count: 2 });
  const { data } = await (await as(tess)).from('stamps').select().eq('user_id', tess.id);
  expect(data?.map(({ stamp_count }) => stamp_count)).toEqual([2]);
});

test('a customer reads the stamps of a day page by page, as the app does', async () => {
  const { start, nextDay } = appDayBounds(appDayKey(Date.now()));
  const page = async (from: number) =>
    (await as(dina))
      .from('stamps')
      .select('*', { count: 'exact' })
      .eq('user_id', dina.id)
      .gte('created_at', start)
      .lt('created_at', nextDay)
      .order('created_at', { ascending: false })
      .range(from, from + 4);
  const [first, second, third] = [await page(0), await page(5), await page(10)];
  expect([first.data?.length, first.count]).toEqual([5, 7]);
  expect([second.data?.length, second.count]).toEqual([2, 7]);
  expect([third.status, third.error?.code]).toEqual([416, 'PGRST103']);
});

test('a member reads all stamps and redemptions of their own store only, and none after leaving', async () => {
  const client = await as(tess);
  for (const table of ['stamps', 'redemptions'] as const) {
    const seen = await client.from(table).select('id, store_id').order('id');
    const all = await operator
      .from(table)
      .select('id, store_id')
      .eq('store_id', KAPE_TAYO)
      .order('id');
    expect(seen.data).toEqual(all.data);
    expect(seen.data?.length).toBeGreaterThan(0);
  }
  await dismiss(tess);
  for (const table of ['stamps', 'redemptions'] as const) {
    expect((await client.from(table).select()).data).toEqual([]);
  }
});

test('a member can’t read other memberships, in their store or in another', async () => {
  await hire(mario);
  const { data } = await (await as(tess)).from('store_members').select();
  expect(usersOf(data)).toEqual(new Set([tess.id]));
});

/** A store gives a customer a limited number of stamps a day, which the store's setting says. */
const mostADay = (daily_stamps: number) => changeStore({ daily_stamps });

test('a customer gets at most a hundred stamps a day, unless the operator sets another number', async () => {
  await giveTo(cy, { count: 99 });
  expect(await refusedTo(cy, { count: 2 })).toBe('daily_limit');
  await giveTo(cy);
  await mostADay(103);
  const sentence = async (count: number) => {
    const result = await give(tess, customerCode(cy), { count });
    return 'refusal' in result ? result.refusal.sentence : 'given';
  };
  expect(await sentence(4)).toBe(
    'A customer gets 103 stamps a day at your store at most. For this one 3 are left today.',
  );
  await mostADay(101);
  expect(await sentence(2)).toBe(
    'A customer gets 101 stamps a day at your store at most. For this one 1 is left today.',
  );
  await mostADay(1);
  expect(await sentence(1)).toBe(
    'A customer gets 1 stamp a day at your store at most. This one has it; please go on tomorrow.',
  );
  await mostADay(103);
  // Stamps that were spent or split since still count.
  await redeemFor(cy);
  expect(await sentence(3)).toBe('given');
  expect(await sentence(1)).toBe(
    'A customer gets 103 stamps a day at your store at most. This one has them all; please go on tomorrow.',
  );
});

test('every customer and every store has a separate limit', async () => {
  await mostADay(3);
  await giveTo(cy, { count: 3 });
  // One of Ana's stamps is from today.
  await giveTo(ana, { count: 2 });
  answered(await give(mario, customerCode(cy), { count: 3, store: MGA_HALO }));
  expect(await refusedTo(cy)).toBe('daily_limit');
});

test('yesterday’s stamps no longer count after midnight in UTC+8', async () => {
  await mostADay(5);
  await giveTo(cy, { count: 5 });
  const at = (time: string) =>
    operator.from('stamps').update({ created_at: time }).eq('user_id', cy.id);
  const midnight = appDayStart(appDayKey(Date.now()));
  await at(new Date(midnight).toISOString());
  expect(await refusedTo(cy)).toBe('daily_limit');
  await at(new Date(midnight - 1).toISOString());
  await giveTo(cy, { count: 5 });
});

/** A wrong stamp is taken back, with a row of the log. */
const given = async (count: number, customer = cy, invoice = '') =>
  (await giveTo(customer, { count, invoice })).stamp_id;

const held = async () => [await total(cy), (await (await as(cy)).rpc('stamps_held')).data];

test('stamps that were taken back leave the card, and earlier ones stay', async () => {
  await given(2);
  const before = await held();
  const answer = answered(await undo(tess, await given(3, cy, 'A-7')));
  expect(answer).toMatchObject({
    ...{ user_id: cy.id, store_id: KAPE_TAYO, store_name: 'Kape Tayo', stamp_count: 3 },
    ...{ invoice_or_number: 'A-7', stamps_held: 2 },
  });
  expect(await held()).toEqual(before);
});

test('the log and the customer’s data have both calls, and the correction counts as no scan', async () => {
  await hire(mario);
  const stamp_id = await given(3, cy, 'A-7');
  answered(await undo(mario, stamp_id));
  const both = { stamp_count: 3, invoice: 'A-7', stamp_id, outcome: 'done' };
  expect(await logOf(tess)).toMatchObject([
    { ...both, call: 'undo_stamp', customer_id: cy.id, member_id: mario.id },
    { ...both, call: 'give_stamp', customer_id: cy.id, member_id: tess.id },
  ]);
  const client = await as(cy);
  const { data } = await client.rpc('my_data', { part: 'scans' }).throwOnError();
  expect(data.map(({ entry }) => entry)).toMatchObject([
    { ...both, call: 'give_stamp' },
    { ...both, call: 'undo_stamp' },
  ]);
  const known = await client.rpc('known_about_me').throwOnError();
  expect(known.data).toMatchObject([{ scans: 1, stamps_held: 0 }]);
});

test('an invoice whose stamps were taken back counts once more, and then not again', async () => {
  answered(await undo(tess, await given(3, cy, 'A-7')));
  const again = { invoice: 'a-7' };
  await giveTo(ben, again);
  expect(await refusedTo(cy, again)).toBe('duplicate_invoice');
  // The card on which it counted is gone, but the log says that it counted.
  await removeAccount(ben);
  expect(await refusedTo(cy, again)).toBe('duplicate_invoice');
});

test('stamps that were taken back no longer count toward the day’s limit', async () => {
  const stamp_id = await given(100);
  expect(await refusedTo(cy)).toBe('daily_limit');
  answered(await undo(tess, stamp_id));
  await giveTo(cy, { count: 100 });
});

test('a call that repeats a request id takes nothing more', async () => {
  const requestId = crypto.randomUUID();
  const [first, second] = [await given(3), await given(2)];
  const answer = answered(await undo(tess, first, { requestId }));
  expect(answered(await undo(tess, first, { requestId }))).toEqual(answer);
  expect(refused(await undo(tess, second, { requestId }))).toBe('request_id_reused');
  expect(await total(cy)).toBe(2);
});

test('an open code is not redeemed if its stamps are taken back', async () => {
  await given(5);
  const last = await given(5);
  const code = await redemptionCode(cy);
  answered(await undo(tess, last));
  expect(refused(await redeem(tess, code))).toBe('not_their_stamps');
  expect(await total(cy)).toBe(5);
});

test('stamps that may not be taken back are refused, with the reason', async () => {
  await hire(tess, SUSPENDED_STORE);
  const back = await given(1);
  answered(await undo(tess, back));
  const gone = await given(1, ana);
  await removeAccount(ana);
  const stamp = await given(3);
  const noId = { requestId: null as unknown as string };
  for (const [what, reason, call] of [
    ['what was taken back already', 'unknown_stamp', undo(tess, back)],
    ['of an account that was deleted', 'unknown_stamp', undo(tess, gone)],
    ['no stamp', 'unknown_stamp', undo(tess, null)],
    ['a stamp that is none', 'unknown_stamp', undo(tess, 0)],
    ['a stamp that is not there', 'unknown_stamp', undo(tess, 999_999)],
    ['by a member of another store', 'wrong_store', undo(mario, stamp)],
    ['as another store', 'unknown_stamp', undo(mario, stamp, { store: MGA_HALO })],
    ['at a suspended store', 'store_suspended', undo(tess, stamp, { store: SUSPENDED_STORE })],
    ['by the customer', 'not_a_member', undo(cy, stamp)],
    ['without a request id', 'request_id_missing', undo(tess, stamp, noId)],
  ] as const) {
    expect.soft(refused(await call), what).toBe(reason);
  }
  expect(await logOf(tess)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ call: 'undo_stamp', outcome: 'unknown_stamp' }),
    ]),
  );
  const lastNight = new Date(appDayStart(appDayKey(Date.now())) - 1).toISOString();
  await sql('update stamps set created_at = $2 where id = $1', [stamp, lastNight]);
  expect(refused(await undo(tess, stamp))).toBe('undo_too_late');
  expect(await total(cy)).toBe(3);
});

test('stamps are taken back from a customer ten times a day at most', async () => {
  for (let times = 0; times < 10; times += 1) answered(await undo(tess, await given(1)));
  const stamp = await given(1);
  expect(refused(await undo(tess, stamp))).toBe('undo_limit');
  // Other customers can still be corrected, and this one in another store or on another day.
  answered(await undo(tess, await given(1, ana)));
  const there = answered(await give(mario, customerCode(cy), { store: MGA_HALO }));
  answered(await undo(mario, there.stamp_id, { store: MGA_HALO }));
  await sql('alter table private.till_log disable trigger user');
  await sql(`update private.till_log set happened_at = happened_at - interval '1 day'`);
  await sql('alter table private.till_log enable trigger user');
  answered(await undo(tess, stamp));
});

test.each([
  ['all of them', [10], 0],
  ['some of them, which left the rest under the same number', [4, 8], 1],
  ['some of them, which left the rest under a new number', [12], 0],
])('stamps that were spent can’t be taken back: %s', async (_what, counts, index) => {
  const ids: unknown[] = [];
  for (const count of counts) ids.push(await given(count));
  await redeemFor(cy);
  const left = await sql<{ id: number }>(
    'select coalesce(max(id), $2) as id from stamps where user_id = $1 and redemption_id is null',
    [cy.id, ids[index]],
  );
  const before = await total(cy);
  for (const id of [ids[index], left[0]?.id]) {
    expect(refused(await undo(tess, id))).toBe('stamps_used');
  }
  expect(await total(cy)).toBe(before);
  // The till says what is on the card now.
  expect((await giveTo(cy)).stamps_held).toBe(before + 1);
});

test('stamps that a guest took along are taken back from the person who has them now', async () => {
  const stamp_id = await given(3, ana);
  // As private.move_stamps does.
  await sql('update stamps set user_id = $2 where id = $1', [stamp_id, cy.id]);
  expect(answered(await undo(tess, stamp_id))).toMatchObject({ user_id: cy.id, stamps_held: 0 });
});
