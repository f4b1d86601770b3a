/** The customer's cards at all stores (docs/decisions/your-cards.md). */

import { dataErrors } from '#text/messages.ts';
import { orderCards } from '../domain/cards.ts';
import type { Card, Id } from '../domain/entities.ts';
import { backend } from './client.ts';
import { isMissingFunction, requestRows } from './request.ts';
import { cards } from './rows.ts';

/** Whether this backend puts the cards together itself. */
let hasCards = true;

/** In the order in which they are shown; from the stamps themselves where the backend has no function. */
export async function myCards(userId: Id, cancelled?: AbortSignal): Promise<Card[]> {
  if (hasCards) {
    const { rows } = await requestRows(
      dataErrors.loadStamps,
      async (signal) => {
        const reply = await backend().rpc('my_cards', {}, { get: true }).abortSignal(signal);
        hasCards = !isMissingFunction(reply.error);
        return hasCards ? reply : { data: [], error: null };
      },
      cancelled,
    );
    if (hasCards) return orderCards(cards(rows));
  }
  const { cardsAddedUp } = await import('./cards-added-up.ts');
  return orderCards(await cardsAddedUp(userId, cancelled));
}
