/**
 * What a script in the page has asked the backend before the page's code has come
 * (src/scripts/ask-early.ts). Apart, for that script.
 */
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';

const page = globalThis as { stampcardAsked?: Map<string, Promise<Response>> };

/** Tells a request from all others: the token in its headers makes it one person's. */
const nameOf = (url: unknown, { method, headers, body }: RequestInit = {}): string =>
  JSON.stringify([url, method, [...new Headers(headers)], body]);

/** Asks for what the code is going to ask for. */
export function askEarly(url: string, request: RequestInit): void {
  const name = nameOf(url, request);
  const answer = fetch(url, { ...request, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  // Whoever takes it hears of its failure.
  answer.catch(() => undefined);
  page.stampcardAsked ??= new Map();
  page.stampcardAsked.set(name, answer);
}

/** The answer to the very same request, once, and only as the page begins. */
export function takeEarly(url: unknown, request?: RequestInit): Promise<Response> | undefined {
  const asked = page.stampcardAsked;
  if (!asked?.size || performance.now() > CALL_TIMEOUT_MS) return undefined;
  const name = nameOf(url, request);
  const answer = asked.get(name);
  asked.delete(name);
  return answer;
}
