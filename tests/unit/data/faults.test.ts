// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { rewardForm } from '../domain/examples.ts';
import { MORNING, openPage, pass } from '../state/open-page.ts';
import {
  type Answer,
  captivePortal,
  emptyBody,
  hanging,
  htmlPage,
  offline,
  refusal,
} from './fake-backend.ts';

const form = rewardForm({ title: 'Tea', stampsNeeded: 5, dateStart: '2026-11-21' });
const on = new AbortController().signal;
const first = { after: null, limit: 1, datesOnly: true };

const search = () => import('../../../src/lib/data/store-search.ts');
const stores = () => import('../../../src/lib/data/stores.ts');
const rewards = () => import('../../../src/lib/data/rewards.ts');
const activeRewardsModule = () => import('../../../src/lib/data/active-rewards.ts');
const events = () => import('../../../src/lib/data/events.ts');
const cards = () => import('../../../src/lib/data/my-cards.ts');
const stamps = () => import('../../../src/lib/data/stamps.ts');
const newest = () => import('../../../src/lib/data/newest.ts');
const redemptions = () => import('../../../src/lib/data/redemptions.ts');
const changes = () => import('../../../src/lib/data/reward-changes.ts');
const auth = async () => ({
  ...(await import('../../../src/lib/data/auth.ts')),
  ...(await import('../../../src/lib/data/sign-in.ts')),
});

/**
 * Every call (docs/product.md#calls) that waits for an answer: its fallback, where it goes, how it
 * is made.
 */
const calls: [text: string, path: string, call: () => Promise<unknown>][] = [
  ['Unable to search stores.', 'rest/stores', async () => (await search()).searchStores('cof', on)],
  [
    'Unable to search stores.',
    'rest/rpc/search_stores',
    async () => (await search()).searchStores('cof', on),
  ],
  ['Unable to load store.', 'rest/stores', async () => (await stores()).storeById('3')],
  [
    'Unable to load rewards.',
    'rest/rewards',
    async () => (await activeRewardsModule()).activeRewards(MORNING),
  ],
  [
    'Unable to load rewards.',
    'rest/rewards',
    async () => (await rewards()).rewardsOfStore('3', MORNING),
  ],
  [
    'Unable to load reward.',
    'rest/rewards',
    async () => (await rewards()).rewardById('7', MORNING),
  ],
  ['Unable to load events.', 'rest/events', async () => (await events()).upcomingEvents(MORNING)],
  ['Unable to load events.', 'rest/events', async () => (await events()).eventById('5')],
  [
    'Unable to load stamps.',
    'rest/stamps',
    async () => (await stamps()).stampsAtStore('u', '3', 8),
  ],
  [
    'Unable to load stamps.',
    'rest/rpc/stamps_held',
    async () => (await stamps()).stampsHeldAt('u', ['3']),
  ],
  ['Unable to load stamps.', 'rest/rpc/my_cards', async () => (await cards()).myCards('u')],
  [
    'Unable to load stamps.',
    'rest/stamps',
    async () => (await stamps()).stampsOfDay('u', '2026-11-21', 2),
  ],
  [
    'Unable to load stamps.',
    'rest/stamps',
    async () => (await newest()).newestStamps('u', first, on),
  ],
  [
    'Unable to load redemptions.',
    'rest/redemptions',
    async () => (await redemptions()).redemptionsPage('u', 1),
  ],
  [
    'Unable to load redemptions.',
    'rest/redemptions',
    async () => (await newest()).newestRedemptions('u', first, on),
  ],
  ['Unable to save reward.', 'rest/rewards', async () => (await changes()).insertReward(form)],
  [
    'Unable to update reward.',
    'rest/rewards',
    async () => (await changes()).updateReward('7', form),
  ],
  ['Unable to delete reward.', 'rest/rewards', async () => (await changes()).deleteReward('7')],
  [
    'Unable to send one-time code.',
    'auth/otp',
    async () => (await auth()).sendCode('a@b.c', 'http://x', 'Unable to send one-time code.'),
  ],
  [
    'Unable to verify one-time code.',
    'auth/verify',
    async () => (await auth()).verifyCode('a@b.c', '123456'),
  ],
];

interface Fault {
  fault: string;
  answer: Answer;
  /** The backend's own words; the fallback where it sent none. */
  words?: string;
  status: number;
  retryable: boolean;
}

const faults: Fault[] = [
  {
    fault: 'refused with a message',
    answer: refusal(400, { code: 'P0001', message: 'The kitchen is closed.' }),
    words: 'The kitchen is closed.',
    status: 400,
    retryable: false,
  },
  { fault: 'refused without one', answer: refusal(400, {}), status: 400, retryable: false },
  {
    fault: 'too many requests',
    answer: refusal(429, { message: 'Only once a minute, please.' }),
    words: 'Only once a minute, please.',
    status: 429,
    retryable: true,
  },
  { fault: 'a page of HTML, 502', answer: htmlPage(502), status: 502, retryable: true },
  { fault: 'a page of HTML, 500', answer: htmlPage(500), status: 500, retryable: true },
];

test.each(calls)(
  '%s (%s) is what a call says that nothing answers, after 15 s too',
  async (fallback, path, call) => {
    const { backend } = await openPage('/home');
    const failed = { name: 'DataError', message: fallback, status: 0, retryable: true };
    backend.answer(path, offline);
    await expect(call()).rejects.toMatchObject(failed);
    backend.answer(path, hanging);
    let outcome: unknown = 'waiting';
    const settled = call().catch((error: unknown) => {
      outcome = error;
    });
    await pass(14_999);
    expect(outcome).toBe('waiting');
    await pass(1);
    await settled;
    expect(outcome).toMatchObject(failed);
  },
);

/** A read, a call of a function, a write, and the auth service’s. */
const KINDS = /stores$|rpc\/stamps_held|Unable to save|auth\//;
const kinds = calls.filter(([text, path]) => KINDS.test(`${path} ${text}`) || KINDS.test(path));

describe.each(kinds)('%s (%s)', (fallback, path, call) => {
  test.each(faults)(
    'a call has the right error for this fault: $fault',
    async ({ answer, words, status, retryable }) => {
      const { backend } = await openPage('/home');
      backend.answer(path, answer);
      await expect(call()).rejects.toMatchObject({
        ...{ name: 'DataError', message: words ?? fallback, status, retryable },
      });
    },
  );
});

test.each(calls.filter(([, path]) => path.startsWith('rest/')))(
  '%s (%s) is what a call says that is answered by something else',
  async (message, path, call) => {
    const { backend } = await openPage('/home');
    for (const answer of [captivePortal, emptyBody, refusal(200, { rows: [] })]) {
      backend.answer(path, answer);
      await expect(call()).rejects.toMatchObject({ name: 'DataError', message });
    }
  },
);

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
