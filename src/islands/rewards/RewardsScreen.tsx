import * as text from '#text/rewards.ts';
import { redeemPath } from '../../lib/routes.ts';
import { isPending } from '../../lib/state/reading/loadable.ts';
import { $listedRewards } from '../../lib/state/ready-rewards.ts';
import { readRewards, restOfRewards, storeFilter } from '../../lib/state/rewards.ts';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { useValue } from '../use-value.ts';
import { ReadySwitch } from './ReadySwitch.tsx';

/** 'Available Rewards' (docs/product.md#rewards). */
export const RewardsScreen = () => (
  <Saved name="rewards">
    <RewardList />
  </Saved>
);

function RewardList() {
  const state = useValue($listedRewards);
  const filtered = !isPending(state) && storeFilter() !== null;
  return (
    <RewardGrid
      state={state}
      retry={readRewards}
      countdown="detail"
      firstScreenCount={6}
      emptyText={filtered ? text.noneOfStore : text.none}
      above={!filtered && <ReadySwitch />}
      more={(count) => <ShowMore rest={restOfRewards} count={count} below />}
      href={({ id }) => redeemPath(id)}
    />
  );
}

export const screen: Screen = { title: text.title, heading: 'shown', Content: RewardsScreen };

export const RewardsIsland = () => <Screens first="rewards" screen={screen} />;
