/**
 * A backend whose clock lags takes a fresh token for one from the future and refuses it with 401
 * (docs/decisions/refused-tokens.md). That is "not now": the same request is good a moment later.
 * Loaded with the first 401.
 */
import { notYet } from '#text/clock-lag.ts';

/** Milliseconds before each further try, all within the 15 s of a call. */
const DELAYS_MS = [1000, 2000, 4000];

/** The words of every PostgREST since 12; the code changed from PGRST301 to PGRST303 with 14. */
async function isTooEarly(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const message = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : '';
  return message === 'JWT issued at future';
}

/**
 * The answer once the clocks agree. Where they don't in time it reads as one to try later (503): no
 * proof that anything was refused.
 *
 * @param first what was answered already
 * @param ask sends the same request again
 */
export async function onceClocksAgree(
  first: Response,
  ask: () => Promise<Response>,
): Promise<Response> {
  let response = first;
  for (const delay of DELAYS_MS) {
    if (!(await isTooEarly(response))) return response;
    await new Promise((resolve) => setTimeout(resolve, delay));
    response = await ask();
  }
  if (!(await isTooEarly(response))) return response;
  return new Response(JSON.stringify({ code: 'PGRST303', message: notYet }), {
    status: 503,
    headers: { 'content-type': 'application/json' },
  });
}
