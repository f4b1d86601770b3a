/** People who have started without an account, and their card (docs/product.md#without-an-account). */
import { atom, computed } from 'nanostores';
import { guestTexts, movedText } from '#text/guests.ts';
import { toDataError } from '../data/data-error.ts';
import { forgetGuestCard, keptGuestCard, moveGuestCard } from '../data/guest-card.ts';
import { loginPath } from '../domain/redirect.ts';
import { withWebView } from '../domain/web-view.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { routes } from '../routes.ts';
import { cache } from './reading/cache.ts';
import { $person } from './session/session.ts';
import { isWebView } from './session/web-view.ts';

export const $isGuest = /* @__PURE__ */ computed($person, (person) => person?.isGuest === true);

/** What came of the card that was taken along, to be read once. */
export const $cardTold = /* @__PURE__ */ atom<{ tone: 'success' | 'error'; text: string } | null>(
  null,
);

/** Where a guest signs in, and comes back from to this page. */
export function signInPath(): string {
  const { pathname, search } = platform().address();
  return withWebView(loginPath(pathname + search), isWebView());
}

/** Whether this page is one of those that tell a guest what can be lost. */
export function tellsGuests(): boolean {
  const path = platform().address().pathname.replace(/\/$/, '');
  return path === routes.home.path || path === routes.profile.path;
}

/** The sentence of a guest's card that is gone with its session; null where there is none, and the next time. */
export function takeEndedCard(): string | null {
  const card = keptGuestCard();
  // With its secret it can still be had.
  if (card === null || card.secret !== null) return null;
  forgetGuestCard();
  return guestTexts.ended;
}

/** The card is gone, or the account takes no more: only the function itself says so, and will again. */
const isFinal = (code: string | null): boolean => code === 'PT404' || code === 'PT409';

async function moveCard(): Promise<void> {
  const person = $person.get();
  const card = keptGuestCard();
  if (!person || person.isGuest || !card) return;
  if (card.secret === null) return forgetGuestCard();
  try {
    const text = movedText(await moveGuestCard(card.secret));
    forgetGuestCard();
    if (text !== null) $cardTold.set({ tone: 'success', text });
    void cache.invalidateQueries();
  } catch (thrown) {
    const { code, message } = toDataError(thrown, guestTexts.notMoved);
    // Without an answer it is kept, and the next page tries again.
    if (!isFinal(code)) return;
    forgetGuestCard();
    $cardTold.set({ tone: 'error', text: message });
  }
}

/** Takes a guest's card along, now or once somebody with an account is here; in the tab that is looked at. */
export function takeCardAlong(): Stop {
  const look = () => {
    if (!platform().isVisible() || $person.get() === null || $isGuest.get()) return;
    if (platform().localStorage.get(storageKeys.guestCard) === null) return;
    void platform().alone(storageKeys.guestCard, moveCard);
  };
  const stops = [
    $person.subscribe(look),
    platform().onVisibilityChange(look),
    platform().onOnline(look),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
