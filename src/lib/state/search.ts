/** The store search on /home (docs/product.md#store-search). */
import { atom, computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { searchStores } from '../data/store-search.ts';
import { storeOf } from '../domain/cards.ts';
import type { Card, Store } from '../domain/entities.ts';
import { SEARCH_BLUR_CLOSE_MS, SEARCH_DEBOUNCE_MS, SEARCH_RESULTS } from '../domain/limits.ts';
import { isSearchable, searchable } from '../domain/search-query.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import { storePath } from '../routes.ts';
import { $myCards } from './my-cards.ts';
import { type Loadable, shownValue } from './reading/loadable.ts';
import { argsOf, resource, retryRead } from './reading/resource.ts';
import { withServerValue } from './server-value.ts';
import { onSessionEnd } from './session/session.ts';

export const $query = atom('');
export const $dropdownOpen = atom(false);

/** Typed, and about to be asked for. */
const $isDebouncing = atom(false);
const $searched = atom<string | null>(null);

/** A newer query replaces an older one, whose request ends with it. */
const search = resource(
  {
    query: 'search',
    fallback: dataErrors.searchStores,
    read: (_person, [query], signal) => searchStores(query, signal),
  },
  computed($searched, argsOf),
);

const NONE_FOUND: Extract<Loadable<Store[]>, { status: 'ready' }> = {
  status: 'ready',
  value: [],
  fresh: true,
  at: 0,
};

/** Long enough, but nothing that a name could contain, so it is not requested. */
function isFutile(text: string): boolean {
  const query = searchable(text);
  return query !== null && !isSearchable(query);
}

/** Where the customer has a card: offered before anything is typed. */
function ownStores(cards: readonly Card[]): Loadable<Store[]> {
  const value = cards
    .filter(({ suspended }) => !suspended)
    .slice(0, SEARCH_RESULTS)
    .map(storeOf);
  return value.length === 0 ? { status: 'idle' } : { ...NONE_FOUND, value };
}

export const $results = withServerValue(
  computed(
    [$query, $isDebouncing, search.$value, $myCards],
    (text, isDebouncing, results, cards): Loadable<Store[]> => {
      if (text.trim() === '') return ownStores(shownValue(cards) ?? []);
      if (isFutile(text)) return NONE_FOUND;
      return isDebouncing ? { status: 'loading' } : results;
    },
  ),
  { status: 'idle' },
);

let debounceTimer: ReturnType<typeof setTimeout> | undefined;
let blurTimer: ReturnType<typeof setTimeout> | undefined;

/** Cancels what is being asked, or waits to be. */
function cancelSearch(): void {
  clearTimeout(debounceTimer);
  $isDebouncing.set(false);
  $searched.set(null);
}

function startSearch(query: string): void {
  clearTimeout(debounceTimer);
  $searched.set(query);
  $isDebouncing.set(false);
}

export function changeQuery(text: string): void {
  cancelSearch();
  $query.set(text);
  openDropdown();
  const query = searchable(text);
  if (query === null || !isSearchable(query)) return;
  $isDebouncing.set(true);
  debounceTimer = setTimeout(() => startSearch(query), SEARCH_DEBOUNCE_MS);
}

/** Asks again at once, for 'Try again' and for the Enter key. */
export function searchNow(): void {
  const query = searchable($query.get());
  if (query === null) return;
  openDropdown();
  if (!isSearchable(query)) return;
  if ($searched.get() === query) retryRead(search.read);
  else startSearch(query);
}

export function openDropdown(): void {
  clearTimeout(blurTimer);
  $dropdownOpen.set(true);
}

export const closeDropdown = (): void => $dropdownOpen.set(false);

/** Closing waits a moment, so that a tap on a result still lands. */
export function leaveSearch(): void {
  clearTimeout(blurTimer);
  blurTimer = setTimeout(closeDropdown, SEARCH_BLUR_CLOSE_MS);
}

function resetSearch(): void {
  cancelSearch();
  $query.set('');
  closeDropdown();
}

// Nor is what was typed a moment ago asked for in the next person's name.
onSessionEnd(resetSearch);

/** Leaving /home forgets the search, even if the back button brings the page back as it was. */
export function resetSearchOnLeave(): Stop {
  const stop = platform().onPageRestored(resetSearch);
  return () => {
    stop();
    resetSearch();
  };
}

export const openStore = (store: Store): void => platform().open(storePath(store.id));
