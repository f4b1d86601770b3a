/**
 * The one way to read: a $value that belongs to (person, query, arguments). No person, no
 * value; another person or other arguments, another value. While it is watched, the answer saved
 * on the device is shown first and the newest after it.
 */
import { type Query, QueryObserver, type QueryObserverResult } from '@tanstack/query-core';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { DataError, toDataError } from '../../data/data-error.ts';
import {
  deleteSavedAnswer,
  readSavedAnswer,
  type SavedAnswer,
  saveAnswer,
} from '../../data/saved-answers.ts';
import { clearRefreshCooldown } from '../../data/token-refresh.ts';
import { backoff } from '../../domain/backoff.ts';
import type { Person } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import { $arrival } from '../address.ts';
import { $watched, isPeeking } from '../peek.ts';
import { $person, $reader, onSessionEnd, startSession } from '../session/session.ts';
import { cache, type Key, listenForPageEvents, STALE_MS } from './cache.ts';
import type { Loadable } from './loadable.ts';
import { noteShown } from './offline.ts';
import { type QueryInfo, type QueryName, queries } from './queries.ts';

export interface ResourceOptions<A extends readonly unknown[], T> {
  query: QueryName;
  /** The catalog's text for an unforeseen failure. */
  fallback: string;
  read: (person: Person, args: A, signal: AbortSignal) => Promise<T>;
  /** What part of an answer is saved on the device, if not all of it. */
  toSaved?: (value: T) => T;
  /** What takes precedence over the answer saved on the device. */
  kept?: (person: Person, args: A) => SavedAnswer<T> | null;
  /** Whether the screen just arrived at shows a different answer from the known one. */
  isOther?: (person: Person, args: A, value: T) => boolean;
  /** What another answer saved on the device knows of this one. */
  seed?: (person: Person, args: A) => SavedAnswer<T> | null;
  /** Called with each answer that is shown, and its arguments. */
  onShown?: (value: T, args: A) => void;
}

export interface Resource<A extends readonly unknown[], T> {
  $value: ReadableAtom<Loadable<T>>;
  /** Reads again, for 'Try again' or a caller that needs the newest; ends with the answer or the failure. */
  read: () => Promise<void>;
  /** Uses a value read elsewhere as the answer to these arguments. */
  setAnswer: (args: A, value: T) => void;
  /** Shows it first when these arguments are requested, until they are answered. */
  saveAnswer: (args: A, value: T) => void;
}

/** The arguments of a query about one thing; null if there is none to ask about. */
export const argsOf = <T>(thing: T | null): readonly [T] | null =>
  thing === null ? null : [thing];

/** Who a query is sent for. */
export const readerOf = (query: QueryName): ReadableAtom<Person | null> =>
  (queries[query] as QueryInfo).open ? $reader : $person;

/** Until a query without an answer is retried by itself: 5 to 10 s at first, then longer. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
const retryJitter = Math.random();

const isRetryable = (error: unknown): boolean => error instanceof DataError && error.retryable;

const retryDelay = ({ state }: Query<never, DataError>): number | false =>
  state.status === 'error' && isRetryable(state.error)
    ? backoff(state.errorUpdateCount, retryJitter, FIRST_RETRY_MS, MAX_RETRY_MS)
    : false;

interface Subscription<A, T> {
  observer: QueryObserver<T, DataError, T, T, Key>;
  args: A;
  /** Person, query and arguments. */
  key: string;
  /** False while it is only drawn ahead. */
  isAsking: boolean;
  shown?: Loadable<T>;
}

/** Whether nothing that is shown has changed: each difference is a render, even on a screen that was left. */
const isSame = <T>(state: Loadable<T>, shown: Loadable<T> | undefined): boolean =>
  state === shown ||
  (state.status === 'ready' &&
    shown?.status === 'ready' &&
    state.value === shown.value &&
    state.fresh === shown.fresh &&
    state.at === shown.at);

/**
 * @param $args null if there is nothing to ask for
 */
export function resource<const A extends readonly unknown[], T>(
  options: ResourceOptions<A, T>,
  $args: ReadableAtom<A | null>,
): Resource<A, T> {
  const { query, fallback } = options;
  const { saved } = queries[query];
  const $who = readerOf(query);
  const $value = atom<Loadable<T>>({ status: 'idle' });
  /** Undefined while the value is not watched, or there is nothing to ask for. */
  let subscription: Subscription<A, T> | undefined;
  let arrival = $arrival.get();
  let failure: Loadable<T> | null = null;
  /** A screen that was just arrived at shows what is known before it asks for more. */
  let canWait = false;

  function save(person: Person, args: A, value: T): void {
    if (saved) saveAnswer(person.id, query, args, options.toSaved?.(value) ?? value);
  }

  async function request(person: Person, args: A, signal: AbortSignal): Promise<T> {
    try {
      if (canWait) await platform().afterPaint();
      const value = await options.read(person, args, signal);
      if (!signal.aborted) save(person, args, value);
      return value;
    } catch (thrown) {
      const error = toDataError(thrown, fallback);
      if (!error.retryable && !signal.aborted) deleteSavedAnswer(person.id, query, args);
      throw error;
    }
  }

  function queryOptions(person: Person, args: A) {
    const queryKey: Key = [person.id, query, ...args];
    const isKnown = cache.getQueryState(queryKey) !== undefined;
    const initial = isKnown
      ? null
      : ((isPeeking() ? null : options.kept?.(person, args)) ??
        readSavedAnswer<T>(person.id, query, args) ??
        options.seed?.(person, args));
    return cache.defaultQueryOptions<T, DataError, T, T, Key>({
      queryKey,
      queryFn: ({ signal }) => request(person, args, signal),
      // What an earlier page read is shown, and always requested again.
      staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : STALE_MS),
      refetchInterval: retryDelay as never,
      enabled: !isPeeking(),
      ...(initial ? { initialData: initial.value as never, initialDataUpdatedAt: initial.at } : {}),
    });
  }

  function toLoadable(
    result: QueryObserverResult<T, DataError>,
    isRefetched: boolean,
  ): Loadable<T> {
    const isSettled = result.fetchStatus === 'idle';
    const { data: value, dataUpdatedAt: at } = result;
    if (isSettled && result.status === 'success') failure = null;
    if (isSettled && result.status === 'error') {
      const { message, retryable } = result.error;
      // What was refused or is gone is not shown any longer; what is only out of reach is.
      const before = retryable && value !== undefined ? { value, at } : {};
      failure = { status: 'failed', message, retryable, ...before };
    }
    // Retried by itself, a query goes on saying what failed until it is answered.
    if (failure) return failure;
    return value !== undefined
      ? { status: 'ready', value, fresh: isSettled && isRefetched, at }
      : { status: 'loading' };
  }

  function show(): void {
    if (!subscription) return;
    const { observer, args, isAsking } = subscription;
    const isRefetched = observer.getCurrentQuery().state.dataUpdateCount > 0;
    const state = toLoadable(observer.getCurrentResult(), isRefetched);
    if (isSame(state, subscription.shown)) return;
    subscription.shown = state;
    if (isAsking) noteShown($value, state);
    if (!isSame(state, $value.get())) $value.set(state);
    if (isAsking && state.status === 'ready') options.onShown?.(state.value, args);
  }

  function unsubscribe(): void {
    subscription?.observer.destroy();
    subscription = undefined;
    noteShown($value, { status: 'idle' });
    failure = null;
  }

  /** No customer is signed in, or nothing is to be asked for. */
  function reset(): void {
    unsubscribe();
    $value.set({ status: 'idle' });
  }

  onSessionEnd(reset);

  /** Starts over if the screen just arrived at shows a different answer to the same query. */
  function forgetOther(person: Person, args: A): void {
    if (arrival === $arrival.get()) return;
    arrival = $arrival.get();
    const queryKey: Key = [person.id, query, ...args];
    const known = cache.getQueryData<T>(queryKey);
    if (known === undefined || !options.isOther?.(person, args, known)) return;
    unsubscribe();
    cache.removeQueries({ queryKey, exact: true });
  }

  /** Watches what is needed now, which may be something else than before. */
  function subscribe(): void {
    const person = $who.get();
    const args = $args.get();
    if (!person || !args) {
      reset();
      return;
    }
    forgetOther(person, args);
    const nextOptions = queryOptions(person, args);
    const isAsking = !isPeeking();
    if (subscription?.key === nextOptions.queryHash && subscription.isAsking === isAsking) return;
    unsubscribe();
    const observer = new QueryObserver<T, DataError, T, T, Key>(cache, nextOptions);
    subscription = { observer, args, key: nextOptions.queryHash, isAsking };
    canWait = $arrival.get() !== null && observer.getCurrentResult().data !== undefined;
    observer.subscribe(show);
    canWait = false;
    show();
  }

  onMount($value, () => {
    if (!platform().isBrowser()) return;
    listenForPageEvents();
    void startSession();
    const stops = [
      $who.listen(subscribe),
      $args.listen(subscribe),
      $watched.listen(subscribe),
      unsubscribe,
    ];
    subscribe();
    return () => {
      for (const stop of stops) stop();
    };
  });

  return {
    $value,
    async read() {
      await startSession();
      const person = $who.get();
      const args = $args.get();
      if (!person || !args) return;
      failure = null;
      const cached = cache.getQueryCache().build(cache, queryOptions(person, args));
      // Before the first answer, the package would wait for a try that hangs.
      void cached.cancel({ silent: true });
      const reading = cached.fetch().catch(() => undefined);
      show();
      await reading;
    },
    setAnswer(args, value) {
      const person = $who.get();
      if (!person) return;
      cache.setQueryData<T>([person.id, query, ...args], () => value as never);
      save(person, args, value);
    },
    saveAnswer(args, value) {
      const person = $person.get();
      if (person) save(person, args, value);
    },
  };
}

/** What 'Try again' does: asks as if nothing had failed. */
export function retryRead(read: () => unknown): void {
  clearRefreshCooldown();
  void read();
}
