import { defaults } from '#text/messages.ts';
import { stamps as stampCount } from '#text/plural.ts';
import * as text from '#text/transactions.ts';
import type { Id, Stamp } from '../../lib/domain/entities.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { routes, storePath } from '../../lib/routes.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $storeStamps, readStoreStamps, restOfStoreStamps } from '../../lib/state/store-history.ts';
import { Loaded } from '../screen/Loaded.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useValue } from '../use-value.ts';
import { LatestStamp } from './DayStamps.tsx';
import styles from './StoreHistory.module.css';

/** Every stamp the customer holds at one store, newest first, whatever the day. */
export function StoreHistory({ storeId }: { storeId: Id }) {
  const state = useValue($storeStamps);
  const [newest] = shownValue(state) ?? [];
  return (
    <>
      <p className={styles.ways}>
        <a href={routes.transactions.path}>{text.backToDays}</a>
        <a href={storePath(storeId)}>{text.goToStore}</a>
      </p>
      <h2 className={styles.name} data-lines="3">
        {text.allStampsAt(<bdi key="store">{newest?.storeName ?? defaults.storeName}</bdi>)}
      </h2>
      <Loaded
        state={state}
        skeleton={{ shape: 'record', count: SKELETON_CARDS }}
        retry={readStoreStamps}
        message={(message) => text.unableToLoad('stamps', message)}
      >
        {(stamps) =>
          stamps.length === 0 ? (
            <EmptyState illustration="card">{text.noStamps}</EmptyState>
          ) : (
            <>
              <ul className={styles.stamps}>
                {stamps.map((stamp) => (
                  <Row key={stamp.id} stamp={stamp} />
                ))}
              </ul>
              <ShowMore rest={restOfStoreStamps} count={stamps.length} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** Focusable, since what 'Show more' loads starts at one. */
function Row({ stamp }: { stamp: Stamp }) {
  return (
    <li className={styles.stamp} tabIndex={-1}>
      <LatestStamp stamp={stamp} />
      <p className={styles.count}>{stampCount(stamp.count)}</p>
    </li>
  );
}
