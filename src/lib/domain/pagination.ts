/** Pages of a list (docs/product.md#pages-of-a-list). */
import { TRANSACTIONS_PAGE_SIZE } from './limits.ts';

/** At least 1; an unknown count is one page. */
export function totalPages(count: number): number {
  return Number.isFinite(count) ? Math.max(1, Math.ceil(count / TRANSACTIONS_PAGE_SIZE)) : 1;
}

/** The page, clamped to 1..pages. Also where to go when the backend refuses a range (416). */
export function clampPage(page: number, pages: number): number {
  return Number.isNaN(page) ? 1 : Math.max(1, Math.min(Math.trunc(page), pages));
}

/** First and last row of a page, both inclusive. */
export function rowRange(page: number): { from: number; to: number } {
  const from = (page - 1) * TRANSACTIONS_PAGE_SIZE;
  return { from, to: from + TRANSACTIONS_PAGE_SIZE - 1 };
}
