/** The list of all rewards, page by page (docs/decisions/long-lists.md). */

import { dataErrors } from '#text/messages.ts';
import type { Id } from '../domain/entities.ts';
import { LIST_PAGE_SIZE } from '../domain/limits.ts';
import type { Reward } from '../domain/reward.ts';
import { orderRewards } from '../domain/reward-order.ts';
import { missingRewards } from '../domain/spread-stores.ts';
import {
  type Cursor,
  cursorOf,
  FIRST_PAGE,
  inOrder,
  type ListPage,
  readList,
  rowsAfter,
  type Wanted,
} from './keyset.ts';
import { requestRows } from './request.ts';
import {
  type RewardsQuery,
  requestByStore,
  requestRewards,
  today,
  todaysRewards,
  whereActive,
} from './rewards.ts';

const fallback = dataErrors.loadRewards;

const ORDER = ['date_end', 'date_start', 'id'] as const;
const [, ...WITHOUT_END_ORDER] = ORDER;

export const rewardCursor = ({ dateEnd, dateStart, id }: Reward): Cursor | null =>
  cursorOf({ date_end: dateEnd, date_start: dateStart, id }, ORDER);

/** Where the rewards without an end begin, and of those the ones without a start: they come last. */
const WITHOUT_END: Cursor = [null];
const WITHOUT_BOTH: Cursor = [null, null];

/**
 * The rewards after the cursor, within its part of the list. Each part is one range of an index, in order
 * (supabase/schemas/20_rewards.sql): `or` alone would be read from the beginning.
 */
function activeAfter(query: RewardsQuery, now: number, after: Cursor | null): RewardsQuery {
  const { start, end } = today(now);
  const [dateEnd = start, dateStart = null, id = null] = after ?? [];
  if (dateEnd !== null) {
    const cursor = id === null ? null : rowsAfter(ORDER, [dateEnd, dateStart, id]);
    return inOrder(whereActive(query, now, cursor).gte('date_end', dateEnd), ORDER);
  }
  if (dateStart !== null && id !== null) {
    const started = query
      .is('date_end', null)
      .gte('date_start', dateStart)
      .lte('date_start', end)
      .or(rowsAfter(WITHOUT_END_ORDER, [dateStart, id]));
    return inOrder(started, WITHOUT_END_ORDER);
  }
  if (after?.length === WITHOUT_END.length) {
    return inOrder(whereActive(query, now).is('date_end', null), WITHOUT_END_ORDER);
  }
  const last = query.is('date_end', null).is('date_start', null);
  return inOrder(id === null ? last : last.gt('id', id), WITHOUT_END_ORDER);
}

/** The part of the list that comes after the cursor's; null after the last. */
function partAfter(cursor: Cursor | null): Cursor | null {
  if (cursor === null || cursor[0] !== null) return WITHOUT_END;
  // Read from their beginning, the rewards without an end include those without a start.
  return cursor.length > 1 && cursor[1] !== null ? WITHOUT_BOTH : null;
}

/**
 * A part of the list, without the rewards of suspended stores.
 *
 * @param exceptStores stores to leave out, and with them rewards without a store, which wait for their place
 */
const readPart = (
  now: number,
  wanted: Wanted,
  canceled?: AbortSignal,
  exceptStores: readonly Id[] = [],
): Promise<ListPage<Reward>> =>
  readList(
    wanted,
    async (from, count) => {
      const { rows } = await requestRows(
        fallback,
        (signal) => {
          const part = (query: RewardsQuery) => activeAfter(query, now, from).limit(count);
          return exceptStores.length === 0
            ? requestRewards(part, signal)
            : requestByStore((query, column) => part(query).notIn(column, exceptStores), signal);
        },
        canceled,
      );
      const isPartOver = rows.length < count;
      return { rows, next: (isPartOver ? null : cursorOf(rows.at(-1), ORDER)) ?? partAfter(from) };
    },
    async (rows) => orderRewards(await todaysRewards(rows, now, fallback)),
  );

/** At most this many requests look further down, no matter who fills the first page. */
const MAX_REQUESTS_AHEAD = 3;

/**
 * What the first page needs from further down, if a few stores fill it. If that can't be loaded the page
 * is shown as it is.
 */
async function readAhead(
  now: number,
  rewards: readonly Reward[],
  next: Cursor | null,
  canceled?: AbortSignal,
): Promise<Reward[]> {
  const ahead: Reward[] = [];
  const last = rewards[LIST_PAGE_SIZE - 1];
  let after = last && rewards.length > LIST_PAGE_SIZE ? rewardCursor(last) : next;
  for (let request = 0; after !== null && request < MAX_REQUESTS_AHEAD; request += 1) {
    const more = missingRewards(rewards, ahead);
    if (more === null) break;
    const { count, exceptStores } = more;
    const wanted = { after, count, enough: () => count };
    const part = await readPart(now, wanted, canceled, exceptStores).catch(() => null);
    ahead.push(...(part?.items ?? []));
    after = part?.next ?? null;
  }
  return ahead;
}

/**
 * Today's rewards, in list order, and those from further down that its first page needs
 * (domain/spread-stores.ts).
 *
 * @param above what was read before, where the list goes on
 */
export async function activeRewards(
  now: number,
  wanted: Wanted = FIRST_PAGE,
  canceled?: AbortSignal,
  above: readonly Reward[] = [],
): Promise<ListPage<Reward>> {
  const part = await readPart(now, wanted, canceled);
  const rewards = [...above, ...part.items];
  // A shorter one is filled first; a longer one has its first page.
  const isFirstPage = above.length < LIST_PAGE_SIZE && rewards.length >= LIST_PAGE_SIZE;
  return isFirstPage
    ? { ...part, ahead: await readAhead(now, rewards, part.next, canceled) }
    : part;
}
