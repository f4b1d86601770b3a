/**
 * Performance metrics (docs/product.md#metrics): measured and sent only
 * where the build was given an address, and to that address only.
 */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { send } from './send.ts';

/** @param screen which it was, not whose */
export function reportVitals(address: string, screen: string): void {
  const report = ({ name, value, rating, id, navigationType }: Metric) =>
    send(address, JSON.stringify({ name, value, rating, id, navigationType, screen }));
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(report);
}
