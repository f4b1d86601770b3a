import { ana, ben, type DemoPerson, mario, tess } from '../people.ts';

/**
 * Who may do what (docs/product.md#who-may-do-what), from the point of view of Ana at Kape Tayo.
 */
export const roles: Record<string, DemoPerson | null> = {
  'a signed-out visitor': null,
  'the customer': ana,
  'another customer': ben,
  'a member of the store': tess,
  'a member of another store': mario,
};

export const actions = ['select', 'insert', 'update', 'delete', 'upsert'] as const;
export type Action = (typeof actions)[number];

export const tables = [
  'stores',
  'store_members',
  'rewards',
  'events',
  'stamps',
  'redemptions',
] as const;
export type Table = (typeof tables)[number];

/**
 * `yes`: it happens. `none`: no error and no row, as row security hides them. `no`: an error.
 * One word for each role, in the order above.
 */
export type Outcome = 'yes' | 'none' | 'no';

export const rights: Record<Table, Record<Action, readonly Outcome[]>> = {
  stores: {
    select: ['yes', 'yes', 'yes', 'yes', 'yes'],
    insert: ['no', 'no', 'no', 'no', 'no'],
    update: ['no', 'no', 'no', 'no', 'no'],
    delete: ['no', 'no', 'no', 'no', 'no'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
  store_members: {
    select: ['no', 'none', 'none', 'yes', 'none'],
    insert: ['no', 'no', 'no', 'no', 'no'],
    update: ['no', 'no', 'no', 'no', 'no'],
    delete: ['no', 'no', 'no', 'no', 'no'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
  rewards: {
    select: ['yes', 'yes', 'yes', 'yes', 'yes'],
    insert: ['no', 'no', 'no', 'yes', 'no'],
    update: ['no', 'none', 'none', 'yes', 'none'],
    delete: ['no', 'none', 'none', 'yes', 'none'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
  events: {
    select: ['yes', 'yes', 'yes', 'yes', 'yes'],
    insert: ['no', 'no', 'no', 'no', 'no'],
    update: ['no', 'no', 'no', 'no', 'no'],
    delete: ['no', 'no', 'no', 'no', 'no'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
  stamps: {
    select: ['no', 'yes', 'none', 'yes', 'none'],
    insert: ['no', 'no', 'no', 'no', 'no'],
    update: ['no', 'no', 'no', 'no', 'no'],
    delete: ['no', 'no', 'no', 'no', 'no'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
  redemptions: {
    select: ['no', 'yes', 'none', 'yes', 'none'],
    insert: ['no', 'no', 'no', 'no', 'no'],
    update: ['no', 'no', 'no', 'no', 'no'],
    delete: ['no', 'no', 'no', 'no', 'no'],
    upsert: ['no', 'no', 'no', 'no', 'no'],
  },
};
