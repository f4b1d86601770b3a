import { none } from '#text/events.ts';
import * as text from '#text/home.ts';
import { HOME_EVENTS } from '../../lib/domain/limits.ts';
import { routes } from '../../lib/routes.ts';
import { $nextEvents, readNextEvents } from '../../lib/state/events.ts';
import { EventCard } from '../cards/EventCard.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { imagePriorityAt } from '../ui/use-image-fallback.ts';
import { useValue } from '../use-value.ts';
import { CardRow } from './CardRow.tsx';
import styles from './HomeScreen.module.css';

/** How many of them a phone shows without scrolling. */
const FIRST_SCREEN_COUNT = 2;

/** The next events, and a card that leads to all of them if there are more (docs/product.md#home). */
export function HomeEvents() {
  return (
    <Loaded
      state={useValue($nextEvents)}
      skeleton={{ shape: 'event', count: HOME_EVENTS }}
      retry={readNextEvents}
    >
      {(events) =>
        events.length === 0 ? (
          <EmptyState illustration="calendar">{none}</EmptyState>
        ) : (
          <CardRow>
            {events.slice(0, HOME_EVENTS).map((event, index) => (
              <li key={event.id}>
                <EventCard
                  event={event}
                  layout="tile"
                  priority={imagePriorityAt(index, FIRST_SCREEN_COUNT)}
                />
              </li>
            ))}
            {events.length > HOME_EVENTS && (
              <li>
                <a className={styles.more} href={routes.events.path}>
                  <span className={styles.title}>{text.viewAllEvents}</span>
                  <span>{text.discoverEvents}</span>
                  <Icon name="chevron-right" />
                </a>
              </li>
            )}
          </CardRow>
        )
      }
    </Loaded>
  );
}
