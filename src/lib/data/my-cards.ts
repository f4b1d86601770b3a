/** The customer's cards at all stores (docs/decisions/your-cards.md). */

import { dataErrors } from '#text/messages.ts';
import { orderCards } from '../domain/cards.ts';
import type { Card, Id } from '../domain/entities.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { cards } from './rows.ts';

/** In the order in which they are shown; from the stamps themselves if the backend has no function. */
export async function myCards(userId: Id, canceled?: AbortSignal): Promise<Card[]> {
  const rows = await requestFunctionRows(
    'my_cards',
    dataErrors.loadStamps,
    (signal) => backend().rpc('my_cards', {}, { get: true }).abortSignal(signal),
    canceled,
  );
  if (rows) return orderCards(cards(rows));
  const { cardsAddedUp } = await import('./five-tables.ts');
  return orderCards(await cardsAddedUp(userId, canceled));
}
