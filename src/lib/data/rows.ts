/**
 * Rows of the backend in, entities out. A row may miss a field, spell it the other way, or hold a
 * value of the wrong type (docs/product.md#data): it is read as absent, never thrown over.
 */

import { defaults } from '#text/messages.ts';
import { BASE_PATH } from '../base-path.ts';
import type {
  Card,
  Holding,
  Id,
  Redemption,
  Stamp,
  Store,
  StoreEvent,
} from '../domain/entities.ts';
import { type Reward, readReward } from '../domain/reward.ts';
import { displayText, firstText, idText, type Row } from '../domain/row.ts';
import { safeUrl } from '../domain/safe-url.ts';
import { remainingStamps, stampCount, stampGoal } from '../domain/stamp-goal.ts';
import { platform } from '../platform/platform.ts';

const toRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null ? (value as Row) : {};

/** The demo's drawings are part of the site, wherever that is hosted. */
const withBasePath = (address: string | null) =>
  BASE_PATH && address?.startsWith('/demo/') ? BASE_PATH + address : address;

/** An address that may be used as is (docs/product.md#errors-and-waiting), else null. */
function safeAddress(...values: unknown[]): string | null {
  const url = firstText(...values);
  return safeUrl(url, platform().address().origin) === null ? null : withBasePath(url);
}

/** Rows without an id can't be opened, listed or compared, so they are skipped. */
function mapRows<T extends { id: Id }>(rows: readonly unknown[], read: (row: Row) => T): T[] {
  return rows.map((row) => read(toRow(row))).filter((entity) => entity.id !== '');
}

export const stores = (rows: readonly unknown[]): Store[] =>
  mapRows(rows, (row) => ({
    id: idText(row.id),
    name: displayText(row.name) ?? defaults.storeName,
    address: displayText(row.address),
    logoUrl: safeAddress(row.logo_url, row.logoUrl),
    suspended: row.suspended === true,
  }));

export const rewards = (rows: readonly unknown[]): Reward[] =>
  mapRows(rows, (row) => readReward(row, safeAddress));

/** The stores that came with rewards by relation; null if they did not. */
export function storesOfRewards(rows: readonly unknown[]): Store[] | null {
  if (!rows.every((row) => 'stores' in toRow(row))) return null;
  return stores(rows.flatMap((row) => toRow(row).stores ?? []));
}

export const events = (rows: readonly unknown[]): StoreEvent[] =>
  mapRows(rows, (row) => ({
    id: idText(row.id),
    name: displayText(row.name) ?? defaults.eventName,
    title: displayText(row.title),
    date: firstText(row.date),
    photo: safeAddress(row.photo),
  }));

export const stamps = (rows: readonly unknown[]): Stamp[] =>
  mapRows(rows, (row) => ({
    id: idText(row.id),
    userId: idText(row.user_id),
    storeId: idText(row.store_id),
    storeName: displayText(row.store_name) ?? defaults.storeName,
    storeLogoUrl: safeAddress(row.store_logo_url),
    count: stampCount(row.stamp_count),
    createdAt: firstText(row.created_at),
    invoiceNumber: displayText(row.invoice_or_number),
    metadata: row.metadata,
  }));

export const holdings = (rows: readonly unknown[]): Holding[] =>
  rows
    .map(toRow)
    .map((row) => ({
      storeId: idText(row.store_id),
      total: Math.max(0, stampCount(row.stamp_count)),
      goal: stampGoal(row.metadata),
    }))
    .filter(({ storeId }) => storeId !== '');

/** Of the function `my_cards`. */
export const cards = (rows: readonly unknown[]): Card[] =>
  rows
    .map(toRow)
    .map((row) => {
      const id = idText(row.ready_id);
      const total = Math.max(0, stampCount(row.stamp_count));
      const nextTitle = displayText(row.next_title);
      return {
        storeId: idText(row.store_id),
        storeName: displayText(row.store_name) ?? defaults.storeName,
        storeLogoUrl: safeAddress(row.store_logo_url),
        suspended: row.suspended === true,
        total,
        goal: stampGoal(row.metadata),
        ready:
          id === ''
            ? null
            : {
                id,
                title: displayText(row.ready_title) ?? defaults.rewardTitle,
                photo: safeAddress(row.ready_photo),
                count: stampCount(row.ready_count),
              },
        next: nextTitle
          ? { title: nextTitle, missing: remainingStamps(total, stampCount(row.next_needed)) }
          : null,
      };
    })
    .filter(({ storeId }) => storeId !== '');

export const redemptions = (rows: readonly unknown[]): Redemption[] =>
  mapRows(rows, (row) => ({
    id: idText(row.id),
    userId: idText(row.user_id),
    storeName: displayText(row.store_name),
    rewardTitle: displayText(row.reward_title),
    rewardPhoto: safeAddress(row.reward_photo),
    stampsSpent: stampCount(row.stamps_spent) || null,
    redeemedAt: firstText(row.redeemed_at),
    createdAt: firstText(row.created_at),
    notes: displayText(row.notes),
  }));
