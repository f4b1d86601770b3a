import * as text from '#text/transactions.ts';
import { storeStampsPath } from '../../lib/routes.ts';
import styles from './AllStamps.module.css';

/** Leads from a day's card to every stamp of its store. */
export function AllStamps({ storeId, storeName }: { storeId: string; storeName: string }) {
  return (
    <a
      className={styles.link}
      href={storeStampsPath(storeId)}
      aria-label={text.allStampsOf(storeName)}
    >
      {text.allStamps}
    </a>
  );
}
