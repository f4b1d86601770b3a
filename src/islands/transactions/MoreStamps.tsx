import { earlierAt } from '#text/transactions.ts';
import type { StampGroup } from '../../lib/domain/stamp-groups.ts';
import { AllStamps } from './AllStamps.tsx';
import { LatestStamp } from './LatestStamp.tsx';
import styles from './MoreStamps.module.css';

/**
 * What a store gave that day before the stamps of its card, which stands on an earlier page
 * (docs/decisions/long-lists.md).
 */
export function MoreStamps({ group }: { group: StampGroup }) {
  return (
    <section className={styles.more}>
      <h2 className={styles.name} data-lines="3">
        {earlierAt(<bdi key="store">{group.storeName}</bdi>)}
      </h2>
      {group.stamps.map((stamp) => (
        <LatestStamp key={stamp.id} stamp={stamp} />
      ))}
      <AllStamps {...group} />
    </section>
  );
}
