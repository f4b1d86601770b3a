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

const cards = async (who = ana) => {
  const { data } = await (await as(who)).rpc('my_cards').throwOnError();
  return data;
};
const cardAt = async (store: number, who = ana) =>
  (await cards(who)).find(({ store_id }) => store_id === store);

const change = (id: number, values: object) =>
  operator.from('rewards').update(values).eq('id', id).throwOnError();

/** Records of one stamp each, days old. */
const records = async (count: number, store: number, user = ana.id) =>
  (await backend()).query(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count, created_at)
      select $1, $2, 'Store', 1, now() - interval '2 days' - number * interval '1 minute'
        from generate_series(1, $3::int) as number`,
    [user, store, count],
  );

describe('the cards of a customer', () => {
  test('a card names its store, all that is held there and the newest goal', async () => {
    await records(3000, MGA_HALO);
    const newest = await (await as(ana))
      .from('stamps')
      .select('metadata')
      .eq('store_id', KAPE_TAYO)
      .order('created_at', { ascending: false })
      .limit(1)
      .single();
    expect(await cardAt(KAPE_TAYO)).toEqual({
      store_id: KAPE_TAYO,
      store_name: 'Kape Tayo',
      store_logo_url: '/demo/logo-kape-tayo.svg',
      suspended: false,
      stamp_count: 9,
      metadata: newest.data?.metadata,
      ready_id: null,
      ready_title: null,
      ready_photo: null,
      ready_count: 0,
      next_title: 'Free kapeng barako',
      next_needed: 10,
    });
    expect(await cardAt(MGA_HALO)).toMatchObject({ stamp_count: 3003 });
  });

  test('the store with the newest stamp comes first', async () => {
    const stamp = { user_id: ana.id, store_name: 'Store', stamp_count: 1 };
    const now = Date.now();
    for (const [store_id, age] of [
      [7, 1],
      [5, 2],
    ] as const) {
      const created_at = new Date(now - age).toISOString();
      await operator
        .from('stamps')
        .insert({ ...stamp, store_id, created_at })
        .throwOnError();
    }
    expect((await cards()).slice(0, 2).map(({ store_id }) => store_id)).toEqual([7, 5]);
  });

  test('of what is ready the largest is named, and of equals the one that lasts, until it is redeemed', async () => {
    answered(await give(tess, customerCode(ana)));
    expect(await cardAt(KAPE_TAYO)).toMatchObject({
      ready_id: BARAKO,
      ready_title: 'Free kapeng barako',
      ready_photo: '/demo/barako.svg',
      ready_count: 2,
      next_title: null,
    });
    await change(ENSAYMADA, { date_end: null });
    expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: ENSAYMADA });
    await change(ENSAYMADA, { stamps_needed: 5 });
    expect(await cardAt(KAPE_TAYO)).toMatchObject({ ready_id: BARAKO, ready_count: 2 });
    answered(await redeem(tess, await redemptionCode(ana)));
    expect(await cardAt(KAPE_TAYO)).toBeUndefined();
  });

  test('each card counts what ready_rewards answers for its store, and names one of it', async () => {
    const { data: ready } = await (await as(ben)).rpc('ready_rewards').throwOnError();
    for (const { store_id, ready_id, ready_count } of await cards(ben)) {
      const ids = ready.filter((reward) => reward.store_id === store_id).map(({ id }) => id);
      expect(ready_count).toBe(ids.length);
      if (ready_id !== null) expect(ids).toContain(ready_id);
    }
    expect(ready.length).toBeGreaterThan(0);
  });

  test('a reward without a number of stamps needs ten', async () => {
    await change(ENSAYMADA, { stamps_needed: null });
    await change(BARAKO, { stamps_needed: null });
    expect(await cardAt(KAPE_TAYO, ana)).toMatchObject({ stamp_count: 9, ready_id: null });
    expect(await cardAt(KAPE_TAYO, ben)).toMatchObject({ ready_id: BARAKO });
  });

  test('the day is that of UTC+8, through to its end', async () => {
    const today = appDayKey(Date.now());
    const moment = (time: number) => new Date(time).toISOString();
    const [start, end] = [appDayStart(today), appDayEnd(today)];
    const halo = async () => (await cardAt(MGA_HALO, ben))?.ready_id;
    await change(HALO_HALO, { date_start: moment(end), date_end: null });
    expect(await halo()).toBe(HALO_HALO);
    await change(HALO_HALO, { date_start: moment(end + 1) });
    expect(await halo()).toBe(null);
    await change(HALO_HALO, { date_start: null, date_end: moment(start) });
    expect(await halo()).toBe(HALO_HALO);
    await change(HALO_HALO, { date_end: moment(start - 1) });
    expect(await halo()).toBe(null);
  });

  test('a card of a suspended store stays, with nothing ready', async () => {
    await operator.from('stores').update({ suspended: true }).eq('id', MGA_HALO).throwOnError();
    expect(await cardAt(MGA_HALO, ben)).toMatchObject({ suspended: true, ready_id: null });
  });

  test('another customer sees none of it, and a member only their own card', async () => {
    expect(await cards(cy)).toEqual([]);
    await records(4, KAPE_TAYO, tess.id);
    expect(await cards(tess)).toMatchObject([{ store_id: KAPE_TAYO, stamp_count: 4 }]);
  });

  test('two hundred cards are answered at most', async () => {
    await (await backend()).query(
      `insert into public.stores (name) select 'Store ' || number from generate_series(1, 250) as number`,
    );
    await (await backend()).query(
      `insert into public.stamps (user_id, store_id, store_name, stamp_count)
        select $1, id, name, 1 from public.stores`,
      [cy.id],
    );
    expect(await cards(cy)).toHaveLength(200);
  });

  test('a signed-out visitor may not ask', async () => {
    expect((await anonymous.rpc('my_cards')).error?.code).toBe('42501');
  });
});
