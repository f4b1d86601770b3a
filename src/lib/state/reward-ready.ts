/**
 * Whether something can be redeemed, as far as this device knows: no page reads the cards for this
 * alone (docs/decisions/your-cards.md).
 */
import { computed, onMount } from 'nanostores';
import { readSavedAnswer } from '../data/saved-answers.ts';
import type { Card } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import type { QueryName } from './reading/queries.ts';
import { $reader, personalAtom, startSession } from './session/session.ts';

/** The first card with something to redeem. */
export const $readyCard = personalAtom<Card | null>(null);
export const $isRewardReady = computed($readyCard, (card) => card !== null);

/** Uses these cards from now on. */
export function showReadiness(cards: readonly Card[]): void {
  $readyCard.set(cards.find(({ ready }) => ready !== null) ?? null);
  platform().setBadge(cards.reduce((sum, { ready }) => sum + (ready?.count ?? 0), 0));
}

onMount($readyCard, () => {
  if (!platform().isBrowser()) return;
  void startSession();
  return $reader.subscribe((person) => {
    const saved = person && readSavedAnswer<Card[]>(person.id, 'myCards' satisfies QueryName, []);
    // A visitor's icon has no number, not even that of a session which ended elsewhere.
    if (saved || person?.id === '') showReadiness(saved?.value ?? []);
  });
});
