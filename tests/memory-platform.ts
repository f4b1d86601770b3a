/** A device for tests: nothing leaves it, and everything asked of it can be looked at. */
import type { Address, KeyValue, Platform } from '../src/lib/platform/interface.ts';

export interface MemoryPlatform extends Platform {
  /** What the application did to the page, oldest first: 'replace /login', 'reload', … */
  done: string[];
  setNow(now: number): void;
  setAddress(pathAndQuery: string): void;
  setVisible(visible: boolean): void;
  setOnline(online: boolean): void;
  /** How many reasons there are at present to keep the screen awake. */
  awake(): number;
  /** How many listeners the application has on this device at present. */
  listenerCount(): number;
  emitReturn(): void;
  emitUse(): void;
  emitStorageChange(key: string | null): void;
}

function memoryKeyValue(): KeyValue {
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
export function memoryPlatform(path = '/home', origin = 'http://localhost:4321'): MemoryPlatform {
  const done: string[] = [];
  const visibility = listeners();
  const online = listeners();
  const returned = listeners();
  const used = listeners();
  const storage = listeners<[string | null]>();
  let fixedNow: number | null = null;
  let address: Address;
  let visible = true;
  let isOnline = true;
  let awake = 0;
  const setAddress = (pathAndQuery: string) => {
    const { pathname, search, hash } = new URL(pathAndQuery, origin);
    address = { origin, pathname, search, hash };
  };
  setAddress(path);
  return {
    done,
    setNow: (now) => {
      fixedNow = now;
    },
    setAddress,
    setVisible: (value) => {
      visible = value;
      visibility.emit();
    },
    awake: () => awake,
    isHere: () => true,
    listenerCount: () => visibility.count() + online.count() + returned.count() + storage.count(),
    emitReturn: returned.emit,
    emitUse: used.emit,
    setOnline: (value) => {
      isOnline = value;
      if (value) online.emit();
    },
    emitStorageChange: storage.emit,
    now: () => fixedNow ?? Date.now(),
    address: () => address,
    open: (to) => void done.push(`open ${to}`),
    replace: (to) => void done.push(`replace ${to}`),
    reload: () => void done.push('reload'),
    rewriteAddress: (to) => {
      done.push(`rewrite ${to}`);
      setAddress(to);
    },
    local: memoryKeyValue(),
    session: memoryKeyValue(),
    randomId: () => `id-${done.length}`,
    isVisible: () => visible,
    onVisibilityChange: visibility.add,
    isOnline: () => isOnline,
    onOnline: online.add,
    onReturn: returned.add,
    onUse: used.add,
    onStorageChange: storage.add,
    whenIdle: (work) => {
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
    islandsShown: () => null,
    fetchPicture: (address) => void done.push(`fetch ${address}`),
    keepAwake: () => {
      awake += 1;
      return () => {
        awake -= 1;
      };
    },
    clearCaches: async () => void done.push('clear caches'),
    share: async () => false,
    send: (to, text) => void done.push(`send ${to} ${text}`),
    copy: async (text) => {
      done.push(`copy ${text}`);
      return true;
    },
  };
}
