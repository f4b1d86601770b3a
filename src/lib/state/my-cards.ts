/** The customer's cards: first on /home, and how far each reward is (docs/decisions/your-cards.md). */
import { atom, computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { myCards } from '../data/my-cards.ts';
import { type HeldAt, heldAt, nearestReward } from '../domain/cards.ts';
import type { Card } from '../domain/entities.ts';
import { mapValue, shownValue } from './reading/loadable.ts';
import { resource } from './reading/resource.ts';
import { showReadiness } from './reward-ready.ts';
import { withServerValue } from './server-value.ts';

const cards = resource(
  {
    query: 'myCards',
    fallback: dataErrors.loadStamps,
    read: (person, _args, signal) => myCards(person.id, signal),
    onShown: showReadiness,
  },
  atom([] as const),
);

/** What is ready first, then the nearest to full. */
export const $myCards = cards.$value;
export const readMyCards = cards.read;

/** The reward in gold on /home: the first card's, once that is ready. */
export const $readyTicket = computed($myCards, (state) =>
  mapValue(state, ([first]) => (first?.ready ? [first.ready] : [])),
);

/** How many stamps are held at a store. */
export const $heldAt = withServerValue<HeldAt>(
  computed($myCards, (state) => heldAt(shownValue(state))),
  heldAt(undefined),
);

/** The reward with the fewest stamps missing, wherever it is in the lists; null if that is not known. */
export const $nearestReward = withServerValue<Card['next']>(
  computed($myCards, (state) => nearestReward(shownValue(state) ?? [])),
  null,
);
