import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { createContext, useContext } from 'react';

/** Whether the island takes over a snapshot, which holds what the values are now. */
export const FromSnapshot = createContext(false);

/**
 * Reads a $value in an island. While React takes over the pre-rendered HTML the initial value is
 * used, or an island hydrated late would not match what an earlier one has already changed.
 */
export const useValue = <T>($value: ReadableAtom<T>): T =>
  useStore($value, { ssr: useContext(FromSnapshot) ? false : 'initial' });
