import { useEffect, useRef, useState } from 'react';
import { updating, upToDate } from '#text/shell.ts';
import { onPullDown } from '../../lib/platform/pull-down.ts';
import { refetchAll } from '../../lib/state/reading/cache.ts';
import styles from './PullToRefresh.module.css';

/** Reloads the screen's data when it is pulled down, if the device does not do so itself. */
export function PullToRefresh() {
  const [said, setSaid] = useState('');
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mark.current === null) return;
    return onPullDown(mark.current, async () => {
      setSaid(updating);
      // A failure is reported in its own place.
      setSaid((await refetchAll()) ? upToDate : '');
    });
  }, []);
  return (
    <>
      <div ref={mark} className={styles.mark} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
