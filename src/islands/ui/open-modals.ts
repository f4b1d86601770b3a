/** How many modals the page shows at present, whichever islands they are of. */
import { useSyncExternalStore } from 'react';

let count = 0;
const closers = new Set<() => void>();
const listeners = new Set<() => void>();

/** A modal has opened, which can be closed so; answers what to call when it is gone. */
export function registerModal(close: () => void): () => void {
  const changeCount = (by: number) => {
    count += by;
    for (const listener of listeners) listener();
  };
  closers.add(close);
  changeCount(1);
  return () => {
    closers.delete(close);
    changeCount(-1);
  };
}

/** The screen that lies under them is left. */
export function closeModals(): void {
  for (const close of [...closers]) close();
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
