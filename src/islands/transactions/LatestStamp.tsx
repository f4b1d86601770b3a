import { invoice, stampRecord } from '#text/transactions.ts';
import { appTimestampText, parseInstant } from '../../lib/domain/day.ts';
import type { Stamp } from '../../lib/domain/entities.ts';
import styles from './TransactionsScreen.module.css';

/** 'Invoice #: 10482' or 'Stamp record', and when. */
export function LatestStamp({ stamp }: { stamp: Stamp }) {
  const at = parseInstant(stamp.createdAt);
  return (
    <p className={styles.latest} data-lines="3">
      {stamp.invoiceNumber === null ? stampRecord : <bdi>{invoice(stamp.invoiceNumber)}</bdi>}
      {at !== null && (
        <>
          {' · '}
          <time dateTime={new Date(at).toISOString()}>{appTimestampText(at)}</time>
        </>
      )}
    </p>
  );
}
