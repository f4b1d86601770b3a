/** How many modals the page shows right now, whichever islands they belong to. */
import { useSyncExternalStore } from 'react';

let count = 0;
const closers = new Set<() => void>();
const listeners = new Set<() => void>();

/** Registers an open modal and how to close it; returns what to call when it is gone. */
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

/** Called when the screen under them is left. */
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
