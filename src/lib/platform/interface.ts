/**
 * What every page asks of the device, in one small interface. browser.ts asks the
 * browser; tests/memory-platform.ts answers in its place in tests.
 */
import type { Snapshot } from './snapshot.ts';

/** Text under keys. Never throws: blocked storage reads as empty, a full one forgets. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
  keys(): string[];
}

export interface Address {
  origin: string;
  pathname: string;
  search: string;
  hash: string;
}

export type Stop = () => void;

export interface Platform {
  /** False while pages are pre-rendered: there is no device then, and nothing may be asked of it. */
  isBrowser(): boolean;
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since the page began, whatever happens to the clock. May stand still in sleep. */
  elapsed(): number;
  address(): Address;
  /** How the browser names itself. */
  userAgent(): string;
  /** Goes to a path of this site, or to another site's whole address. */
  open(address: string): void;
  /** Goes to a path of this site, leaving no way back to the present one. */
  replace(path: string): void;
  reload(): void;
  /** Reloads the page if the host has it: otherwise it would be gone. */
  reloadFromHost(): void;
  /** Rewrites the address shown without loading anything. */
  rewriteAddress(path: string): void;
  setTitle(thing: string): void;
  localStorage: KeyValueStorage;
  sessionStorage: KeyValueStorage;
  randomId(): string;
  isVisible(): boolean;
  onVisibilityChange(listener: () => void): Stop;
  isOnline(): boolean;
  onOnline(listener: () => void): Stop;
  /** Whether the page was opened by the back or forward button, or loaded once more. */
  isBackForwardOrReload(): boolean;
  /** The page came back from the back-forward cache as it was left. */
  onPageRestored(listener: () => void): Stop;
  /** The page is being left: what is sent now has to outlive it. It may come back from the cache. */
  onPageLeft(listener: () => void): Stop;
  /** A tap, a key, a choice, or the beginning of a scroll, anywhere on the page. */
  onInteraction(listener: () => void): Stop;
  /** Another tab changed local storage; the key is null when it cleared all of it. */
  onStorageChange(listener: (key: string | null) => void): Stop;
  /** Once, when the page has loaded and has nothing else to do. */
  whenIdle(work: () => void): Stop;
  /** Ends when what was drawn just now has been painted. */
  afterPaint(): Promise<void>;
  /** Resolves when what comes after the screen has its styles. */
  laterStyles(): Promise<void>;
  /** The content of the screen's parts that show answers; null while the code of one is on its way. */
  captureParts(): Promise<Snapshot['parts'] | null>;
  /** Asks for a picture that is about to be shown, ahead of all others. */
  preloadImage(address: string, srcSet?: string): void;
  /** Keeps the screen from dimming until stopped, if the device allows it. */
  keepScreenOn(): Stop;
  /** A short buzz, if the device allows it. */
  vibrate(milliseconds: number): void;
  /**
   * Does work once no other work of that name is running, in any tab of this site.
   *
   * @param first does not wait: the promise of the work under way is rejected
   */
  alone<T>(name: string, work: () => Promise<T>, first?: boolean): Promise<T>;
  /** Deletes the pictures that were seen; pages and code are not personal, and stay. */
  clearCaches(): Promise<void>;
  /** The number on the site's icon, if it is among the device's apps; none for 0. */
  setBadge(count: number): void;
  /** Ends this device's notifications, and removes those that it shows. */
  endPush(): Promise<void>;
  /** Opens the system's share sheet; false if there is none. */
  share(content: ShareData): Promise<boolean>;
  /**
   * Hands a file to the device, which keeps or opens it; null after its share sheet, which needs no message,
   * and false if it can't be handed over.
   */
  saveFile(file: { name: string; type: string; text: string }): Promise<boolean | null>;
  /** Prints the page, by the device's own dialog. */
  print(): void;
  /** False if the clipboard is out of reach. */
  copy(text: string): Promise<boolean>;
}
