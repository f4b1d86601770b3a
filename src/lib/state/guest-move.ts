/** Moves a guest's card to the account they sign in to (docs/product.md#without-an-account). */
import { guestTexts, movedText } from '#text/guests.ts';
import { toDataError } from '../data/data-error.ts';
import { forgetGuestCard, keptGuestCard } from '../data/guest-card.ts';
import { moveGuestCard } from '../data/guest-move.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { $arrival } from './address.ts';
import { $isGuest } from './guests.ts';
import { passReminders } from './keep-reminders.ts';
import { refetchChanged } from './reading/cache.ts';
import { $person, personalAtom } from './session/session.ts';

interface CardNotice {
  tone: 'success' | 'error';
  text: string;
}

/** What became of moving the card, to be read once, on one screen. */
export const $cardNotice = /* @__PURE__ */ personalAtom<CardNotice | null>(null);

/** The card is gone, or the account accepts no more cards: trying again would change nothing. */
const isFinal = (code: string | null): boolean => code === 'PT404' || code === 'PT409';

async function moveCard(): Promise<void> {
  const person = $person.get();
  const card = keptGuestCard();
  if (!person || person.isGuest || !card) return;
  if (card.secret === null) return forgetGuestCard();
  /** Does nothing if somebody else, or nobody, is signed in by now. */
  const tell = (notice: CardNotice) => {
    if ($person.get()?.id === person.id) $cardNotice.set(notice);
  };
  const leaveGuest = () => {
    forgetGuestCard();
    passReminders(card.guest, person.id);
  };
  try {
    const text = movedText(await moveGuestCard(card.secret));
    leaveGuest();
    if (text !== null) tell({ tone: 'success', text });
    refetchChanged();
  } catch (thrown) {
    const { code, message } = toDataError(thrown, guestTexts.notMoved);
    // Without an answer it is kept, and the next screen tries again.
    if (!isFinal(code)) return;
    leaveGuest();
    tell({ tone: 'error', text: message });
  }
}

/** Moves a guest's card, now or once somebody with an account is here, in the visible tab. */
export function takeCardAlong(): Stop {
  const look = () => {
    if (!platform().isVisible() || $person.get() === null || $isGuest.get()) return;
    if (platform().localStorage.get(storageKeys.guestCard) === null) return;
    void platform().alone(storageKeys.guestCard, moveCard);
  };
  const stops = [
    $person.subscribe(look),
    $arrival.listen(() => {
      $cardNotice.set(null);
      look();
    }),
    platform().onVisibilityChange(look),
    platform().onOnline(look),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
