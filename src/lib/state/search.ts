/** The store search on /home (docs/product.md#store-search). */
import { atom, computed } from 'nanostores';
import { searchStores } from '../data/stores.ts';
import type { Store } from '../domain/entities.ts';
import { SEARCH_BLUR_CLOSE_MS, SEARCH_DEBOUNCE_MS } from '../domain/limits.ts';
import { searchable } from '../domain/search-query.ts';
import { dataErrors } from '../messages.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import { storePath } from '../routes.ts';
import { initially } from './initially.ts';
import type { Loadable } from './reading/loadable.ts';
import { resource, tryAgain } from './reading/resource.ts';
import { personal } from './session/session.ts';

export const $query = personal('');
export const $dropdownOpen = atom(false);

/** Typed, and about to be asked for. */
const $isDue = atom(false);
const $asked = personal<string | null>(null);

/** A newer query takes the place of an older one, whose request ends with it. */
const search = resource(
  {
    question: 'search',
    fallback: dataErrors.searchStores,
    read: (_person, [query], signal) => searchStores(query, signal),
  },
  computed($asked, (query) => (query === null ? null : ([query] as const))),
);

export const $results = initially(
  computed(
    [$isDue, search.$value],
    (isDue, results): Loadable<Store[]> => (isDue ? { status: 'loading' } : results),
  ),
  { status: 'idle' },
);

let debounce: ReturnType<typeof setTimeout> | undefined;
let blur: ReturnType<typeof setTimeout> | undefined;

/** Whatever is asked, or waits to be. */
function cancel(): void {
  clearTimeout(debounce);
  $isDue.set(false);
  $asked.set(null);
}

function ask(query: string): void {
  clearTimeout(debounce);
  $asked.set(query);
  $isDue.set(false);
}

export function changeQuery(text: string): void {
  cancel();
  $query.set(text);
  openDropdown();
  const query = searchable(text);
  if (query === null) return;
  $isDue.set(true);
  debounce = setTimeout(() => ask(query), SEARCH_DEBOUNCE_MS);
}

/** Asks again at once, for 'Try again' and for the Enter key of somebody who can't wait. */
export function searchNow(): void {
  const query = searchable($query.get());
  if (query === null) return;
  openDropdown();
  if ($asked.get() === query) tryAgain(search.read);
  else ask(query);
}

export function openDropdown(): void {
  clearTimeout(blur);
  $dropdownOpen.set(true);
}

export const closeDropdown = (): void => $dropdownOpen.set(false);

/** Closing waits a moment, so that a tap on a result still lands. */
export function leaveSearch(): void {
  clearTimeout(blur);
  blur = setTimeout(closeDropdown, SEARCH_BLUR_CLOSE_MS);
}

function resetSearch(): void {
  cancel();
  $query.set('');
  closeDropdown();
}

/** Leaving /home forgets the search, also where the back button brings the page back as it was. */
export function forgetOnLeaving(): Stop {
  const stop = platform().onReturn(resetSearch);
  return () => {
    stop();
    resetSearch();
  };
}

export const openStore = (store: Store): void => platform().open(storePath(store.id));
