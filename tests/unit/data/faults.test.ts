// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { DataError, dataError, toDataError } from '../../../src/lib/data/data-error.ts';
import { rewardForm } from '../domain/examples.ts';
import { MORNING, openPage } from '../state/open-page.ts';
import { type Calls, calls, failureAfter } from './calls.ts';
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

type Call = (data: Calls) => Promise<unknown>;

/** The calls (docs/product.md#calls): what each says if nothing answers, and where it goes. */
const called: [text: string, path: string, call: Call][] = [
  ['Unable to search stores.', 'rest/stores', (data) => data.searchStores('cof', on)],
  ['Unable to search stores.', 'rest/rpc/search_stores', (data) => data.searchStores('cof', on)],
  ['Unable to load store.', 'rest/stores', (data) => data.storeById('3')],
  ['Unable to load rewards.', 'rest/rewards', (data) => data.activeRewards(MORNING)],
  ['Unable to load rewards.', 'rest/rewards', (data) => data.rewardsOfStore('3', MORNING)],
  ['Unable to load reward.', 'rest/rewards', (data) => data.rewardById('7', MORNING)],
  ['Unable to load events.', 'rest/events', (data) => data.upcomingEvents(MORNING)],
  ['Unable to load events.', 'rest/events', (data) => data.eventById('5')],
  ['Unable to load stamps.', 'rest/stamps', (data) => data.stampsAtStore('u', '3', 8)],
  ['Unable to load stamps.', 'rest/rpc/stamps_held', (data) => data.stampsHeldAt('u', ['3'])],
  ['Unable to load stamps.', 'rest/rpc/my_cards', (data) => data.myCards('u')],
  ['Unable to load stamps.', 'rest/stamps', (data) => data.stampsOfDay('u', '2026-11-21', 2)],
  ['Unable to load stamps.', 'rest/stamps', (data) => data.newestStamps('u', first, on)],
  ['Unable to load redemptions.', 'rest/redemptions', (data) => data.redemptionsPage('u', 1)],
  [
    'Unable to load redemptions.',
    'rest/redemptions',
    (data) => data.newestRedemptions('u', first, on),
  ],
  ['Unable to save reward.', 'rest/rewards', (data) => data.insertReward(form)],
  ['Unable to update reward.', 'rest/rewards', (data) => data.updateReward('7', form)],
  ['Unable to delete reward.', 'rest/rewards', (data) => data.deleteReward('7')],
  ['Not sent.', 'auth/otp', (data) => data.sendCode('a@b.c', 'http://x', 'Not sent.')],
  ['Unable to verify one-time code.', 'auth/verify', (data) => data.verifyCode('a@b.c', '123456')],
];

test.each(called)(
  '%s (%s) is said if there is no connection, or no answer within 15 s',
  async (message, path, call) => {
    const { backend } = await openPage('/home');
    const failed = { name: 'DataError', message, status: 0, retryable: true };
    backend.answer(path, offline);
    await expect(call(await calls())).rejects.toMatchObject(failed);
    backend.answer(path, hanging);
    expect(await failureAfter(15_000, call(await calls()))).toMatchObject(failed);
  },
);

test.each(called.filter(([, path]) => path.startsWith('rest/')))(
  '%s (%s) is said if something else answers',
  async (message, path, call) => {
    const { backend } = await openPage('/home');
    for (const answer of [captivePortal, emptyBody, refusal(200, { rows: [] })]) {
      backend.answer(path, answer);
      await expect(call(await calls())).rejects.toMatchObject({ name: 'DataError', message });
    }
  },
);

/** With the backend's own words, or without. */
type Fault = [fault: string, answer: Answer, words: string | null, status: number, again: boolean];

const faults: Fault[] = [
  ['refused with a message', refusal(400, { message: 'Closed.' }), 'Closed.', 400, false],
  ['refused without one', refusal(400, {}), null, 400, false],
  ['asked too often', refusal(429, { message: 'Only once.' }), 'Only once.', 429, true],
  ['answered with a page of HTML', htmlPage(500), null, 500, true],
  ['refused by a proxy', htmlPage(403), null, 503, true],
  ['refused over a bill', refusal(402, { message: 'exceed_egress_quota' }), null, 402, true],
];

describe.each(faults)('a call that is %s', (_, answer, words, status, retryable) => {
  /** A read, a call of a function, a write, and the auth service’s. */
  const KINDS = /^(rest\/stores|rest\/rpc\/stamps_held|auth\/.*|.* save reward\.)$/;

  test.each(called.filter(([text, path]) => KINDS.test(path) || KINDS.test(text)))(
    'ends in the right error: %s (%s)',
    async (text, path, call) => {
      const { backend } = await openPage('/home');
      backend.answer(path, answer);
      const failed = { name: 'DataError', message: words ?? text, status, retryable };
      await expect(call(await calls())).rejects.toMatchObject(failed);
    },
  );
});

const FALLBACK = 'Unable to load store.';

test.each([
  ['with spaces around it', { message: '  Closed.\n' }, 400, 'Closed.'],
  ['when the backend stumbled', { message: 'Out of memory.' }, 500, 'Out of memory.'],
  [
    'that is about a database that ran out of time',
    { message: 'canceling statement due to statement timeout', code: '57014' },
    500,
    FALLBACK,
  ],
  [
    'that is about a database out of reach',
    { message: 'Database connection error. Retrying the connection.', code: 'PGRST000' },
    503,
    FALLBACK,
  ],
  [
    'that is about a lack of free connections',
    { message: 'Timed out acquiring connection from connection pool.', code: 'PGRST003' },
    504,
    FALLBACK,
  ],
  [
    'that is about a read-only database',
    { message: 'cannot execute INSERT in a read-only transaction', code: '25006' },
    405,
    FALLBACK,
  ],
  ['that is about a deadlock', { message: 'deadlock detected', code: '40P01' }, 500, FALLBACK],
  ['of a rule of the database', { message: 'No stamps.', code: '23514' }, 400, 'No stamps.'],
  ['of the greatest length', { message: 'x'.repeat(300) }, 400, 'x'.repeat(300)],
  ['too long for a person', { message: 'x'.repeat(301) }, 400, FALLBACK],
  ['that is blank', { message: ' ' }, 400, FALLBACK],
  ['that is an empty object as text', { message: '{}' }, 502, FALLBACK],
  ['that is an object as text', { message: '{"error":{"code":"503"}}' }, 503, FALLBACK],
  ['that is a list as text', { message: '["Closed."]' }, 400, FALLBACK],
  ['that is null as text', { message: 'null' }, 503, FALLBACK],
  [
    'that begins like it',
    { message: 'null value in column "title"' },
    400,
    'null value in column "title"',
  ],
  ['that is no text', { message: { text: 'Closed.' } }, 400, FALLBACK],
])('a message %s is shown as it should be', (_, failure, status, text) => {
  expect(dataError(failure, FALLBACK, status).message).toBe(text);
});

test('an error’s own status counts if its reply has none', () => {
  const statuses = [undefined, 0, 400].map((ofReply) => dataError({ status: 429 }, '', ofReply));
  expect(statuses.map(({ status }) => status)).toEqual([429, 429, 400]);
});

test('only no answer, a server’s failure and a request to wait are worth another try', () => {
  const statuses = [0, 200, 400, 401, 404, 408, 416, 429, 499, 500, 503];
  const retried = statuses.filter((status) => new DataError(FALLBACK, status).retryable);
  expect(retried).toEqual([0, 200, 408, 429, 500, 503]);
});

test('an exception of another kind reads as the fallback', () => {
  for (const thrown of [new TypeError('x is undefined'), 'thrown text', undefined]) {
    expect(toDataError(thrown, FALLBACK)).toMatchObject({ message: FALLBACK, status: 0 });
  }
});

test.each<[string, (data: Calls, id: string) => Promise<unknown>]>([
  ['Missing store id.', (data, id) => data.storeById(id)],
  ['Missing store id.', (data, id) => data.rewardsOfStore(id, MORNING)],
  ['Missing reward id.', (data, id) => data.rewardById(id, MORNING)],
  ['Missing event id.', (data, id) => data.eventById(id)],
  ['Missing reward id for update.', (data, id) => data.updateReward(id, form)],
  ['Missing reward id for delete.', (data, id) => data.deleteReward(id)],
])('a missing id is reported: %s', async (message, call) => {
  const { backend } = await openPage('/home');
  for (const id of ['', '  ']) {
    await expect(call(await calls(), id)).rejects.toMatchObject({ message, retryable: false });
  }
  expect(backend.requests).toEqual([]);
});

/** What the database says about an id that its column can't hold, and so no row has. */
test.each([
  ['no number', 'abc', '22P02', 'invalid input syntax for type bigint: "abc"'],
  ['a number too large', '9'.repeat(30), '22003', 'value "999…" is out of range for type bigint'],
])('an impossible id, %s, names nothing', async (_, id, code, message) => {
  const { backend } = await openPage('/home');
  for (const table of ['stores', 'rewards', 'events', 'rpc/stamps_held']) {
    backend.answer(`rest/${table}`, refusal(400, { code, message, details: null, hint: null }));
  }
  const { eventById, rewardById, rewardsOfStore, stampsHeldAt, storeById } = await calls();
  expect(await storeById(id)).toBe(null);
  expect(await rewardsOfStore(id, MORNING)).toEqual([]);
  expect(await stampsHeldAt('ana', [id])).toEqual([]);
  await expect(rewardById(id, MORNING)).rejects.toThrow('Reward not found.');
  await expect(eventById(id)).rejects.toThrow('Event not found.');
});

test('a change with a number that no column can hold is refused in the backend’s words', async () => {
  const { backend } = await openPage('/rewards');
  const message = 'value "99999999999" is out of range for type integer';
  backend.answer('rest/rewards', refusal(400, { code: '22003', message }));
  const { insertReward, updateReward } = await calls();
  await expect(insertReward(form)).rejects.toThrow(message);
  await expect(updateReward('7', form)).rejects.toThrow(message);
});
