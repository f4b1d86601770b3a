import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { cache } from './cache.ts';

/**
 * Called once a page. Ends with the first use of it: what a tab or a date was changed to is not what
 * the page opens with.
 */
export function saveSnapshotWhenSettled(): Stop {
  let isStopped = false;
  let cancelSave: (() => void) | undefined;
  const save = () =>
    void import('./snapshots.ts').then(
      ({ saveSnapshot }) => saveSnapshot(() => !isStopped && cache.isFetching() === 0),
      // Offline, or gone with a newer release: the next time begins without one.
      () => undefined,
    );
  const unsubscribe = cache.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return;
    cancelSave?.();
    cancelSave = cache.isFetching() === 0 ? platform().whenIdle(save) : undefined;
  });
  const stop = () => {
    isStopped = true;
    cancelSave?.();
    unsubscribe();
    stopListening();
  };
  const stopListening = platform().onInteraction(stop);
  return stop;
}
