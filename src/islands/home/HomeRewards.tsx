import * as text from '#text/rewards.ts';
import { redeemPath, storePath } from '../../lib/routes.ts';
import { $homeRewards, readRewards, restOfRewards } from '../../lib/state/rewards.ts';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import { useValue } from '../use-value.ts';

/**
 * 'Promo & Rewards': a card leads to its store, or without one to redeeming it
 * (docs/product.md#home).
 */
export function HomeRewards() {
  return (
    <RewardGrid
      state={useValue($homeRewards)}
      retry={readRewards}
      countdown="home"
      firstScreenCount={4}
      emptyText={text.none}
      more={(count) => <ShowMore rest={restOfRewards} count={count} />}
      href={({ id, storeId }) => (storeId === null ? redeemPath(id) : storePath(storeId, id))}
    />
  );
}
