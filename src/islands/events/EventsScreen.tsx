import * as text from '#text/events.ts';
import { config } from '../../lib/config.ts';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { EventList } from './EventList.tsx';

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

export const screen: Screen = { title: text.title, heading: 'shown', Content: EventsScreen };

export const EventsIsland = () => <Screens first="events" screen={screen} />;
