import { rewardReady } from '#text/shell.ts';
import styles from './ReadyDot.module.css';

const WORDS = 'ready-dot';

/** For `aria-describedby` of the button that wears the dot. */
export const readyDescription = (isRewardReady: boolean) => (isRewardReady ? WORDS : undefined);

/** A reward can be redeemed: on the button of the code. */
export function ReadyDot() {
  return <span aria-hidden="true" className={styles.dot} />;
}

/** The same in words. Outside the button, of whose name they would be a part. */
export function ReadyWords() {
  return (
    <span hidden id={WORDS}>
      {rewardReady}
    </span>
  );
}
