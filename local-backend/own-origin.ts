/**
 * Who may call the backend from a browser: the site's own pages. Any other page of the same browser
 * could otherwise read and change the demo's data, as no password stands before it.
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

    /** The answer with leave to be read by our own pages on another origin, and by nobody else. */
    withCors(response: Response, request: Request): Response {
      const headers = new Headers(response.headers);
      // lite lets every site read its answers.
      for (const name of [...headers.keys()].filter((key) => key.startsWith(CORS))) {
        headers.delete(name);
      }
      // The hosted storage sends its files without (SECURITY.md).
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

/** Asks for something without changing it; of the local pages only a browser's own navigation does. */
function isSafe(request: Request): boolean {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    return false;
  }
  const isLocalPage = new URL(request.url).pathname.startsWith('/local');
  return !isLocalPage || request.headers.get('sec-fetch-mode') === 'navigate';
}
