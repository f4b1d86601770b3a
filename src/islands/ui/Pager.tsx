import { useRef } from 'react';
import * as text from '#text/lists.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Pager.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** While a page is on its way or could not be loaded. */
  disabled: boolean;
}

/** Only for more than one page (docs/product.md#pages-of-a-list). */
export function Pager({ page, pages, onPage, disabled }: Props) {
  const pager = useRef<HTMLElement>(null);

  useKeptFocus(pager);

  if (pages <= 1) return null;
  return (
    <nav aria-label={text.pages} className={styles.pager} ref={pager} tabIndex={-1}>
      <Button disabled={disabled || page <= 1} onClick={() => onPage(page - 1)} rank="second">
        <Icon name="chevron-left" size={20} />
        {text.previous}
      </Button>
      <p className={styles.place} role="status">
        {text.pageOf(page, pages)}
      </p>
      <Button disabled={disabled || page >= pages} onClick={() => onPage(page + 1)} rank="second">
        {text.next}
        <Icon name="chevron-right" size={20} />
      </Button>
    </nav>
  );
}
