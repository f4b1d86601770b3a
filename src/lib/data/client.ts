/**
 * The only connection to the backend's tables. A query is recorded as it is built, and handed to the
 * official client when it is sent: a page whose first answers are already on their way does without the
 * client's code (docs/decisions/one-way-to-read.md). Signing in and renewing a session are in
 * auth-client.ts.
 */
import { takeEarly } from '../platform/early-requests.ts';
import { trackRequest } from '../platform/idle.ts';
import { fetchFromBackend } from './backend-fetch.ts';
import type { TableReply } from './request.ts';
import { storedSession } from './stored-session.ts';
import type { Backend } from './tables.ts';

type Token = () => string | undefined;
/** A method of the client, and what it is called with. */
type Step = readonly [method: string, ...args: unknown[]];
type Send = (steps: readonly Step[]) => PromiseLike<TableReply>;

/** What every method returns: the query so far, which is sent when it is awaited. */
const question = (send: Send, steps: readonly Step[] = []): unknown =>
  new Proxy(
    {},
    {
      get: (_, method: string) =>
        method === 'then'
          ? (...handlers: Parameters<Promise<TableReply>['then']>) => send(steps).then(...handlers)
          : (...args: unknown[]) => question(send, [...steps, [method, ...args]]),
    },
  );

type Code = typeof import('./table-client.ts');

let loaded: Code | undefined;

/** The official client; a failure to fetch its code is forgotten, so that the next call asks again. */
export async function loadTableClient(): Promise<Code> {
  loaded = await import('./table-client.ts');
  return loaded;
}

const NO_ANSWER: TableReply = { data: null, error: {}, status: 0 };

const sendWith =
  (token: Token, options?: RequestInit): Send =>
  async (steps) => {
    // Immediately if it is loaded: a page that is being left can't wait. A query that waits for the code
    // counts as on its way.
    const code = loaded ?? (await trackRequest(loadTableClient()).catch(() => null));
    if (!code) return NO_ANSWER;
    let asked: unknown = code.tableClient(token, options);
    for (const [method, ...args] of steps) {
      asked = (asked as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args);
    }
    return asked as PromiseLike<TableReply>;
  };

/** Calls with the person's token, read again for each call, or as a visitor if there is none. */
export const backendAs = (token: Token, options?: RequestInit): Backend =>
  question(sendWith(token, options)) as Backend;

/** A query's name: without punctuation, since one quotation mark would be six characters in a page. */
const nameOf = (steps: readonly Step[]) =>
  JSON.stringify(steps.filter(([method]) => method !== 'abortSignal')).replace(/[[\]{}"]/g, '');

const ownToken: Token = () => storedSession()?.accessToken;
const sendByClient = sendWith(ownToken);

/** As the client reads an answer. */
async function readAnswer(answer: Response): Promise<TableReply> {
  const { ok, status, headers } = answer;
  const body: unknown = await answer.json();
  const count = Number(headers.get('content-range')?.split('/')[1] ?? Number.NaN);
  return ok
    ? { data: body, error: null, status, count: Number.isNaN(count) ? null : count }
    : { data: null, error: body as TableReply['error'], status };
}

async function sendOrTake(steps: readonly Step[]): Promise<TableReply> {
  const early = takeEarly(nameOf(steps), ownToken());
  if (!early) return sendByClient(steps);
  const answer = fetchFromBackend(early.url, early.request, early.answer);
  return answer.then(readAnswer).catch(() => NO_ANSWER);
}

const ownBackend = question(sendOrTake) as Backend;

/** As the person on this device, whose token may have been renewed a moment ago, even by another tab. */
export const backend = (): Backend => ownBackend;
