import { empty } from '../../lib/messages.ts';
import { redeemPath } from '../../lib/routes.ts';
import { isPending } from '../../lib/state/reading/loadable.ts';
import { $rewards, readRewards, restOfRewards, storeFilter } from '../../lib/state/rewards.ts';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import { useValue } from '../use-value.ts';

/** 'Available Rewards' (docs/product.md#rewards). */
export function RewardsScreen() {
  const state = useValue($rewards);
  const filtered = !isPending(state) && storeFilter() !== null;
  return (
    <RewardGrid
      state={state}
      retry={readRewards}
      countdown="detail"
      firstScreenCount={6}
      emptyText={filtered ? empty.rewardsOfStore : empty.rewards}
      more={(count) => <ShowMore rest={restOfRewards} count={count} />}
      href={({ id }) => redeemPath(id)}
    />
  );
}
