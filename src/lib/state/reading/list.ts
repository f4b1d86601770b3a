/**
 * A list that loads as people scroll: a resource of what was read so far, and how to read more
 * (docs/decisions/long-lists.md).
 */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { toDataError } from '../../data/data-error.ts';
import type { Cursor, ListPage, Wanted } from '../../data/keyset.ts';
import type { Person } from '../../domain/entities.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { onScreenLeft } from '../address.ts';
import { withServerValue } from '../server-value.ts';
import { personalAtom } from '../session/session.ts';
import { type Anchor, savedPlace, savePlace } from './list-place.ts';
import { isFresh, type Loadable, mapValue, shownValue } from './loadable.ts';
import { type Resource, type ResourceOptions, readerOf, resource } from './resource.ts';

export interface ListOptions<A extends readonly unknown[], T>
  extends Pick<ResourceOptions<A, ListPage<T>>, 'query' | 'fallback'> {
  /** @param above what the list has so far, where it goes on */
  readPage: (
    person: Person,
    args: A,
    wanted: Wanted,
    signal?: AbortSignal,
    above?: readonly T[],
  ) => Promise<ListPage<T>>;
  /** The cursor after an item. */
  cursorAfter: (item: T) => Cursor | null;
  /** Whether going back may find the list of these arguments as long as it was; by default it may. */
  isKept?: (args: A) => boolean;
}

/** The last try to read more, and of which list. */
type Attempt<T> =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'failed'; message: string; list: ListPage<T> };

/** What is below the list. */
export type More =
  | { status: 'none' }
  | { status: 'some' }
  | { status: 'loading' }
  | { status: 'failed'; message: string };

/** What the end of a list on the screen needs to know. */
export interface RestOfList {
  $more: ReadableAtom<More>;
  /** Reads the next page. Does nothing while one is on its way. */
  showMore: () => Promise<void>;
  /** Keeps the list for going back when the page is left. @param anchor which part was in view */
  onLeave: (anchor: () => Anchor) => Stop;
  /** Where the screen was left, if this is back navigation to it; returned once. */
  returnTo: () => Anchor | null;
}

export interface GrowingList<T> {
  /** What was read so far. */
  $value: ReadableAtom<Loadable<T[]>>;
  /** The same in a different order. */
  arranged: (arrange: (list: ListPage<T>) => T[]) => ReadableAtom<Loadable<T[]>>;
  /** Reads again what is shown. */
  read: () => Promise<void>;
  rest: RestOfList;
}

export function growingList<const A extends readonly unknown[], T extends { id: string }>(
  options: ListOptions<A, T>,
  $args: ReadableAtom<A | null>,
): GrowingList<T> {
  const { query, fallback, readPage, cursorAfter, isKept = () => true } = options;
  const $who = readerOf(query);
  let returnTo: Anchor | null = null;
  const $attempt = personalAtom<Attempt<T>>({ status: 'none' });

  const list: Resource<A, ListPage<T>> = resource<A, ListPage<T>>(
    {
      query,
      fallback,
      read: (person, args, signal) => {
        // All that is shown is read again, even if it has grown meanwhile.
        const enough = () => Math.max(1, shownValue(list.$value.get())?.items.length ?? 0);
        const count = Math.max(LIST_PAGE_SIZE, enough());
        return readPage(person, args, { after: null, count, enough }, signal);
      },
      // Long lists would push everything else out of what is saved on the device.
      toSaved: (page) => {
        const { items } = page;
        const last = items[LIST_PAGE_SIZE - 1];
        return items.length > LIST_PAGE_SIZE && last
          ? { ...page, items: items.slice(0, LIST_PAGE_SIZE), next: cursorAfter(last) }
          : page;
      },
      kept: (person, args) => {
        const place = savedPlace<ListPage<T>>(person.id, query, args);
        returnTo = place?.anchor ?? null;
        return place;
      },
      // As long as on a newly opened page, or on the screen that somebody returns to.
      isOther(person, args, { items }) {
        const place = savedPlace<ListPage<T>>(person.id, query, args);
        const length = place?.value.items.length ?? Math.min(items.length, LIST_PAGE_SIZE);
        return length !== items.length;
      },
    },
    $args,
  );

  const $more = withServerValue(
    computed([list.$value, $attempt], (state, attempt): More => {
      const shown = shownValue(state);
      if (!shown?.next) return { status: 'none' };
      if (attempt.status === 'none') return { status: 'some' };
      if (attempt.status === 'loading') return attempt;
      // If it was read again since, the list has a different end.
      return attempt.list === shown ? attempt : { status: 'some' };
    }),
    { status: 'none' },
  );

  async function readNext(): Promise<void> {
    if (!shownValue(list.$value.get())?.next) return;
    $attempt.set({ status: 'loading' });
    // What could not be read again would pass for new with a new page below it.
    if (list.$value.get().status === 'failed') await list.read();
    const person = $who.get();
    const args = $args.get();
    const state = list.$value.get();
    const shown = shownValue(state);
    if (!person || !args || !shown?.next) {
      $attempt.set({ status: 'none' });
      return;
    }
    if (state.status === 'failed') {
      $attempt.set({ status: 'failed', message: state.message, list: shown });
      return;
    }
    const missing = LIST_PAGE_SIZE - shown.items.length;
    const count = missing > 0 ? missing : LIST_PAGE_SIZE;
    // If it was read again meanwhile, or by somebody else, its next page is a different one.
    const isShown = () => shownValue(list.$value.get()) === shown;
    try {
      const wanted = { after: shown.next, count };
      const page = await readPage(person, args, wanted, undefined, shown.items);
      if (isShown()) {
        const known = new Set(shown.items.map(({ id }) => id));
        const items = [...shown.items, ...page.items.filter(({ id }) => !known.has(id))];
        list.setAnswer(args, { ...shown, ...page, items });
      }
      $attempt.set({ status: 'none' });
    } catch (thrown) {
      const { message } = toDataError(thrown, fallback);
      $attempt.set(isShown() ? { status: 'failed', message, list: shown } : { status: 'none' });
    }
  }

  let growing: Promise<void> | null = null;

  function showMore(): Promise<void> {
    growing ??= readNext().finally(() => {
      growing = null;
    });
    return growing;
  }

  /** A list that fits one page is shown whole, however many parts it arrives in. */
  async function fillFirstPage(): Promise<void> {
    const shown = shownValue(list.$value.get());
    const isShort = shown?.next && shown.items.length < LIST_PAGE_SIZE;
    if (isShort && $attempt.get().status !== 'failed') await showMore();
  }

  function arranged(arrange: (list: ListPage<T>) => T[]): ReadableAtom<Loadable<T[]>> {
    const $value = withServerValue(
      computed(list.$value, (state) => mapValue(state, arrange)),
      { status: 'idle' },
    );
    onMount($value, () =>
      list.$value.subscribe((state) => {
        if (isFresh(state)) void fillFirstPage();
      }),
    );
    return $value;
  }

  async function read(): Promise<void> {
    await list.read();
    await fillFirstPage();
  }

  function leave(anchor: () => Anchor): void {
    const person = $who.get();
    const args = $args.get();
    const state = list.$value.get();
    const value = shownValue(state);
    const isLong = person && args && isKept(args) && value && value.items.length > LIST_PAGE_SIZE;
    const at = 'at' in state ? state.at : 0;
    // Looking for the anchor takes time, for which the next page would wait.
    savePlace(query, isLong ? { person: person.id, args, value, at, anchor: anchor() } : null);
  }

  return {
    $value: arranged(({ items }) => items),
    arranged,
    read,
    rest: {
      $more,
      showMore,
      onLeave: (anchor) => onScreenLeft(() => leave(anchor)),
      returnTo() {
        const anchor = returnTo;
        returnTo = null;
        return anchor;
      },
    },
  };
}
