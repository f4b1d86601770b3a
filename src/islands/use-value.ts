import type { ReadableAtom } from 'nanostores';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** Whether the island takes over a snapshot, which holds what the values are now. */
export const FromSnapshot = createContext(false);

/**
 * Reads a $value in an island. While React takes over the pre-rendered HTML the initial value is
 * used, or an island hydrated late would not match what an earlier one has already changed.
 */
export function useValue<T>($value: ReadableAtom<T>): T {
  const isFromSnapshot = useContext(FromSnapshot);
  const atFirst = () => (isFromSnapshot ? $value.get() : ($value.init as T));
  return useSyncExternalStore($value.listen, $value.get, atFirst);
}
