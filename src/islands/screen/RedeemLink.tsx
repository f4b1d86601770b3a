import { redeemThe } from '#text/cards.ts';
import type { Id } from '../../lib/domain/entities.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { redeemPath } from '../../lib/routes.ts';
import { redeemOnNextPage, selectReward } from '../../lib/state/selected-reward.ts';
import { ButtonLink } from '../ui/Button.tsx';

interface Props {
  reward: { id: Id; title: string };
  /** The whole reward, if it is loaded: its page shows it before the network answers. */
  known?: Reward;
}

/** Straight to the open code of a reward that is ready. */
export function RedeemLink({ reward, known }: Props) {
  const follow = () => {
    if (known) selectReward(known);
    redeemOnNextPage(reward);
  };
  return (
    <ButtonLink wide href={redeemPath(reward.id)} onClick={follow}>
      <span data-lines="3" dir="auto">
        {redeemThe(reward.title)}
      </span>
    </ButtonLink>
  );
}
