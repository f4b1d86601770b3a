/** Rows of the list of all stores. */
import { readPlace } from '../domain/distance.ts';
import type { ListedStore } from '../domain/entities.ts';
import { readHours } from '../domain/opening-hours.ts';
import { displayText, type Row } from '../domain/row.ts';
import { stampCount } from '../domain/stamp-goal.ts';
import { stores } from './rows.ts';

/** One that is not says only where the list goes on. */
export const isListed = (row: unknown): boolean => (row as Row | null)?.listed !== false;

export const listedStores = (rows: readonly unknown[]): ListedStore[] =>
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
