/** The events of /home, /events and /view-event (docs/product.md#events). */
import { atom, onMount } from 'nanostores';
import { eventById, upcomingEvents } from '../data/events.ts';
import type { StoreEvent } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { idInAddress } from './address.ts';
import { fromAddress, resource } from './reading/resource.ts';
import { readSavedAnswer } from './reading/saved-answers.ts';
import { $person } from './session/session.ts';

const events = resource<readonly [], StoreEvent[]>(
  {
    query: 'events',
    fallback: dataErrors.loadEvents,
    read: (_person, _args, signal) => upcomingEvents(platform().now(), signal),
  },
  atom([] as const),
);

export const $events = events.$value;
export const readEvents = events.read;

const $eventId = fromAddress(() => {
  const id = idInAddress(routes.viewEvent.path);
  return id === null ? null : ([id] as const);
});

const event = resource(
  {
    query: 'event',
    fallback: dataErrors.loadEvents,
    read: (_person, [id], signal) => eventById(id, signal),
    seed: ({ id: person }, [id]) => {
      const list = readSavedAnswer<StoreEvent[]>(person, 'events', []);
      const value = list?.value.find((candidate) => candidate.id === id);
      return list && value ? { value, at: list.at } : null;
    },
  },
  $eventId,
);

/** The event that the address names. */
export const $event = event.$value;
export const readEvent = event.read;

// Without an event in the address the way leads to /home.
onMount($event, () =>
  $person.subscribe((person) => {
    if (person && $eventId.get() === null) platform().replace(routes.home.path);
  }),
);
