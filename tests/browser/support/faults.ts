/** What can go wrong between the browser and the backend, made to happen to one call at a time. */
import { type BrowserContext, expect, type Page, type Request, type Route } from 'playwright/test';

/** What a sentence of the backend's looks like; no screen has it otherwise. */
export const MESSAGE = 'The kitchen is closed until noon.';

export interface Fault {
  name: string;
  /** `null`: never answers. */
  answer: ((route: Route) => Promise<void>) | null;
  /**
   * What comes of it: the backend's `message`, the catalog's `fallback`, nothing at all because
   * the app `recovers` or was `left`, or a session that is over and leads to the `sign-in`.
   */
  outcome: 'message' | 'fallback' | 'recovers' | 'left' | 'sign-in';
  /** Only the 15 s limit ends it. */
  slow?: boolean;
  /** What happens to the session's renewal meanwhile; it works where this is not set. */
  renewal?: 'refused';
}

const jsonReply = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, json: body });

const EXPIRED = jsonReply(401, { code: 'PGRST303', message: 'JWT expired' });

export const fault = {
  refusedWithMessage: {
    name: 'refused with a message',
    answer: jsonReply(400, { code: 'PT400', message: MESSAGE, details: null, hint: null }),
    outcome: 'message',
  },
  networkGone: {
    name: 'network gone',
    answer: (route) => route.abort('internetdisconnected'),
    outcome: 'fallback',
  },
  hangs: { name: 'no answer within 15 s', answer: null, outcome: 'fallback', slow: true },
  unauthorized: {
    name: 'not authorized',
    answer: jsonReply(401, { code: 'no_authorization', message: MESSAGE }),
    outcome: 'message',
  },
  expired: { name: 'expired session, renewed', answer: EXPIRED, outcome: 'recovers' },
  ended: { name: 'ended session', answer: EXPIRED, outcome: 'sign-in', renewal: 'refused' },
  late: { name: 'late answer after leaving', answer: null, outcome: 'left' },
} as const satisfies Record<string, Fault>;

const BACKEND = /\/(auth|rest)\/v1\//;

export type IsCall = (url: URL, request: Request) => boolean;

/** The calls of one function of the database. */
export const isCallOf =
  (name: string): IsCall =>
  (url) =>
    url.pathname === `/rest/v1/rpc/${name}`;

export const isRenewal: IsCall = (url) =>
  url.pathname === '/auth/v1/token' && url.searchParams.get('grant_type') === 'refresh_token';

/** Stands between the browser and the backend, and lets everything through until told otherwise. */
export class Trouble {
  #isCall: IsCall = () => false;
  #fault: Fault | null = null;
  /** The token with which the call is refused as expired: another one is let through. */
  #expired: string | null = null;
  /** A renewal ended since the refusal. Two tokens that are issued within a second are the same. */
  #renewed = false;
  #held: Route[] = [];
  #hits = 0;
  #pending = new Set<Request>();

  static async in(context: BrowserContext): Promise<Trouble> {
    const trouble = new Trouble();
    await context.route(BACKEND, (route) => trouble.#meet(route));
    context.on('request', (request) => {
      if (BACKEND.test(request.url())) trouble.#pending.add(request);
    });
    context.on('requestfinished', (request) => trouble.#pending.delete(request));
    context.on('requestfailed', (request) => trouble.#pending.delete(request));
    for (const page of context.pages()) trouble.#forgetWhatIsLeft(page);
    context.on('page', (page) => trouble.#forgetWhatIsLeft(page));
    return trouble;
  }

  /** What a document requests while it is being left does not always end with an event. */
  #forgetWhatIsLeft(page: Page): void {
    let isLeaving = false;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isLeaving = true;
    });
    page.on('framenavigated', (frame) => {
      // Within a document there is no request before it.
      if (!isLeaving) return;
      isLeaving = false;
      for (const request of this.#pending) {
        if (request.frame() === frame) this.#pending.delete(request);
      }
    });
  }

  /** From now on this call meets this fault. */
  make(isCall: IsCall, next: Fault): void {
    this.#isCall = isCall;
    this.#fault = next;
    this.#expired = null;
    this.#renewed = false;
    this.#hits = 0;
  }

  /** Everything works again; what was held back is answered now, late. */
  async lift(): Promise<void> {
    this.#fault = null;
    const held = this.#held.splice(0);
    await Promise.all(held.map((route) => finished(route.continue())));
  }

  /** Waits until the call has met its fault, and every other call has its answer. */
  async met(): Promise<void> {
    const state = () => {
      const held = new Set(this.#held.map((route) => route.request()));
      return { hit: this.#hits > 0, others: this.#pending.difference(held).size };
    };
    await expect
      .poll(state, 'the call that is to meet the fault')
      .toEqual({ hit: true, others: 0 });
  }

  /** Waits until nothing is on its way. */
  async settled(): Promise<void> {
    await expect.poll(() => this.#pending.size, 'calls on their way').toBe(0);
  }

  async #meet(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const current = this.#fault;
    if (current === null) return finished(route.continue());
    if (current.renewal === 'refused' && isRenewal(url, request)) {
      const refuse = jsonReply(400, {
        code: 'refresh_token_not_found',
        message: 'Refresh Token Not Found',
      });
      return finished(refuse(route));
    }
    if (current.outcome === 'recovers' && isRenewal(url, request)) {
      return finished(this.#renew(route, current));
    }
    if (!this.#isCall(url, request)) return finished(route.continue());
    const token = (await request.allHeaders()).authorization ?? '';
    // Lifted, or another one, by now.
    if (current !== this.#fault) return this.#meet(route);
    if (current.outcome === 'recovers') {
      this.#expired ??= token;
      if (token !== this.#expired || this.#renewed) return finished(route.continue());
    }
    this.#hits += 1;
    if (current.answer === null) this.#held.push(route);
    else await finished(current.answer(route));
  }

  async #renew(route: Route, current: Fault): Promise<void> {
    const response = await route.fetch();
    if (current === this.#fault && this.#hits > 0) this.#renewed = true;
    await route.fulfill({ response });
  }
}

/** The page may have left, or given up, before its answer came: the answer is not waited for then. */
async function finished(answering: Promise<void>): Promise<void> {
  try {
    await answering;
  } catch (error) {
    if (!/closed|disposed|Route is already handled|not found/i.test(String(error))) throw error;
  }
}
