import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import * as common from '#text/common.ts';
import * as text from '#text/home.ts';
import { seeStores } from '#text/site.ts';
import type { Id } from '../../lib/domain/entities.ts';
import { routes, storePath } from '../../lib/routes.ts';
import {
  $dropdownOpen,
  $query,
  $results,
  changeQuery,
  closeDropdown,
  leaveSearch,
  openDropdown,
  openStore,
  resetSearchOnLeave,
  searchNow,
} from '../../lib/state/search.ts';
import { StoreLogo } from '../cards/StoreLogo.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './StoreSearch.module.css';

/** A tap in the dropdown, even on its scroll bar, never counts as leaving the field, however long it is. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * A combobox: the field keeps the focus, the arrows move through the results
 * (docs/product.md#store-search).
 */
export function StoreSearch() {
  const query = useValue($query);
  const results = useValue($results);
  const open = useValue($dropdownOpen);
  const [active, setActive] = useState<Id | null>(null);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const wasTaken = useRef(false);
  const listbox = useRef<HTMLDivElement>(null);
  const stores = results.status === 'ready' ? results.value : [];
  // Cards that are read again may be in another order.
  const activeIndex = stores.findIndex(({ id: store }) => store === active);
  // The pre-rendered page offers none, and the customer's own may be known when React takes it over.
  const offered = open || query !== '' ? stores : [];
  const isNoneFound = results.status === 'ready' && stores.length === 0;
  const isFound = stores.length > 0 && query.trim() !== '';
  const isExpanded = open && results.status !== 'idle';
  const optionId = (index: number) => `${id}-option-${index}`;

  useEffect(() => {
    // What was typed before this code loaded is searched for like anything else.
    const typed = wasTaken.current ? '' : (field.current?.value ?? '');
    wasTaken.current = true;
    if (typed !== '') changeQuery(typed);
    if (field.current?.matches(':focus') === false) closeDropdown();
    // A result that was selected before the screen was left is no longer selected.
    setActive(null);
    return resetSearchOnLeave();
  }, []);

  useEffect(() => {
    if (activeIndex >= 0)
      listbox.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) leaveSearch();
  };

  const retrySearch = () => {
    // The button is about to go, and the focus with it.
    field.current?.focus();
    searchNow();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = stores.length - 1;
    if (event.key === 'Escape' && isExpanded) {
      // The browser would empty the field; that is for a second Escape.
      event.preventDefault();
      closeDropdown();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const store = isExpanded ? stores[activeIndex] : undefined;
      if (store) openStore(store);
      else searchNow();
    }
    if (last >= 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      openDropdown();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // With nothing selected, up means the last one.
      const from = activeIndex < 0 && step < 0 ? 0 : activeIndex;
      setActive(stores[(from + step + stores.length) % stores.length]?.id ?? null);
    }
  };

  return (
    <search className={styles.search} onBlur={onBlur}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        role="combobox"
        className={styles.field}
        aria-label={text.search}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={`${id}-results`}
        aria-activedescendant={isExpanded && activeIndex >= 0 ? optionId(activeIndex) : undefined}
        placeholder={text.search}
        autoComplete="off"
        // A phone does not know the names of stores.
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={(event) => {
          setActive(null);
          changeQuery(event.target.value);
        }}
        onFocus={openDropdown}
        onClick={openDropdown}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it does nothing but keep the focus. */}
      <div
        className={styles.dropdown}
        hidden={!isExpanded}
        onMouseDown={keepFocus}
        // An element that scrolls would be a stop for the Tab key.
        tabIndex={-1}
      >
        <div
          ref={listbox}
          id={`${id}-results`}
          role="listbox"
          tabIndex={-1}
          aria-label={query.trim() === '' ? text.yourStores : text.stores}
          hidden={offered.length === 0}
        >
          {offered.map((store, index) => (
            <a
              key={store.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              className={styles.option}
              href={storePath(store.id)}
            >
              <StoreLogo seed={store.id} name={store.name} url={store.logoUrl} size="small" />
              <span className={styles.words}>
                <bdi className={styles.name}>{store.name}</bdi>
                {store.address && <bdi className={styles.address}>{store.address}</bdi>}
              </span>
            </a>
          ))}
        </div>
        <p className={isFound ? 'visually-hidden' : styles.note} role="status">
          {/* A single text: among several, React can't remove one that the browser has translated. */}
          {results.status === 'loading'
            ? text.searching
            : isFound
              ? text.storesFound(stores.length)
              : isNoneFound && text.noStores}
        </p>
        {isNoneFound && (
          <p className={styles.note}>
            <a href={routes.stores.path}>{seeStores}</a>
          </p>
        )}
        {results.status === 'failed' && (
          <p className={styles.note} role="alert">
            {results.message}{' '}
            {results.retryable && (
              <button type="button" className={styles.again} onClick={retrySearch}>
                {common.tryAgain}
              </button>
            )}
          </p>
        )}
      </div>
    </search>
  );
}
