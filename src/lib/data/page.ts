/** One page of a long list, with the exact count (docs/product.md#pages-of-a-list). */
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
 * Reads a page. Asking past the end is not an error: the last existing page comes instead. A hosted
 * backend says so in two ways (PostgREST, `rangeStatus` in RangeQuery.hs): 416 if the first row requested
 * is greater than the count, and 206 with the count and no rows if it is equal to it, as after page 2 of a
 * list that shrank to 10 rows.
 *
 * @param call asks for the rows from…to, inclusive, with an exact count
 */
export async function readPage<T>(
  fallback: string,
  page: number,
  call: (range: { from: number; to: number }, signal: AbortSignal) => PromiseLike<TableReply>,
  toItems: (rows: readonly unknown[]) => T[],
  canceled?: AbortSignal,
): Promise<PageOf<T>> {
  /** Null past the end; every other failure is the screen's to show. */
  const requestPage = (number: number): Promise<Rows | null> =>
    requestRows(fallback, (signal) => call(rowRange(number), signal), canceled).catch(
      (error: unknown) => {
        if (error instanceof DataError && error.status === 416) return null;
        throw error;
      },
    );
  const pageOf = ({ rows, count }: Rows, number: number): PageOf<T> => ({
    items: toItems(rows),
    count: count ?? rows.length,
    page: number,
  });
  const wanted = await requestPage(page);
  if (wanted && (page === 1 || wanted.rows.length > 0)) return pageOf(wanted, page);
  const readFirst = async () => (page > 1 && (await requestPage(1))) || { rows: [], count: 0 };
  // The refusal does not say how many rows there are; the first page does.
  const first = typeof wanted?.count === 'number' ? null : await readFirst();
  const total = (first ?? wanted)?.count ?? 0;
  const lastNumber = Math.min(page - 1, totalPages(total));
  const last = lastNumber > 1 ? await requestPage(lastNumber) : null;
  // If the list has shrunk again meanwhile, the first page remains.
  return last && last.rows.length > 0
    ? pageOf(last, lastNumber)
    : pageOf(first ?? (await readFirst()), 1);
}
