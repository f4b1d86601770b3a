// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { rewardForm } from '../domain/examples.ts';
import { MORNING, openPage } from '../state/open-page.ts';
import { refusal } from './fake-backend.ts';

const stores = () => import('../../../src/lib/data/stores.ts');
const rewards = () => import('../../../src/lib/data/rewards.ts');
const events = () => import('../../../src/lib/data/events.ts');
const changes = () => import('../../../src/lib/data/reward-changes.ts');

const form = rewardForm({ title: 'Tea', stampsNeeded: 5, dateStart: '2026-11-21' });

describe.each(['', '  '])('the id %j', (id) => {
  test.each([
    ['Missing store id.', async () => (await stores()).storeById(id)],
    ['Missing store id.', async () => (await rewards()).rewardsOfStore(id, MORNING)],
    ['Missing reward id.', async () => (await rewards()).rewardById(id, MORNING)],
    ['Missing event id.', async () => (await events()).eventById(id)],
    ['Missing reward id for update.', async () => (await changes()).updateReward(id, form)],
    ['Missing reward id for delete.', async () => (await changes()).deleteReward(id)],
  ])('a missing id is reported: %s', async (text, call) => {
    const { backend } = await openPage('/home');
    await expect(call()).rejects.toMatchObject({ message: text, retryable: false });
    expect(backend.requests).toEqual([]);
  });
});

/** What the database says to an id that its column could not hold: nothing has it. */
describe.each([
  ['no number', 'abc', '22P02', 'invalid input syntax for type bigint: "abc"'],
  ['no UUID', '7', '22P02', 'invalid input syntax for type uuid: "7"'],
  ['a number too large', '9'.repeat(30), '22003', 'value "999…" is out of range for type bigint'],
])('an id that is %s', (_, id, code, message) => {
  const open = async () => {
    const { backend } = await openPage('/home');
    for (const table of ['stores', 'rewards', 'events', 'rpc/stamps_held']) {
      backend.answer(`rest/${table}`, refusal(400, { code, message, details: null, hint: null }));
    }
  };

  test('an impossible id names no store and no store’s rewards', async () => {
    await open();
    expect(await (await stores()).storeById(id)).toBe(null);
    expect(await (await rewards()).rewardsOfStore(id, MORNING)).toEqual([]);
  });

  test('an impossible id names a store at which no stamps are held', async () => {
    await open();
    const { stampsHeldAt } = await import('../../../src/lib/data/stamps.ts');
    expect(await stampsHeldAt('ana', [id])).toEqual([]);
  });

  test('an impossible id names no reward', async () => {
    await open();
    const read = (await rewards()).rewardById(id, MORNING);
    await expect(read).rejects.toMatchObject({ message: 'Reward not found.' });
  });

  test('an impossible id names no event', async () => {
    await open();
    const read = (await events()).eventById(id);
    await expect(read).rejects.toMatchObject({ message: 'Event not found.' });
  });
});

test('a change with an id that no column could hold is refused in the backend’s words', async () => {
  const { backend } = await openPage('/rewards');
  const message = 'value "99999999999" is out of range for type integer';
  backend.answer('rest/rewards', refusal(400, { code: '22003', message }));
  const { insertReward, updateReward } = await changes();
  const large = { ...form, stampsNeeded: 99_999_999_999 };
  await expect(insertReward(large)).rejects.toMatchObject({ message });
  await expect(updateReward('7', large)).rejects.toMatchObject({ message });
});
