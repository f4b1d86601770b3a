import type { IncomingMessage } from 'node:http';
import { isOfBackend, isThisMachine } from './addresses.ts';
import type { Mailbox } from './mailbox.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createOriginCheck } from './own-origin.ts';
import { createLocalPages } from './pages/local-pages.ts';
import { createServices, type ServiceParts } from './services.ts';

export interface FrontParts extends ServiceParts {
  mailbox: Mailbox;
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
  const local = createLocalPages({
    ...parts,
    database: { query },
    forward: services.forward,
    reset,
  });

  return {
    reset,
    query,
    /** Whether a socket is asked for at its one address, on this machine, by a program or by our own page. */
    isSocketOfOurs({ headers, url = '' }: IncomingMessage): boolean {
      const address = URL.parse(url, `http://${headers.host}`);
      return (
        address?.pathname === SOCKET_PATH &&
        isThisMachine(address.hostname) &&
        (headers.origin === undefined || ownOrigin.isOurs(headers.origin, address))
      );
    },
    async fetch(request: Request): Promise<Response | null> {
      const url = new URL(request.url);
      if (!isThisMachine(url.hostname) && url.hostname !== new URL(origin).hostname) {
        return new Response('The local backend answers this machine only.', { status: 403 });
      }
      if (!isOfBackend(url.pathname)) {
        return null;
      }
      if (!ownOrigin.isAllowed(request)) {
        return new Response('Another site may not do this.', { status: 403 });
      }
      if (url.pathname === '/local' || url.pathname.startsWith('/local/')) {
        return local(request);
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
