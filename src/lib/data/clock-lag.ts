/**
 * A backend whose clock lags takes a fresh token for one from the future and refuses it with 401
 * (docs/decisions/ended-sessions.md). That is "not now": the same request is good a moment later.
 * Loaded with the first 401.
 */
import { notYet } from '#text/messages.ts';
import { CLOCK_CODE } from './data-error.ts';

/** Milliseconds before each further try, all within the 15 s of a call. */
export const CLOCK_DELAYS_MS = [1000, 2000, 4000];

/** PostgREST 12 says 'JWTIssuedAtFuture' (PGRST301), later ones 'JWT issued at future' (PGRST303). */
export const isTooEarly = (status: number, message: unknown): boolean =>
  status === 401 && /^JWT ?issued ?at ?future/i.test(String(message));

async function isAnsweredTooEarly(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isTooEarly(response.status, Object(body).message);
}

/**
 * The answer once the clocks agree. If they don't in time it becomes one to try later (503), since nothing
 * proves that anything was refused.
 *
 * @param first what was answered already
 * @param ask sends the same request again
 */
export async function onceClocksAgree(
  first: Response,
  ask: () => Promise<Response>,
): Promise<Response> {
  let response = first;
  for (const delay of CLOCK_DELAYS_MS) {
    if (!(await isAnsweredTooEarly(response))) return response;
    await new Promise((resolve) => setTimeout(resolve, delay));
    response = await ask();
  }
  if (!(await isAnsweredTooEarly(response))) return response;
  return new Response(JSON.stringify({ code: CLOCK_CODE, message: notYet }), {
    status: 503,
    headers: { 'content-type': 'application/json' },
  });
}
