/** How a guest's card moves to the account they sign in to (docs/decisions/guests.md). */
import { guestTexts } from '#text/guests.ts';
import { platform } from '../platform/platform.ts';
import { backend } from './client.ts';
import { DataError } from './data-error.ts';
import { keepGuestCard, keptGuestCard, noteGuest, storedGuest } from './guest-card.ts';
import { isMissingFunction, requestAsPerson } from './request.ts';

/**
 * Prepares the card of the guest on this device for the move, for the next seven days. Does nothing for
 * anybody else. The secret is stored before it is sent, so that it works whatever happens to the answer,
 * and two tabs send the same one.
 *
 * @throws DataError if this is not known to have worked
 */
export async function prepareGuestCard(): Promise<void> {
  const guest = storedGuest();
  if (guest === null) return;
  noteGuest(guest);
  const secret = keptGuestCard()?.secret ?? platform().randomId();
  keepGuestCard({ guest, secret, isPrepared: keptGuestCard()?.isPrepared ?? false });
  // Full storage drops it.
  if (keptGuestCard()?.secret !== secret) throw new DataError(guestTexts.notPrepared);
  const { data } = await requestAsPerson(guestTexts.notPrepared, async (signal) => {
    const reply = await backend().rpc('prepare_guest_move', { secret }).abortSignal(signal);
    // What a backend says about a function that it lacks is not meant for a customer.
    return isMissingFunction(reply.error) ? { data: null, error: null } : reply;
  });
  // Something else answered: another network's own page, say.
  if (typeof data !== 'string') throw new DataError(guestTexts.notPrepared);
  // Unless somebody has signed in meanwhile, and it has moved.
  if (keptGuestCard()?.secret === secret) keepGuestCard({ guest, secret, isPrepared: true });
}

/** How many stamps came along with the card, and how many did not. */
export interface Moved {
  moved: number;
  leftBehind: number;
}

/**
 * Gives the card to the person signed in here. Repeated, it answers the same.
 *
 * @throws DataError with the backend's message if it refuses, else the fallback
 */
export async function moveGuestCard(secret: string): Promise<Moved> {
  const { data } = await requestAsPerson(guestTexts.notMoved, (signal) =>
    backend().rpc('move_guest_card', { secret }).abortSignal(signal),
  );
  const { moved, left_behind: leftBehind } = (data ?? {}) as Record<string, unknown>;
  if (typeof moved !== 'number' || typeof leftBehind !== 'number') {
    throw new DataError(guestTexts.notMoved);
  }
  return { moved, leftBehind };
}
