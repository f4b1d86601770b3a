/** Every picture of a code: each size, under each condition, from each distance. */
import { photograph } from './camera.ts';
import type { CodeCase } from './codes.ts';
import { CONDITIONS, DISTANCES_MM } from './conditions.ts';
import { decoded } from './decoders.ts';
import { seeded } from './random.ts';
import { type CodeOnScreen, SIZES, type Size } from './screens.ts';
import type { Reading } from './shares.ts';

export async function readEveryPicture(
  { kind, name, isOurs }: CodeCase,
  screens: Record<Size, CodeOnScreen>,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const size of SIZES) {
    const { screen, text } = screens[size];
    for (const [condition, how] of Object.entries(CONDITIONS)) {
      for (const distanceMm of DISTANCES_MM) {
        const random = seeded(readings.length);
        const picture = await photograph(screen, { ...how, distanceMm }, random);
        const read = await decoded(picture, text);
        readings.push({ kind, code: name, isOurs, size, condition, ...read });
      }
    }
  }
  return readings;
}
