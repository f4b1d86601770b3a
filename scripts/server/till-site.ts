/** The built till of the stores (src/till), which the demo has under its store counter. */
import { createStaticSite, type Handler } from './static-site.ts';

const TILL = '/local/counter/till';

/**
 * @param folder the built till
 * @param built when it is
 * @returns null for every other address. Throws where the till is not built (`npm run build:till`)
 */
export function createTillSite(
  folder = 'dist-till',
  built: Promise<unknown> = Promise.resolve(),
): (request: Request) => Promise<Response | null> {
  let till: Promise<Handler> | undefined;
  return async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${TILL}/`)) return null;
    till ??= built.then(() => createStaticSite(folder));
    url.pathname = url.pathname.slice(TILL.length);
    return (await till)(new Request(url, request));
  };
}
