// @vitest-environment node
import { setImmediate as nextTurn } from 'node:timers';
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import { type Answer, offline, rows } from '../data/fake-backend.ts';
import { ana, openPage, sessionOf, settle } from './open-page.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** A simulated day is a second of work on an idle machine, more on a busy one. */
vi.setConfig({ testTimeout: MINUTE });

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const renewed: Answer = () =>
  new Response(JSON.stringify(sessionOf(ana, 3600, String(Date.now()))), {
    headers: { 'content-type': 'application/json' },
  });

/** What was asked for is answered. */
async function answers(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => nextTurn(done));
}

/** Time passes in steps, and what each one asks for is answered before the next. */
async function passInSteps(milliseconds: number, step = SECOND): Promise<void> {
  await answers();
  for (let left = milliseconds; left > 0; left -= step) {
    vi.advanceTimersByTime(Math.min(step, left));
    await answers();
  }
}

/** How many of these moments fall into the busiest stretch of so many milliseconds. */
function busiest(moments: readonly number[], stretch: number): number {
  const sorted = moments.toSorted((one, other) => one - other);
  return Math.max(
    ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + stretch).length),
  );
}

async function openHome() {
  const page = await openPage('/home');
  page.backend.answer('auth/token', renewed);
  page.backend.answer('rest/rewards', rows([{ id: 1, date_end: '2026-12-31' }]));
  const session = await import('../../../src/lib/state/session/session.ts');
  const guard = await import('../../../src/lib/state/session/guard.ts');
  const auth = { ...session, ...guard };
  const { $now } = await import('../../../src/lib/state/clock.ts');
  const { $events } = await import('../../../src/lib/state/events.ts');
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  const qr = await import('../../../src/lib/state/codes/stamp-code.ts');
  await auth.guardScreen('login');
  const ticks: number[] = [];
  $now.listen((now) => ticks.push(now ?? 0));
  for (const $list of [$events, $rewards]) $list.listen(() => undefined);
  await settle();
  const moments: number[] = [];
  const { fetch } = page.backend;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    moments.push(Date.now());
    return fetch(input, init);
  });
  /** What would grow if something were never let go. */
  const held = () => ({
    listeners: page.device.listenerCount(),
    timers: vi.getTimerCount(),
    watchers: [auth.$session, $now, $events, $rewards, qr.$stampCode].map(({ lc }) => lc),
    awake: page.device.screenLocks(),
  });
  return { ...page, ...auth, ...qr, held, moments, ticks };
}

test('the home screen ticks through a day, renews its session every hour and holds nothing that was let go', async () => {
  const page = await openHome();
  await passInSteps(2 * MINUTE);
  const before = page.held();
  page.ticks.length = 0;
  page.moments.length = 0;
  const began = Date.now();

  await passInSteps(24 * HOUR, 30 * SECOND);

  expect(page.held()).toEqual(before);
  expect(page.ticks).toHaveLength(24 * 3600);
  expect(page.ticks.at(-1)).toBe(began + 24 * HOUR);
  expect(new Set(page.ticks.map((now) => now % SECOND))).toEqual(new Set([0]));
  const paths = new Set(page.backend.requests.slice(-page.moments.length).map(({ path }) => path));
  expect(paths).toEqual(new Set(['auth/token']));
  // 90 s before its hour is over.
  expect(page.moments).toHaveLength(24);
  expect(page.$session.get()).toMatchObject({ status: 'signed-in' });
  expect(page.device.actions).toEqual([]);
});

/** A code opened for a minute, then an hour of leaving and returning, with another tab busy. */
async function hourOfUse(page: Awaited<ReturnType<typeof openHome>>): Promise<void> {
  await page.openStampCode();
  await passInSteps(MINUTE, 600);
  page.closeStampCode();
  for (let visit = 0; visit < 29; visit += 1) {
    page.device.setVisible(visit % 2 === 1);
    page.device.emitStorageChange('stampcard.session');
    page.device.setOnline(true);
    await passInSteps(2 * MINUTE, 30 * SECOND);
  }
  page.device.setVisible(true);
  page.device.emitPageRestored();
  await passInSteps(MINUTE, 30 * SECOND);
}

test('a day of pages left, codes opened and closed, and other tabs leaves nothing behind', async () => {
  const page = await openHome();
  page.backend.answer('rest/stamps', rows([{ id: 1, created_at: '2026-11-21T01:00:00Z' }]));
  // What is loaded when it is needed, and what engines keep of code that has run often, is there
  // after the first hours.
  for (let hour = 0; hour < 4; hour += 1) await hourOfUse(page);
  const [before, heapBefore] = [page.held(), heapUsed()];

  let [polls, others] = [0, 0];
  for (let hour = 0; hour < 24; hour += 1) {
    page.moments.length = 0;
    page.ticks.length = 0;
    page.backend.requests.length = 0;
    await hourOfUse(page);
    polls += page.backend.of('rest/stamps').length;
    others += page.moments.length - page.backend.of('rest/stamps').length;
  }

  expect(page.held()).toEqual(before);
  expect(heapUsed() / heapBefore).toBeLessThan(1.15);
  // A minute of an open code is 26 questions in the first half, and 10 in the second.
  expect(polls).toBeGreaterThan(24 * 33);
  expect(polls).toBeLessThanOrEqual(24 * 37);
  // An hour's renewal, and each of the 16 times that the page is looked at again the events and the
  // two parts of the rewards.
  expect(others).toBeGreaterThan(24 * 3 * 15);
  expect(others).toBeLessThanOrEqual(24 * (3 * 17 + 1));
  expect(page.$session.get()).toMatchObject({ status: 'signed-in' });
});

test('the open code asks little through an hour without the backend, and there is no storm after', async () => {
  const page = await openHome();
  const stamps = rows([{ id: 1, created_at: '2026-11-21T01:00:00Z' }]);
  page.backend.answer('rest/stamps', stamps);
  await page.openStampCode();
  for (let half = 0; half < 2; half += 1) {
    page.device.emitInteraction();
    await passInSteps(5 * MINUTE, 600);
  }
  for (const path of ['auth/token', 'rest/stamps']) page.backend.answer(path, offline);
  page.moments.length = 0;
  const before = page.held();

  // Touched now and then, as it would pause after 10 minutes.
  for (let minutes = 0; minutes < 60; minutes += 6) {
    page.device.emitInteraction();
    await passInSteps(6 * MINUTE, 200);
  }

  const asked = page.moments.length;
  expect(page.held()).toEqual(before);
  expect(page.$session.get()).toMatchObject({ status: 'signed-in' });
  expect(page.$stampCode.get()).toMatchObject({ open: true, paused: false });
  // Without backing off it would be 3000.
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThan(300);
  expect(busiest(page.moments.slice(20), 10 * SECOND)).toBeLessThanOrEqual(9);

  page.backend.answer('auth/token', renewed);
  page.backend.answer('rest/stamps', stamps);
  page.moments.length = 0;
  await passInSteps(2 * MINUTE, 200);
  expect(page.moments.length).toBeLessThanOrEqual(102);
  expect(busiest(page.moments, SECOND)).toBeLessThanOrEqual(3);
  expect(page.held()).toEqual(before);
});

test('two hundred phones that failed together come back one after another', async () => {
  const page = await openPage('/home');
  const { poll } = await import('../../../src/lib/state/codes/poll.ts');
  const PHONES = 200;
  let down = true;
  let asked = 0;
  const back = new Map<number, number>();
  const watches = Array.from({ length: PHONES }, (_, phone) =>
    poll(
      async () => {
        asked += 1;
        if (down) throw new TypeError('Failed to fetch');
        if (!back.has(phone)) back.set(phone, Date.now());
      },
      () => undefined,
      () => undefined,
    ),
  );
  for (let minutes = 0; minutes < 60; minutes += 6) {
    page.device.emitInteraction();
    await passInSteps(6 * MINUTE);
  }
  // Each one asks about once in 22 s, where it would be once in 1.2 s.
  expect(asked / PHONES).toBeGreaterThan(120);
  expect(asked / PHONES).toBeLessThan(200);
  down = false;
  await passInSteps(30 * SECOND, 100);
  expect(back.size).toBe(PHONES);
  expect(busiest([...back.values()], SECOND)).toBeLessThan(PHONES / 8);
  for (const { stop } of watches) stop();
});
