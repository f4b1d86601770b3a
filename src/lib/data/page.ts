/** One page of a long list, with the exact count (docs/product.md#pages-of-a-list). */
import { TRANSACTIONS_PAGE_SIZE } from '../domain/limits.ts';
import { rowRange, totalPages } from '../domain/pagination.ts';
import { DataError } from './data-error.ts';
import { type Rows, requestRows, type TableReply } from './request.ts';

export interface PageOf<T> {
  items: T[];
  count: number;
  /** The page these items are of: the one asked for, or the last there is. */
  page: number;
}

/**
 * Reads a page. One past the end (status 416) is no error: the last valid page is read instead,
 * after asking how many rows there are, since the refusal does not say.
 *
 * @param call asks for the rows from…to, inclusive, with an exact count
 */
export async function readPage<T>(
  fallback: string,
  page: number,
  call: (range: { from: number; to: number }, signal: AbortSignal) => PromiseLike<TableReply>,
  toItems: (rows: readonly unknown[]) => T[],
  cancelled?: AbortSignal,
): Promise<PageOf<T>> {
  /** Null past the end; every other failure is the screen's to show. */
  const requestPage = (number: number): Promise<Rows | null> =>
    requestRows(
      fallback,
      (signal) => call(rowRange(number, TRANSACTIONS_PAGE_SIZE), signal),
      cancelled,
    ).catch((error: unknown) => {
      if (error instanceof DataError && error.status === 416) return null;
      throw error;
    });
  const pageOf = ({ rows, count }: Rows, number: number): PageOf<T> => ({
    items: toItems(rows),
    count: count ?? rows.length,
    page: number,
  });
  const wantedPage = await requestPage(page);
  if (wantedPage) return pageOf(wantedPage, page);
  const firstPage = (page > 1 && (await requestPage(1))) || { rows: [], count: 0 };
  const lastNumber = Math.min(page - 1, totalPages(firstPage.count ?? 0, TRANSACTIONS_PAGE_SIZE));
  // Should the list have shrunk once more meanwhile, the first page is in hand.
  const lastPage = lastNumber > 1 ? await requestPage(lastNumber) : null;
  return lastPage ? pageOf(lastPage, lastNumber) : pageOf(firstPage, 1);
}
