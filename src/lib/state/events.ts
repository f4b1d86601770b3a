/** The events of /home, /events and /view-event (docs/product.md#events). */

import { atom, onMount } from 'nanostores';
import * as text from '#text/events.ts';

import { eventById, eventCursor, nextEvents as readNext, upcomingEvents } from '../data/events.ts';
import type { ListPage } from '../data/keyset.ts';
import { readSavedAnswer, type SavedAnswer } from '../data/saved-answers.ts';
import type { Id, Person, StoreEvent } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { fromAddress, idInAddress } from './address.ts';
import { growingList } from './reading/list.ts';
import { argsOf, resource } from './reading/resource.ts';
import { $person } from './session/session.ts';

const events = growingList<readonly [], StoreEvent>(
  {
    query: 'events',
    fallback: text.loadFailed,
    readPage: (_person, _args, wanted, signal) => upcomingEvents(platform().now(), wanted, signal),
    cursorAfter: eventCursor,
  },
  fromAddress('events', () => [] as const),
);

export const $events = events.$value;
export const readEvents = events.read;
export const restOfEvents = events.rest;

const nextEvents = resource<readonly [], StoreEvent[]>(
  {
    query: 'nextEvents',
    fallback: text.loadFailed,
    read: (_person, _args, signal) => readNext(platform().now(), signal),
  },
  atom([] as const),
);

export const $nextEvents = nextEvents.$value;
export const readNextEvents = nextEvents.read;

/** The event, if a list saved on the device has it. */
function eventInLists(person: Person, id: Id): SavedAnswer<StoreEvent> | null {
  const list = readSavedAnswer<ListPage<StoreEvent>>(person.id, 'events', []);
  const next = readSavedAnswer<StoreEvent[]>(person.id, 'nextEvents', []);
  for (const saved of [list && { ...list, value: list.value.items }, next]) {
    const value = saved?.value.find((candidate) => candidate.id === id);
    if (saved && value) return { value, at: saved.at };
  }
  return null;
}

const $eventId = fromAddress('viewEvent', () => argsOf(idInAddress('viewEvent')));

const event = resource(
  {
    query: 'event',
    fallback: text.loadFailed,
    read: (_person, [id], signal) => eventById(id, signal),
    seed: (person, [id]) => eventInLists(person, id),
  },
  $eventId,
);

export const $event = event.$value;
export const readEvent = event.read;

// Without an event in the address the page goes to /home.
onMount($event, () =>
  $person.subscribe((person) => {
    if (person && $eventId.get() === null) platform().replace(routes.home.path);
  }),
);
