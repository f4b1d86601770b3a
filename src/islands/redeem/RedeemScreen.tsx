import { useEffect } from 'react';
import * as text from '#text/redeem.ts';
import { routes } from '../../lib/routes.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $redemption, redemptionListed } from '../../lib/state/redeem/redemption-state.ts';
import {
  $nothingSelected,
  $selectionSettled,
  readSelection,
} from '../../lib/state/redeem/selection.ts';
import { $selectedReward } from '../../lib/state/selected-reward.ts';
import { Loaded } from '../screen/Loaded.tsx';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { Banner } from '../ui/Banner.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useValue } from '../use-value.ts';
import { RedeemNotices } from './RedeemNotices.tsx';
import { RewardDetails } from './RewardDetails.tsx';
import { redemptionCode } from './redemption-code.ts';

const seeRewards = { label: text.seeRewards, href: routes.rewards.path };

/** 'Redeem Rewards' (docs/product.md#one-reward). */
export function RedeemScreen() {
  const selected = useValue($selectedReward);
  const nothing = useValue($nothingSelected);
  const isSettled = useValue($selectionSettled);
  const redemption = useValue($redemption);
  const code = useValue(redemptionCode.$state);

  useEffect(() => {
    if (isSettled) redemptionListed();
  }, [isSettled]);

  return (
    <>
      <RedeemNotices />
      {/* Below the button, where there is one (RewardStamps). */}
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

export const screen: Screen = { title: text.title, heading: 'shown', Content: RedeemScreen };

export const RedeemIsland = () => <Screens first="redeem" screen={screen} />;
