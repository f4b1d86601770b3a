import { useEffect, useRef } from 'react';
import { loading } from '#text/common.ts';
import { processing } from '#text/messages.ts';
import * as text from '#text/redeem.ts';
import { routes } from '../../lib/routes.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import {
  $isProcessing,
  $receipt,
  $redemption,
  $redemptionSuccess,
  hasExpiredCode,
  redemptionListed,
} from '../../lib/state/redeem/redemption-state.ts';
import {
  $nothingSelected,
  $selectionSettled,
  $tapWaits,
  readSelection,
} from '../../lib/state/redeem/selection.ts';
import { $selectedReward } from '../../lib/state/selected-reward.ts';
import { Loaded } from '../screen/Loaded.tsx';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { Banner } from '../ui/Banner.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useValue } from '../use-value.ts';
import styles from './RedeemScreen.module.css';
import { RewardDetails } from './RewardDetails.tsx';
import { redemptionCode } from './RewardStamps.tsx';

const seeRewards = { label: text.seeRewards, href: routes.rewards.path };

/** 'Redeem Rewards' (docs/product.md#one-reward). */
export function RedeemScreen() {
  const selected = useValue($selectedReward);
  const nothing = useValue($nothingSelected);
  const isSettled = useValue($selectionSettled);
  const redemption = useValue($redemption);
  const code = useValue(redemptionCode.$state);

  useEffect(() => {
    // A screen that is shown again gets here before it hears that its data is being read again.
    if (isSettled && $selectionSettled.get()) redemptionListed();
  }, [isSettled]);

  // Whatever became of the reward since: its last day may have ended with the code.
  useEffect(() => {
    if (!hasExpiredCode()) return;
    void redemptionCode.whenReady(({ followExpiredCode }) => void followExpiredCode());
  }, []);

  return (
    <>
      <RedeemNotices />
      {redemption.status === 'refused' && shownValue(selected) === undefined && (
        <Banner tone="error">{redemption.sentence}</Banner>
      )}
      {nothing === 'no' ? (
        <Loaded
          state={selected}
          skeleton={{ shape: 'redeem' }}
          retry={readSelection}
          alternative={seeRewards}
        >
          {(reward) => <RewardDetails reward={reward} />}
        </Loaded>
      ) : (
        <EmptyState illustration="gift" action={seeRewards}>
          {nothing === 'choose' ? text.noReward.notSelected : text.noReward.noneThere}
        </EmptyState>
      )}
      {code.status === 'ready' && (
        <>
          <code.module.ScanToRedeemModal />
          <code.module.ReceiptSheet />
        </>
      )}
    </>
  );
}

const seeTransactions = { label: text.seeTransactions, href: routes.transactions.path };

/**
 * How the redemption is going, in banners (docs/product.md#errors-and-waiting). While the receipt is open
 * it holds the green one; when it closes, the focus moves here, and the window with it.
 */
function RedeemNotices() {
  const isProcessing = useValue($isProcessing);
  const waits = useValue($tapWaits);
  const success = useValue($redemptionSuccess);
  const isReceiptOpen = useValue($receipt) !== null;
  const redemption = useValue($redemption);
  const selected = useValue($selectedReward);
  const isGone = selected.status === 'failed' && selected.value === undefined;
  const wasReceiptOpen = useRef(false);
  const notices = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wasReceiptOpen.current && !isReceiptOpen) notices.current?.focus();
    wasReceiptOpen.current = isReceiptOpen;
  }, [isReceiptOpen]);

  return (
    <div className={styles.notices} ref={notices} tabIndex={-1}>
      <div className="live" role="status">
        {waits && <span className="visually-hidden">{loading}</span>}
        {isProcessing && (
          <Banner tone="info" quiet>
            {processing}
          </Banner>
        )}
        {/* Below the button, if there is one (RewardStamps). */}
        {isGone && redemption.status === 'expired' && !redemption.isReloading && (
          <Banner tone="info" quiet>
            {text.runOut.said}
          </Banner>
        )}
      </div>
      {success && !isProcessing && !isReceiptOpen && (
        // The receipt has already said so.
        <Banner tone="success" quiet actions={[seeTransactions]}>
          {success}
        </Banner>
      )}
    </div>
  );
}

export const screen: Screen = { title: text.title, heading: 'shown', Content: RedeemScreen };

export const RedeemIsland = () => <Screens first="redeem" screen={screen} />;
