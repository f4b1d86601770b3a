import { missingFor, progress, readyReward } from '#text/cards.ts';
import { progressText, rewardsReady } from '#text/progress.ts';
import type { Card } from '../../lib/domain/entities.ts';
import { storePath } from '../../lib/routes.ts';
import { classes } from '../ui/classes.ts';
import type { ImagePriority } from '../ui/image-priority.ts';
import ticket from '../ui/Ticket.module.css';
import styles from './SmallCard.module.css';
import { SmallSlots } from './SmallSlots.tsx';
import { StoreLogo } from './StoreLogo.tsx';

/** What the card says below its slots. */
function wordsOf({ ready, next, suspended, total, goal }: Card): string {
  const full = Math.floor(total / goal);
  if (ready) return full > 1 ? rewardsReady(full) : readyReward(ready.title);
  if (suspended) return progress.suspended;
  if (next) return missingFor(next.missing, next.title);
  return total >= goal ? progress.cardFull : progressText(total, goal);
}

/** A stamp card at a glance, which leads to its store. */
export function SmallCard({ card, priority }: { card: Card; priority: ImagePriority }) {
  const { storeId, storeName, storeLogoUrl, total, goal, ready } = card;
  return (
    <a className={classes(ticket.ticket, styles.card)} href={storePath(storeId)}>
      <span className={classes(ticket.head, styles.head)}>
        <span className={styles.top}>
          <StoreLogo priority={priority} name={storeName} seed={storeId} url={storeLogoUrl} />
          <span aria-hidden="true" className={styles.count} data-over={total > goal}>
            <b>{total}</b> / {goal}
          </span>
        </span>
        <span className={styles.name} data-lines="2" dir="auto">
          {storeName}
        </span>
      </span>
      <span className={classes(ticket.body, styles.body)}>
        <SmallSlots total={total} goal={goal} />
        <span className={styles.words} data-lines="2" data-ready={ready !== null} dir="auto">
          {wordsOf(card)}
        </span>
      </span>
    </a>
  );
}
