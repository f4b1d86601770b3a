import * as text from '#text/events.ts';
import { appNearDateText, parseInstant, withTimeOfDay } from '../../lib/domain/day.ts';
import type { StoreEvent } from '../../lib/domain/entities.ts';
import { eventPath } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { Icon } from '../ui/Icon.tsx';
import { Photo } from '../ui/Photo.tsx';
import type { ImagePriority } from '../ui/use-image-fallback.ts';
import styles from './EventCard.module.css';

interface Props {
  event: StoreEvent;
  /** A tile in the row on home, a row in the list of events. */
  layout: 'tile' | 'row';
  /** How soon its photo is wanted. */
  priority?: ImagePriority | undefined;
}

export function EventCard({ event, layout, priority }: Props) {
  const instant = parseInstant(event.date);
  return (
    <a className={styles.card} data-layout={layout} href={eventPath(event.id)}>
      <Photo
        alt=""
        sized={sizedPhoto(event.photo, layout === 'row' ? 'small' : 'eventCard')}
        className={styles.photo}
        priority={priority}
        seed={event.id}
        src={event.photo}
      />
      <span className={styles.words}>
        <span className={styles.name} data-lines="3" dir="auto">
          {event.name}
        </span>
        <span className={styles.date}>
          {layout === 'row' && <Icon name="calendar" size={16} />}
          {instant === null ? text.noDate : withTimeOfDay(instant, appNearDateText(Date.now()))}
        </span>
        {layout === 'row' && event.title && (
          <span className={styles.title} data-lines="2" dir="auto">
            {event.title}
          </span>
        )}
      </span>
    </a>
  );
}
