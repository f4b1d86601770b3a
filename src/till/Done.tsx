import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { useValue } from '../islands/use-value.ts';
import { RECENT_CUSTOMERS } from '../lib/domain/limits.ts';
import type { TillStore } from './backend.ts';
import { $outcome, $recentCustomers, $store, type RecentCustomer } from './serving.ts';
import styles from './till.module.css';
import { Undo, undone } from './Undo.tsx';

/**
 * What was done for the last customer. There before it has a text, or a screen reader may miss it.
 *
 * @param isAlone nothing else is to be read
 */
export function Said({ isAlone }: { isAlone: boolean }) {
  const outcome = useValue($outcome);
  return (
    <div className={styles.said} data-alone={isAlone} role="status">
      {outcome && (
        <Banner quiet tone={outcome.tone}>
          {outcome.words(<bdi key="name">{outcome.customer}</bdi>)}
        </Banner>
      )}
    </div>
  );
}

/** Within reach while the next one is served: a mistake is noticed when the customer says so. */
export function LastCustomers({ store }: { store: TillStore }) {
  const recent = useValue($recentCustomers).slice(0, RECENT_CUSTOMERS);
  if (recent.length === 0) return null;
  const isHere = () => $store.get() === store;
  /** Those who are still in the list have it said there. */
  const showRefusal = (entry: RecentCustomer, problem: string) => {
    if (isHere() && !$recentCustomers.get().includes(entry))
      $outcome.set({
        tone: 'info',
        customer: entry.scan.customer,
        words: (name) => [name, `: ${problem}`],
      });
  };
  return (
    <ol aria-label={text.lastCustomers} className={styles.last}>
      {recent.map((entry) => (
        <li key={entry.scan.requestId}>
          <p>
            <bdi>{entry.scan.customer}</bdi> <span className={styles.hint}>{entry.what}</span>
          </p>
          {entry.given && (
            <Undo
              count={entry.given.count}
              onRefused={(problem) => showRefusal(entry, problem)}
              onUndone={(taken) => isHere() && undone(taken, entry)}
              stampId={entry.given.stampId}
              storeId={store.id}
              what={`${entry.what}, ${entry.scan.customer}`}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
