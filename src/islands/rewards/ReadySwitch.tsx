import { progress } from '#text/cards.ts';
import { tryAgain } from '#text/common.ts';
import * as text from '#text/rewards.ts';
import { nearestReward } from '../../lib/domain/cards.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { $heldAt } from '../../lib/state/my-cards.ts';
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
 *
 * @param rewards the listed ones, of which the nearest is named if none is ready
 */
export function ReadySwitch({ rewards }: { rewards: readonly Reward[] }) {
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
        {isUnknown ? tryAgain : text.readyForMe}
      </button>
      <p className={styles.note} role="status">
        {isUnknown && progress.readyUnknown}
      </p>
      <p className={styles.nearest} role="status">
        {isFirst && ready?.length === 0 && <NothingReady rewards={rewards} />}
      </p>
    </div>
  );
}

/** 'Nothing is ready yet.', and how far the nearest is. */
function NothingReady({ rewards }: { rewards: readonly Reward[] }) {
  const nearest = nearestReward(rewards, useValue($heldAt));
  if (nearest === null) return progress.nothingReady;
  const { missing, reward } = nearest;
  return (
    <>
      {progress.nothingReady}
      {text.nearest(missing, <bdi key="reward">{reward.title}</bdi>)}
    </>
  );
}
