import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ana, ben } from '../../../local-backend/people.ts';
import { myStores, readOffer } from '../../../src/till/backend.ts';
import { readCode } from '../../../src/till/decode.ts';
import {
  $serving,
  $store,
  canBeReplaced,
  nextCustomer,
  type Served,
  scanned,
  serveAt,
  shown,
} from '../../../src/till/serving.ts';
import {
  $session,
  $stores,
  changeStore,
  chooseStore,
  loadStores,
} from '../../../src/till/session.ts';
import { codeOf, member, redemptionCode, store } from './counter.ts';

vi.mock('../../../src/till/backend.ts', async (importActual) => ({
  ...(await importActual<object>()),
  myStores: vi.fn(),
  readOffer: vi.fn(),
}));

beforeEach(() => serveAt(store));

const read = (content: string) => {
  const code = readCode(content);
  if (code === null) throw new Error('This is a code.');
  return code;
};
const scan = { code: read(codeOf(ana)), customer: 'Ana', requestId: '1', offer: null };

test('a code that is read late does not replace the customer being served', () => {
  expect(scanned(codeOf(ana))).toBe(true);
  const served = $serving.get();
  for (const late of [codeOf(ben), null]) {
    expect(scanned(late)).toBe(false);
    expect($serving.get()).toBe(served);
  }
});

test('a code on the counter that is not ours is refused once, not after each customer', () => {
  const now = vi.spyOn(performance, 'now');
  const problemAt = (seconds: number, content: string) => {
    now.mockReturnValue(seconds * 1000);
    nextCustomer();
    shown(content);
    const serving = $serving.get();
    return serving.step === 'scanning' && serving.problem !== null;
  };
  expect(problemAt(0, 'https://example.com/menu')).toBe(true);
  expect(problemAt(1, codeOf(ana))).toBe(false);
  expect(problemAt(30, 'https://example.com/menu')).toBe(false);
  expect(problemAt(31, 'https://example.com/pay')).toBe(true);
  expect(problemAt(95, 'https://example.com/menu')).toBe(true);
  now.mockRestore();
});

test('a code that is still held out is read again after a change of store', () => {
  for (const at of [{ ...store, id: 2 }, store]) {
    serveAt(at);
    shown(codeOf(ana));
    expect($serving.get().step).toBe('found');
  }
});

describe('the next code starts the next customer', () => {
  const gone = { ...scan, offer: 'gone' as const };
  const refused = (reason: string | null, isUnanswered = false): Served => ({
    ...{ step: 'refused', scan, problem: 'No.', reason, isUnanswered },
  });
  const fresh = read(codeOf(ana, '2025-11-23T04:00:00Z'));
  const next = read(codeOf(ben));

  test.each<[boolean, string, Served, typeof next | null]>([
    [false, 'not before something is given', { step: 'found', scan }, next],
    [false, 'not while a request is on its way', { step: 'asking', scan, isWaiting: false }, next],
    [true, 'after a final refusal', refused('stale_code'), next],
    [true, 'after a full card without an account', refused('guest_limit'), next],
    [false, 'not while another invoice may be typed', refused('duplicate_invoice'), next],
    [false, 'not while fewer may be given', refused('daily_limit'), next],
    [true, 'with a fresh code of the same customer', refused('duplicate_invoice'), fresh],
    [false, 'not while it may have been given', refused(null, true), fresh],
    [false, 'not after a refusal without a reason of ours', refused(null), next],
    [false, 'not with a foreign code', refused('stale_code'), null],
    [true, 'if nothing can be redeemed', { step: 'found', scan: gone }, next],
  ])('%s: %s', (expected, _when, serving, code) => {
    expect(canBeReplaced(serving, code)).toBe(expected);
  });
});

test('a code that was not open can be scanned again, and keeps its request’s number', async () => {
  vi.mocked(readOffer).mockResolvedValueOnce(null);
  scanned(redemptionCode());
  await waitFor(() => expect($serving.get().step).toBe('found'));
  const found = $serving.get() as Served;
  const refusedFor = (reason: string) =>
    $serving.set({
      ...{ step: 'refused', scan: found.scan, problem: 'No.', reason, isUnanswered: false },
    });
  for (const [reason, step] of [
    ['notes_too_long', 'refused'],
    ['code_not_open', 'found'],
  ] as const) {
    refusedFor(reason);
    expect(scanned(redemptionCode())).toBe(true);
    expect($serving.get()).toMatchObject({ step, scan: found.scan });
  }
});

test('a reward that is looked up late is not shown for the next customer', async () => {
  const found = Promise.withResolvers<null>();
  vi.mocked(readOffer).mockReturnValueOnce(found.promise);
  scanned(redemptionCode());
  expect($serving.get().step).toBe('looking');
  nextCustomer();
  scanned(codeOf(ben));
  const served = $serving.get();
  found.resolve(null);
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
  expect($serving.get()).toBe(served);
});

test('a name in a code is cut to the length the app allows', () => {
  const fields = JSON.parse(codeOf(ana));
  scanned(JSON.stringify({ ...fields, display_name: 'Ana '.repeat(300) }));
  expect($serving.get()).toMatchObject({
    scan: { customer: expect.stringMatching(/^(Ana ){14}Ana…$/) },
  });
});

test.each([
  ['\u200B \u202E\n', 'Stampcard User'],
  ['Ana\u2069\u202E\n\n Reyes', 'Ana Reyes'],
])(
  'a name in a code is visible, and does not reverse the text after it: %j',
  (display_name, customer) => {
    scanned(JSON.stringify({ ...JSON.parse(codeOf(ana)), display_name }));
    expect($serving.get()).toMatchObject({ scan: { customer } });
  },
);

describe('after a second try at reading the stores', () => {
  const halo = { id: 2, name: 'Mga Halo', isSuspended: false };

  beforeEach(() => $session.set({ status: 'signed-in', member }));

  /** Fails at first, as the status says, and works when tried again. */
  async function readTwice(load: () => unknown) {
    vi.mocked(myStores)
      .mockReset()
      .mockRejectedValueOnce(new Error('We couldn’t look up where you work.'))
      .mockResolvedValueOnce([store, halo]);
    void load();
    await waitFor(() => expect($stores.get().status).toBe('failed'));
    const stores = $stores.get();
    await (stores.status === 'failed' && stores.again());
    expect($stores.get().status).toBe('loaded');
  }

  test('someone who wanted to change the store is still asked for it', async () => {
    chooseStore(store);
    await readTwice(changeStore);
    expect($store.get()).toBeNull();
  });

  test('a till that is being opened stays in its store, whatever another tab has chosen since', async () => {
    chooseStore(halo);
    localStorage.setItem('stampcard-till.store', `${store.id}`);
    $store.set(null);
    await readTwice(() => loadStores());
    expect($store.get()).toEqual(halo);
  });

  test('the store of someone who has signed out meanwhile is not opened for the next person', async () => {
    const { promise, resolve } = Promise.withResolvers<[typeof store]>();
    vi.mocked(myStores).mockReset().mockReturnValueOnce(promise);
    chooseStore(null);
    const loading = loadStores();
    $session.set({ status: 'signed-in', member: { id: 'c7d2', email: 'tom@example.com' } });
    resolve([store]);
    await loading;
    expect($stores.get().status).toBe('loading');
    expect($store.get()).toBeNull();
  });
});

describe('signals for staff who look at the customer', () => {
  const buzzed = vi.fn();
  const sounded = vi.fn();

  class Context {
    state = 'suspended';
    currentTime = 0;
    async resume() {
      this.state = 'running';
    }
    createOscillator() {
      const tone = { frequency: { value: 0 }, connect: (next: unknown) => next, start: () => {} };
      return { ...tone, stop: () => sounded() };
    }
    createGain() {
      const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
      return { gain, connect: () => {} };
    }
  }

  const said = (tone: 'success' | 'info') => ({ tone, customer: 'Ana', words: () => [] });

  /** Starts the till with what the device has stored. */
  async function follow() {
    vi.resetModules();
    const serving = await import('../../../src/till/serving.ts');
    const signals = await import('../../../src/till/signals.ts');
    return { ...serving, ...signals, stop: signals.followServing() };
  }

  beforeEach(() => {
    localStorage.clear();
    buzzed.mockClear();
    sounded.mockClear();
    vi.stubGlobal('AudioContext', Context);
    vi.stubGlobal('navigator', { vibrate: buzzed });
  });

  test.each(['click', 'keydown'])('yes and no are felt, and also heard after a %s', async (use) => {
    const { $outcome, $serving: $step, stop } = await follow();
    $outcome.set(said('success'));
    expect(buzzed.mock.calls).toEqual([[[80]]]);
    expect(sounded).not.toHaveBeenCalled();
    dispatchEvent(new Event(use));
    $outcome.set(said('success'));
    expect(sounded).toHaveBeenCalledTimes(2);
    for (const no of [
      () => $outcome.set(said('info')),
      () => $step.set({ step: 'scanning', problem: 'No code.' }),
      () => $step.set({ step: 'found', scan: { ...scan, offer: 'gone' } }),
      () =>
        $step.set({
          ...{ step: 'refused', scan, problem: 'No.', reason: null, isUnanswered: false },
        }),
    ]) {
      buzzed.mockClear();
      no();
      expect(buzzed.mock.calls).toEqual([[[120, 80, 120]]]);
    }
    buzzed.mockClear();
    $outcome.set(null);
    $step.set({ step: 'scanning', problem: null });
    stop();
    $outcome.set(said('success'));
    expect(buzzed).not.toHaveBeenCalled();
  });

  test('sound and vibration can be switched off separately, and stay off on the device', async () => {
    const before = await follow();
    before.turn('vibration', false);
    before.stop();
    const { $outcome, turn, stop } = await follow();
    dispatchEvent(new Event('click'));
    $outcome.set(said('success'));
    expect([buzzed.mock.calls.length, sounded.mock.calls.length]).toEqual([0, 2]);
    turn('vibration', true);
    turn('sound', false);
    $outcome.set(said('success'));
    expect([buzzed.mock.calls.length, sounded.mock.calls.length]).toEqual([1, 2]);
    stop();
  });

  test('a device that can do neither offers no switch', async () => {
    vi.stubGlobal('AudioContext', undefined);
    vi.stubGlobal('navigator', {});
    const { $outcome, $switches, stop } = await follow();
    expect($switches).toEqual({ sound: null, vibration: null });
    $outcome.set(said('success'));
    stop();
  });
});
