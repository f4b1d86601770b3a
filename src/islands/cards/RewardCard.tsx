import { useEffect, useRef, useState } from 'react';
import { defaults } from '#text/messages.ts';
import { rewardProgress } from '../../lib/domain/cards.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { isRedeemable, stampsNeeded, stampsNeededText } from '../../lib/domain/stamp-goal.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { classes } from '../ui/classes.ts';
import { watchNearWindow } from '../ui/near-window.ts';
import { Photo } from '../ui/Photo.tsx';
import ticket from '../ui/Ticket.module.css';
import type { ImagePriority } from '../ui/use-image-fallback.ts';
import styles from './RewardCard.module.css';
import { RewardCountdown } from './RewardCountdown.tsx';
import { StoreLogo } from './StoreLogo.tsx';

interface Props {
  reward: Reward;
  href: string;
  onClick?: (() => void) | undefined;
  /** The reward the address names. */
  highlighted?: boolean;
  countdown: 'detail' | 'home';
  /** How many stamps the customer holds at its store, if that is known. */
  held?: number | undefined;
  /** How soon its pictures are wanted. */
  priority?: ImagePriority | undefined;
}

/**
 * Only after its first layout, so that it keeps its true height, and only out of sight, where it does not
 * count as having moved (docs/decisions/long-lists.md).
 */
const skipOffscreen = (card: HTMLElement) =>
  watchNearWindow(card, (isNear) => {
    if (!isNear) card.dataset.offscreen = '';
  });

/** A reward as a voucher: what it is, whose, how long it lasts and, below the perforation, its price. */
export function RewardCard({
  reward,
  href,
  onClick,
  highlighted = false,
  countdown,
  held,
  priority,
}: Props) {
  const storeName = reward.storeName ?? defaults.storeName;
  const card = useRef<HTMLAnchorElement>(null);
  const [isExpired, setExpired] = useState(false);

  useEffect(() => (card.current ? skipOffscreen(card.current) : undefined), []);

  return (
    <a
      aria-current={highlighted ? 'true' : undefined}
      className={classes(ticket.ticket, styles.card)}
      href={href}
      onClick={onClick}
      ref={card}
    >
      <span className={classes(ticket.head, styles.head)}>
        <Photo
          alt=""
          sized={sizedPhoto(reward.photo, 'card')}
          className={styles.photo}
          priority={priority}
          seed={reward.id}
          src={reward.photo}
        />
        <span className={styles.about}>
          <StoreLogo
            priority={priority === 'first' ? 'now' : priority}
            name={storeName}
            seed={reward.storeId ?? reward.id}
            url={reward.storeLogoUrl}
          />
          <span className={styles.names}>
            <span className={styles.title} data-lines="3" dir="auto">
              {reward.title}
            </span>
            {reward.storeName && (
              <span className={styles.note} data-lines="2" dir="auto">
                {reward.storeName}
              </span>
            )}
          </span>
        </span>
        {/* On the photo, but read after what it describes. */}
        <RewardCountdown
          className={styles.chip}
          dateEnd={reward.dateEnd}
          onShown={setExpired}
          variant={countdown}
        />
      </span>
      <span className={classes(ticket.body, styles.stamps)}>
        <span className={styles.needed}>{stampsNeededText(reward)}</span>
        {reward.storeId !== null && (
          <Progress reward={reward} held={isExpired ? undefined : held} />
        )}
      </span>
    </a>
  );
}

/** 'Ready', or '9 of 10' as a bar; nothing once it is over. Its line is reserved, so that nothing moves. */
function Progress({ reward, held }: { reward: Reward; held: number | undefined }) {
  const text = held === undefined ? '' : rewardProgress(reward, held);
  const needed = stampsNeeded(reward);
  if (held === undefined || isRedeemable(held, needed)) {
    return <span className={styles.progress}>{text}</span>;
  }
  return (
    <progress
      aria-label={text}
      aria-valuetext={text}
      className={styles.bar}
      max={needed}
      value={held}
    />
  );
}
