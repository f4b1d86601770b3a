/** Which stamps a redemption code names (docs/product.md#redemption-code). */
import type { Stamp } from './entities.ts';
import { STAMPS_BY_STORE_LIMIT } from './limits.ts';
import { createdAtMs } from './stamp-groups.ts';

/** Stamps of the same instant keep the order they came in; one without a readable date is oldest. */
const oldestFirst = (stamps: readonly Stamp[]): Stamp[] =>
  stamps.toSorted((a, b) => createdAtMs(a) - createdAtMs(b));

/** Oldest first, at most the larger of 10 and the need. */
export const stampsToSpend = (stamps: readonly Stamp[], needed: number): Stamp[] =>
  oldestFirst(stamps).slice(0, Math.max(STAMPS_BY_STORE_LIMIT, needed));
