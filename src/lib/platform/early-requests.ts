/**
 * What an inline script has requested from the backend before the page's code has loaded
 * (src/scripts/ask-early.ts). Separate, so that the script can use it.
 */
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';

export interface EarlyRequest {
  url: string;
  request: RequestInit & { headers: Record<string, string> };
  answer: Promise<Response>;
}

const page = globalThis as { stampcardAsked?: Map<string, EarlyRequest> };

/**
 * When going back, a browser repeats answers from its own cache, old ones and other people's, unless told not
 * to. Elsewhere that would make Chromium send a preflight before each request, even while an earlier one is
 * still valid.
 */
export const cacheMode = (): RequestCache =>
  performance.navigation?.type === 2 ? 'no-store' : 'default';

/**
 * Whether the document was come back to, or loaded again: it is shown as it was left. A newly opened one has
 * the type 0, and in Firefox 255 if a script has replaced the address, as after a sign-in.
 */
export const isBackForwardOrReload = (): boolean => performance.navigation?.type % 255 !== 0;

/** Requests what the code is going to request, under the name of its query (lib/data/client.ts). */
export function askEarly(name: string, url: string, request: EarlyRequest['request']): void {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer = fetch(url, { ...request, cache: cacheMode(), signal });
  // The code that takes it handles its failure.
  answer.catch(() => undefined);
  page.stampcardAsked ??= new Map();
  page.stampcardAsked.set(name, { url, request, answer });
}

/** The answer to the same query of the same person, once, and only as the page begins. */
export function takeEarly(name: string, token: string | undefined): EarlyRequest | undefined {
  const early = page.stampcardAsked?.get(name);
  page.stampcardAsked?.delete(name);
  const isSame = early?.request.headers.authorization === `Bearer ${token}`;
  return isSame && performance.now() <= CALL_TIMEOUT_MS ? early : undefined;
}
