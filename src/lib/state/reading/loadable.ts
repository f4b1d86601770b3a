/** How a screen waits: one union for everything that is read. */
import { asOf as asOfText } from '#text/dates.ts';
import { seenText } from '../../domain/day.ts';
import { platform } from '../../platform/platform.ts';

export type Loadable<T> =
  /** No customer is signed in, or there is nothing to ask for. */
  | { status: 'idle' }
  | { status: 'loading' }
  /** `fresh` is false while an answer read earlier is shown and the newest is on its way. */
  | { status: 'ready'; value: T; fresh: boolean; at: number }
  /** `value` is what was read before, if there was something, and `at` when. */
  | { status: 'failed'; message: string; retryable: boolean; value?: T; at?: number };

/** The same state, of something derived from the value. */
export function mapValue<T, U>(state: Loadable<T>, map: (value: T) => U): Loadable<U> {
  if (state.status === 'ready') return { ...state, value: map(state.value) };
  if (state.status !== 'failed') return state;
  const { value, ...failed } = state;
  return value === undefined ? failed : { ...failed, value: map(value) };
}

/** What there is to show in this state, if anything. */
export const shownValue = <T>(state: Loadable<T>): T | undefined =>
  state.status === 'ready' || state.status === 'failed' ? state.value : undefined;

/** The newest there is, and nothing on its way. */
export const isFresh = (state: Loadable<unknown>): boolean =>
  state.status === 'ready' && state.fresh;

/** Nothing to show yet: the screen draws its skeleton. */
export const isPending = (state: Loadable<unknown>): boolean =>
  state.status === 'idle' || state.status === 'loading';

/** 'As of 10:24 AM' if what is shown was read earlier and the newest can't be had, else null. */
export const asOf = (state: Loadable<unknown>): string | null =>
  state.status === 'failed' && state.at !== undefined
    ? asOfText(seenText(state.at, platform().now()))
    : null;
