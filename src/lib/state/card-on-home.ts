import { readSavedAnswer, type SavedAnswer } from '../data/saved-answers.ts';
import type { Card, Id, Person } from '../domain/entities.ts';

/** What the card of a store says, as /home showed it last. */
export function cardOnHome<T>(
  person: Person,
  storeId: Id,
  map: (card: Card) => T,
): SavedAnswer<T> | null {
  const saved = readSavedAnswer<Card[]>(person.id, 'myCards', []);
  const card = saved?.value.find((candidate) => candidate.storeId === storeId);
  return saved && card ? { value: map(card), at: saved.at } : null;
}
