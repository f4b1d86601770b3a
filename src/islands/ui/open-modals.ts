/** How many modals the page shows at present, whichever islands they are of. */
import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** A modal has opened; answers what to call when it is gone. */
export function registerModal(): () => void {
  const changeCount = (by: number) => {
    count += by;
    for (const listener of listeners) listener();
  };
  changeCount(1);
  return () => changeCount(-1);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useModalCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
