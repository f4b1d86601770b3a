/** On a page with cards that lead to pages with the same photo. */
import { carryPhotos as carry } from '../platform/carry-photo.ts';
import { platform } from '../platform/platform.ts';

export function carryPhotos(): void {
  if (platform().isBrowser()) carry();
}
