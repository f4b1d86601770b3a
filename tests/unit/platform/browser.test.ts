import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserPlatform as browser } from '../../../src/lib/platform/browser.ts';
import { send } from '../../../src/lib/platform/send.ts';

describe('the browser', () => {
  /** Puts something in the browser's place for one test; what was missing is missing again after it. */
  function define(owner: object, name: string, property: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    undo.push(() => {
      if (before) Object.defineProperty(owner, name, before);
      else Reflect.deleteProperty(owner, name);
    });
    Object.defineProperty(owner, name, { ...property, configurable: true });
  }
  const replace = (owner: object, name: string, value: unknown) =>
    define(owner, name, { value, writable: true });
  let undo: (() => void)[] = [];

  beforeEach(() => {
    undo = [];
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    for (const back of undo.reverse()) back();
  });

  const setVisible = (visible: boolean) => {
    replace(document, 'visibilityState', visible ? 'visible' : 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const turn = async () => {
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
  };

  describe.each([
    ['local', 'localStorage'],
    ['session', 'sessionStorage'],
  ] as const)('%s storage', (_, area) => {
    test.each(['getItem', 'setItem', 'removeItem', 'clear'])(
      'the storage survives when %s throws',
      (method) => {
        const full = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
        vi.stubGlobal(area, {
          getItem: full,
          setItem: full,
          removeItem: full,
          clear: full,
        });
        const uses: Record<string, () => unknown> = {
          getItem: () => browser[area].get('a'),
          setItem: () => browser[area].set('a', '1'),
          removeItem: () => browser[area].remove('a'),
          clear: () => browser[area].clear(),
        };
        expect(uses[method]?.() ?? null).toBe(null);
      },
    );

    test('a blocked storage reads as empty', () => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      define(globalThis, area, { get });
      expect(browser[area].get('a')).toBe(null);
      expect(() => browser[area].set('a', '1')).not.toThrow();
    });
  });

  test('what waits for a paint goes on after the frame, and on a hidden page, which has none', async () => {
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
    vi.useRealTimers();
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
    window.dispatchEvent(new Event('online'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('listeners learn when the page came back as it was left, not when it was loaded', () => {
    const listener = vi.fn();
    const stop = browser.onPageRestored(listener);
    const shown = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    shown(false);
    expect(listener).not.toHaveBeenCalled();
    shown(true);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
  });

  test('listeners learn which key another tab changed in local storage, and of no other storage', () => {
    const keys: (string | null)[] = [];
    const stop = browser.onStorageChange((key) => keys.push(key));
    const changed = (key: string | null, storageArea: Storage) =>
      window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
    changed('a', localStorage);
    changed('b', sessionStorage);
    changed(null, localStorage);
    stop();
    changed('c', localStorage);
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

    test('the screen is kept awake until stopped', async () => {
      const stop = browser.keepScreenOn();
      await turn();
      expect(held()).toBe(1);
      stop();
      await turn();
      expect(held()).toBe(0);
    });

    test('the screen’s wake lock is asked for again when the page is shown again', async () => {
      const stop = browser.keepScreenOn();
      await turn();
      setVisible(false);
      await turn();
      expect(request).toHaveBeenCalledTimes(1);
      setVisible(true);
      await turn();
      expect(request).toHaveBeenCalledTimes(2);
      stop();
      setVisible(true);
      await turn();
      expect(request).toHaveBeenCalledTimes(2);
    });

    test('a wake lock stopped while it is being asked for is released', async () => {
      browser.keepScreenOn()();
      await turn();
      expect(held()).toBe(0);
    });

    test.each([
      ['refuses', { request: async () => Promise.reject(new DOMException('Low battery')) }],
      ['has no such thing', undefined],
    ])('a wake lock that %s does no harm', async (_, wakeLock) => {
      if (wakeLock) replace(navigator, 'wakeLock', wakeLock);
      else Reflect.deleteProperty(navigator, 'wakeLock');
      const stop = browser.keepScreenOn();
      await turn();
      expect(stop).not.toThrow();
    });
  });

  const content = { title: 't', text: 'x', url: 'u' };

  test.each([
    ['done', async () => undefined, true],
    ['dismissed', () => Promise.reject(new DOMException('Canceled', 'AbortError')), true],
    ['refused', () => Promise.reject(new DOMException('No', 'NotAllowedError')), false],
  ])('a share sheet answers: %s', async (_, share, settled) => {
    replace(navigator, 'share', vi.fn(share));
    expect(await browser.share(content)).toBe(settled);
    expect(navigator.share).toHaveBeenCalledExactlyOnceWith(content);
  });

  test.each([
    ['copied', async () => undefined, true],
    ['out of reach', () => Promise.reject(new DOMException('No', 'NotAllowedError')), false],
  ])('a text for the clipboard is %s', async (_, writeText, copied) => {
    replace(navigator, 'clipboard', { writeText });
    expect(await browser.copy('text')).toBe(copied);
  });

  test('the pictures seen are deleted where there are any, and the cached pages are not', async () => {
    const names = new Set(['stampcard-files-1', 'stampcard-pictures', 'stampcard-versions']);
    replace(window, 'caches', { delete: async (name: string) => names.delete(name) });
    await browser.clearCaches();
    expect([...names]).toEqual(['stampcard-files-1', 'stampcard-versions']);
    replace(window, 'caches', {
      delete: () => Promise.reject(new Error('The operation is insecure.')),
    });
    await expect(browser.clearCaches()).resolves.toBe(undefined);
    Reflect.deleteProperty(window, 'caches');
    await expect(browser.clearCaches()).resolves.toBe(undefined);
  });

  test('the end of notifications takes the badge, what is shown and the subscription, and waits for no push service', async () => {
    const done: string[] = [];
    const subscription = {
      unsubscribe: () => {
        done.push('unsubscribe');
        return new Promise(() => undefined);
      },
    };
    const worker = {
      getNotifications: async () => [{ close: () => done.push('close') }],
      pushManager: { getSubscription: async () => subscription },
    };
    replace(navigator, 'serviceWorker', { getRegistration: async () => worker });
    replace(navigator, 'setAppBadge', async (count: number) => done.push(`badge ${count}`));
    await browser.endPush();
    expect(done).toEqual(['badge 0', 'close', 'unsubscribe']);
    replace(navigator, 'setAppBadge', () => Promise.reject(new DOMException('No')));
    replace(navigator, 'serviceWorker', undefined);
    await expect(browser.endPush()).resolves.toBe(undefined);
  });

  test('work alone is asked of the browser, under its name', async () => {
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
  });

  test('work alone is done all the same where the browser can’t tell', async () => {
    vi.stubGlobal('navigator', {});
    expect(await browser.alone('a', async () => 'done')).toBe('done');
  });
});

describe('files', () => {
  const file = { name: 'a.ics', type: 'text/calendar', text: 'BEGIN' };

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('a file is handed over as a download, and let go later', async () => {
    vi.useFakeTimers();
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const clicked: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push([this.href, this.download]);
    });
    expect(browser.saveFile(file)).toBe(true);
    expect(clicked).toEqual([['blob:1', 'a.ics']]);
    const [blob] = make.mock.calls[0] ?? [];
    expect((blob as Blob).type).toBe('text/calendar');
    expect(await (blob as Blob).text()).toBe('BEGIN');
    expect(revoke).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
  });

  test('a device that takes no file says so', () => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError');
    });
    expect(browser.saveFile(file)).toBe(false);
  });
});

describe('what is sent', () => {
  const ADDRESS = 'https://vitals.example.com/in';
  const sendBeacon = vi.fn((_address: string, _text: string) => true);
  const fetched = vi.fn(async () => new Response());

  beforeEach(() => {
    vi.stubGlobal('navigator', { sendBeacon });
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => {
    expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(ADDRESS, '{}');
    vi.clearAllMocks();
  });

  test('a text to send is left to the browser', () => {
    send(ADDRESS, '{}');
    expect(fetched).not.toHaveBeenCalled();
  });

  test('a text is sent by the page where the browser’s queue is full', () => {
    sendBeacon.mockReturnValueOnce(false);
    send(ADDRESS, '{}');
    const options = { method: 'POST', body: '{}', keepalive: true, mode: 'no-cors' };
    expect(fetched).toHaveBeenCalledExactlyOnceWith(ADDRESS, options);
  });

  test('a text that can’t be sent is not reported', async () => {
    sendBeacon.mockReturnValueOnce(false);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    send(ADDRESS, '{}');
    await Promise.allSettled(fetched.mock.results.map(({ value }) => value));
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
