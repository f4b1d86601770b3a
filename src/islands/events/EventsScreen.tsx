import * as text from '#text/events.ts';
import { config } from '../../lib/config.ts';
import { Saved } from '../screen/Saved.tsx';
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
