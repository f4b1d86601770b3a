/**
 * A backend whose clock lags takes a fresh token for one from the future and refuses it with 401
 * (docs/decisions/ended-sessions.md). That is "not now": the same request is good a moment later.
 * Loaded with the first 401.
 */
import { notYet } from '#text/messages.ts';
import { CLOCK_CODE } from './data-error.ts';

/** Milliseconds before each further try; all of them fit into CALL_TIMEOUT_MS. */
const CLOCK_DELAYS_MS = [1000, 2000, 4000];

/** PostgREST 12 says 'JWTIssuedAtFuture' (PGRST301), later ones 'JWT issued at future' (PGRST303). */
const TOO_EARLY = /^JWT ?issued ?at ?future/i;

async function isTooEarly(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return TOO_EARLY.test(Object(body).message);
}

/**
 * The answer once the clocks agree. If they don't in time it becomes one to try later (503), since nothing
 * proves that anything was refused.
 *
 * @param first the answer that has already arrived
 * @param ask sends the same request again
 */
export async function onceClocksAgree(
  first: Response,
  ask: () => Promise<Response>,
): Promise<Response> {
  let response = first;
  for (const delay of CLOCK_DELAYS_MS) {
    if (!(await isTooEarly(response))) return response;
    await new Promise((resolve) => setTimeout(resolve, delay));
    response = await ask();
  }
  if (!(await isTooEarly(response))) return response;
  return new Response(JSON.stringify({ code: CLOCK_CODE, message: notYet }), {
    status: 503,
    headers: { 'content-type': 'application/json' },
  });
}
