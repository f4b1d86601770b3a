// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { dailyHash } from '../../../src/lib/domain/daily-hash.ts';
import { rows } from '../data/fake-backend.ts';
import { drawing } from './drawn-codes.ts';
import { ana, MORNING, openPage, type PageOptions, pass, sessionOf, settle } from './open-page.ts';

const row = (id: number, minute: number, fields: object = {}) => ({
  id,
  created_at: `2026-11-21T02:${minute}:00+00:00`,
  stamp_count: 1,
  store_id: 3,
  store_name: 'Kape Tayo',
  metadata: { stamps_needed: 8 },
  ...fields,
});

let close: () => void;

// What a code goes on asking would be asked of the next test's backend.
afterEach(async () => {
  close();
  await pass(10_000);
});

async function open(opening: PageOptions = {}) {
  const page = await openPage('/home', opening);
  page.backend.answer('rest/stamps', rows([row(1, 1)]));
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

test('a code drawn ahead is there with the sheet, and is drawn once', async () => {
  const { $stampCode, drawStampCodeAhead, openStampCode } = await open();
  await drawStampCodeAhead();
  await pass(0);
  expect(drawing.texts).toHaveLength(1);
  const images: string[] = [];
  $stampCode.listen((code) => code.open && images.push(code.image.status));
  await openStampCode();
  expect(new Set(images)).toEqual(new Set(['ready']));
  expect(drawing.texts).toHaveLength(1);
});

test('nothing is drawn ahead for nobody, and what can’t be drawn is tried again', async () => {
  const nobody = await open({ as: null });
  await nobody.drawStampCodeAhead();
  await pass(0);
  expect(drawing.texts).toEqual([]);
  const { $stampCode, drawStampCodeAhead, openStampCode } = await open();
  drawing.fails = true;
  await drawStampCodeAhead();
  await pass(0);
  drawing.fails = false;
  await openStampCode();
  expect($stampCode.get()).toMatchObject({ image: { status: 'ready' } });
});

test('a code that can’t be rendered has failed, and can be rendered again', async () => {
  const { $stampCode, openStampCode, refreshStampCode } = await open();
  drawing.fails = true;
  await openStampCode();
  expect($stampCode.get()).toMatchObject({ open: true, image: { status: 'failed' } });
  drawing.fails = false;
  await refreshStampCode();
  expect($stampCode.get()).toMatchObject({ image: { status: 'ready' } });
});

test('the code is rendered again at midnight in UTC+8, and only then', async () => {
  const { $stampCode, openStampCode } = await open({ now: Date.parse('2026-11-21T15:59:30Z') });
  await openStampCode();
  await pass(29_000);
  expect(drawing.texts).toHaveLength(1);
  await pass(1000);
  await settle();
  expect(drawing.texts).toHaveLength(2);
  expect(JSON.parse(drawing.texts[1]?.slice(2) ?? '')).toMatchObject({
    hash: dailyHash('ana', Date.parse('2026-11-21T16:00:00Z')),
  });
  expect($stampCode.get()).toMatchObject({ image: { drawing: { path: 'code 2' } } });
  await pass(60_000);
  expect(drawing.texts).toHaveLength(2);
});

test('the code is rendered again for a phone that slept past midnight', async () => {
  const { backend, device, openStampCode } = await open();
  backend.answer('auth/token', () => Response.json(sessionOf(ana)));
  await openStampCode();
  device.setVisible(false);
  await pass(24 * 3_600_000);
  expect(drawing.texts).toHaveLength(1);
  device.setVisible(true);
  await settle();
  expect(drawing.texts).toHaveLength(2);
});

test('the code is opened for a signed-in customer, and once', async () => {
  const signedOut = await open({ as: null });
  await signedOut.openStampCode();
  expect(signedOut.$stampCode.get()).toEqual({ open: false });
  expect(signedOut.device.screenLocks()).toBe(0);
  expect(signedOut.device.actions).toEqual(['open /login?redirect=/home%3Fshow%3Dcode']);
  const { device, openStampCode } = await open();
  await Promise.all([openStampCode(), openStampCode()]);
  await openStampCode();
  expect(device.screenLocks()).toBe(1);
  expect(drawing.texts).toHaveLength(1);
});

test('a code that is closed is not rendered again', async () => {
  const { $stampCode, closeStampCode, openStampCode, refreshStampCode } = await open();
  await openStampCode();
  closeStampCode();
  await refreshStampCode();
  expect($stampCode.get()).toEqual({ open: false });
  expect(drawing.texts).toHaveLength(1);
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
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
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

test('a code that lies open for 10 minutes stays, lets the screen sleep, and goes on when told to', async () => {
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

test('a code opened and closed many times leaves nothing behind either', async () => {
  const { closeStampCode, device, openStampCode } = await open();
  for (let turn = 0; turn < 50; turn += 1) {
    await openStampCode();
    expect(device.screenLocks()).toBe(1);
    closeStampCode();
  }
  expect(device.screenLocks()).toBe(0);
});
