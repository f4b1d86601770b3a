/** One page of a long list, with the exact count (specification, sections 4 and 7). */
import { TRANSACTIONS_PAGE_SIZE } from '../domain/limits.ts';
import { rowRange, totalPages } from '../domain/pagination.ts';
import { type Rows, rowsAnswer } from './answer.ts';
import { DataError } from './data-error.ts';

type Reply = Parameters<typeof rowsAnswer>[1] extends (signal: AbortSignal) => infer R ? R : never;

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
  call: (range: { from: number; to: number }, signal: AbortSignal) => Reply,
  read: (rows: readonly unknown[]) => T[],
): Promise<PageOf<T>> {
  const rowsOf = (wanted: number) =>
    rowsAnswer(fallback, (signal) => call(rowRange(wanted, TRANSACTIONS_PAGE_SIZE), signal));
  const pageOf = ({ rows, count }: Rows, shown: number): PageOf<T> => ({
    items: read(rows),
    count: count ?? rows.length,
    page: shown,
  });
  try {
    return pageOf(await rowsOf(page), page);
  } catch (error) {
    // Only the range is answered here; every other failure is the screen's to show.
    if (!(error instanceof DataError) || error.status !== 416) throw error;
  }
  if (page <= 1) return { items: [], count: 0, page: 1 };
  const first = await rowsOf(1).catch((error: unknown) => {
    if (error instanceof DataError && error.status === 416) return { rows: [], count: 0 };
    throw error;
  });
  const last = Math.min(page - 1, totalPages(first.count ?? 0, TRANSACTIONS_PAGE_SIZE));
  return last === 1 ? pageOf(first, 1) : pageOf(await rowsOf(last), last);
}
