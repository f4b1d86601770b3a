/** Links to a map (docs/product.md#one-reward). */
import type { Store } from './entities.ts';
import { encodePart } from './runtime-url.ts';

/** A store where it says it is, to the meter; else a search for its name and address. */
export function storeMapLink({ name, address, row }: Store): string {
  const { latitude, longitude } = row ?? {};
  return mapsSearchLink(
    typeof latitude === 'number' && typeof longitude === 'number'
      ? `${latitude},${longitude}`
      : [name, address].filter(Boolean).join(' '),
  );
}

/** A map search for a store's name or address. */
export function mapsSearchLink(text: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodePart(text)}`;
}
