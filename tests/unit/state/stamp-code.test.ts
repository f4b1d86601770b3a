// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { dailyHash } from '../../../src/lib/domain/customer-qr.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { hanging, offline, rows, stampRow } from '../data/fake-backend.ts';
import { drawing, tea } from './open-code.ts';
import {
  ana,
  MORNING,
  openPage,
  type PageOptions,
  pass,
  sessionOf,
  settle,
  show,
  startSession,
} from './open-page.ts';

let close: () => void;

// A code that goes on asking would ask the next test's backend.
afterEach(async () => {
  close();
  await pass(10_000);
});

async function open(opening: PageOptions = {}) {
  const page = await openPage('/home', opening);
  page.backend.answer('rest/stamps', rows([stampRow(1, 1)]));
  const landings = await import('../../../src/lib/state/codes/landing.ts');
  const stampCode = await import('../../../src/lib/state/codes/stamp-code.ts');
  close = stampCode.closeStampCode;
  return { ...page, ...landings, ...stampCode };
}

test('the code is loading, then ready, with the customer’s name', async () => {
  const { $stampCode, openStampCode } = await open();
  expect($stampCode.get()).toEqual({ open: false });
  const states: unknown[] = [];
  $stampCode.listen((state) => states.push(state));
  await openStampCode();
  expect(states).toEqual([
    { open: true, name: 'Ana Reyes', image: { status: 'loading' }, paused: false },
    {
      open: true,
      name: 'Ana Reyes',
      image: { status: 'ready', drawing: { size: 21, path: 'code 1' } },
      paused: false,
    },
  ]);
  const [text = ''] = drawing.texts;
  expect(text.slice(0, 2)).toBe('H ');
  expect(JSON.parse(text.slice(2))).toEqual({
    display_name: 'Ana Reyes',
    uid: 'ana',
    hash: dailyHash('ana', MORNING),
  });
});

test('a code drawn ahead appears together with the sheet, and is drawn once', async () => {
  const { $stampCode, prepareStampCode, openStampCode } = await open();
  await prepareStampCode();
  await pass(0);
  expect(drawing.texts).toHaveLength(1);
  const images: string[] = [];
  $stampCode.listen((code) => code.open && images.push(code.image.status));
  await openStampCode();
  expect(new Set(images)).toEqual(new Set(['ready']));
  expect(drawing.texts).toHaveLength(1);
});

test('a code that can’t be drawn ahead is drawn when it is opened', async () => {
  const { $stampCode, prepareStampCode, openStampCode } = await open();
  drawing.fails = true;
  await prepareStampCode();
  await pass(0);
  drawing.fails = false;
  await openStampCode();
  expect($stampCode.get()).toMatchObject({ image: { status: 'ready' } });
});

test('the code is rendered again at midnight in UTC+8, and only then', async () => {
  const { $stampCode, openStampCode } = await open({ now: Date.parse('2026-11-21T15:59:30Z') });
  await openStampCode();
  await pass(29_000);
  expect(drawing.texts).toHaveLength(1);
  await pass(1000);
  expect(drawing.texts).toHaveLength(2);
  expect(JSON.parse(drawing.texts[1]?.slice(2) ?? '')).toMatchObject({
    hash: dailyHash('ana', Date.parse('2026-11-21T16:00:00Z')),
  });
  expect($stampCode.get()).toMatchObject({ image: { drawing: { path: 'code 2' } } });
  const changed = vi.fn();
  $stampCode.listen(changed);
  await pass(60_000);
  expect(changed).not.toHaveBeenCalled();
});

test('the code opens only for a signed-in customer, and once', async () => {
  const signedOut = await open({ as: null });
  await signedOut.openStampCode();
  expect(signedOut.$stampCode.get()).toEqual({ open: false });
  expect(signedOut.device.screenLocks()).toBe(0);
  expect(signedOut.device.actions).toEqual(['open /login?redirect=/home%3Fshow%3Dcode']);
  const { backend, device, openStampCode } = await open();
  await Promise.all([openStampCode(), openStampCode()]);
  await openStampCode();
  await settle();
  expect(device.screenLocks()).toBe(1);
  expect([drawing.texts.length, backend.of('rest/stamps').length]).toEqual([1, 1]);
});

test('a code closed while it is rendered stays closed', async () => {
  const { $stampCode, closeStampCode, openStampCode } = await open();
  const opening = openStampCode();
  await Promise.resolve();
  $stampCode.listen((code) => code.open && closeStampCode());
  await opening;
  expect($stampCode.get()).toEqual({ open: false });
});

test('the screen stays awake while the code is open, and nothing is left when it closes', async () => {
  const { backend, closeStampCode, device, openStampCode } = await open();
  await startSession();
  await pass(60_000);
  const [listeners, timers] = [device.listenerCount(), vi.getTimerCount()];
  await openStampCode();
  expect(device.screenLocks()).toBe(1);
  await pass(3000);
  closeStampCode();
  closeStampCode();
  expect(device.screenLocks()).toBe(0);
  await pass(2000);
  const asked = backend.requests.length;
  await pass(60_000);
  expect(backend.requests).toHaveLength(asked);
  expect(device.listenerCount()).toBe(listeners);
  expect(vi.getTimerCount()).toBe(timers);
});

test('a code left open for 10 minutes stays, lets the screen sleep, and continues when told to', async () => {
  const { $stampCode, backend, device, openStampCode, refreshStampCode, resumeStampCode } =
    await open();
  backend.answer('auth/token', () => Response.json(sessionOf(ana)));
  await openStampCode();
  await pass(600_000 - 1);
  expect($stampCode.get()).toMatchObject({ paused: false });
  expect(device.screenLocks()).toBe(1);
  await pass(1);
  const paused = { open: true, name: 'Ana Reyes', image: { status: 'ready' }, paused: true };
  expect($stampCode.get()).toMatchObject(paused);
  expect(device.screenLocks()).toBe(0);
  // Drawn again, at midnight say, it is still paused.
  await refreshStampCode();
  expect($stampCode.get()).toMatchObject(paused);
  const asked = backend.of('rest/stamps').length;
  await pass(3_600_000);
  expect(backend.of('rest/stamps')).toHaveLength(asked);
  resumeStampCode();
  await settle();
  expect($stampCode.get()).toMatchObject({ ...paused, paused: false });
  expect(device.screenLocks()).toBe(1);
  expect(backend.of('rest/stamps')).toHaveLength(asked + 1);
});

const HELD = 'rest/rpc/stamps_held';

async function openLanding(options: PageOptions = {}) {
  const page = await openPage('/home', options);
  page.backend.answer('rest/stamps', rows([stampRow(1, 10)]));
  page.backend.answer('rest/rewards', rows([tea]));
  const landing = await import('../../../src/lib/state/codes/landing.ts');
  const code = await import('../../../src/lib/state/codes/stamp-code.ts');
  const held = (total: number) =>
    page.backend.answer(HELD, rows([{ store_id: 3, stamp_count: total }]));
  held(5);
  return { ...page, ...landing, ...code, held };
}

/** The code is open, and its watch has its first answer. */
async function opened(options?: PageOptions) {
  const page = await openLanding(options);
  await page.openStampCode();
  await pass(3000);
  expect(page.$landing.get()).toBe(null);
  return page;
}

type Opened = Awaited<ReturnType<typeof opened>>;

async function give({ backend }: Opened, ...given: object[]) {
  backend.answer('rest/stamps', rows(given));
  await pass(2000);
}

test('a given stamp replaces the code within 2 s, in the same sheet', async () => {
  const page = await opened();
  const shown: string[] = [];
  const note = () =>
    shown.push(page.$landing.get() ? 'card' : page.$stampCode.get().open ? 'code' : 'nothing');
  page.$landing.listen(note);
  page.$stampCode.listen(note);
  await give(page, stampRow(2, 30));
  expect(page.$stampCode.get()).toEqual({ open: false });
  expect(page.device.screenLocks()).toBe(0);
  expect(page.$landing.get()).toMatchObject({ storeName: 'Kape Tayo', given: 1, goal: 8 });
  expect(page.$landing.get()?.card).toMatchObject({ before: 4, total: 5, filled: false });
  expect(shown).not.toContain('nothing');
  expect(page.device.actions).toContain('vibrate 80');
});

test('after a given stamp, only the lists that show stamps are read again', async () => {
  const page = await openLanding();
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  const { $redemptions } = await import('../../../src/lib/state/transactions.ts');
  show($rewards, $redemptions);
  await page.openStampCode();
  await pass(3000);
  const lists = page.backend.of('rest/rewards').length;
  await give(page, stampRow(2, 30));
  expect(page.backend.of('rest/redemptions')).toHaveLength(2);
  const ofStores = page.backend.of('rest/rewards').filter(({ query }) => query.has('store_id'));
  expect(page.backend.of('rest/rewards').length - ofStores.length).toBe(lists);
});

test.each([
  ['can’t be read', offline],
  ['is missing', rows([])],
  ['is not answered within 3 s', hanging],
])('a given stamp is announced without a count if its card %s', async (_, held) => {
  const page = await opened();
  page.backend.answer(HELD, held);
  await give(page, stampRow(2, 30));
  await pass(3000);
  expect(page.$landing.get()).toMatchObject({ storeName: 'Kape Tayo', given: 1, card: null });
});

test('a record without a stamp is not announced', async () => {
  const page = await opened();
  await give(page, stampRow(2, 30, { stamp_count: 0 }));
  expect(page.backend.of(HELD)).toEqual([]);
  expect(page.$stampCode.get().open).toBe(true);
});

test('stamps of two tills are announced store by store, in the order they were given', async () => {
  const page = await opened();
  await give(
    page,
    stampRow(4, 32),
    stampRow(3, 31, { stamp_count: 2 }),
    stampRow(2, 30, { store_id: 9 }),
  );
  expect(page.$landing.get()).toMatchObject({ storeId: '9', given: 1 });
  page.dismissLanding();
  expect(page.$landing.get()).toMatchObject({ storeId: '3', given: 3, card: { before: 2 } });
  page.dismissLanding();
  expect(page.$landing.get()).toBe(null);
});

test('stamps that were taken back are not announced with those given instead', async () => {
  const page = await opened();
  page.held(8);
  page.backend.answer('rest/stamps', rows([stampRow(2, 30, { stamp_count: 3 })]));
  await pass(1200);
  expect(page.$landing.get()).toMatchObject({ given: 3, card: { filled: true } });
  page.held(6);
  await give(page, stampRow(3, 31));
  expect(page.$landing.get()).toMatchObject({
    ...{ given: 1, card: { before: 5, total: 6, filled: false, reward: null } },
  });
});

test('the reward that the stamp made ready is offered, or the one that lasts longest of several', async () => {
  const page = await opened();
  page.held(8);
  page.backend.answer('rest/rewards', rows([{ ...tea, id: 8 }, tea]));
  await give(page, stampRow(2, 30));
  expect(page.$landing.get()?.card).toMatchObject({
    ...{ before: 7, total: 8, filled: true, isReady: true },
    ...{ reward: { id: '8', title: 'Free tea' }, hasChoice: true },
  });
});

test.each([
  ['there is none', rows([])],
  ['they can’t be read', offline],
  ['they are not answered', hanging],
])('the customer is led to the store’s rewards if %s', async (_, rewards) => {
  const page = await opened();
  page.held(8);
  page.backend.answer('rest/rewards', rewards);
  await give(page, stampRow(2, 30));
  await pass(3000);
  expect(page.$landing.get()?.card).toMatchObject({
    filled: true,
    isReady: true,
    reward: null,
  });
});

test.each([
  ['37 of 10: one more stamp fills nothing', 10, 37, 1, { before: 36, filled: false }],
  ['40 of 10: one more card is full', 10, 40, 1, { before: 39, filled: true }],
  ['5 of 1: every stamp fills a card', 1, 5, 1, { before: 4, filled: true }],
  ['31 of 30: three stamps, of which one is the next card’s', 30, 31, 3, { filled: true }],
  ['2 of 8, though 3 were given: some are spent already', 8, 2, 3, { before: 0, filled: false }],
])('a card counts its own goal: %s', async (_, goal, total, given, card) => {
  const page = await opened();
  page.held(total);
  await give(page, stampRow(2, 30, { metadata: { goal }, stamp_count: given }));
  expect(page.$landing.get()).toMatchObject({ given, goal, card: { ...card, total } });
});

test('a stamp given after the page with the code was left is announced once, by the next page', async () => {
  const { device } = await opened();
  device.emitPageLeft();
  const next = await openLanding({ device });
  next.backend.answer('rest/stamps', rows([stampRow(2, 30)]));
  await next.announceMissedStamps();
  await settle();
  expect(next.$landing.get()).toMatchObject({ given: 1 });
  const [asked] = next.backend.of('rest/stamps');
  expect(asked?.query.get('created_at')).toBe('gt.2026-11-21T02:10:00+00:00');
  const third = await openLanding({ device });
  await third.announceMissedStamps();
  await pass(5000);
  expect(third.backend.of('rest/stamps')).toEqual([]);
});

test('the next page goes on from a code that was closed and opened again', async () => {
  const { device, closeStampCode, openStampCode } = await opened();
  closeStampCode();
  await openStampCode();
  await settle();
  device.setVisible(false);
  await pass(2000);
  expect(device.sessionStorage.get(storageKeys.stampWatch)).toBe('2026-11-21T02:10:00+00:00');
});

test('a page asks for missed stamps until it is answered, and no longer', async () => {
  const { closeStampCode, device } = await opened();
  device.setVisible(false);
  closeStampCode();
  const next = await openLanding({ device });
  next.backend.answer('rest/stamps', offline);
  await next.announceMissedStamps();
  await pass(3000);
  next.backend.answer('rest/stamps', rows([]));
  await pass(5000);
  const asked = next.backend.of('rest/stamps').length;
  await pass(60_000);
  expect(next.backend.of('rest/stamps')).toHaveLength(asked);
  expect(next.$landing.get()).toBe(null);
});
