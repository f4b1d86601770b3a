import { useEffect } from 'react';
import * as text from '#text/codes.ts';
import { ofAll } from '#text/common.ts';
import { stamps } from '#text/plural.ts';
import { progressText, timeForReward } from '#text/progress.ts';
import { initial } from '../../lib/domain/graphemes.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import { rewardsPath } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import {
  dismissLanding,
  dismissLandingWhenLeft,
  type Landing,
} from '../../lib/state/codes/landing.ts';
import { $installOffer, dismissInstall, install } from '../../lib/state/install.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { NewSeal } from '../cards/NewSeal.tsx';
import { StampSlots } from '../cards/StampSlots.tsx';
import { isDrawnInSlots } from '../cards/seal-marks.ts';
import { RedeemLink } from '../screen/RedeemLink.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Photo } from '../ui/Photo.tsx';
import { useValue } from '../use-value.ts';
import styles from './StampLandedContent.module.css';

const reminderOffer = onDemand(() => import('./ReminderOffer.tsx'));

export function landingTitle({ card, given }: Landing): string {
  if (card?.filled) return text.cardFull;
  return text.stampsCollected(given);
}

/**
 * Whose card, how many, and what that means: read with the title, or announced by itself if the sheet is
 * already open.
 */
export function LandingText({ id, landing }: { id: string; landing: Landing | null }) {
  return (
    <p className={styles.text} id={id} role="status">
      {landing && <Words landing={landing} />}
    </p>
  );
}

function Words({ landing: { storeName, given, goal, card } }: { landing: Landing }) {
  if (card === null) {
    return (
      <>
        <bdi>{storeName}</bdi> · {stamps(given)}
      </>
    );
  }
  const { before, filled, total, reward, hasChoice } = card;
  // The title has said that the card is full.
  const progress = filled && total === goal ? timeForReward : progressText(total, goal);
  return (
    <>
      <span className={styles.where}>
        <bdi>{storeName}</bdi> ·{' '}
        <span className={styles.count} data-before={ofAll(before, goal)} key={total}>
          {ofAll(total, goal)}
        </span>
      </span>{' '}
      <span className={styles.meaning}>
        {reward && !hasChoice ? text.earned(<bdi key="reward">{reward.title}</bdi>) : progress}
      </span>
    </>
  );
}

/** The card as it was, onto which the new stamps are pressed (docs/product.md#stamp-code). */
export function StampLandedContent({ landing }: { landing: Landing }) {
  useEffect(dismissLandingWhenLeft, []);
  const { storeId, storeName, given, goal, card } = landing;
  const seal = { initial: initial(storeName), seed: storeId, goal };
  const isPressedOnCard = card !== null && card.before < goal && isDrawnInSlots(goal);
  return (
    <div className={styles.sheet} data-filled={card?.filled} data-many={given > 1}>
      <div className={styles.card}>
        {!isPressedOnCard && <NewSeal {...seal} total={card?.total ?? given} />}
        {card && <StampSlots {...seal} total={card.total} pressed={card.before} />}
      </div>
      {card?.filled && card.reward && <Prize reward={card.reward} />}
      {/* It may appear late, so it is above the buttons, which then stay under the finger. */}
      {card?.filled && <LaterReminderOffer />}
      {card?.isReady && <WaysToRewards landing={landing} />}
      <Button
        wide
        className={card?.isReady ? undefined : styles.main}
        rank={card?.isReady ? 'second' : 'primary'}
        onClick={dismissLanding}
      >
        {text.done}
      </Button>
      <InstallOffer />
    </div>
  );
}

/** What the stamps have brought, appearing together with its text. */
function Prize({ reward }: { reward: Reward }) {
  return (
    <div className={classes(styles.brought, styles.prize)}>
      <Photo
        alt=""
        className={styles.photo}
        priority="now"
        seed={reward.id}
        sized={sizedPhoto(reward.photo, 'card')}
        src={reward.photo}
      />
    </div>
  );
}

function WaysToRewards({ landing: { storeId, card } }: { landing: Landing }) {
  const reward = card?.reward;
  const toAll = (
    <ButtonLink wide rank={reward ? 'second' : 'primary'} href={rewardsPath(storeId)}>
      {text.seeYourRewards}
    </ButtonLink>
  );
  return (
    <>
      <div className={classes(styles.brought, styles.main)}>
        {reward ? <RedeemLink reward={reward} known={reward} /> : toAll}
      </div>
      {reward && card.hasChoice && <div className={styles.brought}>{toAll}</div>}
    </>
  );
}

/** Code that loads when a card is full; offline nothing is offered. */
function LaterReminderOffer() {
  const state = useValue(reminderOffer.$state);
  return state.status === 'ready' ? <state.module.ReminderOffer /> : null;
}

/** Below a stamp that has landed: the code one tap from the home screen (docs/decisions/the-worker.md). */
function InstallOffer() {
  if (!useValue($installOffer)) return null;
  return (
    <section className={styles.offer} aria-labelledby="install-offer">
      <p id="install-offer">{text.installOffer}</p>
      <div className={styles.answers}>
        <Button rank="second" onClick={() => void install()}>
          {text.install}
        </Button>
        <Button rank="plain" onClick={dismissInstall}>
          {text.notNow}
        </Button>
      </div>
    </section>
  );
}
