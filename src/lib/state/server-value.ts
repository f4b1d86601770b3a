import type { ReadableAtom } from 'nanostores';

/**
 * Says what a computed $value was while the page was pre-rendered: an island that is hydrated
 * after its inputs have changed has to match that first (islands/use-value.ts).
 */
export const withServerValue = <T>($value: ReadableAtom<T>, init: T): ReadableAtom<T> =>
  Object.assign($value, { init });
