/** What a screen begins before the islands that show it are there. */
import type { ReadableAtom } from 'nanostores';
import { platform } from '../../platform/platform.ts';
import { type Loadable, shownValue } from './loadable.ts';
import { saveSnapshotWhenSettled } from './snapshots.ts';

/** Watches what the page is going to show. */
export function preloadAnswers(...$values: ReadableAtom<unknown>[]): void {
  for (const $value of $values) $value.listen(() => undefined);
  saveSnapshotWhenSettled();
}

interface WithPhoto {
  photo: string | null;
}

/** Asks for the photo that stands first in a list as soon as the list is known. */
export function preloadFirstPhoto($list: ReadableAtom<Loadable<readonly WithPhoto[]>>): void {
  const stop = $list.subscribe((state) => {
    const list = shownValue(state);
    if (!list) return;
    const photo = list[0]?.photo;
    if (photo) platform().preloadImage(photo);
    // Not yet there where the list is known at once.
    queueMicrotask(() => stop());
  });
}
