import { offline as offlineText } from '#text/shell.ts';
import { $offline } from '../../lib/state/reading/offline.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import styles from './OfflineNotice.module.css';

/** Says above the bottom bar that there is no line. It comes and goes with the line, so it moves nothing. */
export function OfflineNotice() {
  const offline = useValue($offline);
  return (
    <div className={styles.notice} role="status">
      {offline && (
        <Banner tone="info" quiet>
          {offlineText}
        </Banner>
      )}
    </div>
  );
}
