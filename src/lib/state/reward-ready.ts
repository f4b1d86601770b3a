/**
 * What this device knows of the cards, as /home showed them last, and so whether something can be
 * redeemed: no page reads the cards for this alone (docs/decisions/your-cards.md).
 */
import { computed, onMount } from 'nanostores';
import { readSavedAnswer, type SavedAnswer } from '../data/saved-answers.ts';
import type { Card, Id, Person } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import type { QueryName } from './reading/queries.ts';
import { $person, personalAtom, startSession } from './session/session.ts';

const savedCards = (person: Person): SavedAnswer<Card[]> | null =>
  readSavedAnswer(person.id, 'myCards' satisfies QueryName, []);

/** The first card with something to redeem. */
export const $readyCard = personalAtom<Card | null>(null);
export const $isRewardReady = computed($readyCard, (card) => card !== null);

/** Goes by these cards from now on. */
export function showReadiness(cards: readonly Card[]): void {
  $readyCard.set(cards.find(({ ready }) => ready !== null) ?? null);
  platform().setBadge(cards.reduce((sum, { ready }) => sum + (ready?.count ?? 0), 0));
}

onMount($readyCard, () => {
  if (!platform().isBrowser()) return;
  void startSession();
  return $person.subscribe((person) => {
    const saved = person && savedCards(person);
    if (saved) showReadiness(saved.value);
  });
});

/** What the card of a store says. */
export function cardOnHome<T>(
  person: Person,
  storeId: Id,
  map: (card: Card) => T,
): SavedAnswer<T> | null {
  const saved = savedCards(person);
  const card = saved?.value.find((candidate) => candidate.storeId === storeId);
  return saved && card ? { value: map(card), at: saved.at } : null;
}
