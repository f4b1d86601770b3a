// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { MemoryPlatform } from '../../../src/lib/platform/memory.ts';
import { storageKeys } from '../../../src/lib/platform/storage-keys.ts';
import { offline, refusal } from '../data/fake-backend.ts';
import {
  ana,
  ben,
  MORNING,
  openPage,
  pass,
  sessionOf,
  settle,
  withAuthWarnings,
} from './open-page.ts';

async function open(as: typeof ana | null = ana) {
  const page = await openPage('/home', { as });
  const auth = await import('../../../src/lib/state/auth.ts');
  const begun: string[] = [];
  const begin = () => auth.whenSignedIn(({ id }) => begun.push(id));
  return { ...page, ...auth, begin, begun };
}

const change = async (device: MemoryPlatform, session: object | null) => {
  if (session) device.local.set(storageKeys.session, JSON.stringify(session));
  else device.local.clear();
  device.emitStorageChange(storageKeys.session);
  await settle();
};

test('it begins once the session is known, and at once where it is', async () => {
  const { begin, begun } = await open();
  begin();
  expect(begun).toEqual([]);
  await settle();
  expect(begun).toEqual(['ana']);
  begin();
  expect(begun).toEqual(['ana', 'ana']);
});

test('it does not begin again for the same customer', async () => {
  const { begin, begun, device } = await open();
  begin();
  await settle();
  await change(device, sessionOf(ana, 3600, 'second'));
  expect(begun).toEqual(['ana']);
});

describe('it begins again when the page comes back', () => {
  test('as it was left, for who is here by then', async () => {
    const { begin, begun, device } = await open();
    const stop = begin();
    await settle();
    device.emitReturn();
    await settle();
    expect(begun).toEqual(['ana', 'ana']);
    device.local.clear();
    device.emitReturn();
    await settle();
    expect(begun).toEqual(['ana', 'ana']);
    stop();
    device.local.set(storageKeys.session, JSON.stringify(sessionOf(ana)));
    device.emitReturn();
    await settle();
    expect(begun).toEqual(['ana', 'ana']);
  });

  test.each([
    ['a night', 10 * 3600 * 1000, 2],
    ['a quarter of an hour', 900_000, 2],
    ['a moment less', 899_999, 1],
  ])('hidden for %s', async (_, away, times) => {
    const { begin, begun, device } = await open();
    begin();
    await settle();
    device.setNow(MORNING);
    device.setVisible(false);
    device.setNow(MORNING + away);
    device.setVisible(true);
    await settle();
    expect(begun).toHaveLength(times);
  });

  test('without a line, and stays whose it was', async () => {
    await withAuthWarnings(async () => {
      const { $session, backend, begin, begun, device } = await open();
      begin();
      await settle();
      device.local.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
      backend.answer('auth/token', offline);
      device.emitReturn();
      await pass(15_000);
      expect($session.get().status).toBe('signed-in');
      expect(begun).toEqual(['ana', 'ana']);
    });
  });
});

test('it begins for whoever comes, goes and comes back', async () => {
  const { begin, begun, device } = await open(null);
  begin();
  await settle();
  expect(begun).toEqual([]);
  await change(device, sessionOf(ana));
  await change(device, sessionOf(ben));
  await change(device, null);
  await change(device, sessionOf(ben));
  expect(begun).toEqual(['ana', 'ben', 'ben']);
});

test('it begins as soon as the session can be read after all', async () => {
  await withAuthWarnings(async () => {
    const { backend, begin, begun, device } = await open(null);
    device.local.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    backend.answer('auth/token', offline);
    begin();
    await pass(30_000);
    expect(begun).toEqual([]);
    backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    await pass(90_000);
    expect(begun).toEqual(['ana']);
  });
});

test('once stopped it begins no more', async () => {
  const { begin, begun, device } = await open(null);
  const stop = begin();
  stop();
  await settle();
  await change(device, sessionOf(ana));
  expect(begun).toEqual([]);
});
