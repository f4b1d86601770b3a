/** What stands in for a missing picture: the same for the same id, on every device. */
import { defaults } from '../messages.ts';
import { fnv1a32 } from './daily-hash.ts';
import type { Id } from './entities.ts';

/** Food, drink, music, market. */
export const FALLBACK_ILLUSTRATIONS = 4;
export const FALLBACK_COLOURS = 6;

/** Which drawing stands in for a photo, from 0. */
export function fallbackIllustration(id: Id): number {
  return choose(id, FALLBACK_ILLUSTRATIONS);
}

/** Which colour stands behind a store's initial, from 0. */
export function fallbackColour(id: Id): number {
  return choose(id, FALLBACK_COLOURS);
}

function choose(id: Id, count: number): number {
  return Number.parseInt(fnv1a32(id), 16) % count;
}

/** By graphemes, which is what a reader takes for one character. */
const graphemes = new Intl.Segmenter('en');

/** The first character a reader sees, in upper case. */
export function initial(name: string): string {
  const [first] = graphemes.segment(name.trim() || defaults.storeName);
  return (first?.segment ?? '').toLocaleUpperCase('en');
}
