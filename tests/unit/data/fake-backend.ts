/** A backend that answers as a test tells it to, and keeps the requests. */

export interface ReceivedRequest {
  method: string;
  /** 'rest/stores', 'auth/otp', … */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | null;
  /** Whether it outlives the page. */
  keepalive: boolean;
  /** What it takes from the browser's cache, and leaves there. */
  cache: RequestCache | undefined;
}

export type Answer = (request: ReceivedRequest) => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** @param count of all rows, if the call asked for it */
export const rows =
  (found: readonly unknown[], count = found.length): Answer =>
  () =>
    json(200, found, { 'content-range': `0-${found.length}/${count}` });

/** A row of `stamps`, given at a minute past ten of the morning on which pages are opened. */
export const stampRow = (id: number, minute: number, columns: object = {}) => ({
  ...{ id, stamp_count: 1, store_id: 3, store_name: 'Kape Tayo' },
  created_at: `2026-11-21T02:${minute}:00+00:00`,
  metadata: { stamps_needed: 8 },
  ...columns,
});

export const refusal =
  (status: number, body: object): Answer =>
  () =>
    json(status, body);

/** A proxy in between says no, with a page of its own. */
export const htmlPage =
  (status: number): Answer =>
  () =>
    new Response('<html><body>Bad gateway</body></html>', {
      status,
      headers: { 'content-type': 'text/html' },
    });

/** A hotel's own sign-in page, say, that answers every request. */
export const captivePortal: Answer = () =>
  new Response('<html><body>Welcome! Please accept our terms.</body></html>', {
    status: 200,
    headers: { 'content-type': 'text/html' },
  });

export const emptyBody: Answer = () => new Response('', { status: 200 });

export const offline: Answer = () => {
  throw new TypeError('Failed to fetch');
};

/** Never answers, and gives up when told to. */
export const hanging: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** Begins to answer, then stalls, and gives up when told to. */
export const stalling: Answer = ({ signal }) =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode('{'));
        signal?.addEventListener('abort', () => body.error(signal.reason));
      },
    }),
  );

export const outOfRange = refusal(416, {
  code: 'PGRST103',
  message: 'Requested range not satisfiable',
  details: 'An offset of 40 was requested, but there are only 12 rows.',
  hint: null,
});

/** What a backend without such a function says. */
export const noFunction = refusal(404, {
  code: 'PGRST202',
  message: 'Could not find the function in the schema cache',
  details: null,
  hint: null,
});

/** A redemption code that the backend was told of. */
export const opened: Answer = ({ body }) => {
  const { opening_id, stamps_needed } = body as Record<string, unknown>;
  return json(200, { opening_id, stamps_needed });
};

export const nothing: Answer = () => new Response(null, { status: 204 });

/** A redirect to the provider's consent page as a browser shows it: without its address. */
export const redirectToProvider: Answer = () =>
  new Response(null, { status: 302, headers: { location: 'https://accounts.google.com/' } });

/** Each of these in turn, then the last one again and again. */
export function inTurn(...answers: Answer[]): Answer {
  let next = 0;
  return (asked) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? offline;
    next += 1;
    return answer(asked);
  };
}

/** An answer that comes when the test says so. */
export function later() {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const answer: Answer = async (asked) => (await promise)(asked);
  return { answer, come: resolve };
}

/** JSON as a value, a form with a file as its text. */
function readBody(text: string): unknown {
  if (text === '') return null;
  return /^[{[]/.test(text) ? JSON.parse(text) : text;
}

/** The default answers: tables are empty and searched by a filter, codes open and close, sign-ins lead to the provider. */
function defaultAnswer(path: string): Answer {
  if (path === 'rest/rpc/open_redemption') return opened;
  if (path === 'rest/rpc/close_redemption') return nothing;
  if (path === 'rest/rpc/search_stores') return noFunction;
  if (path.startsWith('rest/')) return rows([]);
  return path === 'auth/authorize' ? redirectToProvider : refusal(404, {});
}

/** A backend that answers by itself until `answer` says otherwise. */
export function fakeBackend() {
  const answers = new Map<string, Answer>();
  const requests: ReceivedRequest[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // As the real one does, which then sends nothing.
    init?.signal?.throwIfAborted();
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const received: ReceivedRequest = {
      method: request.method,
      path: pathname.replace(/^\/(rest|auth|storage)\/v1\//, '$1/'),
      query: searchParams,
      headers: request.headers,
      body: readBody(text),
      signal: init?.signal ?? null,
      keepalive: request.keepalive,
      cache: init?.cache,
    };
    requests.push(received);
    return (answers.get(received.path) ?? defaultAnswer(received.path))(received);
  };
  /** The requests to one path. */
  const of = (path: string) => requests.filter((request) => request.path === path);
  return {
    fetch,
    requests,
    of,
    /** What each of them asks for. */
    queries: (path: string) => of(path).map(({ query }) => Object.fromEntries(query)),
    /** Whose token each of them carries: 'Bearer access-ana-first', … */
    tokens: (path: string) => of(path).map(({ headers }) => headers.get('authorization')),
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
  };
}

export type FakeBackend = ReturnType<typeof fakeBackend>;
