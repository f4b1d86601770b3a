import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './HomeScreen.module.css';

interface Props extends ComponentProps<'ul'> {
  ref?: RefObject<HTMLUListElement | null>;
}

/** Cards to swipe; a mouse gets arrows. Keys and screen readers go from card to card. */
export function CardRow({ className, ref, ...rest }: Props) {
  const own = useRef<HTMLUListElement>(null);
  const list = ref ?? own;
  const scroll = (pages: number) => list.current?.scrollBy(pages * list.current.clientWidth, 0);
  const [end, setEnd] = useState(-1);
  return (
    <div className={styles.frame}>
      <ul
        {...rest}
        className={classes('card-row', className)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) =>
          // A pixel of a scaled screen is not a pixel of the page.
          setEnd(scrollLeft < 1 ? -1 : scrollLeft + clientWidth > scrollWidth - 2 ? 1 : 0)
        }
        ref={list}
      />
      <div aria-hidden="true" className={styles.arrows}>
        <button disabled={end < 0} onClick={() => scroll(-0.8)} tabIndex={-1} type="button">
          <Icon name="chevron-left" size={20} />
        </button>
        <button disabled={end > 0} onClick={() => scroll(0.8)} tabIndex={-1} type="button">
          <Icon name="chevron-right" size={20} />
        </button>
      </div>
    </div>
  );
}
