/** All stores that take part, for /stores (docs/product.md#all-stores). */
import { atom, computed } from 'nanostores';
import * as text from '#text/stores.ts';
import { isMissing } from '../data/capabilities.ts';
import { listStores } from '../data/store-list.ts';
import { distanceBetween, type Place, roundedPlace } from '../domain/distance.ts';
import type { ListedStore } from '../domain/entities.ts';
import { LOCATE_MS } from '../domain/limits.ts';
import { locate } from '../platform/locate.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { growingList } from './reading/list.ts';
import { type Loadable, mapValue, shownValue } from './reading/loadable.ts';
import { withServerValue } from './server-value.ts';
import { onSessionEnd } from './session/session.ts';

/** Where the customer is: on this page only, and shared with nobody but to the nearest kilometer. */
type Near = { status: 'off' | 'locating' | 'refused' | 'unknown' } | { status: 'on'; place: Place };

export const $near = atom<Near>({ status: 'off' });
export const $openNow = atom(false);

const rounded = (near: Near) => (near.status === 'on' ? roundedPlace(near.place) : null);

const list = growingList<readonly [near: Place | null, openNow: boolean], ListedStore>(
  {
    query: 'storeList',
    fallback: text.loadFailed,
    readPage: (_person, [near, openNow], wanted, signal) =>
      listStores({ near, openNow }, wanted, signal),
    cursorAfter: ({ id }) => [id],
    isKept: ([near]) => near === null,
  },
  computed([$near, $openNow], (near, openNow) => [rounded(near), openNow] as const),
);

/** In meters; undefined while that is not asked for, or the store has not said where it is. */
export type FarAway = ListedStore & { distance?: number };

/** The nearest first by what the device knows, which is more than the database was told. */
function byDistance(stores: readonly ListedStore[], near: Near): FarAway[] {
  if (near.status !== 'on') return [...stores];
  const far = stores.map((store) =>
    store.place ? { ...store, distance: distanceBetween(near.place, store.place) } : store,
  );
  return far.toSorted((a: FarAway, b: FarAway) => (a.distance ?? 0) - (b.distance ?? 0));
}

export const $stores = withServerValue<Loadable<FarAway[]>>(
  computed([list.$value, $near], (state, near) =>
    mapValue(state, (stores) => byDistance(stores, near)),
  ),
  { status: 'idle' },
);
export const readStores = list.read;
export const restOfStores = list.rest;

/** Whether this backend can tell the nearest and the open ones: not a project of five tables. */
export const $canChoose = withServerValue(
  computed(list.$value, (state) => shownValue(state) !== undefined && !isMissing('list_stores')),
  false,
);

export const toggleOpenNow = (): void => $openNow.set(!$openNow.get());

/** Only the answer to the newest request counts; one that comes too late is ignored. */
let asked = 0;

export async function toggleNear(): Promise<void> {
  asked += 1;
  const question = asked;
  const { status } = $near.get();
  if (status === 'on' || status === 'locating') {
    $near.set({ status: 'off' });
    return;
  }
  $near.set({ status: 'locating' });
  const answer = await withTimeout(locate(), LOCATE_MS, () => 'unknown' as const);
  if (question !== asked) return;
  $near.set(typeof answer === 'string' ? { status: answer } : { status: 'on', place: answer });
}

/** Back to all of them, by name. */
export function showAllStores(): void {
  asked += 1;
  $near.set({ status: 'off' });
  $openNow.set(false);
}

// Where somebody was is not for who is here next.
onSessionEnd(showAllStores);
