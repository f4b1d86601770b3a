import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../people.ts';
import { backend, freshData } from './as.ts';
import { answered, customerCode, give, redeem, redemptionCode, refused } from './counter.ts';

beforeEach(freshData);

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

describe('answers to the tills', () => {
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
});

/** Whatever refuses it then, nothing is given or spent twice. */
describe('a call repeated after its answer is gone', () => {
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
});
