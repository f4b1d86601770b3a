/** A backend with a long list, read page by page. */
import type { Page } from 'playwright/test';
import { reads } from './backend.ts';

const cursorId = /id\.gt\."(\d+)"/;

/** What a row is called. */
export const titleOf = (id: number) => `Number ${String(id).padStart(4, '0')}`;

const rowOf = {
  rewards: (id: number) => ({
    ...{ id, title: titleOf(id), store_id: null, stores: null, stamps_needed: 10 },
    ...{ date_start: null, date_end: '2099-12-31T00:00:00+00:00' },
  }),
  events: (id: number) => ({ id, name: titleOf(id), date: '2099-12-31T00:00:00+00:00' }),
};

/** The titles from one number to another. */
export const titles = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => titleOf(from + index));

/**
 * Answers as a backend with so many rewards or events, all of which end on the same day.
 *
 * @returns how many rows each request has asked for
 */
export async function fill(page: Page, table: 'rewards' | 'events', total: number) {
  const limits: number[] = [];
  await page.route(reads(table), (route) => {
    const query = new URL(route.request().url()).searchParams;
    const limit = Number(query.get('limit'));
    const first = Number(cursorId.exec(query.getAll('or').join())?.[1] ?? 0) + 1;
    const last = query.get('date_end') === 'is.null' ? 0 : Math.min(total, first + limit - 1);
    limits.push(limit);
    const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    return route.fulfill({ json: ids.map((id) => rowOf[table](id)) });
  });
  return limits;
}
