/** The list of all rewards, page by page (docs/decisions/long-lists.md). */
import type { Reward } from '../domain/reward.ts';
import { orderRewards } from '../domain/reward-order.ts';
import { dataErrors } from '../messages.ts';
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

/** What the list is ordered by. Two indexes of the database follow it: one for each part. */
const ORDER = ['date_end', 'date_start', 'id'] as const;

/** The cursor after a reward. */
export const rewardCursor = ({ dateEnd, dateStart, id }: Reward): Cursor | null =>
  cursorOf({ date_end: dateEnd, date_start: dateStart, id }, ORDER);

/** Where the second part of the list begins: the rewards without an end, which come last. */
const WITHOUT_END: Cursor = [null];

/** The rewards after the cursor, of its part of the list. */
function activeAfter(query: RewardsQuery, now: number, after: Cursor | null): RewardsQuery {
  const end = after === null ? today(now).start : (after[0] ?? null);
  const isWithin = after !== null && after.length > 1;
  const active = whereActive(query, now, isWithin ? rowsAfter(ORDER, after) : null);
  const part =
    end === null
      ? active.is('date_end', null)
      : active.gte('date_end', end).order('date_end', { ascending: true });
  return part.order('date_start', { ascending: true }).order('id', { ascending: true });
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
      const isLastPart = from !== null && from[0] === null;
      const nextPart = isLastPart ? null : WITHOUT_END;
      const next = rows.length < count ? nextPart : (cursorOf(rows.at(-1), ORDER) ?? nextPart);
      return { rows, next };
    },
    async (rows) => orderRewards(await withoutSuspendedStores(rows, fallback)),
  );
}
