import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../src/lib/config.ts';
import { isOfBackend } from './addresses.ts';
import type { Mailbox } from './mailbox.ts';
import type { SeedDay } from './migrate.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createLocalPages } from './pages/local-pages.ts';
import type { PushService } from './push-service.ts';
import { createReminders, NOTIFY_PATH } from './reminders.ts';
import { createServices, type ServiceParts } from './services.ts';

export interface FrontParts extends ServiceParts {
  mailbox: Mailbox;
  pushService: PushService;
  seedDay: SeedDay;
  reset(): Promise<void>;
}

const SOCKET_PATH = '/realtime/v1/websocket';

/** The layer between the network and the services: who may ask, and /local/*. */
export function createFront(parts: FrontParts) {
  const { database, origin } = parts;
  // The embedded database has a single session, and lite opens transactions on it without a lock:
  // two requests at once could read each other's settings, so one person could act as another.
  const queue = database.oneSession
    ? oneAtATime()
    : <Result>(work: () => Promise<Result>): Promise<Result> => work();
  const ownOrigin = createOriginCheck([origin, ...(parts.siteOrigins ?? [])]);
  const services = createServices(parts, queue);
  const reset = async () => {
    await queue(parts.reset);
    services.clear();
  };
  const query: typeof database.query = (sql, values) => queue(() => database.query(sql, values));
  const reminders = createReminders({ ...parts, database: { query }, ask: services.fetch });
  const local = createLocalPages({
    ...parts,
    database: { query },
    remind: reminders.run,
    forward: services.forward,
    reset,
  });

  return {
    reset,
    query,
    /** Whether a program or our own page asks for a socket, at its one address, on this machine. */
    isSocketOfOurs({ headers, url = '' }: IncomingMessage): boolean {
      const address = URL.parse(url, `http://${headers.host}`);
      return (
        address?.pathname === SOCKET_PATH &&
        isLoopback(address.hostname) &&
        (headers.origin === undefined || ownOrigin.isOurs(headers.origin, address))
      );
    },
    async fetch(request: Request): Promise<Response | null> {
      const url = new URL(request.url);
      if (!isLoopback(url.hostname) && url.hostname !== new URL(origin).hostname) {
        return new Response('The local backend answers this machine only.', { status: 403 });
      }
      if (!isOfBackend(url.pathname)) {
        return null;
      }
      if (!ownOrigin.isAllowed(request)) {
        return new Response('Another site may not do this.', { status: 403 });
      }
      if (parts.seedDay.isOver()) {
        await queue(parts.seedDay.move);
      }
      if (url.pathname === '/local' || url.pathname.startsWith('/local/')) {
        return local(request);
      }
      if (url.pathname === NOTIFY_PATH) {
        return reminders.handler(request);
      }
      return ownOrigin.withCors(blockStudioPages(await services.fetch(request)), request);
    },
  };
}

/** Shim: lite answers unknown paths with the pages of its own studio. */
function blockStudioPages(response: Response): Response {
  const isPage = response.ok && response.headers.get('content-type')?.includes('text/html');
  return isPage ? Response.json({ message: 'Not found' }, { status: 404 }) : response;
}

/**
 * Who may call the backend from a browser: the site's own pages. Any other page in the same browser
 * could otherwise read and change the demo's data, since no password protects it.
 */
export function createOriginCheck(siteOrigins: readonly string[]) {
  /** The host was checked before: a page that has it as its origin came from this server. */
  const isOurs = (origin: string, address: URL) =>
    origin === address.origin || siteOrigins.includes(origin);

  return {
    isOurs,

    /** Programs send neither of the two headers; a browser always sends one with a write. */
    isAllowed(request: Request): boolean {
      if (isSafe(request)) {
        return true;
      }
      const origin = request.headers.get('origin');
      if (origin !== null) {
        return isOurs(origin, new URL(request.url));
      }
      const site = request.headers.get('sec-fetch-site');
      return site === null || site === 'same-origin' || site === 'none';
    },

    /** The answer, which our own pages on another origin may read, and nobody else's. */
    withCors(response: Response, request: Request): Response {
      const headers = new Headers(response.headers);
      // lite lets every site read its answers.
      for (const name of [...headers.keys()].filter((key) => key.startsWith(CORS))) {
        headers.delete(name);
      }
      // The hosted storage sends its files without it (SECURITY.md).
      if (!new URL(request.url).pathname.startsWith('/storage/')) {
        headers.set('x-content-type-options', 'nosniff');
      }
      headers.append('vary', 'origin');
      const origin = request.headers.get('origin');
      if (origin !== null && isOurs(origin, new URL(request.url))) {
        headers.set(`${CORS}allow-origin`, origin);
        headers.set(`${CORS}expose-headers`, 'Content-Range, Date, X-Supabase-Api-Version');
        if (request.method === 'OPTIONS') {
          const asked = request.headers.get(`${CORS}request-headers`);
          headers.set(`${CORS}allow-methods`, 'GET, HEAD, POST, PUT, PATCH, DELETE');
          headers.set(`${CORS}allow-headers`, asked ?? '*');
          headers.set(`${CORS}max-age`, '86400');
        }
      }
      const { status, statusText } = response;
      return new Response(response.body, { status, statusText, headers });
    },
  };
}

const CORS = 'access-control-';

/** Whether it only reads; for the local pages, only a browser's own navigation counts as reading. */
function isSafe(request: Request): boolean {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    return false;
  }
  const isLocalPage = new URL(request.url).pathname.startsWith('/local');
  return !isLocalPage || request.headers.get('sec-fetch-mode') === 'navigate';
}
