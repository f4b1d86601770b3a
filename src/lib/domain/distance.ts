/** How far away a store is (docs/product.md#all-stores). */
import * as text from '#text/stores.ts';

/** In degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

const isDegrees = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

/** Null if there is none, or it is nowhere on Earth. */
export function readPlace(latitude: unknown, longitude: unknown): Place | null {
  return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? { latitude, longitude } : null;
}

/** A kilometer or so: all that is revealed about where a customer is. */
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
export const roundedPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
});

const EARTH_METERS = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** In meters, over the ground. */
export function distanceBetween(a: Place, b: Place): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** '150 m', '1.2 km', '48 km': no finer than a phone knows it. */
export function distanceText(meters: number): string {
  if (meters < 975) return text.meters(Math.max(50, Math.round(meters / 50) * 50));
  const kilometers = meters / 1000;
  return text.kilometers(
    kilometers < 9.95 ? kilometers.toFixed(1) : String(Math.round(kilometers)),
  );
}
