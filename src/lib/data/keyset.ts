/**
 * Lists that are read page by page, each page after the last row of the one before: whatever was
 * added or removed meanwhile, no row is repeated or missed (docs/decisions/long-lists.md).
 */
import { LIST_PAGE_SIZE, MAX_REQUEST_ROWS } from '../domain/limits.ts';
import { firstText } from '../domain/row.ts';
import type { RowsAfter } from './tables.ts';

/** What a row holds in the columns that its list is ordered by, as the backend wrote it. */
export type Cursor = readonly (string | null)[];

export interface ListPage<T> {
  items: T[];
  /** Where the next page begins; null at the end of the list. */
  next: Cursor | null;
  /** Items from further down, for the first page; they are listed again in their place. */
  ahead?: T[];
}

/** Dates, numbers and UUIDs: what a filter may contain. */
const FILTERABLE = /^[\w:.+ -]{1,64}$/;

/** The cursor after a row; null if the row holds something that no filter may. */
export function cursorOf(row: unknown, columns: readonly string[]): Cursor | null {
  const cursor = columns.map((column) =>
    firstText((row as Record<string, unknown> | null)?.[column]),
  );
  const isComplete = cursor.at(-1) !== null;
  return isComplete && cursor.every((value) => value === null || FILTERABLE.test(value))
    ? cursor
    : null;
}

/**
 * The filter for the rows after the cursor, where all columns ascend and empty values come last.
 *
 * @param columns the last one distinguishes every row from all others
 */
export function rowsAfter<Column extends string>(
  columns: readonly Column[],
  cursor: Cursor,
): RowsAfter<Column> {
  const conditions = columns.flatMap((column, index) => {
    const same = columns.slice(0, index).map((earlier, at) => {
      const value = cursor[at] ?? null;
      return value === null ? `${earlier}.is.null` : `${earlier}.eq."${value}"`;
    });
    const value = cursor[index] ?? null;
    if (value === null) return [];
    const isLast = index === columns.length - 1;
    const later = [`${column}.gt."${value}"`, ...(isLast ? [] : [`${column}.is.null`])];
    return same.length === 0
      ? later
      : later.map((condition) => `and(${[...same, condition].join(',')})`);
  });
  return conditions.join(',') as RowsAfter<Column>;
}

/**
 * The filter for the rows after the cursor, where all columns descend. None of them may be empty: a
 * database then puts empty values first.
 *
 * @param columns the last one distinguishes every row from all others
 */
export function rowsBefore<Column extends string>(
  columns: readonly Column[],
  cursor: Cursor,
): RowsAfter<Column> {
  const conditions = columns.map((column, index) => {
    const same = columns.slice(0, index).map((before, at) => `${before}.eq."${cursor[at]}"`);
    const earlier = `${column}.lt."${cursor[index]}"`;
    return same.length === 0 ? earlier : `and(${[...same, earlier].join(',')})`;
  });
  return conditions.join(',') as RowsAfter<Column>;
}

interface Ordered<Column> {
  order(column: Column, options: { ascending: boolean }): this;
}

/** A query's rows in the order of its cursor. */
export const inOrder = <Column extends string, Asked extends Ordered<Column>>(
  query: Asked,
  columns: readonly Column[],
  ascending = true,
): Asked => columns.reduce((asked, column) => asked.order(column, { ascending }), query);

interface Part {
  rows: readonly unknown[];
  /** Where the rest begins; null at the end of the list. */
  next: Cursor | null;
}

/** How much of a list is asked for. */
export interface Wanted {
  /** Null for the beginning. */
  after: Cursor | null;
  count: number;
  /** How many are enough, asked again after each request; if left out, the first ones that it finds. */
  enough?: () => number;
}

export const FIRST_PAGE: Wanted = { after: null, count: LIST_PAGE_SIZE };

/** How many requests in a row may find nothing to show before the customer is asked. */
const MAX_EMPTY_REQUESTS = 20;

/** Fewer are not worth another request: some of what is read may not be shown. */
const MIN_REQUEST_ROWS = 10;

/**
 * Reads a list in parts, as it was asked for. What a backend sends twice counts once, and a backend
 * that sends nothing new has nothing more.
 */
export async function readList<T extends { id: string }>(
  { after, count, enough = () => 1 }: Wanted,
  readPart: (after: Cursor | null, rowCount: number) => Promise<Part>,
  toItems: (rows: readonly unknown[]) => T[] | Promise<T[]>,
): Promise<ListPage<T>> {
  const items = new Map<string, T>();
  let next = after;
  let rowCount = Math.min(count, MAX_REQUEST_ROWS);
  let emptyRequests = 0;
  do {
    const part = await readPart(next, rowCount);
    const before = items.size;
    for (const item of await toItems(part.rows)) if (!items.has(item.id)) items.set(item.id, item);
    emptyRequests = items.size > before ? 0 : emptyRequests + 1;
    const isStuck = part.next !== null && String(part.next) === String(next);
    next = isStuck ? null : part.next;
    const missing = Math.max(count, enough()) - items.size;
    rowCount = Math.min(Math.max(missing, MIN_REQUEST_ROWS), MAX_REQUEST_ROWS);
  } while (next !== null && items.size < enough() && emptyRequests < MAX_EMPTY_REQUESTS);
  return { items: [...items.values()], next };
}
