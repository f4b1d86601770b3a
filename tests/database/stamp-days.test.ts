import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../people.ts';
import { anonymous, as, backend, freshData } from './as.ts';
import { answered, KAPE_TAYO, MGA_HALO, redeem, redemptionCode } from './counter.ts';

beforeEach(freshData);

const days = async (who = ana, month_start = '2025-02-01') => {
  const { data } = await (await as(who)).rpc('stamp_days', { month_start }).throwOnError();
  return data.map(({ day }: { day: string }) => day);
};

const give = async (times: readonly string[], user = ana.id, store = KAPE_TAYO) =>
  (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, given::timestamptz from unnest($3::text[]) as given`,
    [user, store, times],
  );

describe('the days of a month with stamps', () => {
  test('a month’s days are those in UTC+8, each once, from its first to its last minute', async () => {
    await give([
      '2025-01-31T15:59:59Z',
      '2025-01-31T16:00:00Z',
      '2025-02-09T15:59:59Z',
      '2025-02-09T01:00:00Z',
      '2025-02-28T15:59:59Z',
      '2025-02-28T16:00:00Z',
    ]);
    await give(['2025-02-10T01:00:00Z'], ana.id, MGA_HALO);
    expect(await days()).toEqual(['2025-02-01', '2025-02-09', '2025-02-10', '2025-02-28']);
    expect(await days(ana, '2025-03-01')).toEqual(['2025-03-01']);
    expect(await days(ana, '2025-04-01')).toEqual([]);
  });

  test('a customer’s days are not another’s, nor a member’s those of their customers', async () => {
    await give(['2025-02-09T01:00:00Z']);
    await give(['2025-02-11T01:00:00Z'], cy.id);
    expect(await days()).toEqual(['2025-02-09']);
    expect(await days(cy)).toEqual(['2025-02-11']);
    expect(await days(tess)).toEqual([]);
  });

  test('a day whose stamps are all spent is none', async () => {
    const rows = await (await backend()).query<{ month: string }>(
      `select distinct to_char(created_at at time zone interval '8 hours', 'YYYY-MM-01') as month
        from public.stamps where user_id = $1 and store_id = $2`,
      [ben.id, KAPE_TAYO],
    );
    const all = async () =>
      (await Promise.all(rows.map(({ month }) => days(ben, month)))).flat().length;
    const before = await all();
    answered(await redeem(tess, await redemptionCode(ben)));
    expect(await all()).toBeLessThan(before);
  });

  test('a signed-out visitor may not ask', async () => {
    const { error } = await anonymous.rpc('stamp_days', { month_start: '2025-02-01' });
    expect(error?.code).toBe('42501');
  });
});
