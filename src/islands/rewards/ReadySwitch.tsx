import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $readyFirst, $readyRewards, showReadyFirst } from '../../lib/state/ready-rewards.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './ReadySwitch.module.css';

/**
 * 'Ready for me' puts what can be redeemed now before everything else. It is not there where the
 * backend can't tell (docs/product.md#rewards).
 */
export function ReadySwitch() {
  const isFirst = useValue($readyFirst);
  const ready = shownValue(useValue($readyRewards));
  if (ready === null) return null;
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.switch}
        aria-pressed={isFirst}
        disabled={ready === undefined}
        onClick={() => showReadyFirst(!isFirst)}
      >
        {isFirst && <Icon name="check" size={18} />}
        Ready for me
      </button>
      <p className={styles.note} role="status">
        {isFirst && ready?.length === 0 && 'Nothing is ready yet.'}
      </p>
    </div>
  );
}
