/**
 * How the customer's screen learns that the store has scanned a code (docs/product.md#stamp-code).
 * The two functions at the end are the whole interface: no screen knows whether the scan was pushed or
 * asked for.
 */
import type { News } from '../../data/live-channel.ts';
import {
  type NewestQuery,
  newestRedemptions,
  newestStamps,
  serverMoment,
} from '../../data/newest.ts';
import { parseInstant } from '../../domain/day.ts';
import type { Dated, Id, Redemption, Stamp } from '../../domain/entities.ts';
import { SCAN_POLL_ROWS, SOONEST_SCAN_MS } from '../../domain/limits.ts';
import { platform } from '../../platform/platform.ts';
import { type Listen, poll, type Watch } from './poll.ts';

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
  return parseInstant(date) === null ? null : date;
}

/** Before every date: to ask for all that have one. */
const BEGINNING = '1970-01-01T00:00:00Z';

export interface ScanWatch extends Watch {
  /** Anything later is new, even for a page that continues from it; null if it is unknown. */
  cursor: () => string | null;
}

type Live = typeof import('../live.ts');

let live: Live | undefined;

/** Like the channel, its code needs a connection: no page waits for it, and no worker keeps it. */
const loadLive = async (): Promise<Live> => {
  live = await import('../live.ts');
  return live;
};

/** Without the channel the code asks. One that is already up is joined before the first request goes out. */
const channelOf =
  (userId: Id, news: News): Listen =>
  (listener) => {
    const mine = { ...listener, news };
    if (live) return live.listen(userId, mine);
    const stopped = new AbortController();
    void loadLive()
      .then(({ listen }) => {
        if (stopped.signal.aborted) return;
        stopped.signal.addEventListener('abort', listen(userId, mine));
      })
      .catch(() => undefined);
    return () => stopped.abort();
  };

/** Makes the screens follow what tills do, as soon as there is a connection. */
export function followTillsOnline(): void {
  if (platform().isOnline()) {
    void loadLive().then(
      ({ followTills }) => followTills(),
      () => undefined,
    );
    return;
  }
  const stop = platform().onOnline(() => {
    stop();
    followTillsOnline();
  });
}

interface Listener<T> {
  /** Called before the watch goes on: its cursor is the one from which they are new. */
  onNew: (rows: T[]) => void;
  onPaused: (paused: boolean) => void;
  /** After each answer, whether it brought anything or not. */
  onAnswer?: () => void;
  /** Where an earlier page's watch left off. */
  since?: string | null;
}

/**
 * Calls back with the rows that are new. Only those are requested, by the date of the newest one; if that
 * one has no date, they are distinguished by their ids. What came between the start of the watch and its
 * first answer is new too, if the backend's clock is known.
 */
function watchNewest<T extends Dated>(
  newest: (query: NewestQuery, signal: AbortSignal) => Promise<T[]>,
  { onNew, onPaused, onAnswer, since = null }: Listener<T>,
  channel: Listen,
): ScanWatch {
  const beganAt = platform().elapsed();
  const beganAtBackend = serverMoment();
  let after = since;
  let limit = since === null ? 1 : SCAN_POLL_ROWS;
  let previous: T[] | undefined = since === null ? undefined : [];

  /** When it began, by the backend's clock. */
  function beginning(): string | null {
    const time = beganAtBackend();
    return time === null ? null : new Date(time).toISOString();
  }

  async function ask(signal: AbortSignal): Promise<T[]> {
    if (previous === undefined) {
      const found = await newest({ after, limit, datesOnly: true }, signal);
      // Nobody scans as fast as a good connection answers: what such an answer has was there before.
      const isQuick = platform().elapsed() - beganAt < SOONEST_SCAN_MS;
      const began = isQuick ? null : beginning();
      const last = parseInstant(found[0]?.createdAt) ?? 0;
      const isLater = began !== null && last > Date.parse(began);
      if (!isLater) return found;
      [after, limit, previous] = [began, SCAN_POLL_ROWS, []];
    }
    return newest({ after, limit, datesOnly: false }, signal);
  }

  const watch = poll(
    ask,
    (current) => {
      const next = cursorOf(current[0]) ?? after;
      const isComparable = limit > 1 || next !== null || current.length === 0;
      limit = SCAN_POLL_ROWS;
      if (!isComparable) return;
      const added = previous ? rowsSince(previous, current) : [];
      if (added.length > 0) onNew(added);
      after = next;
      if (after === null || current.length > 0) previous = current;
      onAnswer?.();
    },
    onPaused,
    // One that continues an earlier page's has no code on the screen.
    since === null ? channel : undefined,
  );
  return {
    ...watch,
    cursor: () => after ?? (previous?.length === 0 ? BEGINNING : beginning()),
  };
}

/** Calls back once for each scan that gave stamps to this customer, until stopped. */
export const watchForStamps = (userId: Id, listener: Listener<Stamp>): ScanWatch =>
  watchNewest(
    (query, signal) => newestStamps(userId, query, signal),
    listener,
    channelOf(userId, 'given'),
  );

/** Calls back for each redemption of this customer, until stopped. */
export const watchForRedemption = (userId: Id, listener: Listener<Redemption>): ScanWatch =>
  watchNewest(
    (query, signal) => newestRedemptions(userId, query, signal),
    listener,
    channelOf(userId, 'redeemed'),
  );
