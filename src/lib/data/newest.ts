/** A customer's new rows, for an open code (docs/decisions/noticing-a-scan.md). */
import { dataErrors } from '#text/messages.ts';
import type { Id, Redemption, Stamp } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import { onAnswered } from './backend-fetch.ts';
import { backend } from './client.ts';
import { requestRows } from './request.ts';
import { redemptions, stamps } from './rows.ts';

export interface NewestQuery {
  /** Rows later than this date, as the backend wrote it; null: of all. */
  after: string | null;
  limit: number;
  /** To compare others with, not to show. */
  datesOnly: boolean;
}

/** Newest first, and not counted. */
async function newestRows(
  table: 'stamps' | 'redemptions',
  fallback: string,
  userId: Id,
  { after, limit, datesOnly }: NewestQuery,
  canceled: AbortSignal,
): Promise<unknown[]> {
  const { rows } = await requestRows(
    fallback,
    (signal) => {
      const all = backend().from(table);
      const own = (datesOnly ? all.select('id,created_at') : all.select('*')).eq('user_id', userId);
      return (after === null ? own : own.gt('created_at', after))
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(limit)
        .abortSignal(signal);
    },
    canceled,
  );
  return rows;
}

/** The customer's newest stamps anywhere. */
export const newestStamps = async (
  userId: Id,
  query: NewestQuery,
  canceled: AbortSignal,
): Promise<Stamp[]> =>
  stamps(await newestRows('stamps', dataErrors.loadStamps, userId, query, canceled));

export const newestRedemptions = async (
  userId: Id,
  query: NewestQuery,
  canceled: AbortSignal,
): Promise<Redemption[]> =>
  redemptions(await newestRows('redemptions', dataErrors.loadRedemptions, userId, query, canceled));

/**
 * The backend's time when this page began, by the `Date` of its quickest answer so far: the device's own
 * clock may be wrong by a day. Never ahead of the truth: a date is rounded down, and older than its
 * answer's arrival.
 */
let atPageBegin: number | null = null;

/** The device's clock minus the time that has elapsed, which may stand still in sleep: then it grows. */
const clockAhead = (): number => platform().now() - platform().elapsed();

/** The same, when that answer came. */
let aheadAtAnswer = 0;

onAnswered((answer) => {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  const begin = date - platform().elapsed();
  if (begin > (atPageBegin ?? 0)) [atPageBegin, aheadAtAnswer] = [begin, clockAhead()];
});

/** Remembers this moment. Returns a function for the backend's time at it, in epoch ms; null if unknown. */
export function serverMoment(): () => number | null {
  const [elapsed, ahead] = [platform().elapsed(), clockAhead()];
  return () =>
    atPageBegin === null ? null : atPageBegin + elapsed - Math.max(0, aheadAtAnswer - ahead);
}
