import type { ReadableAtom } from 'nanostores';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** Whether the island takes over a snapshot, which holds what the values are now. */
export const FromSnapshot = createContext(false);

/**
 * Reads a $value in an island. While React takes over the pre-rendered HTML the initial value is
 * used, or an island hydrated late would not match what an earlier one has already changed.
 */
export function useValue<T>($value: ReadableAtom<T> & { init?: T }): T {
  const isFromSnapshot = useContext(FromSnapshot);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stop = $value.listen(onChange);
      // A screen that was hidden is not rendered again: what it shows may be older than this.
      onChange();
      return stop;
    },
    [$value],
  );
  const get = () => $value.get();
  const atFirst = () => ('init' in $value ? ($value.init as T) : $value.get());
  return useSyncExternalStore(subscribe, get, isFromSnapshot ? get : atFirst);
}
