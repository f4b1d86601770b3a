import { beforeEach, expect, test } from 'vitest';
import { members } from '../../local-backend/people.ts';
import { ana, ben, cy, dina, tess } from '../people.ts';
import { backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  closedCode,
  countOf,
  customerCode,
  give,
  KAPE_TAYO,
  openRedemption,
  redeem,
  redemptionCode,
  refused,
  SUSPENDED_STORE,
} from './counter.ts';

/** A till that asks again after a refusal, under the same request id. */
beforeEach(freshData);

const suspended = members.find(({ memberOf }) => memberOf === SUSPENDED_STORE) ?? tess;
const yesterday = () => customerCode(ana, Date.now() - 25 * 60 * 60 * 1000);

type Call = (requestId: string) => ReturnType<typeof give>;

/** One of each kind: of the caller, the store, the code, the day, and of either call. */
const calls: [reason: string, call: Call][] = [
  ['not_a_member', (requestId) => give(ana, customerCode(ana), { requestId })],
  [
    'store_suspended',
    (requestId) => give(suspended, customerCode(ana), { requestId, store: SUSPENDED_STORE }),
  ],
  [
    'duplicate_invoice',
    (requestId) => give(tess, customerCode(cy), { requestId, invoice: 'kt 1' }),
  ],
  ['daily_limit', (requestId) => give(tess, customerCode(ben), { requestId, count: 100 })],
  ['stale_code', (requestId) => give(tess, yesterday(), { requestId })],
  ['unreadable_code', (requestId) => give(tess, {}, { requestId })],
  ['code_not_open', async (requestId) => redeem(tess, await closedCode(ben), { requestId })],
  ['not_enough_stamps', async (requestId) => redeem(tess, await closedCode(ana), { requestId })],
];

test.each(calls)(
  'a till that repeats what was refused as %s is refused again',
  async (reason, call) => {
    answered(await give(tess, customerCode(dina), { invoice: 'KT1' }));
    const before = [await countOf('stamps'), await countOf('redemptions')];
    const requestId = crypto.randomUUID();
    const first = await call(requestId);
    expect(refused(first)).toBe(reason);
    expect(await call(requestId)).toEqual(first);
    expect([await countOf('stamps'), await countOf('redemptions')]).toEqual(before);
  },
);

test('the same call is carried out once its reason is gone', async () => {
  const requestId = crypto.randomUUID();
  await operator.from('stores').update({ daily_stamps: 1 }).eq('id', KAPE_TAYO);
  const stamps = () => give(tess, customerCode(cy), { requestId, count: 2 });
  expect(refused(await stamps())).toBe('daily_limit');
  await operator.from('stores').update({ daily_stamps: 2 }).eq('id', KAPE_TAYO);
  answered(await stamps());

  const code = await closedCode(ben, { reward_id: String(BARAKO) });
  const other = crypto.randomUUID();
  expect(refused(await redeem(tess, code, { requestId: other }))).toBe('code_not_open');
  await openRedemption(ben, code);
  answered(await redeem(tess, code, { requestId: other }));
});

const DAY_MS = 24 * 60 * 60 * 1000;
const [WITHIN, BEYOND] = [6.9, 7.1];

const kept = async () => {
  const { query } = await backend();
  const rows = await query<{ id: string }>(
    'select request_id as id from private.till_idempotency_keys',
  );
  return rows.map(({ id }) => id);
};

/** As if these answers had been given so many days ago. */
const age = async (days: number, ...requestIds: string[]) =>
  (await backend()).query(
    `update private.till_idempotency_keys set created_at = now() - $1 * interval '1 day'
      where request_id = any ($2::uuid[])`,
    [days, `{${requestIds.join(',')}}`],
  );

const given = async (requestId: string = crypto.randomUUID()) => {
  answered(await give(tess, customerCode(cy), { requestId }));
  return requestId;
};

test('an answer is kept for seven days', async () => {
  const [young, old] = [await given(), await given()];
  await age(WITHIN, young);
  await age(BEYOND, old);
  const newest = await given();
  expect((await kept()).toSorted()).toEqual([young, newest].toSorted());
});

test('a call removes five at most, the oldest first, and a redemption does too', async () => {
  const ids = [];
  for (let index = 0; index < 7; index += 1) ids.push(await given());
  for (const [index, id] of ids.entries()) await age(20 - index, id);
  answered(await redeem(tess, await redemptionCode(ben)));
  expect(await kept()).toEqual(expect.arrayContaining(ids.slice(5)));
  expect(await kept()).toHaveLength(3);
});

test('an operator removes as many as they name', async () => {
  const ids = [await given(), await given(), await given()];
  await age(BEYOND, ...ids);
  const { query } = await backend();
  expect(await query('select private.sweep_idempotency_keys(2) as gone')).toEqual([{ gone: 2 }]);
  expect(await query('select private.sweep_idempotency_keys() as gone')).toEqual([{ gone: 1 }]);
});

test('the log keeps what was done', async () => {
  const old = await given();
  await age(BEYOND, old);
  await given();
  const log = await (await backend()).query(
    'select outcome from private.till_log where request_id = $1',
    [old],
  );
  expect(log).toEqual([{ outcome: 'done' }]);
});

/** Whatever refuses it then, nothing is given or spent twice. */
const forget = async (requestId: string) => {
  await age(BEYOND, requestId);
  await given();
  expect(await kept()).not.toContain(requestId);
};

test('a stamp is not given again, as its code is of another day', async () => {
  const requestId = crypto.randomUUID();
  const then = customerCode(ana, Date.now() - BEYOND * DAY_MS);
  answered(await give(tess, customerCode(ana), { requestId }));
  answered(await give(tess, then, { requestId }));
  await forget(requestId);
  expect(refused(await give(tess, then, { requestId }))).toBe('stale_code');
});

test('an invoice does not count again', async () => {
  const requestId = crypto.randomUUID();
  const giving = { requestId, invoice: 'KT-7000' };
  answered(await give(tess, customerCode(ana), giving));
  await forget(requestId);
  expect(refused(await give(tess, customerCode(ana), giving))).toBe('duplicate_invoice');
});

test('stamps are not spent again', async () => {
  const requestId = crypto.randomUUID();
  const code = await redemptionCode(ben);
  answered(await redeem(tess, code, { requestId }));
  await forget(requestId);
  expect(refused(await redeem(tess, code, { requestId }))).toBe('stamps_used');
});
