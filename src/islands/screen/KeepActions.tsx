import { useEffect, useRef } from 'react';
import { noConnection } from '#text/common.ts';
import * as text from '#text/shell.ts';
import type { KeptItem } from '../../lib/domain/kept-item.ts';
import { unlessLeft } from '../../lib/state/address.ts';
import { isStillAhead } from '../../lib/state/clock.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useSaid } from '../ui/use-said.ts';
import { useValue } from '../use-value.ts';
import styles from './KeepActions.module.css';

const keeping = onDemand(() => import('../../lib/state/share.ts'));

interface Props {
  item: KeptItem;
  /** The event's date, or the reward's last day. */
  date: string | null;
}

/** Saves a date to a calendar, or shares it (docs/product.md#calendar-and-sharing). */
export function KeepActions({ item, date }: Props) {
  const [said, say] = useSaid();
  const { status } = useValue(keeping.$state);
  const result = useRef<HTMLParagraphElement>(null);
  // It may be below the window, or behind the bottom bar.
  const seen = useRef(said);
  useEffect(() => {
    if (said !== seen.current) result.current?.scrollIntoView({ block: 'nearest' });
    seen.current = said;
  }, [said]);
  const run = (name: 'addToCalendar' | 'shareItem') =>
    void keeping.whenReady(unlessLeft((module) => say(module[name](item))));
  return (
    <div className={styles.keep}>
      <div className={styles.actions}>
        {isStillAhead(date) && (
          <Button rank="plain" onClick={() => run('addToCalendar')}>
            <Icon name="calendar" size={20} />
            {text.addToCalendar}
          </Button>
        )}
        <Button rank="plain" onClick={() => run('shareItem')}>
          <Icon name="share" size={20} />
          {text.share}
        </Button>
      </div>
      <p ref={result} role="status" className={styles.said}>
        {status === 'failed' ? noConnection : said}
      </p>
    </div>
  );
}
