// @vitest-environment node
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { later, offline, rows } from '../data/fake-backend.ts';
import { FakeSocket } from '../data/fake-socket.ts';
import { ana, BEAT, ben, inSession, live, openPage, pass, sessionOf, settle } from './open-page.ts';

const nothing = () => undefined;
const silently = { onNew: nothing, onPaused: nothing };

/** Without chance: the pauses between attempts are the longest. */
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1));

type Device = Awaited<ReturnType<typeof openPage>>['device'];

const keep = (device: Device, token: string, who = ana, seconds = 3600) =>
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(who, seconds, token)));

/** A stamp code's watch on its page, whose first question has been answered. */
async function watching() {
  const { backend, device } = await openPage('/home');
  keep(device, inSession('one'));
  const { watchForStamps } = await import('../../../src/lib/state/codes/scan-watch.ts');
  const landed: string[] = [];
  const paused: boolean[] = [];
  const watch = watchForStamps('ana', {
    onNew: (stamps) => landed.push(...stamps.map(({ id }) => id)),
    onPaused: (isPaused) => paused.push(isPaused),
  });
  onTestFinished(watch.stop);
  await settle();
  return { backend, device, landed, paused, watch, asked: () => backend.of('rest/stamps').length };
}

async function joined() {
  const page = await watching();
  FakeSocket.last().join();
  await settle();
  return page;
}

const given = { type: 'broadcast', event: 'given', payload: {} };

const stamp = rows([{ id: 1, created_at: '2026-11-21T02:11:00Z', stamp_count: 1, store_id: 3 }]);

describe('the channel of an open code', () => {
  test('is private to the session, and opened with its token at the one address there is', async () => {
    await watching();
    const socket = FakeSocket.last();
    expect(socket.address.origin + socket.address.pathname).toBe(
      'ws://localhost:4321/realtime/v1/websocket',
    );
    expect(socket.sent).toEqual([]);
    socket.open();
    expect(socket.sent).toMatchObject([
      {
        topic: 'realtime:session:one',
        event: 'phx_join',
        payload: {
          config: { private: true, broadcast: { replication_ready: true } },
          access_token: `access-ana-${inSession('one')}`,
        },
      },
    ]);
  });

  test('messages that come while an answer is on its way lead to one more question', async () => {
    const { asked, backend, landed } = await joined();
    const slow = later();
    const before = asked();
    backend.answer('rest/stamps', slow.answer);
    for (let times = 0; times < 3; times += 1) FakeSocket.last().say('broadcast', given);
    await settle();
    expect(asked()).toBe(before + 1);
    backend.answer('rest/stamps', stamp);
    slow.come(rows([]));
    await settle();
    expect(asked()).toBe(before + 2);
    expect(landed).toEqual(['1']);
  });

  test('messages about other things lead to no question', async () => {
    const { asked } = await joined();
    const before = asked();
    const socket = FakeSocket.last();
    socket.say('broadcast', { ...given, event: 'redeemed' });
    socket.say('broadcast', given, 'realtime:session:another');
    socket.say('presence_state', {});
    for (const odd of ['', 'nonsense', 'null', '7', '[]', '{"topic":"realtime:session:one"}'])
      socket.sayText(odd);
    socket.say('broadcast', null);
    socket.say('broadcast', 'given');
    await settle();
    expect(asked()).toBe(before);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('a watch that continues an earlier page’s opens no channel', async () => {
    await openPage('/home');
    const { watchForStamps } = await import('../../../src/lib/state/codes/scan-watch.ts');
    const since = '2026-11-21T02:00:00Z';
    const watch = watchForStamps('ana', { ...silently, since });
    onTestFinished(watch.stop);
    await settle();
    expect(FakeSocket.all).toEqual([]);
  });
});

describe('the polling alongside a channel', () => {
  test('asks once when the channel comes up, and then every 15 s', async () => {
    const { asked } = await watching();
    expect(asked()).toBe(1);
    FakeSocket.last().join();
    await settle();
    expect(asked()).toBe(2);
    await live(4);
    expect(asked()).toBe(6);
  });

  test('keeps its own pace until the backend hears the database, then asks once for what was lost', async () => {
    const { asked } = await watching();
    FakeSocket.last().enter();
    await pass(6000);
    expect(asked()).toBe(6);
    FakeSocket.last().say('system', { extension: 'system', status: 'ok' });
    await settle();
    expect(asked()).toBe(7);
    await pass(14_000);
    expect(asked()).toBe(7);
  });

  test('slows down if the backend never says that it hears, and asks once when it says so late', async () => {
    const { asked } = await watching();
    FakeSocket.last().enter();
    await pass(8000);
    const before = asked();
    await pass(14_000);
    expect(asked()).toBe(before);
    FakeSocket.last().say('system', { extension: 'system', status: 'ok' });
    await settle();
    expect(asked()).toBe(before + 1);
    await live(1);
    expect(asked()).toBe(before + 2);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('does not speed up when the page is touched, and still pauses after ten minutes', async () => {
    const { asked, device, paused } = await joined();
    for (let touch = 0; touch < 10; touch += 1) {
      await pass(1000);
      device.emitInteraction();
    }
    expect(asked()).toBe(2);
    const socket = FakeSocket.last();
    await live(40);
    expect(paused).toEqual([true]);
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps its own pace if the socket opens and never answers, and the socket is given up', async () => {
    const { asked } = await watching();
    const socket = FakeSocket.last();
    socket.open();
    await pass(BEAT);
    expect(asked()).toBe(13);
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(FakeSocket.all).toHaveLength(1);
    await pass(2000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test.each<[string, () => void]>([
    ['the socket never opens', () => undefined],
    [
      'the channel is refused',
      () => {
        FakeSocket.last().open();
        FakeSocket.last().say('phx_reply', { status: 'error', response: {} });
        expect(FakeSocket.last().readyState).toBe(FakeSocket.CLOSED);
      },
    ],
  ])('keeps its own pace if %s', async (_, happens) => {
    const { asked } = await watching();
    happens();
    await pass(12_000);
    expect(asked()).toBe(11);
  });

  test('asks at once when the connection is cut, and keeps its own pace from then on', async () => {
    const { asked } = await joined();
    await pass(5000);
    const before = asked();
    FakeSocket.last().cut();
    await settle();
    await pass(0);
    expect(asked()).toBe(before + 1);
    await pass(1200);
    expect(asked()).toBe(before + 2);
  });

  test('keeps its own pace after a failure while the channel is up', async () => {
    const { asked, backend } = await joined();
    backend.answer('rest/stamps', offline);
    FakeSocket.last().say('broadcast', given);
    await settle();
    const before = asked();
    backend.answer('rest/stamps', rows([]));
    await pass(2400);
    expect(asked()).toBe(before + 1);
  });

  test.each<[string, (socket: FakeSocket) => void]>([
    ['silent', () => undefined],
    ['closed by the backend', (socket) => socket.say('phx_close', {})],
    ['broken', (socket) => socket.say('phx_error', {})],
    ['ended with its token', (socket) => socket.say('system', { status: 'error' })],
  ])(
    'a channel that is %s is opened again, and what was missed is asked for once',
    async (_, end) => {
      const { asked } = await joined();
      end(FakeSocket.last());
      // One beat goes out, the next one finds it unanswered; then the pause before another attempt.
      await pass(2 * BEAT + 2000);
      expect(FakeSocket.all[0]?.readyState).toBe(FakeSocket.CLOSED);
      expect(FakeSocket.all.length).toBeGreaterThan(1);
      const before = asked();
      FakeSocket.last().join();
      await settle();
      expect(asked()).toBe(before + 1);
      await pass(14_000);
      expect(asked()).toBe(before + 1);
    },
  );

  test('the pauses between attempts grow to a minute, and are short again once one has held', async () => {
    await watching();
    const gaps: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      FakeSocket.last().cut();
      const began = Date.now();
      while (FakeSocket.all.length === attempt) await pass(1000);
      gaps.push((Date.now() - began) / 1000);
    }
    expect(gaps).toEqual([2, 4, 8, 16, 32, 60, 60]);
    FakeSocket.last().join();
    await live(1);
    const before = FakeSocket.all.length;
    FakeSocket.last().cut();
    await pass(2000);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });
});

describe('a channel and the session', () => {
  test('a token that was renewed, here or in another tab, is passed on', async () => {
    const { device } = await joined();
    keep(device, 'second');
    await live(2);
    const { sent } = FakeSocket.last();
    expect(sent.filter(({ event }) => event === 'access_token')).toMatchObject([
      { topic: 'realtime:session:one', payload: { access_token: 'access-ana-second' } },
    ]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('the next session of the same customer has its own channel', async () => {
    const { device } = await joined();
    keep(device, inSession('two'));
    await live(1);
    // The backend refuses the token of another session.
    FakeSocket.last().say('system', { status: 'error' });
    await pass(2000);
    FakeSocket.last().open();
    expect(FakeSocket.last().sent).toMatchObject([{ topic: 'realtime:session:two' }]);
  });

  test.each([
    ['ended', null],
    ['another customer’s', ben],
  ])('a session that is %s closes the channel within a beat, for good', async (_, next) => {
    const { device } = await joined();
    if (next) keep(device, 'first', next);
    else device.localStorage.clear();
    await pass(BEAT);
    expect(FakeSocket.last().readyState).toBe(FakeSocket.CLOSED);
    await pass(10 * BEAT);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test.each<[string, (device: Device) => void, (device: Device) => void, number]>([
    [
      'has no connection',
      (device) => device.setOnline(false),
      // The device reports that itself: no pause has to run out.
      (device) => device.setOnline(true),
      0,
    ],
    [
      'has a token that has expired',
      (device) => keep(device, 'first', ana, -1),
      (device) => keep(device, 'second'),
      8000,
    ],
  ])('a phone that %s opens a channel only later', async (_, before, after, pauseMs) => {
    const { device } = await openPage('/home');
    before(device);
    const { openChannel } = await import('../../../src/lib/data/live-channel.ts');
    onTestFinished(openChannel('ana', { onNews: nothing, onUp: nothing }));
    await pass(10_000);
    expect(FakeSocket.all).toEqual([]);
    after(device);
    await pass(pauseMs);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('the end of a channel', () => {
  test('comes when the page is hidden, and another channel opens when it is visible again', async () => {
    const { asked, device } = await joined();
    device.setVisible(false);
    expect(FakeSocket.last().readyState).toBe(FakeSocket.CLOSED);
    expect(vi.getTimerCount()).toBe(0);
    const before = asked();
    device.setVisible(true);
    await settle();
    expect(asked()).toBe(before + 1);
    FakeSocket.last().join();
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    expect(asked()).toBe(before + 2);
  });

  test('closes a socket that is still opening once it is open, and sends nothing on it', async () => {
    const { watch } = await watching();
    const socket = FakeSocket.last();
    watch.stop();
    expect(socket.readyState).toBe(FakeSocket.CONNECTING);
    socket.open();
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(socket.sent).toEqual([]);
  });

  test('comes before the code was fetched without opening a channel', async () => {
    await openPage('/home');
    const { watchForStamps } = await import('../../../src/lib/state/codes/scan-watch.ts');
    watchForStamps('ana', silently).stop();
    await settle();
    expect(FakeSocket.all).toEqual([]);
  });
});
