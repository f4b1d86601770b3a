/** All stores that take part, page by page (docs/product.md#all-stores): for visitors too. */
import * as text from '#text/stores.ts';
import { type Place, readPlace } from '../domain/distance.ts';
import type { ListedStore } from '../domain/entities.ts';
import { readHours } from '../domain/opening-hours.ts';
import { displayText, type Row } from '../domain/row.ts';
import { stampCount } from '../domain/stamp-goal.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { FIRST_PAGE, type ListPage, readList, type Wanted } from './keyset.ts';
import { requestAsAnyone } from './request.ts';
import { stores } from './rows.ts';

export interface Asked {
  /** The nearest to it first; null for all by name. */
  near: Place | null;
  openNow: boolean;
}

/** A place goes in the body of a question: addresses are written into logs. */
function call(signal: AbortSignal, asked: Asked, after: string | null, count: number) {
  const { near, openNow } = asked;
  const args = {
    ...(after === null ? {} : { after }),
    page_size: count,
    ...(openNow ? { open_now: true } : {}),
    ...(near ? { near_latitude: near.latitude, near_longitude: near.longitude } : {}),
  };
  const called = near
    ? backend().rpc('list_stores', args)
    : backend().rpc('list_stores', args, { get: true });
  return called.abortSignal(signal);
}

/** A row that is not listed only says where the database has stopped looking. */
const isListed = (row: unknown): boolean => (row as Row | null)?.listed !== false;

async function readPart(asked: Asked, after: string | null, count: number, canceled?: AbortSignal) {
  const rows = await requestFunctionRows(
    'list_stores',
    text.loadFailed,
    (signal) => call(signal, asked, after, count),
    canceled,
    requestAsAnyone,
  );
  if (rows === null) return null;
  const last = listedStores(rows.slice(-1))[0];
  const isOver = rows.length < count && isListed(rows.at(-1));
  return { rows: rows.filter(isListed), next: isOver || !last ? null : [last.id] };
}

/** By name alone, if the backend has no function for it: a project of five tables. */
export async function listStores(
  asked: Asked,
  wanted: Wanted = FIRST_PAGE,
  canceled?: AbortSignal,
): Promise<ListPage<ListedStore>> {
  return readList(
    wanted,
    async (from, count) => {
      const part = await readPart(asked, from?.[0] ?? null, count, canceled);
      if (part) return part;
      const { readByName } = await import('./five-tables.ts');
      return readByName(from, count, canceled);
    },
    listedStores,
  );
}

const listedStores = (rows: readonly unknown[]): ListedStore[] =>
  rows.flatMap((row) => {
    const [store] = stores([row]);
    if (!store) return [];
    const fields = row as Row;
    const { reward_title, stamps_needed, latitude, longitude } = fields;
    const title = displayText(reward_title);
    const needed = stampCount(stamps_needed);
    const collects = title && needed > 0 ? { title, stamps: needed } : null;
    const kind = displayText(fields.kind);
    const place = readPlace(latitude, longitude);
    return [{ ...store, kind, place, hours: readHours(fields), collects }];
  });
