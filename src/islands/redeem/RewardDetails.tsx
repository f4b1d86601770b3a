import { defaults } from '#text/messages.ts';
import * as text from '#text/redeem.ts';
import { appLongDateText, parseInstant } from '../../lib/domain/day.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { mapsSearchLink } from '../../lib/domain/store-contact.ts';
import { storePath } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { RewardCountdown } from '../cards/RewardCountdown.tsx';
import { KeepActions } from '../screen/KeepActions.tsx';
import { classes } from '../ui/classes.ts';
import { Photo } from '../ui/Photo.tsx';
import ticket from '../ui/Ticket.module.css';
import styles from './RedeemScreen.module.css';
import { RewardStamps } from './RewardStamps.tsx';

/** One reward, what it still takes, and the button that redeems it. */
export function RewardDetails({ reward }: { reward: Reward }) {
  const start = parseInstant(reward.dateStart);
  return (
    <article className={ticket.ticket}>
      <div className={classes(ticket.head, styles.head)}>
        <Photo
          sized={sizedPhoto(reward.photo, 'details')}
          className={styles.photo}
          src={reward.photo}
          alt=""
          seed={reward.id}
          priority="first"
        />
        <div className={styles.words}>
          <h2 data-lines="20" dir="auto">
            {reward.title}
          </h2>
          {(reward.storeId ?? reward.storeName) !== null && <StoreLinks reward={reward} />}
        </div>
      </div>
      <div className={classes(ticket.body, styles.body)}>
        <RewardStamps
          reward={reward}
          facts={[
            {
              term: text.started,
              value: start === null ? text.notSpecified : appLongDateText(start),
            },
            {
              term: text.countdown,
              value: <RewardCountdown dateEnd={reward.dateEnd} variant="detail" />,
            },
          ]}
        />
        <KeepActions item={{ kind: 'reward', reward }} date={reward.dateEnd} />
      </div>
    </article>
  );
}

/** Whose it is, and where. */
function StoreLinks({ reward }: { reward: Reward }) {
  const storeName = reward.storeName ?? defaults.storeName;
  return (
    <p className={styles.store}>
      <bdi>{storeName}</bdi>
      {reward.storeId !== null && (
        <>
          {'\u00a0· '}
          <a href={storePath(reward.storeId, reward.id)}>{text.backToStore}</a>
        </>
      )}
      {'\u00a0· '}
      <a
        href={mapsSearchLink(text.nearMeSearch(storeName))}
        target="_blank"
        rel="noopener noreferrer"
      >
        {text.nearMe(<bdi key="store">{storeName}</bdi>)}
      </a>
    </p>
  );
}
