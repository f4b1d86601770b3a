/**
 * What a screen starts before the islands that show it are there: the preload.ts of each runs before the
 * framework has loaded, and has the screen's reads under way by then.
 */
import type { ReadableAtom } from 'nanostores';
import type { PhotoBox } from '../../domain/resized-photo.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { sizedPhoto } from '../../sized-photo.ts';
import { $arrival } from '../address.ts';
import { cache } from './cache.ts';
import { type Loadable, shownValue } from './loadable.ts';

/** Watches what the page is going to show. */
export function preloadAnswers(...$values: ReadableAtom<unknown>[]): void {
  const stops = [
    ...$values.map(($value) => $value.listen(() => undefined)),
    saveSnapshotWhenSettled(),
  ];
  // From then on each screen watches what it shows.
  const stopWaiting = $arrival.listen(() => {
    for (const stop of [...stops, stopWaiting]) stop();
  });
}

interface WithPhoto {
  photo: string | null;
}

/**
 * Asks for the photos that a list begins with as soon as it is known.
 *
 * @param box of their cards, so that both ask for the same
 * @param inSight how many of them a phone shows at once
 */
export function preloadFirstPhotos(
  $list: ReadableAtom<Loadable<readonly WithPhoto[]>>,
  box: PhotoBox,
  inSight = 2,
): void {
  const stop = $list.subscribe((state) => {
    const list = shownValue(state);
    if (!list) return;
    for (const { photo } of list.slice(0, inSight)) {
      const sized = sizedPhoto(photo, box);
      if (photo) platform().preloadImage(sized?.src ?? photo, sized?.srcSet);
    }
    // If the list is known at once, `stop` is not set yet.
    queueMicrotask(() => stop());
  });
}

/**
 * Saves what the page shows once all of that is known. Called once per page. Ends with the first use of
 * the page: it does not open with a tab or a date that somebody has changed.
 */
function saveSnapshotWhenSettled(): Stop {
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
