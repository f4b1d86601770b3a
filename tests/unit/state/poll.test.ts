// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { openPage, pass, settle } from './open-page.ts';

async function open() {
  const { device } = await openPage('/home');
  const { pollDelay, poll } = await import('../../../src/lib/state/codes/poll.ts');
  const answers: number[] = [];
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
    );
  return { answers, device, pollDelay, start, asked: () => asked, told };
}

const fail = async () => {
  throw new Error('down');
};

test('a poll asks at once, then every 1.2 s', async () => {
  const { answers, asked, start } = await open();
  const stop = start();
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

test('a poll has the news within 2 s, with 800 ms for the way', {
  tags: ['scan-seen-within-two-seconds'],
}, async () => {
  const { answers, start, told } = await open();
  let news = 0;
  told.instead = async () => {
    const seen = news;
    await new Promise((arrive) => setTimeout(arrive, 400));
    return seen;
  };
  const stop = start();
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
  const stop = start();
  await pass(60_000);
  expect(asked()).toBe(1);
  slow.resolve(7);
  await pass(1200);
  expect(asked()).toBe(2);
  stop();
});

describe('a stopped poll', () => {
  test('a stopped poll asks no more, reports no more, and ends the request in flight', async () => {
    const { answers, asked, device, start, told } = await open();
    const slow = Promise.withResolvers<number>();
    let ended: AbortSignal | undefined;
    told.instead = (signal) => {
      ended = signal;
      return slow.promise;
    };
    const stop = start();
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
    const stop = start();
    await settle();
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a poll stopped by its own report is stopped all the same', async () => {
    const { device } = await openPage('/home');
    const { poll } = await import('../../../src/lib/state/codes/poll.ts');
    let told = 0;
    const stop: () => void = poll(
      async () => 1,
      () => {
        told += 1;
        stop();
      },
    );
    await pass(60_000);
    expect(told).toBe(1);
    expect(device.listenerCount()).toBe(0);
  });
});

describe('a poll while the page is hidden', () => {
  test('a poll asks nothing while the page is hidden, and asks at once on return', async () => {
    const { asked, device, start } = await open();
    const stop = start();
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
    const stop = start();
    await pass(60_000);
    expect(asked()).toBe(0);
    device.setVisible(true);
    await settle();
    expect(asked()).toBe(1);
    stop();
  });

  test('a page that comes and goes does not make the poll ask at a higher pace afterwards', async () => {
    const { asked, device, start } = await open();
    const stop = start();
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
    const stop = start();
    for (let turn = 0; turn < 20; turn += 1) device.setVisible(turn % 2 === 1);
    await settle();
    expect(asked()).toBe(1);
    stop();
  });
});

describe('a poll while the backend is down', () => {
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
    expect(pollDelay(failures, 0)).toBe(least);
    expect(pollDelay(failures, 1)).toBe(most);
  });

  test('phones that failed together do not come back together', async () => {
    const { pollDelay } = await open();
    const gaps = Array.from({ length: 100 }, (_, index) => pollDelay(5, index / 100));
    expect(new Set(gaps).size).toBe(100);
  });

  test('a poll asks ever more rarely, reports nothing, and recovers its pace at the first answer', async () => {
    const { answers, asked, start, told } = await open();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    told.instead = fail;
    const stop = start();
    await pass(2400 + 4800 + 9600 + 19_200);
    expect(asked()).toBe(5);
    expect(answers).toEqual([]);
    told.instead = null;
    await pass(30_000);
    expect(answers).toEqual([6]);
    await pass(1200);
    expect(answers).toEqual([6, 7]);
    stop();
  });
});
