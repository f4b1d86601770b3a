import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { useValue } from '../islands/use-value.ts';
import type { TillStore } from './backend.ts';
import { $outcome, $recent, undone } from './serving.ts';
import styles from './till.module.css';
import { Undo } from './Undo.tsx';

/** There before it has something to say, or a screen reader may miss it. */
/** @param isAlone nothing else is to be read */
export function Said({ isAlone }: { isAlone: boolean }) {
  const said = useValue($outcome);
  return (
    <div className={styles.said} data-alone={isAlone} role="status">
      {said && (
        <Banner quiet tone={said.tone}>
          {said.words(<bdi key="name">{said.customer}</bdi>)}
        </Banner>
      )}
    </div>
  );
}

/** The last three, in reach while the next is served: a mistake is seen when the customer says so. */
export function LastCustomers({ store }: { store: TillStore }) {
  const recent = useValue($recent);
  if (recent.length === 0) return null;
  return (
    <ol aria-label={text.lastCustomers} className={styles.last}>
      {recent.map((served) => (
        <li key={served.id}>
          <p>
            <bdi>{served.customer}</bdi> <span className={styles.hint}>{served.what}</span>
          </p>
          {served.given && (
            <Undo
              count={served.given.count}
              onUndone={undone}
              stampId={served.given.stampId}
              storeId={store.id}
              what={`${served.what}, ${served.customer}`}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
