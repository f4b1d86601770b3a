import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  customerCode,
  give,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  refused,
  SUSPENDED_STORE,
  total,
  undo,
} from './counter.ts';

/** A wrong stamp is taken back, with a row of the log. */
beforeEach(freshData);

const given = async (count: number, customer = cy, invoice = '') =>
  answered(await give(tess, customerCode(customer), { count, invoice })).stamp_id;

const logOf = async (member: DemoPerson, store_id = KAPE_TAYO) =>
  (await (await as(member)).rpc('till_log', { store_id }).throwOnError()).data;

const held = async () => [await total(cy), (await (await as(cy)).rpc('stamps_held')).data];

test('stamps that were taken back are on no card, and what was there before is', async () => {
  await given(2);
  const before = await held();
  const answer = answered(await undo(tess, await given(3, cy, 'A-7')));
  expect(answer).toMatchObject({
    ...{ user_id: cy.id, store_id: KAPE_TAYO, store_name: 'Kape Tayo', stamp_count: 3 },
    ...{ invoice_or_number: 'A-7', stamps_held: 2 },
  });
  expect(await held()).toEqual(before);
});

test('the log has both, and who did them', async () => {
  await operator.from('store_members').insert({ user_id: mario.id, store_id: KAPE_TAYO });
  const stamp_id = await given(3, cy, 'A-7');
  answered(await undo(mario, stamp_id));
  const both = { customer_id: cy.id, stamp_count: 3, invoice: 'A-7', stamp_id, outcome: 'done' };
  expect(await logOf(tess)).toMatchObject([
    { ...both, call: 'undo_stamp', member_id: mario.id },
    { ...both, call: 'give_stamp', member_id: tess.id },
  ]);
});

test('the customer’s own data shows the correction, which is no reading of a code', async () => {
  const stamp_id = await given(3);
  answered(await undo(tess, stamp_id));
  const client = await as(cy);
  const { data } = await client.rpc('my_data', { part: 'scans' }).throwOnError();
  expect(data.map(({ entry }) => entry)).toMatchObject([
    { call: 'give_stamp', outcome: 'done', stamp_count: 3, stamp_id },
    { call: 'undo_stamp', outcome: 'done', stamp_count: 3, stamp_id },
  ]);
  const known = await client.rpc('known_about_me').throwOnError();
  expect(known.data).toMatchObject([{ scans: 1, stamps_held: 0 }]);
});

test('an invoice whose stamps were taken back counts once more, and then not again', async () => {
  answered(await undo(tess, await given(3, cy, 'A-7')));
  const again = { invoice: 'a-7' };
  answered(await give(tess, customerCode(ben), again));
  expect(refused(await give(tess, customerCode(cy), again))).toBe('duplicate_invoice');
  // The card on which it counted is gone, and the log says that it did.
  await (await backend()).query('delete from auth.users where id = $1', [ben.id]);
  expect(refused(await give(tess, customerCode(cy), again))).toBe('duplicate_invoice');
});

test('the day has room again for stamps that were taken back', async () => {
  const stamp_id = await given(100);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
  answered(await undo(tess, stamp_id));
  answered(await give(tess, customerCode(cy), { count: 100 }));
});

test('a call that repeats a request id takes nothing more', async () => {
  const requestId = crypto.randomUUID();
  const [first, second] = [await given(3), await given(2)];
  const answer = answered(await undo(tess, first, { requestId }));
  expect(answered(await undo(tess, first, { requestId }))).toEqual(answer);
  expect(refused(await undo(tess, second, { requestId }))).toBe('request_id_reused');
  expect(await total(cy)).toBe(2);
});

test('a code that was open with stamps that were taken back is not redeemed', async () => {
  await given(5);
  const last = await given(5);
  const code = await redemptionCode(cy);
  answered(await undo(tess, last));
  expect(refused(await redeem(tess, code))).toBe('not_their_stamps');
  expect(await total(cy)).toBe(5);
});

test('stamps that were taken back already', async () => {
  const stamp_id = await given(3);
  answered(await undo(tess, stamp_id));
  expect(refused(await undo(tess, stamp_id))).toBe('unknown_stamp');
});

test('stamps of an account that was deleted', async () => {
  const stamp_id = await given(3);
  await (await backend()).query('delete from auth.users where id = $1', [cy.id]);
  expect(refused(await undo(tess, stamp_id))).toBe('unknown_stamp');
});

test.each([null, 0, -1, 999_999])('the stamp %s', async (stamp_id) => {
  expect(refused(await undo(tess, stamp_id))).toBe('unknown_stamp');
});

test('stamps of the day before', async () => {
  const stamp_id = await given(3);
  await (await backend()).query(
    `update stamps set created_at = created_at - interval '1 day' where id = $1`,
    [stamp_id],
  );
  expect(refused(await undo(tess, stamp_id))).toBe('undo_too_late');
  expect(await total(cy)).toBe(3);
});

test.each([
  ['all of them', [10], 0],
  ['some of them, which left the rest under the same number', [4, 8], 1],
  ['some of them, which left the rest under a new number', [12], 0],
])('stamps that were spent: %s', async (_what, counts, index) => {
  const ids: unknown[] = [];
  for (const count of counts) ids.push(await given(count));
  answered(await redeem(tess, await redemptionCode(cy)));
  const left = await total(cy);
  expect(refused(await undo(tess, ids[index]))).toBe('stamps_used');
  expect(await total(cy)).toBe(left);
});

test('what a redemption left of a record', async () => {
  await given(12);
  answered(await redeem(tess, await redemptionCode(cy)));
  const rows = await (await backend()).query<{ id: number }>(
    'select id from stamps where user_id = $1 and redemption_id is null',
    [cy.id],
  );
  expect(refused(await undo(tess, rows[0]?.id))).toBe('stamps_used');
  expect(await total(cy)).toBe(2);
});

test('stamps of another store, under either store', async () => {
  const stamp_id = await given(3);
  expect(refused(await undo(mario, stamp_id))).toBe('wrong_store');
  expect(refused(await undo(mario, stamp_id, { store: MGA_HALO }))).toBe('unknown_stamp');
  expect(await total(cy)).toBe(3);
});

test('a store that is suspended', async () => {
  await operator.from('store_members').insert({ user_id: tess.id, store_id: SUSPENDED_STORE });
  expect(refused(await undo(tess, 1, { store: SUSPENDED_STORE }))).toBe('store_suspended');
});

test('a call without a request id', async () => {
  const stamp_id = await given(3);
  const { error } = await (await as(tess)).rpc('undo_stamp', {
    ...{ store_id: KAPE_TAYO, stamp_id: Number(stamp_id), request_id: null as never },
  });
  expect(error?.details).toBe('request_id_missing');
  expect(await total(cy)).toBe(3);
});

test('someone who works in no store, the customer among them', async () => {
  const stamp_id = await given(3);
  expect(refused(await undo(cy, stamp_id))).toBe('not_a_member');
  const { error } = await anonymous.rpc('undo_stamp', {
    ...{ store_id: KAPE_TAYO, stamp_id: Number(stamp_id), request_id: crypto.randomUUID() },
  });
  expect(error?.code).toBe('42501');
  expect(await total(cy)).toBe(3);
});

test('and the log says that it was refused', async () => {
  refused(await undo(tess, 0));
  expect(await logOf(tess)).toMatchObject([{ call: 'undo_stamp', outcome: 'unknown_stamp' }]);
});

test('stamps that a guest took along are taken back from the person who has them now', async () => {
  const stamp_id = await given(3, ana);
  // As private.move_stamps does.
  await (await backend()).query('update stamps set user_id = $2 where id = $1', [stamp_id, cy.id]);
  expect(answered(await undo(tess, stamp_id))).toMatchObject({ user_id: cy.id, stamps_held: 0 });
});
