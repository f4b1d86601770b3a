import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { createContext, useContext, useEffect, useReducer } from 'react';
import { Ahead } from './ui/ahead.ts';

/** Whether the island takes over a snapshot, which holds what the values are now. */
export const FromSnapshot = createContext(false);

/**
 * Reads a $value in an island. While React takes over the pre-rendered HTML the initial value is
 * used, or an island hydrated late would not match what an earlier one has already changed.
 */
export function useValue<T>($value: ReadableAtom<T>): T {
  const tell = useContext(Ahead);
  tell?.(true);
  const value = useStore($value, { ssr: useContext(FromSnapshot) ? false : 'initial' });
  tell?.(false);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  // A screen that was left is shown again without rendering (screen/Screens.tsx), and a computed value is
  // not updated while nobody listens: the package does not compare it then.
  useEffect(() => {
    if ($value.get() !== value) renderAgain();
  });
  return value;
}
