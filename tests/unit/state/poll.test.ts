// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { MORNING, openPage, pass, settle } from './open-page.ts';

async function open() {
  const { device } = await openPage('/home');
  const { pollDelay, poll } = await import('../../../src/lib/state/codes/poll.ts');
  const answers: number[] = [];
  /** Each time that it paused, or went on. */
  const pauses: boolean[] = [];
  let asked = 0;
  /** Answers a number at once, unless told to do something else. */
  const told: { instead: ((signal: AbortSignal) => Promise<number>) | null } = { instead: null };
  const start = () =>
    poll(
      async (signal) => {
        asked += 1;
        return told.instead ? told.instead(signal) : asked;
      },
      (answer) => answers.push(answer),
      (paused) => pauses.push(paused),
    );
  return { answers, device, pauses, pollDelay, start, asked: () => asked, told };
}

const fail = async () => {
  throw new Error('down');
};

test('a poll waits for an answer before it asks again', async () => {
  const { asked, start, told } = await open();
  const slow = Promise.withResolvers<number>();
  told.instead = () => slow.promise;
  const { stop } = start();
  await pass(60_000);
  expect(asked()).toBe(1);
  slow.resolve(7);
  await pass(3000);
  expect(asked()).toBe(2);
  stop();
});

test('a stopped poll neither asks nor reports any longer, and ends the request in flight', async () => {
  const { answers, asked, device, start, told } = await open();
  const slow = Promise.withResolvers<number>();
  let ended: AbortSignal | undefined;
  told.instead = (signal) => {
    ended = signal;
    return slow.promise;
  };
  const { stop } = start();
  await settle();
  stop();
  expect(ended?.aborted).toBe(true);
  slow.resolve(7);
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  await pass(60_000);
  device.setVisible(true);
  await settle();
  expect([asked(), answers]).toEqual([1, []]);
  expect(vi.getTimerCount()).toBe(0);
  expect(device.listenerCount()).toBe(0);
});

test('a poll asks nothing while the page is hidden, and asks at once on return', async () => {
  const { asked, device, start } = await open();
  const { stop } = start();
  await pass(2400);
  const before = asked();
  device.setVisible(false);
  await pass(3_600_000);
  expect(asked()).toBe(before);
  expect(vi.getTimerCount()).toBe(0);
  device.setVisible(true);
  await settle();
  expect(asked()).toBe(before + 1);
  await pass(1200);
  expect(asked()).toBe(before + 2);
  stop();
});

test.each([
  ['after an hour', 3_600_000, 0, 5000, 5000],
  ['after a failure', 0, 1, 1200, 2400],
  ['after four', 0, 4, 9600, 19_200],
  ['after five', 0, 5, 15_000, 30_000],
  ['after many', 0, 5000, 15_000, 30_000],
])(
  'a poll waits %s: %d ms idle, %d failures, from %d to %d ms',
  async (_, idle, failures, least, most) => {
    const { pollDelay } = await open();
    expect(pollDelay(idle, failures, 0)).toBe(least);
    expect(pollDelay(idle, failures, 1)).toBe(most);
  },
);

test('a failing poll asks less and less often, reports nothing, and recovers at the first answer', async () => {
  const { answers, asked, start, told } = await open();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  told.instead = fail;
  const { stop } = start();
  await pass(2400 + 4800 + 9600 + 19_200);
  expect(asked()).toBe(5);
  expect(answers).toEqual([]);
  told.instead = null;
  await pass(30_000);
  expect(answers).toEqual([6]);
  await pass(3000);
  expect(answers).toEqual([6, 7]);
  stop();
});

const MINUTE = 60_000;

test('a poll asks at once when the connection comes back, and not during a pause', async () => {
  const { answers, asked, device, start, told } = await open();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  told.instead = fail;
  const { stop } = start();
  await pass(2400 + 4800 + 9600 + 19_200);
  told.instead = null;
  device.setOnline(true);
  await settle();
  expect(answers).toEqual([6]);
  await pass(20 * MINUTE);
  const before = asked();
  device.setOnline(true);
  await settle();
  expect(asked()).toBe(before);
  stop();
});

test('an unattended poll slows down after 30 s and 2 minutes, and stops after 10', async () => {
  const { asked, pauses, start } = await open();
  start();
  // At once, and then every 1.2 s.
  await pass(30_000);
  expect(asked()).toBe(26);
  await pass(90_000);
  expect(asked()).toBe(26 + 30);
  await pass(8 * MINUTE - 1);
  expect(asked()).toBe(26 + 30 + 95);
  expect(pauses).toEqual([]);
  await pass(1);
  expect(pauses).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
  await pass(60 * MINUTE);
  expect(asked()).toBe(26 + 30 + 95);
});

test('a paused poll that is resumed asks at once, at the quick pace, and for another 10 minutes', async () => {
  const { asked, pauses, start } = await open();
  const { resume } = start();
  await pass(20 * MINUTE);
  const before = asked();
  resume();
  await settle();
  expect(asked()).toBe(before + 1);
  await pass(1200);
  expect(asked()).toBe(before + 2);
  await pass(10 * MINUTE);
  expect(pauses).toEqual([true, false, true]);
});

test('a touch makes a slow poll quick again, and many touches no quicker than that', async () => {
  const { asked, device, pauses, start } = await open();
  const { stop } = start();
  await pass(5 * MINUTE + 100);
  const before = asked();
  device.emitInteraction();
  await pass(1200);
  expect(asked()).toBe(before + 1);
  for (let touch = 0; touch < 120; touch += 1) {
    device.emitInteraction();
    await pass(100);
  }
  expect(asked()).toBe(before + 11);
  // Ten minutes after the last touch, not after the first.
  await pass(10 * MINUTE - 101);
  expect(pauses).toEqual([]);
  await pass(101);
  expect(pauses).toEqual([true]);
  stop();
});

test('a touch during a pause does not end the pause', async () => {
  const { asked, device, pauses, start } = await open();
  start();
  await pass(11 * MINUTE);
  const before = asked();
  device.emitInteraction();
  await pass(MINUTE);
  expect(asked()).toBe(before);
  expect(pauses).toEqual([true]);
});

test('a paused poll goes on when the page is visible again', async () => {
  const { asked, device, pauses, start } = await open();
  const { stop } = start();
  await pass(11 * MINUTE);
  const before = asked();
  device.setVisible(false);
  await pass(MINUTE);
  expect(asked()).toBe(before);
  device.setVisible(true);
  await settle();
  expect(asked()).toBe(before + 1);
  expect(pauses).toEqual([true, false]);
  stop();
});

test('a clock that is set back an hour does not make a poll wait for one', async () => {
  const { asked, device, start } = await open();
  const { stop } = start();
  await pass(3000);
  device.setNow(Date.now() - 3_600_000);
  device.emitInteraction();
  const before = asked();
  await pass(12_000);
  expect(asked()).toBe(before + 10);
  stop();
});

describe('the clock', () => {
  async function openClock(now = MORNING) {
    const { device } = await openPage('/home', { now });
    const { $now } = await import('../../../src/lib/state/clock.ts');
    const ticks: (number | null)[] = [];
    const watch = () => $now.listen((time) => ticks.push(time));
    return { $now, device, ticks, watch };
  }

  test('the clock ticks on every full second of the device once it is watched, and not before', async () => {
    const { $now, device, ticks, watch } = await openClock(MORNING + 250);
    await pass(5000);
    expect([$now.value, vi.getTimerCount()]).toEqual([null, 0]);
    watch();
    await pass(3000);
    expect(ticks).toEqual([6000, 7000, 8000].map((later) => MORNING + later));
    device.setNow(MORNING - 3_600_000);
    await pass(1000);
    expect(ticks.at(-1)).toBe(MORNING - 3_600_000);
  });

  test('the clock serves many watchers with one timer, and sleeps a moment after the last one has left', async () => {
    const { ticks, watch } = await openClock();
    const stops = [watch(), watch(), watch()];
    expect(vi.getTimerCount()).toBe(1);
    await pass(1000);
    expect(ticks).toHaveLength(3);
    for (const stop of stops) stop();
    await pass(2000);
    expect(vi.getTimerCount()).toBe(0);
    expect(ticks).toHaveLength(3);
  });

  test('the clock sleeps while the page is hidden, and has the right time at once on return', async () => {
    const { device, ticks, watch } = await openClock();
    watch();
    device.setVisible(false);
    expect(vi.getTimerCount()).toBe(0);
    await pass(3_600_250);
    expect(ticks).toEqual([]);
    device.setVisible(true);
    expect(ticks).toEqual([MORNING + 3_600_250]);
    await pass(750);
    expect(ticks.at(-1)).toBe(MORNING + 3_601_000);
    expect(vi.getTimerCount()).toBe(1);
  });
});
