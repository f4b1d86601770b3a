// @vitest-environment node
import { atom } from 'nanostores';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { later, offline, rows } from '../data/fake-backend.ts';
import { FakeSocket } from '../data/fake-socket.ts';
import { ben, openPage, pass, sessionOf, settle } from './open-page.ts';

const BEAT = 15_000;

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1));

const card = (stamp_count: number) => ({ store_id: 1, store_name: 'Kape Tayo', stamp_count });

/** A screen with the customer's cards, which follows the tills. */
async function following({ isOnline = true, isVisible = true, answer = rows([]) } = {}) {
  const { backend, device } = await openPage('/home');
  backend.answer('rest/rpc/my_cards', answer);
  device.setOnline(isOnline);
  device.setVisible(isVisible);
  const { $myCards } = await import('../../../src/lib/state/my-cards.ts');
  const shown: string[] = [];
  onTestFinished(
    $myCards.listen((state) => {
      const fresh = 'fresh' in state && state.fresh ? 'fresh ' : '';
      const now = 'value' in state ? `${fresh}${state.value?.[0]?.total}` : state.status;
      if (now !== shown.at(-1)) shown.push(now);
    }),
  );
  const { followTillsOnline } = await import('../../../src/lib/state/codes/scan-watch.ts');
  followTillsOnline();
  await settle();
  return { backend, device, shown, asked: () => backend.of('rest/rpc/my_cards').length };
}

async function joined() {
  const page = await following();
  FakeSocket.last().join();
  await settle();
  return page;
}

async function say(event: string, socket = FakeSocket.last()): Promise<void> {
  socket.say('broadcast', { type: 'broadcast', event, payload: {} });
  await settle();
}

/** As many beats, each of them answered. */
async function live(beats: number): Promise<void> {
  for (let beat = 0; beat < beats; beat += 1) {
    await pass(BEAT);
    FakeSocket.last().beat();
  }
}

const isOpen = () => FakeSocket.all.filter(({ readyState }) => readyState === FakeSocket.OPEN);

describe('the screens that are looked at', () => {
  test.each(['given', 'taken_back', 'redeemed'])('are read again when it is %s', async (word) => {
    const { asked } = await joined();
    const before = asked();
    await say(word);
    expect(asked()).toBe(before + 1);
    await say('something_else');
    expect(asked()).toBe(before + 1);
  });

  test('are read once more when the channel is up, for what was told to nobody since', async () => {
    const { asked } = await following();
    expect(asked()).toBe(1);
    FakeSocket.last().open();
    await settle();
    expect(asked()).toBe(1);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(2);
    await live(4);
    expect(asked()).toBe(2);
  });

  test('show an answer that is on its way by then, and are read once more after it', async () => {
    const slow = later();
    const { asked, backend, shown } = await following({ answer: slow.answer });
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(1);
    backend.answer('rest/rpc/my_cards', rows([card(2)]));
    slow.come(rows([card(1)]));
    await settle();
    expect(shown).toEqual(['fresh 1', 'fresh 2']);
    expect(asked()).toBe(2);
  });

  test('are as fresh as before meanwhile, and stay where there is no answer', async () => {
    const { asked, backend, shown } = await following({ answer: rows([card(1)]) });
    backend.answer('rest/rpc/my_cards', offline);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(2);
    expect(shown).toEqual(['fresh 1']);
  });

  test('are not overtaken by it where a till has done something since', async () => {
    const { backend, shown } = await following({ answer: rows([card(1)]) });
    const slow = later();
    backend.answer('rest/rpc/my_cards', slow.answer);
    FakeSocket.last().join();
    await settle();
    backend.answer('rest/rpc/my_cards', rows([card(3)]));
    await say('given');
    slow.come(rows([card(2)]));
    await settle();
    expect(shown.at(-1)).toBe('fresh 3');
  });

  test('that are come to while the channel is up are read once', async () => {
    await joined();
    const { resource } = await import('../../../src/lib/state/reading/resource.ts');
    const read = vi.fn(async () => []);
    const { $value } = resource({ query: 'redemptions', fallback: '', read }, atom([] as const));
    onTestFinished($value.listen(() => undefined));
    await live(4);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('leave to an open code what it waits for, on the one channel there is', async () => {
    const { asked, backend } = await joined();
    const before = asked();
    const { watchForStamps } = await import('../../../src/lib/state/codes/scan-watch.ts');
    const nothing = () => undefined;
    const watch = watchForStamps('ana', { onNew: nothing, onPaused: nothing });
    await settle();
    expect(backend.of('rest/stamps')).toHaveLength(1);
    await say('given');
    expect(backend.of('rest/stamps')).toHaveLength(2);
    expect(asked()).toBe(before);
    await say('taken_back');
    expect(asked()).toBe(before + 1);
    watch.stop();
    await say('given');
    expect(asked()).toBe(before + 2);
    expect(FakeSocket.all).toHaveLength(1);
    expect(isOpen()).toHaveLength(1);
  });

  test('are read once more whenever there is a channel again', async () => {
    const { asked, device } = await joined();
    const before = asked();
    FakeSocket.last().cut();
    await pass(2000);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(before + 1);
    device.setVisible(false);
    device.setVisible(true);
    await settle();
    expect(asked()).toBe(before + 1);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(before + 2);
  });

  test('and a code hear what is said as the code opens', async () => {
    const { backend } = await joined();
    const { watchForStamps } = await import('../../../src/lib/state/codes/scan-watch.ts');
    const nothing = () => undefined;
    const watch = watchForStamps('ana', { onNew: nothing, onPaused: nothing });
    onTestFinished(watch.stop);
    // In the same moment: nothing else has run since.
    FakeSocket.last().say('broadcast', { type: 'broadcast', event: 'given', payload: {} });
    await settle();
    expect(backend.of('rest/stamps')).toHaveLength(2);
  });
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

  test('without a line, until there is one', async () => {
    const { device } = await following({ isOnline: false });
    await pass(2 * BEAT);
    expect(FakeSocket.all).toEqual([]);
    device.setOnline(true);
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('once nobody has touched it for two minutes; a touch has it listen and read again', async () => {
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

  test('where no channel can be had, until the page is come back to', async () => {
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

  test('from the moment a session is over; the next customer has a channel of their own', async () => {
    const { device } = await joined();
    const [ofAna] = FakeSocket.all;
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ben)));
    device.emitStorageChange(storageKeys.session);
    expect(ofAna?.readyState).toBe(FakeSocket.CLOSED);
    FakeSocket.last().open();
    expect(FakeSocket.last().sent).toMatchObject([{ topic: 'realtime:customer:ben' }]);
    device.localStorage.clear();
    device.emitStorageChange(null);
    expect(isOpen()).toEqual([]);
    await pass(10 * BEAT);
    expect(FakeSocket.all).toHaveLength(2);
  });
});
