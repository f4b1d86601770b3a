/** How every request goes out to the backend, and what counts as its answer. */
import { config } from '../config.ts';
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';
import { cacheMode } from '../platform/early-requests.ts';
import { trackRequest } from '../platform/idle.ts';
import { platform } from '../platform/platform.ts';
import { DataError } from './data-error.ts';

export const backendUrl = (): string => config.supabaseUrl || platform().address().origin;

let notifySettled: (reached: boolean) => void = () => undefined;

/** Reports after each request whether anything answered it. One listener. */
export const onRequestSettled = (listener: (reached: boolean) => void): void => {
  notifySettled = listener;
};

let notifyAnswered: (answer: Response) => void = () => undefined;

/** Reports each answer, whatever it says. One listener. */
export const onAnswered = (listener: (answer: Response) => void): void => {
  notifyAnswered = listener;
};

/**
 * Ends a request that gets no answer. The caller has given up by then, but the auth client makes every
 * call wait for a renewal, and they would wait forever.
 */
async function fetchWithTimeout(
  input: RequestInfo | URL,
  init?: RequestInit,
  early?: Promise<Response>,
): Promise<Response> {
  // `AbortSignal.any` is missing in the oldest browsers.
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, CALL_TIMEOUT_MS);
  if (init?.signal?.aborted) end();
  init?.signal?.addEventListener('abort', end);
  try {
    const ask = () => fetch(input, { ...init, cache: cacheMode(), signal: ended.signal });
    const response = await trackRequest(early?.catch(ask) ?? ask());
    // An answer counts once all of it is there: a connection can end in the middle, without an error.
    await response.clone().arrayBuffer();
    notifySettled(true);
    notifyAnswered(response);
    reportRateLimit(response);
    return response;
  } catch (thrown) {
    // A request canceled by its caller says nothing about the network.
    if (!init?.signal?.aborted) notifySettled(false);
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** Many people behind one address use up its limit: an operator who gets error reports hears about it. */
function reportRateLimit({ status }: Response): void {
  if (!import.meta.env.ERRORS_URL || status !== 429) return;
  dispatchEvent(new ErrorEvent('error', { error: new DataError('', status) }));
}

export const TOKEN_REFRESH_PATH = '/auth/v1/token?grant_type=refresh_token';

/**
 * Returns what the backend itself says. A refusal that is not JSON comes from something in between (a
 * proxy's HTML page): its body is dropped, so that it can't be mistaken for a message, and it becomes one
 * to try later (503), since the backend has refused nothing. So does a refused renewal of a session, unless
 * it is a 400, by which the auth service refuses a token that is over: the others are for haste (429) or the
 * host's (the project is paused, its key was replaced), and the auth client would end the session.
 *
 * @param early the answer to the same request, if it is already on its way
 */
export async function fetchFromBackend(
  input: RequestInfo | URL,
  init?: RequestInit,
  early?: Promise<Response>,
) {
  let response = await fetchWithTimeout(input, init, early);
  if (response.status === 401 && String(input).includes('/rest/v1/')) {
    const clockLag = await import('./clock-lag.ts').catch(() => null);
    response =
      (await clockLag?.onceClocksAgree(response, () => fetchWithTimeout(input, init))) ?? response;
  }
  const isReadable = response.ok || response.headers.get('content-type')?.includes('json');
  const isRefresh = String(input).endsWith(TOKEN_REFRESH_PATH);
  if (isReadable && !(isRefresh && response.status > 400)) return response;
  return new Response('{}', {
    status: isRefresh || response.status < 500 ? 503 : response.status,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * The same for the auth service, which gives a session's end by its own clock. Without that, an auth client
 * counts the seconds by this device's clock: if that is ahead, each session would be over as it arrives, and
 * every call in every tab would renew it until the backend refuses. A renewed session has to name its person:
 * something in between says yes to everything, and the auth client would end the session.
 */
export const fetchFromAuth: typeof fetchFromBackend = async (input, init) => {
  const response = await fetchFromBackend(input, init);
  const read = response.json.bind(response);
  response.json = async () => {
    const answer = await read();
    if (response.ok && !answer?.user && String(input).includes('/token?')) throw new Error();
    delete answer?.expires_at;
    return answer;
  };
  return response;
};
