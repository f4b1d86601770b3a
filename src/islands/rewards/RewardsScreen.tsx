import { empty } from '../../lib/messages.ts';
import { redeemPath } from '../../lib/routes.ts';
import { isWaiting } from '../../lib/state/reading/loadable.ts';
import { $rewards, readRewards, storeFilter } from '../../lib/state/rewards.ts';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { useValue } from '../use-value.ts';

/** 'Available Rewards' (docs/product.md#rewards). */
export function RewardsScreen() {
  const state = useValue($rewards);
  const filtered = !isWaiting(state) && storeFilter() !== null;
  return (
    <RewardGrid
      state={state}
      retry={readRewards}
      countdown="detail"
      onFirstScreen={6}
      emptyText={filtered ? empty.rewardsOfStore : empty.rewards}
      href={({ id }) => redeemPath(id)}
    />
  );
}
