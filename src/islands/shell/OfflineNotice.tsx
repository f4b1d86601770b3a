import { useEffect, useState } from 'react';
import { close, tryAgain } from '#text/common.ts';
import * as text from '#text/shell.ts';
import { refetchAll } from '../../lib/state/reading/cache.ts';
import { $lastSeen, $offline } from '../../lib/state/reading/offline.ts';
import { handFocusOn } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './OfflineNotice.module.css';

/**
 * The page's only message about being offline, above the bottom bar. It comes and goes with the
 * connection, so it moves nothing.
 */
export function OfflineNotice() {
  const offline = useValue($offline);
  const lastSeen = useValue($lastSeen);
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    if (!offline) setClosed(false);
  }, [offline]);
  return (
    <div className={styles.notice} role="status" tabIndex={-1}>
      {offline && !isClosed && (
        <>
          <p>{lastSeen === null ? text.offline : text.offlineAsOf(lastSeen)}</p>
          {lastSeen !== null && (
            <button
              className={styles.again}
              onClick={() => void refetchAll()}
              ref={handFocusOn}
              type="button"
            >
              {tryAgain}
            </button>
          )}
          <button
            aria-label={close}
            className={styles.close}
            onClick={() => setClosed(true)}
            ref={handFocusOn}
            type="button"
          >
            <Icon name="close" size={20} />
          </button>
        </>
      )}
    </div>
  );
}
