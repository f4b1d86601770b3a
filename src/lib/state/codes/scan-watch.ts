/**
 * How the customer's screen learns that the store has scanned a code (docs/product.md#at-the-till).
 * The two functions at the end are the whole interface: a push channel of a hosted backend can take
 * the place of the polling behind them without any screen noticing.
 */
import { type NewestQuery, newestRedemptions, newestStamps } from '../../data/newest.ts';
import type { Dated, Id, Stamp } from '../../domain/entities.ts';
import { SCAN_POLL_ROWS } from '../../domain/limits.ts';
import { poll, type Watch } from './poll.ts';

/**
 * Rows that came after `previous` was read. Rows that only moved up in the list are not new, nor is
 * the rest of a stamp that a redemption split: it is as old as the whole was.
 */
export function rowsSince<T extends Dated>(previous: readonly Dated[], current: readonly T[]): T[] {
  const known = new Set(previous.map(({ id }) => id));
  const newest = previous[0]?.createdAt ?? null;
  const isLater = (row: T) => newest === null || (row.createdAt ?? '') > newest;
  return current.filter((row) => !known.has(row.id) && isLater(row));
}

/** A date that the backend can compare others with: the text it sent itself. */
function cursorOf(row: Dated | undefined): string | null {
  const date = row?.createdAt ?? null;
  return date === null || Number.isNaN(Date.parse(date)) ? null : date;
}

/**
 * Calls back with the rows that are new. Only those are asked for, by the date of the newest one;
 * where that one has no date, they are told from the others by their ids.
 */
function watchNewest<T extends Dated>(
  newest: (query: NewestQuery, signal: AbortSignal) => Promise<T[]>,
  onNew: (rows: T[]) => void,
  onPaused: (paused: boolean) => void,
): Watch {
  let after: string | null = null;
  let limit = 1;
  let previous: T[] | undefined;
  return poll(
    (signal) => newest({ after, limit, datesOnly: previous === undefined }, signal),
    (current) => {
      after = cursorOf(current[0]) ?? after;
      const isComparable = limit > 1 || after !== null || current.length === 0;
      limit = SCAN_POLL_ROWS;
      if (!isComparable) return;
      const added = previous ? rowsSince(previous, current) : [];
      if (after === null || current.length > 0) previous = current;
      if (added.length > 0) onNew(added);
    },
    onPaused,
  );
}

/** Calls back once for each scan that gave stamps to this customer, until stopped. */
export const watchForStamps = (
  userId: Id,
  onStamps: (stamps: Stamp[]) => void,
  onPaused: (paused: boolean) => void,
): Watch => watchNewest((query, signal) => newestStamps(userId, query, signal), onStamps, onPaused);

/** Calls back for each redemption of this customer, with its id, until stopped. */
export const watchForRedemption = (
  userId: Id,
  onRedemption: (id: Id) => void,
  onPaused: (paused: boolean) => void,
): Watch =>
  watchNewest(
    (query, signal) => newestRedemptions(userId, query, signal),
    ([newest]) => newest && onRedemption(newest.id),
    onPaused,
  );
