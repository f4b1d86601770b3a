/**
 * The card of someone who has started without an account here, and how it is taken along to the account
 * they sign in to (docs/decisions/guests.md).
 */

import { guestTexts } from '#text/guests.ts';
import type { Id } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { backend } from './client.ts';
import { DataError } from './data-error.ts';
import { isMissingFunction, requestAsPerson } from './request.ts';
import { storedSession } from './stored-session.ts';

/** What this device keeps of it. */
export interface GuestCard {
  guest: Id;
  /** Proves later on that the card is this device's; null before a sign-in was begun. */
  secret: string | null;
  /** The backend has said that it knows the secret. */
  isPrepared: boolean;
}

/** A garbled one is as good as none. */
export function keptGuestCard(): GuestCard | null {
  try {
    const kept: unknown = JSON.parse(platform().localStorage.get(storageKeys.guestCard) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { guest, secret, isPrepared } = kept as Partial<GuestCard>;
    if (typeof guest !== 'string') return null;
    return {
      guest,
      secret: typeof secret === 'string' ? secret : null,
      isPrepared: isPrepared === true,
    };
  } catch {
    return null;
  }
}

const keep = (card: GuestCard): void =>
  platform().localStorage.set(storageKeys.guestCard, JSON.stringify(card));

export const forgetGuestCard = (): void => platform().localStorage.remove(storageKeys.guestCard);

/** From now on it is known here that there is such a card. */
export function noteGuest(guest: Id): void {
  if (keptGuestCard()?.guest !== guest) keep({ guest, secret: null, isPrepared: false });
}

const storedGuest = (): Id | null => {
  const person = storedSession()?.person;
  return person?.isGuest ? person.id : null;
};

/** Whether a guest is here whose card would be left behind if somebody signed in now. */
export const isCardUnprepared = (): boolean => {
  const guest = storedGuest();
  const card = keptGuestCard();
  return guest !== null && !(card?.guest === guest && card.isPrepared);
};

/**
 * Makes the card of the guest who is here ready to be taken along, for the next seven days. Does
 * nothing for anybody else. The secret is kept before it is sent, so that it serves whatever becomes
 * of the answer, and two tabs send the same one.
 *
 * @throws DataError where that is not known to have worked
 */
export async function prepareGuestCard(): Promise<void> {
  const guest = storedGuest();
  if (guest === null) return;
  noteGuest(guest);
  const secret = keptGuestCard()?.secret ?? platform().randomId();
  keep({ guest, secret, isPrepared: keptGuestCard()?.isPrepared ?? false });
  // A storage that is full forgets.
  if (keptGuestCard()?.secret !== secret) throw new DataError(guestTexts.notPrepared);
  const { data } = await requestAsPerson(guestTexts.notPrepared, async (signal) => {
    const reply = await backend().rpc('prepare_guest_move', { secret }).abortSignal(signal);
    // What a backend says of a function that it lacks is no sentence for a customer.
    return isMissingFunction(reply.error) ? { data: null, error: null } : reply;
  });
  // Something else answered: another network's own page, say.
  if (typeof data !== 'string') throw new DataError(guestTexts.notPrepared);
  // Unless somebody has signed in meanwhile, and it has moved.
  if (keptGuestCard()?.secret === secret) keep({ guest, secret, isPrepared: true });
}

/** How many stamps came along with the card, and how many did not. */
export interface Moved {
  moved: number;
  leftBehind: number;
}

/**
 * Gives the card to the person signed in here. Repeated, it answers the same.
 *
 * @throws DataError with the backend's message where it refuses, else the fallback
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
