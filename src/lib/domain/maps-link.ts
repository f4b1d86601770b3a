/** Links to a map (docs/product.md#one-reward). */
import { encodePart } from './runtime-url.ts';

/** A map search for a store's name or address. */
export function mapsSearchLink(text: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodePart(text)}`;
}
