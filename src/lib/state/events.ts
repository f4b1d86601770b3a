/** The events of /home, /events and /view-event (specification, section 2). */
import { eventById, upcomingEvents } from '../data/events.ts';
import type { Id, StoreEvent } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { idInAddress } from './address.ts';
import { whenSignedIn } from './auth.ts';
import { lastSeen, load, loadable } from './loadable.ts';
import { whileWatched } from './while-watched.ts';

const LIST = 'events';

export const $events = loadable<StoreEvent[]>();

export const loadEvents = (): Promise<void> =>
  load($events, dataErrors.loadEvents, () => upcomingEvents(platform().now()), {
    lastSeenAs: LIST,
  });

whileWatched($events, () => whenSignedIn(() => void loadEvents()));

export const $event = loadable<StoreEvent>();

/** An event of a list seen before is on the screen at once, then read anew. */
function seenInList(eventId: Id): StoreEvent | undefined {
  const list = lastSeen<StoreEvent[]>(LIST);
  return Array.isArray(list) ? list.find((event) => event?.id === eventId) : undefined;
}

/** Reads the event that the address names; without one the way leads to /home. */
export async function loadEvent(): Promise<void> {
  const eventId = idInAddress(routes.viewEvent.path);
  if (eventId === null) {
    platform().replace(routes.home.path);
    return;
  }
  const seen = seenInList(eventId);
  if (seen && $event.get().status === 'idle') {
    $event.set({ status: 'ready', value: seen, fresh: false });
  }
  await load($event, dataErrors.loadEvents, () => eventById(eventId));
}

whileWatched($event, () => whenSignedIn(() => void loadEvent()));
