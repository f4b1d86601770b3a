import { progress } from '#text/cards.ts';
import { tryAgain } from '#text/common.ts';
import * as text from '#text/rewards.ts';
import { $nearestReward } from '../../lib/state/my-cards.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import {
  $readyFirst,
  $readyRewards,
  readReadyRewards,
  showReadyFirst,
} from '../../lib/state/ready-rewards.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './ReadySwitch.module.css';

/**
 * 'Ready for me' puts what can be redeemed now before everything else. It is absent if the backend can't
 * tell (docs/product.md#rewards).
 */
export function ReadySwitch() {
  const isFirst = useValue($readyFirst);
  const state = useValue($readyRewards);
  const ready = shownValue(state);
  if (ready === null) return null;
  const isUnknown = state.status === 'failed' && ready === undefined;
  const press = () => {
    if (isUnknown) retryRead(readReadyRewards);
    else if (ready !== undefined) showReadyFirst(!isFirst);
  };
  return (
    <div className={styles.row}>
      {/* One button, so that it keeps the focus. */}
      <button
        type="button"
        className={styles.switch}
        aria-pressed={isUnknown ? undefined : isFirst}
        aria-disabled={ready === undefined && !isUnknown}
        onClick={press}
      >
        {isFirst && !isUnknown && <Icon name="check" size={18} />}
        {/* An element: a browser that translates replaces texts, and React inserts before this. */}
        <span>{isUnknown ? tryAgain : text.readyForMe}</span>
      </button>
      <p className={styles.note} role="status">
        {isUnknown && progress.readyUnknown}
      </p>
      <p className={styles.nearest} role="status">
        {isFirst && ready?.length === 0 && (
          <span>
            <NothingReady />
          </span>
        )}
      </p>
    </div>
  );
}

/** 'Nothing is ready yet.', and how far the nearest is. */
function NothingReady() {
  const nearest = useValue($nearestReward);
  if (nearest === null) return progress.nothingReady;
  return (
    <>
      {progress.nothingReady}
      {text.nearest(nearest.missing, <bdi key="reward">{nearest.title}</bdi>)}
    </>
  );
}
