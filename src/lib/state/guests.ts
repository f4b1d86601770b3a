/** People who have started without an account (docs/product.md#without-an-account). */
import { computed } from 'nanostores';
import { guestTexts } from '#text/guests.ts';
import { forgetGuestCard, keptGuestCard } from '../data/guest-card.ts';
import { loginPath } from '../domain/redirect.ts';
import { withWebView } from '../domain/web-view.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { $person } from './session/session.ts';
import { isWebView } from './session/web-view.ts';

export const $isGuest = /* @__PURE__ */ computed($person, (person) => person?.isGuest === true);

/** Where a guest signs in, and then returns to this page. */
export function signInPath(): string {
  const { pathname, search } = platform().address();
  return withWebView(loginPath(pathname + search), isWebView());
}

/** Whether this page is one of those that tell a guest what can be lost. */
export function tellsGuests(): boolean {
  const path = platform().address().pathname.replace(/\/$/, '');
  return path === routes.home.path || path === routes.profile.path;
}

/** The sentence about a guest's card that is gone with its session; null if there is none. Returned once. */
export function takeLostCardNotice(): string | null {
  const card = keptGuestCard();
  // With its secret it can still be recovered.
  if (card === null || card.secret !== null) return null;
  forgetGuestCard();
  return guestTexts.ended;
}
