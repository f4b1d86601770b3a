// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { Watch } from '../../../src/lib/state/codes/poll.ts';
import { openPage, pass, settle } from './open-page.ts';

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

test('a poll asks at once, then every 1.2 s at first', async () => {
  const { answers, asked, start } = await open();
  const { stop } = start();
  await settle();
  expect(answers).toEqual([1]);
  await pass(1199);
  expect(asked()).toBe(1);
  await pass(1);
  expect(answers).toEqual([1, 2]);
  await pass(12_000);
  expect(asked()).toBe(12);
  stop();
});

test('a poll has the news within 2 s, with 800 ms for the way', async () => {
  const { answers, start, told } = await open();
  let news = 0;
  told.instead = async () => {
    const seen = news;
    await new Promise((arrive) => setTimeout(arrive, 400));
    return seen;
  };
  const { stop } = start();
  await pass(10_001);
  news = 1;
  const before = answers.length;
  await pass(2000);
  expect(answers.slice(before)).toContain(1);
  stop();
});

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

test('a stopped poll asks no more, reports no more, and ends the request in flight', async () => {
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

test('a poll stopped between two requests leaves no timer', async () => {
  const { start } = await open();
  const { stop } = start();
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a poll stopped by its own report is stopped all the same', async () => {
  const { device } = await openPage('/home');
  const { poll } = await import('../../../src/lib/state/codes/poll.ts');
  let told = 0;
  const watch: Watch = poll(
    async () => 1,
    () => {
      told += 1;
      watch.stop();
    },
    () => undefined,
  );
  await pass(60_000);
  expect(told).toBe(1);
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

test('a poll does not begin while the page is hidden', async () => {
  const { asked, device, start } = await open();
  device.setVisible(false);
  const { stop } = start();
  await pass(60_000);
  expect(asked()).toBe(0);
  device.setVisible(true);
  await settle();
  expect(asked()).toBe(1);
  stop();
});

test('a page that comes and goes does not make the poll ask at a higher pace afterwards', async () => {
  const { asked, device, start } = await open();
  const { stop } = start();
  for (let turn = 0; turn < 20; turn += 1) {
    device.setVisible(turn % 2 === 1);
    await pass(100);
  }
  const before = asked();
  await pass(12_000);
  expect(asked() - before).toBe(10);
  stop();
});

test('a page that comes and goes never makes two requests at once', async () => {
  const { asked, device, start, told } = await open();
  told.instead = () => new Promise(() => undefined);
  const { stop } = start();
  for (let turn = 0; turn < 20; turn += 1) device.setVisible(turn % 2 === 1);
  await settle();
  expect(asked()).toBe(1);
  stop();
});

test.each([
  [0, 1200, 1200],
  [1, 1200, 2400],
  [2, 2400, 4800],
  [3, 4800, 9600],
  [4, 9600, 19_200],
  [5, 15_000, 30_000],
  [50, 15_000, 30_000],
  [5000, 15_000, 30_000],
])('a poll waits after %d failures from %d to %d ms', async (failures, least, most) => {
  const { pollDelay } = await open();
  expect(pollDelay(0, failures, 0)).toBe(least);
  expect(pollDelay(0, failures, 1)).toBe(most);
});

test('phones that failed together do not come back together', async () => {
  const { pollDelay } = await open();
  const gaps = Array.from({ length: 100 }, (_, index) => pollDelay(0, 5, index / 100));
  expect(new Set(gaps).size).toBe(100);
});

test('a poll asks ever more rarely, reports nothing, and recovers its pace at the first answer', async () => {
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

test.each([
  [-3_600_000, 1200],
  [0, 1200],
  [29_999, 1200],
  [30_000, 3000],
  [119_999, 3000],
  [120_000, 5000],
  [599_999, 5000],
  [3_600_000, 5000],
])('the gap after %d ms without a touch is %d ms', async (idle, gap) => {
  const { pollDelay } = await open();
  expect(pollDelay(idle, 0, 0)).toBe(gap);
  expect(pollDelay(idle, 0, 1)).toBe(gap);
});

test('a failure never makes a slow poll quicker', async () => {
  const { pollDelay } = await open();
  expect(pollDelay(3 * MINUTE, 1, 0)).toBe(5000);
  expect(pollDelay(3 * MINUTE, 5, 1)).toBe(30_000);
});

test('an unattended poll slows down after 30 s and 2 minutes, and stops after 10', async () => {
  const { asked, pauses, start } = await open();
  start();
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

test('a touch during a pause is no wish to go on', async () => {
  const { asked, device, pauses, start } = await open();
  start();
  await pass(11 * MINUTE);
  const before = asked();
  device.emitInteraction();
  await pass(MINUTE);
  expect(asked()).toBe(before);
  expect(pauses).toEqual([true]);
});

test('a paused poll goes on when the page is looked at again', async () => {
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

test('a poll whose backend is down pauses after 10 minutes too', async () => {
  const { pauses, start, told } = await open();
  told.instead = fail;
  start();
  await pass(10 * MINUTE);
  expect(pauses).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
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
