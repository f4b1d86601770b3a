/** All stamps of one store, at /transactions?store={id} (docs/product.md#one-stores-stamps). */
import { computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { stampCursor, stampsOfStore } from '../data/stamps-of-store.ts';
import type { Id, Stamp } from '../domain/entities.ts';
import { $historyStore } from './listed-day.ts';
import { growingList } from './reading/list.ts';
import { argsOf } from './reading/resource.ts';

const history = growingList<readonly [storeId: Id], Stamp>(
  {
    query: 'storeStamps',
    fallback: dataErrors.loadStamps,
    readPage: ({ id }, [storeId], wanted, signal) => stampsOfStore(id, storeId, wanted, signal),
    cursorAfter: stampCursor,
  },
  computed($historyStore, argsOf),
);

export const $storeStamps = history.$value;
export const readStoreStamps = history.read;

/** What comes below those that were read. */
export const restOfStoreStamps = history.rest;
