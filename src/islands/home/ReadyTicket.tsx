import { moreToChoose } from '#text/cards.ts';
import type { Card } from '../../lib/domain/entities.ts';
import { routes, storePath } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { RedeemLink } from '../screen/RedeemLink.tsx';
import { classes } from '../ui/classes.ts';
import { Photo } from '../ui/Photo.tsx';
import ticket from '../ui/Ticket.module.css';
import styles from './ReadyTicket.module.css';

interface Props {
  card: Card & { ready: object };
  /** How many rewards are ready besides. */
  others: number;
}

/** What can be redeemed now, in gold: the loudest thing on the screen, one tap from its code. */
export function ReadyTicket({ card: { storeId, storeName, ready }, others }: Props) {
  return (
    <article className={classes(ticket.ticket, styles.ticket)}>
      <a className={classes(ticket.head, styles.head)} href={storePath(storeId)}>
        <Photo
          alt=""
          className={styles.photo}
          priority="first"
          seed={ready.id}
          sized={sizedPhoto(ready.photo, 'card')}
          src={ready.photo}
        />
        <span className={styles.what} data-lines="3">
          <bdi>{ready.title}</bdi>&nbsp;· <bdi>{storeName}</bdi>
        </span>
      </a>
      <div className={classes(ticket.body, styles.body)}>
        <RedeemLink reward={ready} />
        {others > 0 && (
          <a className={styles.others} href={`${routes.rewards.path}?ready=1`}>
            {moreToChoose(others)}
          </a>
        )}
      </div>
    </article>
  );
}
