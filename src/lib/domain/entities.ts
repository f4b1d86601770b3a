/**
 * The only shapes the screens see (docs/product.md#data).
 * Rows of the database become these in lib/data/rows.ts. A reward is in reward.ts.
 */

import type { Place } from './distance.ts';
import type { Hours } from './opening-hours.ts';
import type { Row } from './row.ts';

/** Opaque: the backend may use numbers or UUIDs. Compared as text, never parsed. */
export type Id = string;

export interface Store {
  id: Id;
  name: string;
  /** Missing if only the card is known. */
  address?: string | null;
  logoUrl: string | null;
  suspended: boolean;
  /** What its own page reads in addition (StoreFacts.tsx); missing if it was read among others. */
  row?: Row;
}

/** A store as the list of all of them shows it. */
export interface ListedStore extends Store {
  /** What it is, in a few words. */
  kind: string | null;
  place: Place | null;
  hours: Hours | null;
  /** The reward that takes the fewest stamps; null if there is none today. */
  collects: { title: string; stamps: number } | null;
}

/** Called StoreEvent because Event is the browser's. */
export interface StoreEvent {
  id: Id;
  name: string;
  title: string | null;
  date: string | null;
  photo: string | null;
}

export interface Stamp {
  id: Id;
  userId: Id;
  storeId: Id;
  storeName: string;
  storeLogoUrl: string | null;
  /** How many stamps this record is worth, 0 or more. */
  count: number;
  createdAt: string | null;
  invoiceNumber: string | null;
  /** Object or JSON text; the goal is read from it (stamp-goal.ts). */
  metadata: unknown;
}

/** What a customer holds at one store. */
export interface Holding {
  storeId: Id;
  total: number;
  /** From the metadata of the newest stamp. */
  goal: number;
}

/** The customer's card at one store. */
export interface Card extends Holding {
  storeName: string;
  storeLogoUrl: string | null;
  /** The store does not take part at present. */
  suspended: boolean;
  /** The largest that can be redeemed there now; null also if the backend can't tell. */
  ready: { id: Id; title: string; photo: string | null; count: number } | null;
  /** What the next stamps are for, if nothing is ready and the backend can tell. */
  next: { title: string; missing: number } | null;
}

export interface Redemption {
  id: Id;
  userId: Id;
  storeName: string | null;
  rewardTitle: string | null;
  rewardPhoto: string | null;
  /** How many stamps it took. */
  stampsSpent: number | null;
  redeemedAt: string | null;
  createdAt: string | null;
  notes: string | null;
}

/** What distinguishes a new row from those that were there before. */
export interface Dated {
  id: Id;
  createdAt: string | null;
}

/** The signed-in customer. */
export interface Person {
  id: Id;
  email: string | null;
  provider: string | null;
  fullName: string | null;
  displayName: string | null;
  /** Has started without an account; missing for anybody else. */
  isGuest?: true;
}
