import { type ReactNode, useDeferredValue } from 'react';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { isReturn } from '../../lib/state/address.ts';
import { $heldAt } from '../../lib/state/my-cards.ts';
import type { Loadable } from '../../lib/state/reading/loadable.ts';
import { selectReward } from '../../lib/state/selected-reward.ts';
import { RewardCard } from '../cards/RewardCard.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { imagePriorityAt } from '../ui/use-image-fallback.ts';
import { useValue } from '../use-value.ts';
import { Loaded } from './Loaded.tsx';

/** More than a phone shows without scrolling. */
const FIRST_CARDS = 8;

interface Props {
  state: Loadable<Reward[]>;
  retry: () => unknown;
  countdown: 'detail' | 'home';
  /** How many of the cards a phone shows without scrolling. */
  firstScreenCount: number;
  emptyText: string;
  href: (reward: Reward) => string;
  /** The reward that the address names. */
  highlighted?: string | null;
  /** Content above the first card. */
  above?: ReactNode;
  /** Content below the last card, where the list may go on. */
  more?: (count: number) => ReactNode;
}

/** Rewards in two columns, on /home, /rewards and /store. */
export function RewardGrid({ state, retry, emptyText, ...cards }: Props) {
  return (
    <Loaded state={state} skeleton={{ shape: 'reward', count: SKELETON_CARDS }} retry={retry}>
      {(rewards) =>
        rewards.length === 0 ? (
          <EmptyState illustration="gift">{emptyText}</EmptyState>
        ) : (
          <Cards rewards={rewards} {...cards} />
        )
      }
    </Loaded>
  );
}

interface CardsProps extends Omit<Props, 'state' | 'retry' | 'emptyText'> {
  rewards: readonly Reward[];
}

/** Draws the first of them at once, the others after that paint. A tap remembers the reward. */
function Cards({
  rewards,
  countdown,
  firstScreenCount,
  href,
  highlighted,
  above,
  more,
}: CardsProps) {
  const heldAt = useValue($heldAt);
  const areAllShown = useDeferredValue(true, isReturn());
  const shown = areAllShown ? rewards : rewards.slice(0, FIRST_CARDS);
  return (
    <>
      {above}
      <ul className="card-grid">
        {shown.map((reward, index) => (
          <li data-below={index < FIRST_CARDS ? undefined : ''} key={reward.id}>
            <RewardCard
              reward={reward}
              href={href(reward)}
              onClick={() => selectReward(reward)}
              countdown={countdown}
              held={heldAt(reward.storeId)}
              priority={imagePriorityAt(index, firstScreenCount)}
              highlighted={reward.id === highlighted}
            />
          </li>
        ))}
      </ul>
      {areAllShown && more?.(rewards.length)}
    </>
  );
}
