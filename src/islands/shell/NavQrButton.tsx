import { useEffect } from 'react';
import { dataErrors } from '#text/messages.ts';
import { myCode, rewardReady } from '#text/shell.ts';
import { consumeShowCode } from '../../lib/state/address.ts';
import { $myCards } from '../../lib/state/my-cards.ts';
import { $scans } from '../../lib/state/reading/cache.ts';
import { $isRewardReady } from '../../lib/state/reward-ready.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import { codeSheets, showCode } from './code-sheets.ts';
import styles from './NavQrButton.module.css';

/** The id of the text that describes the dot. */
const WORDS = 'ready-dot';

interface Props {
  className: string | undefined;
  labelClass: string | undefined;
}

/** Whether a reward is ready; after the first scan the cards are read to find out. */
function useRewardReady(): boolean {
  useEffect(() => {
    const stop = $scans.listen(() => {
      stop();
      $myCards.listen(() => undefined);
    });
    return stop;
  }, []);
  return useValue($isRewardReady);
}

/** The raised button in the middle of the bottom bar, and the sheets it leads to. */
export function NavQrButton({ className, labelClass }: Props) {
  const state = useValue(codeSheets.$state);
  const isRewardReady = useRewardReady();

  // One tap on the home screen shortcut leads to the open code.
  useEffect(() => {
    if (consumeShowCode()) showCode();
  }, []);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-describedby={isRewardReady ? WORDS : undefined}
        onClick={showCode}
      >
        <Icon name="qr" size={28} />
        <span className={labelClass}>{myCode}</span>
        {isRewardReady && <span aria-hidden="true" className={styles.dot} />}
      </button>
      {/* Outside the button, or it would be part of its name. */}
      {isRewardReady && (
        <span hidden id={WORDS}>
          {rewardReady}
        </span>
      )}
      {state.status === 'failed' && (
        <p className={styles.failed} role="alert">
          {dataErrors.generateQr}
        </p>
      )}
      {state.status === 'ready' && <state.module.CustomerSheets />}
    </>
  );
}
