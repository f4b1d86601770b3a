/** A device for tests: nothing leaves it, and everything asked of it can be looked at. */
import type { Address, KeyValueStorage, Platform } from '../src/lib/platform/interface.ts';

function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    keys: () => [...values.keys()],
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

function listeners<T extends unknown[]>() {
  const all = new Set<(...args: T) => void>();
  return {
    add: (listener: (...args: T) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    count: () => all.size,
    emit: (...args: T) => {
      for (const listener of [...all]) listener(...args);
    },
  };
}

/** @param path where the page is, with its query and hash */
export function memoryPlatform(path = '/home', origin = 'http://localhost:4321') {
  /** What the application did to the page, oldest first: 'replace /login', 'reload', … */
  const actions: string[] = [];
  const visibility = listeners();
  const online = listeners();
  const restored = listeners();
  const left = listeners();
  const interaction = listeners();
  const storage = listeners<[string | null]>();
  let fixedNow: number | null = null;
  let address: Address;
  let visible = true;
  let isOnline = true;
  let userAgent = 'Mozilla/5.0';
  let screenLocks = 0;
  let isBackForwardOrReload = false;
  let ids = 0;
  /** Who has the lock, which is one for all names. */
  let holder: { over: Promise<void>; giveWay: (reason: Error) => void } | undefined;
  const setAddress = (pathAndQuery: string) => {
    const { pathname, search, hash } = new URL(pathAndQuery, origin);
    address = { origin, pathname, search, hash };
  };
  setAddress(path);

  const platform: Platform = {
    isBrowser: () => true,
    isBackForwardOrReload: () => isBackForwardOrReload,
    now: () => fixedNow ?? Date.now(),
    elapsed: () => performance.now(),
    address: () => address,
    userAgent: () => userAgent,
    open: (to) => void actions.push(`open ${to}`),
    replace: (to) => void actions.push(`replace ${to}`),
    reload: () => void actions.push('reload'),
    reloadFromHost: () => void actions.push('reload from host'),
    rewriteAddress: (to) => {
      actions.push(`rewrite ${to}`);
      setAddress(to);
    },
    setTitle: (thing) => void actions.push(`name after ${thing}`),
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    randomId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    isVisible: () => visible,
    onVisibilityChange: visibility.add,
    isOnline: () => isOnline,
    onOnline: online.add,
    onPageRestored: restored.add,
    onPageLeft: left.add,
    onInteraction: interaction.add,
    onStorageChange: storage.add,
    whenIdle: (work) => {
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
    afterPaint: async () => undefined,
    laterStyles: async () => undefined,
    captureParts: async () => null,
    preloadImage: (url, srcSet) =>
      void actions.push(srcSet ? `fetch ${url} of ${srcSet}` : `fetch ${url}`),
    keepScreenOn: () => {
      screenLocks += 1;
      return () => {
        screenLocks -= 1;
      };
    },
    vibrate: (milliseconds) => void actions.push(`vibrate ${milliseconds}`),
    async alone(_, work, first = false) {
      if (first) holder?.giveWay(new Error('Another came first.'));
      else while (holder) await holder.over;
      const broken = Promise.withResolvers<never>();
      const over = Promise.withResolvers<void>();
      const mine = { over: over.promise, giveWay: broken.reject };
      holder = mine;
      try {
        return await Promise.race([work(), broken.promise]);
      } finally {
        if (holder === mine) holder = undefined;
        over.resolve();
      }
    },
    clearCaches: async () => void actions.push('clear caches'),
    setBadge: (count) => void actions.push(`badge ${count}`),
    endPush: async () => void actions.push('end push'),
    share: async () => false,
    print: () => void actions.push('print'),
    saveFile: async ({ name, type, text }) => {
      actions.push(`save ${name} as ${type}: ${text}`);
      return true;
    },
    copy: async (text) => {
      actions.push(`copy ${text}`);
      return true;
    },
  };

  return {
    ...platform,
    actions,
    setAddress,
    setNow: (now: number) => {
      fixedNow = now;
    },
    setVisible: (value: boolean) => {
      visible = value;
      visibility.emit();
    },
    setUserAgent: (value: string) => {
      userAgent = value;
    },
    setOnline: (value: boolean) => {
      isOnline = value;
      if (value) online.emit();
    },
    /** The page was opened by the back or forward button. */
    setReturn: (value: boolean) => {
      isBackForwardOrReload = value;
    },
    /** How many reasons there are at present to keep the screen awake. */
    screenLocks: () => screenLocks,
    /** How many listeners the application has on this device at present. */
    listenerCount: () =>
      [visibility, online, restored, left, storage].reduce((sum, one) => sum + one.count(), 0),
    emitPageRestored: restored.emit,
    emitPageLeft: left.emit,
    emitInteraction: interaction.emit,
    emitStorageChange: storage.emit,
  };
}

export type MemoryPlatform = ReturnType<typeof memoryPlatform>;
