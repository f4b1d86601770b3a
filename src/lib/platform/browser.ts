/**
 * The application's device is this browser. Outside of this folder neither islands nor the rest of
 * src/lib name the browser's own objects (biome.json). Nothing here runs at import.
 */
import { titled } from '#text/common.ts';
import { isBackForwardOrReload } from './early-requests.ts';
import { trackRequest, whenIdle } from './idle.ts';
import { isOnHomeScreenOfIos } from './install-prompt.ts';
import type { KeyValueStorage, Platform, Stop } from './interface.ts';
import { keepScreenOn } from './keep-screen-on.ts';
import { laterStyles } from './later-styles.ts';
import { reloadFromHost } from './navigations.ts';
import { PICTURES_CACHE } from './worker-names.ts';

/** Storage can be blocked (private modes, embedded views) or full: both read as empty. */
function safeStorage(openStorage: () => Storage): KeyValueStorage {
  const attempt = <T>(action: (opened: Storage) => T, fallback: T): T => {
    try {
      return action(openStorage());
    } catch {
      return fallback;
    }
  };
  return {
    get: (key) => attempt((opened) => opened.getItem(key), null),
    set: (key, value) => attempt((opened) => opened.setItem(key, value), undefined),
    remove: (key) => attempt((opened) => opened.removeItem(key), undefined),
    clear: () => attempt((opened) => opened.clear(), undefined),
    keys: () => attempt((opened) => Object.keys(opened), []),
  };
}

function listen<E extends Event>(
  target: EventTarget,
  type: string,
  listener: (event: E) => void,
): Stop {
  const handle = listener as EventListener;
  target.addEventListener(type, handle);
  return () => target.removeEventListener(type, handle);
}

/** Nothing limits how long a photo takes: after this the work that can wait goes on without it. */
const PICTURE_AWAITED_MS = 5000;

/** Some devices read the file only after they have asked what to do with it. */
const FILE_KEPT_MS = 60_000;

/** Slower than any frame. */
const UNPAINTED_MS = 500;

async function saveFile({ name, type, text }: { name: string; type: string; text: string }) {
  const file = new File([text], name, { type });
  // There, a download opens in a viewer that has no way back.
  if (isOnHomeScreenOfIos() && navigator.canShare?.({ files: [file] }))
    return (await browserPlatform.share({ files: [file] })) && null;
  try {
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT_MS);
    return true;
  } catch {
    return false;
  }
}

export const browserPlatform: Platform = {
  isBrowser: () => typeof document !== 'undefined',
  now: () => Date.now(),
  elapsed: () => performance.now(),
  address: () => location,
  userAgent: () => navigator.userAgent,
  open: (address) => location.assign(address),
  replace: (path) => location.replace(path),
  reload: () => location.reload(),
  reloadFromHost,
  rewriteAddress: (path) => history.replaceState(history.state, '', path),
  setTitle: (thing) => {
    document.title = titled(thing);
  },
  localStorage: safeStorage(() => localStorage),
  sessionStorage: safeStorage(() => sessionStorage),
  randomId: () => crypto.randomUUID(),
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange: (listener) => listen(document, 'visibilitychange', listener),
  isOnline: () => navigator.onLine,
  onOnline: (listener) => listen(window, 'online', listener),
  isBackForwardOrReload,
  onPageRestored: (listener) =>
    listen<PageTransitionEvent>(window, 'pageshow', (event) => {
      if (event.persisted) listener();
    }),
  onPageLeft: (listener) => listen(window, 'pagehide', listener),
  onInteraction: (listener) => {
    const types = ['click', 'keydown', 'change', 'pointerdown', 'wheel'];
    const stops = types.map((type) => listen(document, type, listener));
    return () => {
      for (const stop of stops) stop();
    };
  },
  onStorageChange: (listener) =>
    listen<StorageEvent>(window, 'storage', (event) => {
      if (event.storageArea === localStorage) listener(event.key);
    }),
  whenIdle,
  afterPaint: () =>
    new Promise((resolve) => {
      // A frame's callbacks come before it is painted, the next task after.
      requestAnimationFrame(() => setTimeout(resolve));
      // A hidden page has no frames, but asks anyway.
      setTimeout(resolve, UNPAINTED_MS);
    }),
  laterStyles,
  // Comes with the code that saves it, which a page does not start with.
  captureParts: async () => (await import('./snapshot.ts')).captureParts(),
  preloadImage(address, srcSet = '') {
    const picture = new Image();
    picture.fetchPriority = 'high';
    picture.srcset = srcSet;
    picture.src = address;
    void trackRequest(
      new Promise((resolve) => {
        picture.onload = resolve;
        picture.onerror = resolve;
        setTimeout(resolve, PICTURE_AWAITED_MS);
      }),
    );
  },
  keepScreenOn,
  vibrate(milliseconds) {
    if ('vibrate' in navigator) navigator.vibrate(milliseconds);
  },
  alone: (name, work, first = false) =>
    'locks' in navigator ? navigator.locks.request(name, { steal: first }, work) : work(),
  async clearCaches() {
    try {
      await caches.delete(PICTURES_CACHE);
    } catch {
      // Blocked, like all storage: nothing was cached either.
    }
  },
  setBadge(count) {
    // Refused if the site is not an app or may not notify: then there is no number.
    navigator.setAppBadge?.(count).catch(() => undefined);
  },
  async endPush() {
    browserPlatform.setBadge(0);
    try {
      const worker = await navigator.serviceWorker.getRegistration();
      for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
      // Its answer may take as long as the push service does, so nothing waits for it.
      void (await worker?.pushManager.getSubscription())?.unsubscribe().catch(() => undefined);
    } catch {
      // Not available here, so there was nothing to end.
    }
  },
  async share(content) {
    try {
      await navigator.share(content);
      return true;
    } catch (thrown) {
      // Dismissed, or still open from the tap before: the link is not offered in another way.
      return thrown instanceof DOMException && /^(Abort|InvalidState)Error$/.test(thrown.name);
    }
  },
  saveFile,
  print: () => print(),
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  },
};
