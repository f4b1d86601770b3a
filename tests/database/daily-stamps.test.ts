import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, mario, tess } from '../people.ts';
import { backend, freshData, operator } from './as.ts';
import {
  answered,
  customerCode,
  give,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  refused,
  total,
} from './counter.ts';

/** What one store gives one customer on one day has an end, which the store's setting says. */
beforeEach(freshData);

const mostADay = (daily_stamps: number, store = KAPE_TAYO) =>
  operator.from('stores').update({ daily_stamps }).eq('id', store);

test('a hundred stamps a day are given unless the operator sets another number', async () => {
  answered(await give(tess, customerCode(cy), { count: 99 }));
  expect(refused(await give(tess, customerCode(cy), { count: 2 }))).toBe('daily_limit');
  answered(await give(tess, customerCode(cy)));
  expect(await total(cy)).toBe(100);
  await mostADay(103);
  answered(await give(tess, customerCode(cy), { count: 3 }));
});

test('the refusal says how many are left, or when there will be some', async () => {
  await mostADay(5);
  const sentence = async (count: number) => {
    const result = await give(tess, customerCode(cy), { count });
    return 'refusal' in result ? result.refusal.sentence : 'given';
  };
  expect(await sentence(6)).toBe(
    'A customer gets 5 stamps a day at your store at most. For this one 5 are left today.',
  );
  expect(await sentence(5)).toBe('given');
  expect(await sentence(1)).toBe(
    'A customer gets 5 stamps a day at your store at most. This one has them all; please go on tomorrow.',
  );
});

test('every customer and every store has a limit of its own', async () => {
  await mostADay(3);
  answered(await give(tess, customerCode(cy), { count: 3 }));
  // One of Ana's stamps is of today.
  answered(await give(tess, customerCode(ana), { count: 2 }));
  answered(await give(mario, customerCode(cy), { count: 3, store: MGA_HALO }));
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
});

test('stamps that were spent or split since count all the same', async () => {
  await mostADay(14);
  // Two of Ben's stamps are of today.
  answered(await give(tess, customerCode(ben), { count: 12 }));
  answered(await redeem(tess, await redemptionCode(ben)));
  answered(await redeem(tess, await redemptionCode(ben)));
  expect(await total(ben)).toBe(2);
  expect(refused(await give(tess, customerCode(ben)))).toBe('daily_limit');
});

test('the stamps of yesterday count no more after midnight in UTC+8', async () => {
  await mostADay(5);
  answered(await give(tess, customerCode(cy), { count: 5 }));
  const at = (time: string) =>
    operator.from('stamps').update({ created_at: time }).eq('user_id', cy.id);
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await at(`${today}T00:00:00+08:00`);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
  await at(new Date(Date.parse(`${today}T00:00:00+08:00`) - 1).toISOString());
  answered(await give(tess, customerCode(cy), { count: 5 }));
});

test('a till that repeats its call gets its answer, though the day is full by then', async () => {
  await mostADay(1);
  const requestId = crypto.randomUUID();
  const first = answered(await give(tess, customerCode(cy), { requestId }));
  expect(answered(await give(tess, customerCode(cy), { requestId }))).toEqual(first);
  expect(refused(await give(tess, customerCode(cy)))).toBe('daily_limit');
});

test('a store that saw the code can give its customer the day’s stamps, no more, and the log says who', async () => {
  const seen = customerCode(cy);
  let given = 0;
  let refusals = 0;
  for (let call = 0; call < 120; call += 1) {
    const result = await give(tess, seen);
    given += 'answer' in result ? 1 : 0;
    refusals += 'refusal' in result ? 1 : 0;
  }
  expect([given, refusals]).toEqual([100, 20]);
  const log = await (await backend()).query<{ outcome: string; calls: number }>(
    `select outcome, count(*)::int as calls from private.till_log
        where member_id = $1 and customer_id = $2 group by outcome order by outcome`,
    [tess.id, cy.id],
  );
  expect(log).toEqual([
    { outcome: 'daily_limit', calls: 20 },
    { outcome: 'done', calls: 100 },
  ]);
});

test('another customer who shows it collects for its owner', async () => {
  answered(await give(tess, customerCode(cy)));
  expect([await total(cy), await total(ana)]).toEqual([1, 9]);
});
