/** How a screen waits: one union for every request, and the one helper that runs a request into it. */
import { atom, type WritableAtom } from 'nanostores';
import { renewWithoutRest } from '../data/client.ts';
import { toDataError } from '../data/data-error.ts';
import { platform } from '../platform/platform.ts';
import { storageKeys } from '../platform/storage-keys.ts';

export type Loadable<T> =
  | { status: 'idle' }
  | { status: 'loading' }
  /** `fresh` is false while a list seen earlier is shown and the newest is on its way. */
  | { status: 'ready'; value: T; fresh: boolean }
  /** `value` is what was shown before, where there was something. */
  | { status: 'failed'; message: string; retryable: boolean; value?: T };

export type $Loadable<T> = WritableAtom<Loadable<T>>;

export const loadable = <T>(): $Loadable<T> => atom<Loadable<T>>({ status: 'idle' });

/** What there is to show, whatever is going on. */
export const shownValue = <T>(state: Loadable<T>): T | undefined =>
  state.status === 'ready' || state.status === 'failed' ? state.value : undefined;

/** Not by `get`, which would count as a watcher and begin what the first watcher begins. */
const shownNow = <T>($value: $Loadable<T>): T | undefined =>
  $value.value && shownValue($value.value);

/** The newest there is, and nothing on its way. */
export const isFresh = (state: Loadable<unknown>): boolean =>
  state.status === 'ready' && state.fresh;

/** Nothing to show yet: the screen draws its skeleton. */
export const isWaiting = (state: Loadable<unknown>): boolean =>
  state.status === 'idle' || state.status === 'loading';

const lastSeenKey = (name: string) => `${storageKeys.lastSeen}${name}`;

/** A value this tab showed earlier under the same name; null where there is none or it is garbled. */
export function lastSeen<T>(name: string): T | null {
  const text = platform().session.get(lastSeenKey(name));
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    // Somebody else wrote there: as good as nothing.
    return null;
  }
}

export const rememberSeen = (name: string, value: unknown): void =>
  platform().session.set(lastSeenKey(name), JSON.stringify(value));

/** What 'Try again' does: asks as if nothing had failed. */
export function tryAgain(request: () => unknown): void {
  renewWithoutRest();
  void request();
}

const newestRun = new WeakMap<object, symbol>();

interface Options {
  /** Keeps the value for this tab under this name and shows it at once next time. */
  lastSeenAs?: string;
  /** Shows the skeleton again instead of the present value: another page or day was chosen. */
  fromScratch?: boolean;
}

/**
 * Runs a request into a $value: loading, then ready or failed. An answer that arrives after a newer
 * request was started is dropped.
 *
 * @param fallback the catalogue's text for a failure nobody foresaw
 */
export async function load<T>(
  $value: $Loadable<T>,
  fallback: string,
  request: () => Promise<T>,
  { lastSeenAs, fromScratch = false }: Options = {},
): Promise<void> {
  const run = Symbol();
  newestRun.set($value, run);
  const before = fromScratch ? undefined : shownNow($value);
  const value = before ?? (lastSeenAs === undefined ? null : lastSeen<T>(lastSeenAs));
  $value.set(value === null ? { status: 'loading' } : { status: 'ready', value, fresh: false });
  try {
    const answer = await request();
    if (newestRun.get($value) !== run) return;
    $value.set({ status: 'ready', value: answer, fresh: true });
    if (lastSeenAs !== undefined) rememberSeen(lastSeenAs, answer);
  } catch (thrown) {
    if (newestRun.get($value) !== run) return;
    const error = toDataError(thrown, fallback);
    const shown = shownNow($value);
    // What is refused or gone is not shown any longer; what is only out of reach is.
    const kept = error.retryable && shown !== undefined ? { value: shown } : {};
    $value.set({ status: 'failed', message: error.message, retryable: error.retryable, ...kept });
  }
}
