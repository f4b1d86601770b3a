// @vitest-environment node
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { rows } from '../data/fake-backend.ts';
import { FakeSocket } from '../data/fake-socket.ts';
import {
  BEAT,
  ben,
  elsewhere,
  inSession,
  live,
  openPage,
  pass,
  sessionOf,
  settle,
} from './open-page.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1));

/** A screen with the customer's cards, which follows the tills. */
async function following({ isOnline = true, isVisible = true } = {}) {
  const { backend, device } = await openPage('/home');
  backend.answer('rest/rpc/my_cards', rows([]));
  device.setOnline(isOnline);
  device.setVisible(isVisible);
  const { $myCards } = await import('../../../src/lib/state/my-cards.ts');
  onTestFinished($myCards.listen(() => undefined));
  const { followTillsOnline } = await import('../../../src/lib/state/codes/scan-watch.ts');
  followTillsOnline();
  await settle();
  return { backend, device, asked: () => backend.of('rest/rpc/my_cards').length };
}

async function joined() {
  const page = await following();
  FakeSocket.last().join();
  await settle();
  return page;
}

async function say(event: string): Promise<void> {
  FakeSocket.last().say('broadcast', { type: 'broadcast', event, payload: {} });
  await settle();
}

const isOpen = () => FakeSocket.all.filter(({ readyState }) => readyState === FakeSocket.OPEN);

describe('visible screens', () => {
  test.each(['given', 'taken_back', 'redeemed'])('are read again on news: %s', async (word) => {
    const { asked } = await joined();
    expect(asked()).toBe(1);
    await say(word);
    expect(asked()).toBe(2);
    await say('something_else');
    expect(asked()).toBe(2);
  });

  test.each([
    ['given', 'rest/stamps', 'watchForStamps'],
    ['redeemed', 'rest/redemptions', 'watchForRedemption'],
  ] as const)('leave to an open code the news that it waits for: %s', async (word, path, name) => {
    const { asked, backend } = await joined();
    const watches = await import('../../../src/lib/state/codes/scan-watch.ts');
    const nothing = () => undefined;
    const watch = watches[name]('ana', { onNew: nothing, onPaused: nothing });
    await settle();
    expect(backend.of(path)).toHaveLength(1);
    await say(word);
    expect(backend.of(path)).toHaveLength(2);
    expect(asked()).toBe(1);
    await say('taken_back');
    expect(asked()).toBe(2);
    watch.stop();
    await say(word);
    expect(asked()).toBe(3);
    // All on the same channel.
    expect(FakeSocket.all).toHaveLength(1);
    expect(isOpen()).toHaveLength(1);
  });

  test('are read again if they were read before the channel was lost, and nothing is read twice', async () => {
    const { asked, device } = await joined();
    await pass(1000);
    FakeSocket.last().cut();
    await pass(2000);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(2);
    device.setVisible(false);
    await pass(BEAT + 1);
    device.setVisible(true);
    await settle();
    expect(asked()).toBe(3);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(3);
  });
});

test('what a page read before the backend heard the database is read again', async () => {
  const { asked } = await following();
  FakeSocket.last().enter();
  await pass(3000);
  FakeSocket.last().say('system', { extension: 'system', status: 'ok' });
  await settle();
  expect(asked()).toBe(2);
});

test('what a page read while it was hidden is read again once it is visible and the channel is up', async () => {
  const { asked, device } = await following({ isVisible: false });
  expect(asked()).toBe(1);
  await pass(5000);
  device.setVisible(true);
  await settle();
  FakeSocket.last().join();
  await settle();
  expect(asked()).toBe(2);
});

describe('nothing listens', () => {
  test('while the page is hidden', async () => {
    const { device } = await following({ isVisible: false });
    expect(FakeSocket.all).toEqual([]);
    device.setVisible(true);
    await settle();
    FakeSocket.last().join();
    device.setVisible(false);
    await pass(10 * BEAT);
    expect(isOpen()).toEqual([]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('offline, until there is a connection', async () => {
    const { device } = await following({ isOnline: false });
    await pass(2 * BEAT);
    expect(FakeSocket.all).toEqual([]);
    device.setOnline(true);
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('once nobody has touched the page for two minutes, until a touch, which also reads again', async () => {
    const { asked, device } = await joined();
    await live(7);
    expect(isOpen()).toHaveLength(1);
    await live(1);
    expect(isOpen()).toEqual([]);
    const before = asked();
    device.emitInteraction();
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(before + 1);
    expect(isOpen()).toHaveLength(1);
  });

  test('if no channel can be opened, until somebody comes back to the page', async () => {
    const { device } = await following();
    await pass(BEAT);
    const tried = FakeSocket.all.length;
    device.emitInteraction();
    await pass(10 * BEAT);
    expect(FakeSocket.all).toHaveLength(tried);
    device.setVisible(true);
    await settle();
    expect(FakeSocket.all).toHaveLength(tried + 1);
  });

  test('from the moment a session is over; the next customer has their own channel', async () => {
    const { device } = await joined();
    const [ofAna] = FakeSocket.all;
    const ofBen = sessionOf(ben, 3600, inSession('ben'));
    device.localStorage.set(storageKeys.session, JSON.stringify(ofBen));
    device.emitStorageChange(storageKeys.session);
    expect(ofAna?.readyState).toBe(FakeSocket.CLOSED);
    FakeSocket.last().open();
    expect(FakeSocket.last().sent).toMatchObject([{ topic: 'realtime:session:ben' }]);
    elsewhere({ device }, null);
    expect(isOpen()).toEqual([]);
    await pass(10 * BEAT);
    expect(FakeSocket.all).toHaveLength(2);
  });
});
