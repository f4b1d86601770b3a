/**
 * Performance metrics (docs/product.md#metrics): measured and sent only
 * where the build was given an address, and to that address only.
 */
import type { Metric } from 'web-vitals';
import { BASE_PATH } from '../base-path.ts';
import { platform } from './platform.ts';

/** '/store' for '/store/7': which screen it was, not whose. */
const screenOf = (pathname: string): string =>
  `/${pathname.slice(BASE_PATH.length).split('/')[1] ?? ''}`;

/** Loads the library that measures, unless there is nowhere to report to. */
export async function reportVitals(address: string | null): Promise<void> {
  if (address === null) return;
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals');
  const report = ({ name, value, rating, id, navigationType }: Metric) => {
    const route = screenOf(platform().address().pathname);
    platform().send(
      address,
      JSON.stringify({ name, value, rating, id, navigationType, screen: route }),
    );
  };
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(report);
}
