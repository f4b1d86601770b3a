/**
 * The one way to read: a $value that belongs to (person, question, arguments). No person, no
 * value; another person or other arguments, another value. While it is watched, the answer kept
 * on the device is shown first and the newest after it.
 */
import { type Query, QueryObserver, type QueryObserverResult } from '@tanstack/query-core';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { DataError, toDataError } from '../../data/data-error.ts';
import { renewWithoutRest } from '../../data/renewal.ts';
import { backoff } from '../../domain/backoff.ts';
import type { Person } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import { $person, atEndOfSession, startSession } from '../session/session.ts';
import { cache, followPage, type Key, STALE_MS } from './cache.ts';
import { forgetAnswer, keepAnswer, keptAnswer } from './kept.ts';
import type { Loadable } from './loadable.ts';
import { type QuestionName, questions } from './questions.ts';

export interface Asking<A extends readonly unknown[], T> {
  question: QuestionName;
  /** The catalogue's text for a failure nobody foresaw. */
  fallback: string;
  read: (person: Person, args: A, signal: AbortSignal) => Promise<T>;
  /** What another answer kept on the device knows of this one. */
  seed?: (person: Person, args: A) => { value: T; at: number } | null;
  /** Told of each answer that is shown, with what it answers. */
  shown?: (value: T, args: A) => void;
}

export interface Resource<A extends readonly unknown[], T> {
  $value: ReadableAtom<Loadable<T>>;
  /** Asks anew, for 'Try again' and whoever needs the newest; ends with the answer or the failure. */
  read: () => Promise<void>;
  /** Takes a value read elsewhere for the answer to these arguments. */
  know: (args: A, value: T) => void;
}

/** Until a question without an answer is asked again by itself: 5 to 10 s at first, then longer. */
const FIRST_GAP_MS = 5_000;
const LONGEST_GAP_MS = 60_000;
const random = Math.random();

const isRetryable = (error: unknown): boolean => error instanceof DataError && error.retryable;

const gapOf = ({ state }: Query<never, DataError>): number | false =>
  state.status === 'error' && isRetryable(state.error)
    ? backoff(state.errorUpdateCount, random, FIRST_GAP_MS, LONGEST_GAP_MS)
    : false;

interface Watching<A, T> {
  observer: QueryObserver<T, DataError, T, T, Key>;
  args: A;
  /** Person, question and arguments. */
  key: string;
}

/**
 * @param $args null where there is nothing to ask for
 */
export function resource<const A extends readonly unknown[], T>(
  asking: Asking<A, T>,
  $args: ReadableAtom<A | null>,
): Resource<A, T> {
  const { question, fallback } = asking;
  const { kept } = questions[question];
  const $value = atom<Loadable<T>>({ status: 'idle' });
  /** Undefined while nobody watches, or there is nothing to ask for. */
  let watching: Watching<A, T> | undefined;
  let failure: Loadable<T> | null = null;
  /** What was refused or is gone is not shown any longer; what is only out of reach is. */
  let refused = false;

  async function ask(person: Person, args: A, signal: AbortSignal): Promise<T> {
    try {
      const value = await asking.read(person, args, signal);
      if (kept && !signal.aborted) keepAnswer(person.id, question, args, value);
      return value;
    } catch (thrown) {
      const error = toDataError(thrown, fallback);
      if (!error.retryable && !signal.aborted) forgetAnswer(person.id, question, args);
      throw error;
    }
  }

  function optionsFor(person: Person, args: A) {
    const queryKey: Key = [person.id, question, ...args];
    const isKnown = cache.getQueryState(queryKey) !== undefined;
    const seen = isKnown
      ? null
      : (keptAnswer<T>(person.id, question, args) ?? asking.seed?.(person, args));
    return cache.defaultQueryOptions<T, DataError, T, T, Key>({
      queryKey,
      queryFn: ({ signal }) => ask(person, args, signal),
      // What was read by an earlier page is shown, and always asked for again.
      staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : STALE_MS),
      refetchInterval: gapOf as never,
      ...(seen ? { initialData: seen.value as never, initialDataUpdatedAt: seen.at } : {}),
    });
  }

  function toLoadable(result: QueryObserverResult<T, DataError>, isRead: boolean): Loadable<T> {
    const isOver = result.fetchStatus === 'idle';
    if (isOver && result.status === 'success') [failure, refused] = [null, false];
    if (isOver && result.status === 'error') refused = !result.error.retryable;
    const { data: value, dataUpdatedAt: at } = result;
    const isShown = value !== undefined && !refused;
    if (isOver && result.status === 'error') {
      const { message, retryable } = result.error;
      failure = { status: 'failed', message, retryable, ...(isShown ? { value, at } : {}) };
    }
    // Asked again by itself, a question goes on saying what failed until it is answered.
    if (failure) return failure;
    return isShown
      ? { status: 'ready', value, fresh: isOver && isRead, at }
      : { status: 'loading' };
  }

  function show(): void {
    if (!watching) return;
    const { observer, args } = watching;
    const isRead = observer.getCurrentQuery().state.dataUpdateCount > 0;
    const state = toLoadable(observer.getCurrentResult(), isRead);
    $value.set(state);
    if (state.status === 'ready') asking.shown?.(state.value, args);
  }

  function stopWatching(): void {
    watching?.observer.destroy();
    watching = undefined;
    [failure, refused] = [null, false];
  }

  /** Nobody is here, or nothing is to be asked for. */
  function putAway(): void {
    stopWatching();
    $value.set({ status: 'idle' });
  }

  atEndOfSession(putAway);

  /** Watches what is to be asked for now, which may be something else than before. */
  function follow(): void {
    const person = $person.get();
    const args = $args.get();
    if (!person || !args) {
      putAway();
      return;
    }
    const options = optionsFor(person, args);
    if (watching?.key === options.queryHash) return;
    stopWatching();
    const observer = new QueryObserver<T, DataError, T, T, Key>(cache, options);
    watching = { observer, args, key: options.queryHash };
    observer.subscribe(show);
    show();
  }

  onMount($value, () => {
    if (!platform().isHere()) return;
    followPage();
    void startSession();
    const stops = [$person.listen(follow), $args.listen(follow), stopWatching];
    follow();
    return () => {
      for (const stop of stops) stop();
    };
  });

  return {
    $value,
    async read() {
      await startSession();
      const person = $person.get();
      const args = $args.get();
      if (!person || !args) return;
      failure = null;
      const query = cache.getQueryCache().build(cache, optionsFor(person, args));
      await query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
    },
    know(args, value) {
      const person = $person.get();
      if (!person) return;
      cache.setQueryData<T>([person.id, question, ...args], () => value as never);
      if (kept) keepAnswer(person.id, question, args, value);
    },
  };
}

/** Arguments that the address of the page holds: read when they are first asked for. */
export function fromAddress<A>(read: () => A): ReadableAtom<A | null> {
  const $args = atom<A | null>(null);
  onMount($args, () => {
    if (platform().isHere()) $args.set(read());
  });
  return $args;
}

/** What 'Try again' does: asks as if nothing had failed. */
export function tryAgain(read: () => unknown): void {
  renewWithoutRest();
  void read();
}
