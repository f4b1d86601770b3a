import { beforeAll, describe, expect, test } from 'vitest';
import { readReward } from '../../src/lib/domain/reward.ts';
import { isActive, withoutSuspended } from '../../src/lib/domain/reward-order.ts';
import { firstText } from '../../src/lib/domain/row.ts';
import { ana, ben, cy, dina } from '../people.ts';
import { as, freshData, operator } from './as.ts';
import { BARAKO, BEANS, HALO_HALO, KAPE_TAYO, MGA_HALO, total } from './counter.ts';

beforeAll(freshData);

const DAY = 24 * 60 * 60 * 1000;
const appDay = (instant: number) =>
  new Date(instant + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);

async function rewards() {
  const { data } = await operator.from('rewards').select().order('id').throwOnError();
  return data;
}

describe('the neighborhood', () => {
  test('the demo has stores in every state', async () => {
    const { data } = await operator.from('stores').select().order('id').throwOnError();
    expect(data.length).toBeGreaterThanOrEqual(12);
    expect(data.filter(({ suspended }) => suspended)).toHaveLength(1);
    expect(data.filter((store) => !store.logo_url && !store.address)).toHaveLength(1);
    expect(new Set(data.map(({ name }) => name)).size).toBe(data.length);
  });

  test('the demo has rewards in every state', async () => {
    const all = await rewards();
    expect(all.length).toBeGreaterThanOrEqual(20);
    const today = appDay(Date.now());
    const ends = all.map(({ date_end }) => date_end && appDay(Date.parse(date_end)));
    const starts = all.map(({ date_start }) => date_start && appDay(Date.parse(date_start)));
    const states = {
      'ending today': ends.filter((end) => end === today),
      'ending in days': ends.filter((end) => end && end > today),
      'without an end': ends.filter((end) => end === null),
      over: ends.filter((end) => end && end < today),
      'to come': starts.filter((start) => start && start > today),
      'with a goal above 10': all.filter(({ stamps_needed }) => (stamps_needed ?? 0) > 10),
      'without a goal': all.filter(({ stamps_needed }) => stamps_needed === null),
      'without a store': all.filter(({ store_id }) => store_id === null),
      'without a photo': all.filter(({ photo }) => photo === null),
    };
    for (const [state, found] of Object.entries(states)) {
      expect(found.length, state).toBeGreaterThan(0);
    }
  });

  test('the demo has upcoming events, one event without a name and one without a date', async () => {
    const { data } = await operator.from('events').select().throwOnError();
    const coming = data.filter(({ date }) => date && Date.parse(date) > Date.now() - DAY);
    expect(coming.length).toBeGreaterThanOrEqual(6);
    expect(data.filter(({ name }) => name === null)).toHaveLength(1);
    expect(data.filter(({ date }) => date === null)).toHaveLength(1);
  });

  test('the demo uses all of its own pictures and no others', async () => {
    const { data: stores } = await operator.from('stores').select().throwOnError();
    const { data: events } = await operator.from('events').select().throwOnError();
    const photos = [...(await rewards()), ...events].map(({ photo }) => photo);
    const used = new Set([...photos, ...stores.map(({ logo_url }) => logo_url)]);
    used.delete(null);
    for (const picture of used) {
      expect(picture).toMatch(/^\/demo\/[a-z-]+\.svg$/);
    }
    expect(used.size).toBe(12 + 6 + 5);
  });
});

describe('the people', () => {
  test('Ana is one stamp short, Ben has just enough, and Cy has none', async () => {
    expect([await total(ana), await total(ben), await total(cy)]).toEqual([9, 10, 0]);
    expect(await total(ben, MGA_HALO)).toBe(8);
    const needs = new Map((await rewards()).map(({ id, stamps_needed }) => [id, stamps_needed]));
    expect([BARAKO, HALO_HALO, BEANS].map((id) => needs.get(id))).toEqual([10, 8, 24]);
  });

  test('Dina has a history of many days and pages', async () => {
    const client = await as(dina);
    const { data } = await client.from('stamps').select('created_at').throwOnError();
    const days = data.map(({ created_at }) => appDay(Date.parse(created_at)));
    expect(new Set(days).size).toBeGreaterThan(15);
    expect(days.filter((day) => day === appDay(Date.now())).length).toBeGreaterThan(5);
    const { count } = await client.from('redemptions').select('*', { count: 'exact', head: true });
    expect(count).toBeGreaterThan(5);
  });

  test('no stamp or redemption is dated in the future', async () => {
    const now = new Date().toISOString();
    for (const table of ['stamps', 'redemptions'] as const) {
      const { data } = await operator.from(table).select('id').gt('created_at', now);
      expect(data).toEqual([]);
    }
  });

  test('the goals on the cards are what the store’s nearest reward needs', async () => {
    const { data } = await operator.from('stamps').select('store_id, metadata').throwOnError();
    const goals = new Map(data.map(({ store_id, metadata }) => [store_id, metadata]));
    expect(goals.get(KAPE_TAYO)).toEqual({ stamps_needed: 10 });
    expect(goals.get(MGA_HALO)).toEqual({ stamps_needed: 8 });
  });
});

test('the rewards that the app lists as active exclude those of the suspended store', async () => {
  const entities = (await rewards()).map((row) => readReward(row, firstText));
  const { data } = await operator.from('stores').select('id, suspended').throwOnError();
  const stores = data.map(({ id, suspended }) => ({ id: String(id), suspended }));
  const active = entities.filter((reward) => isActive(reward, Date.now()));
  const listed = withoutSuspended(active, stores);
  expect(active.length - listed.length).toBe(1);
  expect(listed.length).toBeGreaterThanOrEqual(20);
});
