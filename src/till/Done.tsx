import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { useValue } from '../islands/use-value.ts';
import type { TillStore } from './backend.ts';
import { $deeds, $said, undone } from './serving.ts';
import styles from './till.module.css';
import { Undo } from './Undo.tsx';

/** There before it has something to say, or a screen reader may miss it. */
/** @param isAlone nothing else is to be read */
export function Said({ isAlone }: { isAlone: boolean }) {
  const said = useValue($said);
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
  const deeds = useValue($deeds);
  if (deeds.length === 0) return null;
  return (
    <ol aria-label={text.lastCustomers} className={styles.last}>
      {deeds.map((deed) => (
        <li key={deed.id}>
          <p>
            <bdi>{deed.customer}</bdi> <span className={styles.hint}>{deed.what}</span>
          </p>
          {deed.given && (
            <Undo
              count={deed.given.count}
              onUndone={undone}
              stampId={deed.given.stampId}
              storeId={store.id}
              what={`${deed.what}, ${deed.customer}`}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
