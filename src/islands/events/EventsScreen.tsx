import * as text from '#text/events.ts';
import { config } from '../../lib/config.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { $events, readEvents, restOfEvents } from '../../lib/state/events.ts';
import { EventCard } from '../cards/EventCard.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { imagePriorityAt } from '../ui/use-image-fallback.ts';
import { useValue } from '../use-value.ts';

/** 'Upcoming Events' (docs/product.md#events). */
export function EventsScreen() {
  return (
    <>
      {config.submitEventUrl && (
        <p>
          <a href={config.submitEventUrl} target="_blank" rel="noopener noreferrer">
            {text.submit}
          </a>
        </p>
      )}
      <Saved name="events">
        <EventList />
      </Saved>
    </>
  );
}

/** How many of them a phone shows without scrolling. */
const FIRST_SCREEN_COUNT = 5;

function EventList() {
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

export const screen: Screen = { title: text.title, heading: 'shown', Content: EventsScreen };

export const EventsIsland = () => <Screens first="events" screen={screen} />;
