/**
 * What the address says. A document shows one screen after the other (docs/decisions/navigation.md): each
 * follows its own address, which is the current one, or the one at which it was left.
 */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { Id } from '../domain/entities.ts';
import { idInPath } from '../domain/runtime-url.ts';
import type { Address, Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { type ScreenName, screenAt } from '../screens.ts';

/** The screen last arrived at within the document; null on the one that it was loaded with. */
export const $arrival = atom<{ screen: ScreenName; isReturn: boolean } | null>(null);

/** The newest last. */
const left = new Map<ScreenName, Address>();
const leaveListeners = new Set<() => void>();

export const currentScreen = (): ScreenName | null => screenAt(platform().address().pathname);

/** Whether this is back navigation or a reload: what was left is found as it was. */
export const isReturn = (): boolean =>
  $arrival.get()?.isReturn ?? platform().isBackForwardOrReload();

/** The screen is left for another one, or with its document, which may come back as it is. */
export function onScreenLeft(listener: () => void): Stop {
  leaveListeners.add(listener);
  const stop = platform().onPageLeft(listener);
  return () => {
    leaveListeners.delete(listener);
    stop();
  };
}

/** Makes what a tap begins once its code is there do nothing if the screen was left meanwhile. */
export function unlessLeft<T>(begin: (given: T) => void): (given: T) => void {
  const tappedOn = $arrival.get();
  return (given) => {
    if ($arrival.get() === tappedOn) begin(given);
  };
}

/** Called when the current address is about to be another screen's. */
export function leaveScreen(): void {
  const screen = currentScreen();
  const { origin, pathname, search, hash } = platform().address();
  for (const listener of [...leaveListeners]) listener();
  if (screen === null) return;
  left.delete(screen);
  left.set(screen, { origin, pathname, search, hash });
}

/** Whether the screen was left at this address, or has not been visited yet. */
export function wasLeftAt(screen: ScreenName, { pathname, search }: Location): boolean {
  const last = left.get(screen);
  return !last || last.pathname + last.search === pathname + search;
}

function addressOf(screens: readonly ScreenName[]): Address {
  const current = currentScreen();
  if (current !== null && screens.includes(current)) return platform().address();
  const last = [...left.keys()].findLast((screen) => screens.includes(screen));
  return (last && left.get(last)) ?? platform().address();
}

/** Makes a $value follow the address of its screens: when it is first requested, and on each arrival. */
export function followAddress(
  $value: ReadableAtom<unknown>,
  screens: ScreenName | readonly ScreenName[],
  follow: () => void,
): void {
  onMount($value, () => {
    if (!platform().isBrowser()) return;
    follow();
    return $arrival.listen((arrival) => {
      if (arrival && [screens].flat().includes(arrival.screen)) follow();
    });
  });
}

/** A $value from the address of its screens; null before it is first requested. */
export function fromAddress<A>(
  screens: ScreenName | readonly ScreenName[],
  read: () => A,
): ReadableAtom<A | null> {
  const $value = atom<A | null>(null);
  followAddress($value, screens, () => $value.set(read()));
  return $value;
}

/** The id in `/store/{id}` or `/view-event/{id}`. */
export const idInAddress = (screen: ScreenName): Id | null =>
  idInPath(routes[screen].path, addressOf([screen]));

export const rewardInAddress = (screen: ScreenName): Id | null =>
  inAddress(screen, 'reward') || null;

export const inAddress = (screens: ScreenName | readonly ScreenName[], name: string) =>
  new URLSearchParams(addressOf([screens].flat()).search).get(name);

const rewrite = (values: Readonly<Record<string, string | null>>): void => {
  const { pathname, search, hash } = platform().address();
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const rest = query.toString();
  platform().rewriteAddress(`${pathname}${rest && `?${rest}`}${hash}`);
};

/** Writes what the screen was changed to into its address, so that going back restores it. */
export function keepInAddress(
  screen: ScreenName,
  values: Readonly<Record<string, string | null>>,
): void {
  const current = currentScreen();
  if (current === null || current === screen) rewrite(values);
}

/** Whether the address asks for the open code (?show=code); it does so once. */
export function consumeShowCode(): boolean {
  const { search } = platform().address();
  if (new URLSearchParams(search).get('show') !== 'code') return false;
  rewrite({ show: null });
  return true;
}

export const nameScreen = (thing: string): void => platform().setTitle(thing);
