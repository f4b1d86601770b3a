/** The list of all rewards, page by page (docs/decisions/long-lists.md). */

import { dataErrors } from '#text/messages.ts';
import type { Reward } from '../domain/reward.ts';
import { orderRewards } from '../domain/reward-order.ts';
import {
  type Cursor,
  cursorOf,
  FIRST_PAGE,
  type ListPage,
  readList,
  rowsAfter,
  type Wanted,
} from './keyset.ts';
import { requestRows } from './request.ts';
import {
  type RewardsQuery,
  requestRewards,
  today,
  whereActive,
  withoutSuspendedStores,
} from './rewards.ts';

/** What the list is ordered by. */
const ORDER = ['date_end', 'date_start', 'id'] as const;

/** The cursor after a reward. */
export const rewardCursor = ({ dateEnd, dateStart, id }: Reward): Cursor | null =>
  cursorOf({ date_end: dateEnd, date_start: dateStart, id }, ORDER);

/** Where the rewards without an end begin, and of those the ones without a start: they come last. */
const WITHOUT_END: Cursor = [null];
const WITHOUT_BOTH: Cursor = [null, null];

/**
 * The rewards after the cursor, of its part of the list. Each part is what an index answers as one
 * range, in order (supabase/schemas/20_rewards.sql): `or` alone would be read from its beginning.
 */
function activeAfter(query: RewardsQuery, now: number, after: Cursor | null): RewardsQuery {
  const { start, end } = today(now);
  const [dateEnd = start, dateStart = null, id = null] = after ?? [];
  if (dateEnd !== null) {
    const cursor = id === null ? null : rowsAfter(ORDER, [dateEnd, dateStart, id]);
    return whereActive(query, now, cursor)
      .gte('date_end', dateEnd)
      .order('date_end', { ascending: true })
      .order('date_start', { ascending: true })
      .order('id', { ascending: true });
  }
  if (dateStart !== null && id !== null) {
    return query
      .is('date_end', null)
      .gte('date_start', dateStart)
      .lte('date_start', end)
      .or(rowsAfter(['date_start', 'id'], [dateStart, id]))
      .order('date_start', { ascending: true })
      .order('id', { ascending: true });
  }
  if (after?.length === WITHOUT_END.length) {
    return whereActive(query, now)
      .is('date_end', null)
      .order('date_start', { ascending: true })
      .order('id', { ascending: true });
  }
  const last = query.is('date_end', null).is('date_start', null);
  return (id === null ? last : last.gt('id', id)).order('id', { ascending: true });
}

/** The part of the list that comes after the cursor's; null after the last. */
function partAfter(cursor: Cursor | null): Cursor | null {
  if (cursor === null || cursor[0] !== null) return WITHOUT_END;
  // The beginning of the rewards without an end was asked for with all of them.
  return cursor.length > 1 && cursor[1] !== null ? WITHOUT_BOTH : null;
}

/**
 * The rewards of today, in the order they are shown, those of suspended stores left out.
 */
export async function activeRewards(
  now: number,
  wanted: Wanted = FIRST_PAGE,
  cancelled?: AbortSignal,
): Promise<ListPage<Reward>> {
  const fallback = dataErrors.loadRewards;
  return readList(
    wanted,
    async (from, count) => {
      const { rows } = await requestRows(
        fallback,
        (signal) => requestRewards((query) => activeAfter(query, now, from).limit(count), signal),
        cancelled,
      );
      const isPartOver = rows.length < count;
      return { rows, next: (isPartOver ? null : cursorOf(rows.at(-1), ORDER)) ?? partAfter(from) };
    },
    async (rows) => orderRewards(await withoutSuspendedStores(rows, fallback)),
  );
}
