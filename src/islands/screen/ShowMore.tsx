import { useEffect, useLayoutEffect, useRef } from 'react';
import * as text from '#text/lists.ts';
import { LIST_PAGE_SIZE } from '../../lib/domain/limits.ts';
import type { RestOfList } from '../../lib/state/reading/list.ts';
import type { Anchor } from '../../lib/state/reading/list-place.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './ShowMore.module.css';

/** How far below the window the end of the list is when the next page is asked for. */
const NEAR_END = '800px';

const itemsAbove = (end: Element | null) => end?.previousElementSibling?.children;

interface Props {
  rest: RestOfList;
  /** How many items the list has. */
  count: number;
  /** Comes with the later cards of its list (RewardGrid.tsx). */
  below?: boolean;
}

/**
 * Goes below a list that loads as people scroll: requests the next page when the end is near, and has a
 * button for people who do not scroll (docs/product.md#long-lists).
 */
export function ShowMore({ rest, count, below }: Props) {
  const { $more, showMore, onLeave, returnTo } = rest;
  const more = useValue($more);
  const { status } = more;
  const end = useRef<HTMLDivElement>(null);
  /** How many there were when the button was pressed: the focus continues from there. */
  const pressedAt = useRef<number | null>(null);

  useLayoutEffect(() => {
    const anchor = returnTo();
    if (anchor) scrollToAnchor(itemsAbove(end.current), anchor);
    return onLeave(() => anchorOf(itemsAbove(end.current)));
  }, [onLeave, returnTo]);

  useEffect(() => {
    if (status !== 'some' || end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void showMore();
      },
      { rootMargin: `0px 0px ${NEAR_END}` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [status, showMore]);

  useEffect(() => {
    const before = pressedAt.current;
    if (before === null || (count <= before && status !== 'none')) return;
    pressedAt.current = null;
    // Even if nothing was added, the button is gone.
    const item = itemsAbove(end.current)?.[Math.min(before, count - 1)] as HTMLElement | undefined;
    (item?.querySelector('a') ?? item)?.focus();
  });

  const press = () => {
    pressedAt.current = count;
    retryRead(showMore);
  };

  return (
    <div className={styles.more} data-below={below ? '' : undefined} ref={end}>
      <p className="visually-hidden" role="status">
        {count > LIST_PAGE_SIZE && text.shown(count)}
      </p>
      {more.status === 'failed' && (
        <Banner tone="calm" retry={press}>
          {more.message}
        </Banner>
      )}
      {(status === 'some' || status === 'loading') && (
        <Button rank="second" wide aria-disabled={status === 'loading'} onClick={press}>
          {text.showMore}
        </Button>
      )}
    </div>
  );
}

type Items = HTMLCollection | undefined;

function anchorOf(items: Items): Anchor {
  const all = [...(items ?? [])];
  const index = all.findIndex((item) => item.getBoundingClientRect().bottom > 0);
  return { index, top: all[index]?.getBoundingClientRect().top ?? 0 };
}

/** Items far from the window may not have their own height until they are near it. */
const CORRECTIONS = 3;

function scrollToAnchor(items: Items, { index, top }: Anchor, corrections = CORRECTIONS) {
  const item = items?.[index];
  if (!item) return;
  scrollBy(0, item.getBoundingClientRect().top - top);
  if (corrections > 0)
    requestAnimationFrame(() => scrollToAnchor(items, { index, top }, corrections - 1));
}
