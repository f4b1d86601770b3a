import { expect, test, vi } from 'vitest';
import { browserPlatform as browser } from '../../../src/lib/platform/browser.ts';
import { trackRequest } from '../../../src/lib/platform/idle.ts';

test('idle work waits for the browser to be idle, 3 s at most, and can be cancelled', () => {
  const requestIdleCallback = vi.fn(() => 7);
  const cancelIdleCallback = vi.fn();
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('cancelIdleCallback', cancelIdleCallback);
  const work = () => undefined;
  const stop = browser.whenIdle(work);
  const idle = expect.any(Function);
  expect(requestIdleCallback).toHaveBeenCalledExactlyOnceWith(idle, { timeout: 3000 });
  stop();
  expect(cancelIdleCallback).toHaveBeenCalledExactlyOnceWith(7);
});

test('idle work comes after the answers that the page waits for, and can be cancelled meanwhile', async () => {
  let idle: () => void = () => undefined;
  const requestIdleCallback = vi.fn((callback: () => void) => {
    idle = callback;
    return 7;
  });
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  const [answer, work, calledOff] = [Promise.withResolvers<string>(), vi.fn(), vi.fn()];
  const answered = trackRequest(answer.promise);
  browser.whenIdle(work);
  idle();
  const stop = browser.whenIdle(calledOff);
  idle();
  stop();
  expect(work).not.toHaveBeenCalled();
  answer.resolve('here');
  expect(await answered).toBe('here');
  // Once more, now that there is nothing else to do.
  expect(requestIdleCallback).toHaveBeenCalledTimes(3);
  idle();
  expect([work.mock.calls.length, calledOff.mock.calls.length]).toEqual([1, 0]);
});

test.each(['load', 'error'])(
  'idle work comes after the %s of a picture that stands first',
  async (event) => {
    let idle: () => void = () => undefined;
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
      idle = callback;
      return 7;
    });
    const picture = document.createElement('img');
    vi.stubGlobal(
      'Image',
      class {
        constructor() {
          // biome-ignore lint/correctness/noConstructorReturn: what the browser makes
          return picture;
        }
      },
    );
    const work = vi.fn();
    browser.preloadImage('/photo.jpg');
    browser.whenIdle(work);
    idle();
    expect(work).not.toHaveBeenCalled();
    picture.dispatchEvent(new Event(event));
    await Promise.resolve();
    await Promise.resolve();
    idle();
    expect(work).toHaveBeenCalledTimes(1);
  },
);

test('idle work waits for a picture that never comes for 5 s', async () => {
  vi.useFakeTimers();
  let idle: () => void = () => undefined;
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    idle = callback;
    return 7;
  });
  const work = vi.fn();
  browser.preloadImage('/photo.jpg');
  browser.whenIdle(work);
  await vi.advanceTimersByTimeAsync(4999);
  idle();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  idle();
  expect(work).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('idle work waits 1.5 s where the browser does not report idleness', () => {
  vi.useFakeTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  const [done, calledOff] = [vi.fn(), vi.fn()];
  browser.whenIdle(done);
  browser.whenIdle(calledOff)();
  vi.advanceTimersByTime(1499);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(done).toHaveBeenCalledTimes(1);
  expect(calledOff).not.toHaveBeenCalled();
  vi.useRealTimers();
});
