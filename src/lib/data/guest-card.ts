/**
 * The card of someone who has started without an account here, as this device keeps it; guest-move.ts
 * takes it along to the account they sign in to (docs/decisions/guests.md).
 */
import type { Id } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
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

export const keepGuestCard = (card: GuestCard): void =>
  platform().localStorage.set(storageKeys.guestCard, JSON.stringify(card));

export const forgetGuestCard = (): void => platform().localStorage.remove(storageKeys.guestCard);

/** Notes on this device that there is such a card. */
export function noteGuest(guest: Id): void {
  if (keptGuestCard()?.guest !== guest) keepGuestCard({ guest, secret: null, isPrepared: false });
}

export const storedGuest = (): Id | null => {
  const person = storedSession()?.person;
  return person?.isGuest ? person.id : null;
};

/** Whether a guest is here whose card would be left behind if somebody signed in now. */
export const isCardUnprepared = (): boolean => {
  const guest = storedGuest();
  const card = keptGuestCard();
  return guest !== null && !(card?.guest === guest && card.isPrepared);
};
