import type { ReadableAtom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { LIST_PAGE_SIZE } from '../../lib/domain/limits.ts';
import type { More } from '../../lib/state/reading/list.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './ShowMore.module.css';

/** How far below the window the end of the list is when the next page is asked for. */
const NEAR_END = '800px';

interface Props {
  $more: ReadableAtom<More>;
  showMore: () => Promise<void>;
  /** How many items there are. */
  count: number;
}

/**
 * Below a list that is read as one scrolls: it asks for the next page when its end is near, and
 * has a button for whoever does not scroll (docs/product.md#long-lists).
 */
export function ShowMore({ $more, showMore, count }: Props) {
  const more = useValue($more);
  const place = useRef<HTMLDivElement>(null);
  /** The first of the cards that were asked for by the button: the focus goes there. */
  const firstNew = useRef<number | null>(null);
  const { status } = more;

  useEffect(() => {
    if (status !== 'some' || place.current === null) return;
    // The first page of a short list comes in two parts: the rewards without an end are the second.
    if (count < LIST_PAGE_SIZE) {
      void showMore();
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void showMore();
      },
      { rootMargin: `0px 0px ${NEAR_END}` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [status, showMore, count]);

  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    const card = place.current?.previousElementSibling?.children[firstNew.current];
    card?.querySelector('a')?.focus();
    firstNew.current = null;
  }, [count]);

  const press = () => {
    firstNew.current = count;
    retryRead(showMore);
  };

  return (
    <div className={styles.more} ref={place}>
      <p className="visually-hidden" role="status">
        {count > LIST_PAGE_SIZE && `${count} shown`}
      </p>
      {more.status === 'failed' && (
        <Banner tone="error" actions={[{ label: 'Try again', onClick: press }]}>
          {more.message}
        </Banner>
      )}
      {(status === 'some' || status === 'loading') && (
        <Button rank="second" wide aria-disabled={status === 'loading'} onClick={press}>
          Show more
        </Button>
      )}
    </div>
  );
}
