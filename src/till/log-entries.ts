/** What the log asks of the backend, loaded with it. */
import * as text from '#text/till.ts';
import { onAnswered } from '../lib/data/backend-fetch.ts';
import { startOfAppDay } from '../lib/domain/day.ts';
import { answerOf, type Functions, tables } from './backend.ts';

/** A call of a till, and whether the stamps that it gave can still be taken back. */
export type LogEntry = Functions['till_log']['Returns'][number] & { canUndo: boolean };

export const LOG_PAGE = 30;

/** The backend's time at its last answer, not a number if it says none. */
let backendTime = Number.NaN;

onAnswered(({ headers }) => {
  backendTime = Date.parse(headers.get('date') ?? '');
});

/** What the store's tills did and were refused, newest first, starting before an entry. */
export async function tillLog(storeId: number, before: LogEntry | undefined): Promise<LogEntry[]> {
  const answer = await tables.rpc('till_log', {
    store_id: storeId,
    page_size: LOG_PAGE,
    ...(before && { before: before.happened_at, before_id: before.id }),
  });
  const entries = answerOf(answer, text.logFailed);
  const undoable = await undoableOf(entries);
  return entries.map((entry) => ({ ...entry, canUndo: undoable.has(entry.stamp_id) }));
}

/** The stamps of today that are all there and unspent; none if that can't be read. */
async function undoableOf(entries: Functions['till_log']['Returns']): Promise<ReadonlySet<number>> {
  const counts = new Map(
    entries
      .filter((entry) => entry.call === 'give_stamp' && entry.outcome === 'done')
      .map(({ stamp_id, stamp_count }) => [stamp_id, stamp_count]),
  );
  if (counts.size === 0) return new Set();
  // A tablet's clock may be hours ahead: then nothing would be of its today.
  const today = startOfAppDay(backendTime || Date.now());
  const { data } = await tables
    .from('stamps')
    .select('id, stamp_count')
    .in('id', [...counts.keys()])
    .is('redemption_id', null)
    .gte('created_at', new Date(today).toISOString());
  // A record of which a part was spent holds less than was given.
  const rows = Array.isArray(data) ? data : [];
  const whole = rows.filter(({ id, stamp_count }) => counts.get(id) === stamp_count);
  return new Set(whole.map(({ id }) => id));
}
