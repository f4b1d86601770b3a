/**
 * What a script in the page has asked the backend before the page's code has come
 * (src/scripts/ask-early.ts). Apart, for that script.
 */
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';

export interface EarlyRequest {
  url: string;
  request: RequestInit & { headers: Record<string, string> };
  answer: Promise<Response>;
}

const page = globalThis as { stampcardAsked?: Map<string, EarlyRequest> };

/** Asks for what the code is going to ask for, by the name of its question (lib/data/client.ts). */
export function askEarly(name: string, url: string, request: EarlyRequest['request']): void {
  const answer = fetch(url, { ...request, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  // Whoever takes it hears of its failure.
  answer.catch(() => undefined);
  page.stampcardAsked ??= new Map();
  page.stampcardAsked.set(name, { url, request, answer });
}

/** The answer to the very same question of the same person, once, and only as the page begins. */
export function takeEarly(name: string, token: string | undefined): EarlyRequest | undefined {
  const early = page.stampcardAsked?.get(name);
  page.stampcardAsked?.delete(name);
  const isSame = early?.request.headers.authorization === `Bearer ${token}`;
  return isSame && performance.now() <= CALL_TIMEOUT_MS ? early : undefined;
}
