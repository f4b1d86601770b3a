/**
 * Measures a page and sends the figures (docs/product.md#metrics): only if the build was given an
 * address, and to that address only.
 */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { send } from '../lib/platform/send.ts';

/**
 * @public Called by load-vitals.ts, which loads this.
 * @param screen which it was, not whose
 */
export function start(screen: string): void {
  const report = ({ name, value, rating, id, navigationType }: Metric) =>
    send(
      import.meta.env.VITALS_URL,
      JSON.stringify({ name, value, rating, id, navigationType, screen }),
    );
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(report);
}
