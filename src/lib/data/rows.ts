/**
 * Rows of the backend in, entities out. A row may miss a field, spell it the other way, or hold a
 * value of the wrong type (docs/product.md#data): it is read as absent, never thrown over.
 */
import type { Id, Redemption, Reward, Stamp, Store, StoreEvent } from '../domain/entities.ts';
import { safeUrl } from '../domain/safe-url.ts';
import { stampCount, validGoal } from '../domain/stamp-goal.ts';
import { defaults } from '../messages.ts';
import { platform } from '../platform/platform.ts';

type Row = Record<string, unknown>;

const asRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null ? (value as Row) : {};

/** A text with something in it, else null. Numbers are written out. */
function text(...values: unknown[]): string | null {
  for (const value of values) {
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return null;
}

/** No column takes more. Browsers need seconds to lay out a word of ten thousand letters. */
const LONGEST_WORDS = 500;

/** A text to be read by the customer, its end left out where it is endless. */
function words(value: unknown): string | null {
  const all = text(value);
  if (all === null || all.length <= LONGEST_WORDS) return all;
  return `${all.slice(0, LONGEST_WORDS)}…`;
}

const id = (value: unknown): Id => text(value) ?? '';

/** An address that may be used as it stands (docs/product.md#errors-and-waiting), else null. */
function address(...values: unknown[]): string | null {
  const url = text(...values);
  return safeUrl(url, platform().address().origin) === null ? null : url;
}

/** Rows without an id can't be opened, listed or compared: they are passed over. */
function each<T extends { id: Id }>(rows: readonly unknown[], read: (row: Row) => T): T[] {
  return rows.map((row) => read(asRow(row))).filter((entity) => entity.id !== '');
}

export const stores = (rows: readonly unknown[]): Store[] =>
  each(rows, (row) => ({
    id: id(row.id),
    name: words(row.name) ?? defaults.storeName,
    address: words(row.address),
    logoUrl: address(row.logo_url, row.logoUrl),
    suspended: row.suspended === true,
  }));

export const rewards = (rows: readonly unknown[]): Reward[] =>
  each(rows, (row) => ({
    id: id(row.id),
    storeId: text(row.store_id, row.storeId),
    title: words(row.title) ?? defaults.rewardTitle,
    photo: address(row.photo, row.image),
    stampsNeeded: validGoal(row.stamps_needed),
    dateStart: text(row.date_start),
    dateEnd: text(row.date_end),
    storeName: words(row.store_name),
    storeLogoUrl: address(row.store_logo_url),
  }));

/** The stores that came with rewards by relation; null where they did not. */
export function storesOfRewards(rows: readonly unknown[]): Store[] | null {
  if (!rows.every((row) => 'stores' in asRow(row))) return null;
  return stores(rows.flatMap((row) => asRow(row).stores ?? []));
}

export const events = (rows: readonly unknown[]): StoreEvent[] =>
  each(rows, (row) => ({
    id: id(row.id),
    name: words(row.name) ?? defaults.eventName,
    title: words(row.title),
    date: text(row.date),
    photo: address(row.photo),
  }));

export const stamps = (rows: readonly unknown[]): Stamp[] =>
  each(rows, (row) => ({
    id: id(row.id),
    userId: id(row.user_id),
    storeId: id(row.store_id),
    storeName: words(row.store_name) ?? defaults.storeName,
    storeLogoUrl: address(row.store_logo_url),
    count: stampCount(row.stamp_count),
    createdAt: text(row.created_at),
    invoiceNumber: words(row.invoice_or_number),
    metadata: row.metadata,
  }));

export const redemptions = (rows: readonly unknown[]): Redemption[] =>
  each(rows, (row) => ({
    id: id(row.id),
    userId: id(row.user_id),
    storeName: words(row.store_name),
    rewardPhoto: address(row.reward_photo),
    redeemedAt: text(row.redeemed_at),
    createdAt: text(row.created_at),
    notes: words(row.notes),
  }));
