import { readyReward } from '#text/cards.ts';
import { stampCountText } from '#text/progress.ts';
import { noAddress } from '#text/store.ts';
import { collects } from '#text/stores.ts';
import { distanceText } from '../../lib/domain/distance.ts';
import type { Card } from '../../lib/domain/entities.ts';
import { openState } from '../../lib/domain/opening-hours.ts';
import { storePath } from '../../lib/routes.ts';
import { $minute } from '../../lib/state/clock.ts';
import type { FarAway } from '../../lib/state/store-list.ts';
import { StoreLogo } from '../cards/StoreLogo.tsx';
import type { ImagePriority } from '../ui/use-image-fallback.ts';
import { useValue } from '../use-value.ts';
import styles from './StoreRow.module.css';

interface Props {
  store: FarAway;
  /** The customer's own there. */
  card: Card | undefined;
  priority: ImagePriority | undefined;
}

/** A store of the list, which leads to its page. */
export function StoreRow({ store, card, priority }: Props) {
  const { id, name, address, logoUrl, kind, hours, distance, collects: reward } = store;
  useValue($minute);
  const open = hours && openState(hours, Date.now());
  const facts = [kind, distance === undefined ? null : distanceText(distance)].filter(
    (fact) => fact,
  );
  return (
    <a className={styles.row} href={storePath(id)}>
      <StoreLogo name={name} priority={priority} seed={id} size="medium" url={logoUrl} />
      <span className={styles.words}>
        <span className={styles.name} data-lines="2" dir="auto">
          {name}
        </span>
        {facts.length > 0 && (
          <bdi className={styles.quiet} data-lines="2">
            {facts.join(' · ')}
          </bdi>
        )}
        <bdi className={styles.quiet} data-lines="2">
          {address ?? noAddress}
        </bdi>
        {open && (
          <span className={styles.open} data-open={open.isOpen}>
            {open.text}
          </span>
        )}
        {reward && (
          <bdi className={styles.reward} data-lines="3">
            {collects(reward.stamps, reward.title)}
          </bdi>
        )}
        {card && (
          <bdi className={styles.progress} data-lines="2" data-ready={card.ready !== null}>
            {card.ready ? readyReward(card.ready.title) : stampCountText(card.total, card.goal)}
          </bdi>
        )}
      </span>
    </a>
  );
}
