import { beforeEach, describe, expect, test } from 'vitest';
import { appDayEnd, appDayKey, appDayStart } from '../../src/lib/domain/day.ts';
import { ana, ben, cy, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  customerCode,
  give,
  HALO_HALO,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
} from './counter.ts';

beforeEach(freshData);

const ENSAYMADA = 2;

const ready = async (who = ben) => {
  const { data } = await (await as(who)).rpc('ready_rewards').throwOnError();
  return data;
};
const readyIds = async (who = ben) => (await ready(who)).map(({ id }) => id);

const change = (id: number, values: object) =>
  operator.from('rewards').update(values).eq('id', id).throwOnError();

describe('what a customer can redeem', () => {
  test('the rewards of today that the stamps are enough for are answered, soonest end first', async () => {
    expect(await readyIds(ben)).toEqual([ENSAYMADA, HALO_HALO, BARAKO]);
    expect(await readyIds(ana)).toEqual([]);
    expect(await readyIds(cy)).toEqual([]);
  });

  test('a reward is ready with the last stamp, and not after the stamps are spent', async () => {
    answered(await give(tess, customerCode(ana)));
    expect(await readyIds(ana)).toEqual([ENSAYMADA, BARAKO]);
    answered(await redeem(tess, await redemptionCode(ana)));
    expect(await readyIds(ana)).toEqual([]);
  });

  test('a reward without a number of stamps needs ten', async () => {
    await change(BARAKO, { stamps_needed: null });
    await change(ENSAYMADA, { stamps_needed: 11 });
    expect(await readyIds(ben)).toEqual([HALO_HALO, BARAKO]);
    await (await backend()).query(
      'delete from public.stamps where id = (select max(id) from public.stamps where user_id = $1 and store_id = $2)',
      [ben.id, KAPE_TAYO],
    );
    expect(await readyIds(ben)).toEqual([HALO_HALO]);
  });

  test('what has no end comes last, and by its start, none last', async () => {
    await change(ENSAYMADA, { date_end: null, date_start: null });
    await change(HALO_HALO, { date_end: null });
    expect(await readyIds()).toEqual([BARAKO, HALO_HALO, ENSAYMADA]);
  });

  test('the day is that of UTC+8, through to its end', async () => {
    const today = appDayKey(Date.now());
    const moment = (time: number) => new Date(time).toISOString();
    const [start, end] = [appDayStart(today), appDayEnd(today)];
    await change(BARAKO, { date_end: moment(start) });
    await change(HALO_HALO, { date_start: moment(end) });
    expect((await readyIds()).toSorted()).toEqual([BARAKO, ENSAYMADA, HALO_HALO]);
    await change(BARAKO, { date_end: moment(start - 1) });
    await change(HALO_HALO, { date_start: moment(end + 1), date_end: null });
    expect(await readyIds()).toEqual([ENSAYMADA]);
  });

  test('a suspended store’s rewards are not ready', async () => {
    await operator.from('stores').update({ suspended: true }).eq('id', MGA_HALO).throwOnError();
    expect(await readyIds()).toEqual([ENSAYMADA, BARAKO]);
  });

  test('a member sees what their own stamps are enough for, not their customers’', async () => {
    expect(await readyIds(tess)).toEqual([]);
  });

  test('whole rows of the table are answered, two hundred at most', async () => {
    await (await backend()).query(
      `insert into public.rewards (store_id, title, stamps_needed)
        select 1 + number % 14, 'Reward ' || number, 1 from generate_series(1, 280) as number`,
    );
    await (await backend()).query(
      `insert into public.stamps (user_id, store_id, store_name, stamp_count)
        select $1, id, name, 10 from public.stores`,
      [cy.id],
    );
    const rows = await ready(cy);
    expect(rows).toHaveLength(200);
    const { data } = await operator
      .from('rewards')
      .select('*')
      .eq('id', rows[0]?.id ?? 0);
    expect(data).toEqual([rows[0]]);
  });

  test('a signed-out visitor may not ask', async () => {
    expect((await anonymous.rpc('ready_rewards')).error?.code).toBe('42501');
  });
});
