import * as text from '#text/events.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { $events, readEvents, restOfEvents } from '../../lib/state/events.ts';
import { EventCard } from '../cards/EventCard.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { imagePriorityAt } from '../ui/image-priority.ts';
import { useValue } from '../use-value.ts';

/** How many of them a phone shows without scrolling. */
const FIRST_SCREEN_COUNT = 5;

/** 'Upcoming Events' (docs/product.md#events). */
export function EventList() {
  return (
    <Loaded
      state={useValue($events)}
      skeleton={{ shape: 'event-row', count: SKELETON_CARDS }}
      retry={readEvents}
    >
      {(events) =>
        events.length === 0 ? (
          <EmptyState illustration="calendar">{text.none}</EmptyState>
        ) : (
          <>
            <ul className="card-list">
              {events.map((event, index) => (
                <li key={event.id}>
                  <EventCard
                    event={event}
                    layout="row"
                    priority={imagePriorityAt(index, FIRST_SCREEN_COUNT)}
                  />
                </li>
              ))}
            </ul>
            <ShowMore rest={restOfEvents} count={events.length} />
          </>
        )
      }
    </Loaded>
  );
}
