/** The store search on /home (specification, sections 2 and 4; decisions: Errors and waiting). */
import { atom } from 'nanostores';
import { toDataError } from '../data/data-error.ts';
import { searchStores } from '../data/stores.ts';
import type { Store } from '../domain/entities.ts';
import { SEARCH_BLUR_CLOSE_MS, SEARCH_DEBOUNCE_MS } from '../domain/limits.ts';
import { searchable } from '../domain/search-query.ts';
import { dataErrors } from '../messages.ts';
import { platform, type Stop } from '../platform/platform.ts';
import { storePath } from '../routes.ts';
import { type Loadable, tryAgain } from './loadable.ts';

export const $query = atom('');
export const $results = atom<Loadable<Store[]>>({ status: 'idle' });
export const $dropdownOpen = atom(false);

let debounce: ReturnType<typeof setTimeout> | undefined;
let blur: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

async function run(query: string): Promise<void> {
  const mine = new AbortController();
  running = mine;
  try {
    const value = await searchStores(query, mine.signal);
    if (!mine.signal.aborted) $results.set({ status: 'ready', value, fresh: true });
  } catch (thrown) {
    if (mine.signal.aborted) return;
    const { message, retryable } = toDataError(thrown, dataErrors.searchStores);
    $results.set({ status: 'failed', message, retryable });
  }
}

/** A newer query takes the place of an older one, asked or still waiting to be. */
function cancel(): void {
  clearTimeout(debounce);
  running?.abort();
}

export function changeQuery(text: string): void {
  cancel();
  $query.set(text);
  openDropdown();
  const query = searchable(text);
  if (query === null) {
    $results.set({ status: 'idle' });
    return;
  }
  $results.set({ status: 'loading' });
  debounce = setTimeout(() => void run(query), SEARCH_DEBOUNCE_MS);
}

/** Asks again at once, for 'Try again' and for the Enter key of somebody who can't wait. */
export function searchNow(): void {
  const query = searchable($query.get());
  if (query === null) return;
  cancel();
  openDropdown();
  $results.set({ status: 'loading' });
  tryAgain(() => run(query));
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
  $results.set({ status: 'idle' });
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
