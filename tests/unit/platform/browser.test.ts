import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { browserPlatform as browser } from '../../../src/lib/platform/browser.ts';
import { trackRequest } from '../../../src/lib/platform/idle.ts';
import { send } from '../../../src/lib/platform/send.ts';
import { start } from '../../../src/scripts/report-vitals.ts';

type Report = (metric: object) => void;
const { measures, reports } = vi.hoisted(() => ({
  measures: ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'],
  reports: new Map<string, Report>(),
}));

vi.mock('web-vitals', () =>
  Object.fromEntries(measures.map((name) => [name, (report: Report) => reports.set(name, report)])),
);

/** Replaces a part of the browser for one test, and restores it, or its absence, afterward. */
function define(owner: object, name: string, property: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  onTestFinished(() => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  });
  Object.defineProperty(owner, name, { ...property, configurable: true });
}
const replace = (owner: object, name: string, value: unknown) =>
  define(owner, name, { value, writable: true });

const setVisible = (visible: boolean) => {
  replace(document, 'visibilityState', visible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
const turn = async () => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
};

afterEach(() => void vi.useRealTimers());

test.each(['localStorage', 'sessionStorage'] as const)(
  'a %s that is full or blocked reads as empty',
  (area) => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    const full = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse };
    for (const property of [{ value: full }, { get: refuse }]) {
      define(globalThis, area, property);
      expect(browser[area].get('a')).toBe(null);
      expect(() => browser[area].set('a', '1')).not.toThrow();
      expect(() => browser[area].remove('a')).not.toThrow();
      expect(() => browser[area].clear()).not.toThrow();
    }
  },
);

test.each([
  [0, false],
  [1, true],
  [2, true],
  [255, false],
])('a navigation of type %i counts as a return or a reload: %s', (type, isReturn) => {
  replace(performance, 'navigation', { type });
  expect(browser.isBackForwardOrReload()).toBe(isReturn);
});

test('waiting for a paint ends after the next frame, and on a hidden page without one', async () => {
  vi.useFakeTimers();
  let frame: () => void = () => undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frame = callback;
  });
  const done = vi.fn();
  void browser.afterPaint().then(done);
  frame();
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
  void browser.afterPaint().then(done);
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toHaveBeenCalledTimes(2);
});

test('listeners learn when the page is hidden and shown, until stopped', () => {
  const told: boolean[] = [];
  const stop = browser.onVisibilityChange(() => told.push(browser.isVisible()));
  setVisible(false);
  setVisible(true);
  stop();
  setVisible(false);
  expect(told).toEqual([false, true]);
});

test('listeners learn when the network is back', () => {
  const listener = vi.fn();
  const stop = browser.onOnline(listener);
  window.dispatchEvent(new Event('online'));
  stop();
  expect(listener).toHaveBeenCalledTimes(1);
});

test('listeners learn when the page was restored, not when it was loaded', () => {
  const listener = vi.fn();
  const stop = browser.onPageRestored(listener);
  for (const persisted of [false, true]) {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(listener).toHaveBeenCalledTimes(persisted ? 1 : 0);
  }
  stop();
});

test('listeners learn which key another tab changed in local storage, and not in other storage', () => {
  const keys: (string | null)[] = [];
  const stop = browser.onStorageChange((key) => keys.push(key));
  const changed = (key: string | null, storageArea: Storage) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
  changed('a', localStorage);
  changed('b', sessionStorage);
  changed(null, localStorage);
  stop();
  expect(keys).toEqual(['a', null]);
});

describe('the screen', () => {
  const locks: { released: boolean }[] = [];
  const held = () => locks.filter(({ released }) => !released).length;
  const request = vi.fn(async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  });

  beforeEach(() => {
    locks.length = 0;
    request.mockClear();
    replace(navigator, 'wakeLock', { request });
    setVisible(true);
  });

  test('the screen is kept awake until stopped, also after the page was hidden', async () => {
    const stop = browser.keepScreenOn();
    await turn();
    expect(held()).toBe(1);
    // The browser releases it.
    setVisible(false);
    for (const lock of locks) lock.released = true;
    await turn();
    expect(held()).toBe(0);
    setVisible(true);
    await turn();
    expect(held()).toBe(1);
    stop();
    setVisible(true);
    await turn();
    expect(held()).toBe(0);
  });

  test('a wake lock stopped while it is being asked for is released', async () => {
    browser.keepScreenOn()();
    await turn();
    expect(held()).toBe(0);
  });

  test.each([
    ['refuses', { request: async () => Promise.reject(new DOMException('Low battery')) }],
    ['has no such thing', undefined],
  ])('a browser that %s keeps no screen awake, without an error', async (_, wakeLock) => {
    if (wakeLock) replace(navigator, 'wakeLock', wakeLock);
    else Reflect.deleteProperty(navigator, 'wakeLock');
    const stop = browser.keepScreenOn();
    await turn();
    expect(stop).not.toThrow();
  });
});

test.each([
  ['done', async () => undefined, true],
  ['dismissed', () => Promise.reject(new DOMException('Canceled', 'AbortError')), true],
  ['still open', () => Promise.reject(new DOMException('Earlier', 'InvalidStateError')), true],
  ['refused', () => Promise.reject(new DOMException('No', 'NotAllowedError')), false],
])('a share sheet answers: %s', async (_, share, settled) => {
  const content = { title: 't', text: 'x', url: 'u' };
  replace(navigator, 'share', vi.fn(share));
  expect(await browser.share(content)).toBe(settled);
  expect(navigator.share).toHaveBeenCalledExactlyOnceWith(content);
  replace(navigator, 'standalone', true);
  replace(navigator, 'canShare', () => true);
  expect(await browser.saveFile({ name: 'a', type: 'text/plain', text: '' })).toBe(settled && null);
  for (const name of ['share', 'canShare', 'standalone']) Reflect.deleteProperty(navigator, name);
  expect(await browser.share(content)).toBe(false);
});

test.each([
  ['copied', async () => undefined, true],
  ['refused', () => Promise.reject(new DOMException('No', 'NotAllowedError')), false],
])('a text for the clipboard is %s', async (_, writeText, copied) => {
  replace(navigator, 'clipboard', { writeText });
  expect(await browser.copy('text')).toBe(copied);
});

test('clearing the caches deletes the pictures seen and keeps the pages', async () => {
  const names = new Set(['stampcard-files-1', 'stampcard-pictures', 'stampcard-versions']);
  replace(window, 'caches', { delete: async (name: string) => names.delete(name) });
  await browser.clearCaches();
  expect([...names]).toEqual(['stampcard-files-1', 'stampcard-versions']);
  const refused = () => Promise.reject(new Error('The operation is insecure.'));
  replace(window, 'caches', { delete: refused });
  await browser.clearCaches();
  Reflect.deleteProperty(window, 'caches');
  await browser.clearCaches();
});

test('ending notifications removes badge, messages and subscription at once', async () => {
  const done: string[] = [];
  const unsubscribe = () => {
    done.push('unsubscribe');
    return new Promise(() => undefined);
  };
  const worker = {
    getNotifications: async () => [{ close: () => done.push('close') }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  replace(navigator, 'serviceWorker', { getRegistration: async () => worker });
  replace(navigator, 'setAppBadge', async (count: number) => done.push(`badge ${count}`));
  await browser.endPush();
  expect(done).toEqual(['badge 0', 'close', 'unsubscribe']);
  replace(navigator, 'setAppBadge', () => Promise.reject(new DOMException('No')));
  replace(navigator, 'serviceWorker', undefined);
  await browser.endPush();
});

test('exclusive work takes the browser’s lock of its name, and is done even without locks', async () => {
  const asked: unknown[] = [];
  const request = (name: string, options: object, work: () => Promise<string>) => {
    asked.push([name, options]);
    return work();
  };
  replace(navigator, 'locks', { request });
  expect(await browser.alone('a', async () => 'done')).toBe('done');
  await browser.alone('b', async () => 'done', true);
  expect(asked).toEqual([
    ['a', { steal: false }],
    ['b', { steal: true }],
  ]);
  vi.stubGlobal('navigator', {});
  expect(await browser.alone('a', async () => 'done')).toBe('done');
});

test('a file is saved as a download, and its memory freed later', async () => {
  vi.useFakeTimers();
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const clicked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push([this.href, this.download]);
  });
  const file = { name: 'a.ics', type: 'text/calendar', text: 'BEGIN' };
  expect(await browser.saveFile(file)).toBe(true);
  expect(clicked).toEqual([['blob:1', 'a.ics']]);
  const [blob] = make.mock.calls[0] ?? [];
  expect((blob as Blob).type).toBe('text/calendar');
  expect(await (blob as Blob).text()).toBe('BEGIN');
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
  make.mockImplementation(() => {
    throw new DOMException('No', 'SecurityError');
  });
  expect(await browser.saveFile(file)).toBe(false);
});

describe('figures and texts', () => {
  const ADDRESS = 'https://vitals.example.com/in';
  const sendBeacon = vi.fn((_address: string, _text: string) => true);

  beforeEach(() => {
    sendBeacon.mockClear();
    vi.stubGlobal('navigator', { sendBeacon });
  });

  test('each metric is sent to the address with its screen and nothing about the person', () => {
    vi.stubEnv('VITALS_URL', ADDRESS);
    start('/store');
    expect([...reports.keys()]).toEqual([...measures]);
    expect(sendBeacon).not.toHaveBeenCalled();
    const metric = {
      name: 'LCP',
      value: 912.5,
      rating: 'good',
      id: 'v1',
      navigationType: 'reload',
    };
    reports.get('onLCP')?.({ ...metric, delta: 1, entries: [{ url: '/store/7' }] });
    const sent = JSON.stringify({ ...metric, screen: '/store' });
    expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(ADDRESS, sent);
  });

  test('a text is sent by fetch if the browser’s queue is full, and a failure is ignored', () => {
    sendBeacon.mockReturnValueOnce(false);
    const fetched: unknown[][] = [];
    // Not a spy, which would handle the rejection.
    vi.stubGlobal('fetch', (...request: unknown[]) => {
      fetched.push(request);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    send(ADDRESS, '{}');
    const options = { method: 'POST', body: '{}', keepalive: true, mode: 'no-cors' };
    expect(fetched).toEqual([[ADDRESS, options]]);
  });
});

describe('idle work', () => {
  /** A browser that is idle when the test says so. */
  function idleBrowser() {
    let callback: () => void = () => undefined;
    const request = vi.fn((work: () => void, _options: object) => {
      callback = work;
      return 7;
    });
    const cancel = vi.fn();
    vi.stubGlobal('requestIdleCallback', request);
    vi.stubGlobal('cancelIdleCallback', cancel);
    return { idle: () => callback(), request, cancel };
  }

  test('idle work waits for the browser to be idle, 3 s at most, and can be canceled', () => {
    const { request, cancel } = idleBrowser();
    const stop = browser.whenIdle(() => undefined);
    expect(request).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { timeout: 3000 });
    stop();
    expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
  });

  test('idle work waits for the answers the page is waiting for, and can be canceled meanwhile', async () => {
    const { idle, request } = idleBrowser();
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
    // Asked once more, now that nothing else is pending.
    expect(request).toHaveBeenCalledTimes(3);
    idle();
    expect([work.mock.calls.length, calledOff.mock.calls.length]).toEqual([1, 0]);
  });

  test.each(['load', 'error', 'nothing for 5 s'])(
    'idle work waits for a picture: %s',
    async (event) => {
      vi.useFakeTimers();
      const { idle } = idleBrowser();
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
      await vi.advanceTimersByTimeAsync(4999);
      idle();
      expect(work).not.toHaveBeenCalled();
      if (event.startsWith('nothing')) await vi.advanceTimersByTimeAsync(1);
      else picture.dispatchEvent(new Event(event));
      await turn();
      idle();
      expect(work).toHaveBeenCalledTimes(1);
    },
  );

  test('idle work waits 1.5 s if the browser does not report idleness', () => {
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
  });
});
