/** The days of a month on which a customer collected (docs/product.md#calls). */

import { dataErrors } from '#text/messages.ts';
import { firstDayOf, monthPlus } from '../domain/calendar.ts';
import { appDayBounds, appDayKey, isDayKey, parseInstant } from '../domain/day.ts';
import type { Id } from '../domain/entities.ts';
import { MAX_REQUEST_ROWS } from '../domain/limits.ts';
import { firstText } from '../domain/row.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { requestRows } from './request.ts';
import { stamps } from './rows.ts';

/**
 * In no order. If the backend has no function for it, the days of the month's newest stamps, as
 * many as one request may ask for.
 *
 * @param month YYYY-MM in UTC+8
 */
export async function stampDays(
  userId: Id,
  month: string,
  canceled?: AbortSignal,
): Promise<string[]> {
  const rows = await requestFunctionRows(
    'stamp_days',
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .rpc('stamp_days', { month_start: firstDayOf(month) }, { get: true })
        .abortSignal(signal),
    canceled,
  );
  return rows?.flatMap((row) => dayIn(row) ?? []) ?? daysOfStamps(userId, month, canceled);
}

function dayIn(row: unknown): string | null {
  const day = firstText((row as { day?: unknown } | null)?.day);
  return day !== null && isDayKey(day) ? day : null;
}

async function daysOfStamps(userId: Id, month: string, canceled?: AbortSignal): Promise<string[]> {
  const { rows } = await requestRows(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('id, created_at')
        .eq('user_id', userId)
        .gte('created_at', appDayBounds(firstDayOf(month)).start)
        .lt('created_at', appDayBounds(firstDayOf(monthPlus(month, 1))).start)
        .order('created_at', { ascending: false })
        .limit(MAX_REQUEST_ROWS)
        .abortSignal(signal),
    canceled,
  );
  const instants = stamps(rows).flatMap(({ createdAt }) => parseInstant(createdAt) ?? []);
  return [...new Set(instants.map(appDayKey))];
}
