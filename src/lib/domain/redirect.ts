/** Where a sign-in or a `redirect` query may lead (docs/product.md#redirects). */
import { LOGIN_PATH, routes, STORE_PATH } from '../routes.ts';
import type { Id } from './entities.ts';
import { encodePart, idInPath, parseUrl } from './runtime-url.ts';

/** One slash, and no second one or backslash after it: both would name another host. */
const pathStart = /^\/(?![/\\])/;
/** The URL parser drops tabs and line ends, so that a harmless-looking text becomes another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** The path, query and hash to follow, or null: only ever an address of this origin. */
export function safeRedirect(target: string | null | undefined, origin: string): string | null {
  if (!target || !pathStart.test(target) || controlCharacter.test(target)) return null;
  const url = parseUrl(target, origin);
  if (url?.origin !== origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // '/.//host' is harmless as written, but its plain form '//host' is not.
  return pathStart.test(path) ? path : null;
}

/** Where to go after the sign-in: the safe target, else /home. */
export function loginTarget(redirect: string | null | undefined, origin: string): string {
  return safeRedirect(redirect, origin) ?? routes.home.path;
}

/** The store whose page a sign-in leads to, if it leads to one. */
export function storeInRedirect(redirect: string | null | undefined, origin: string): Id | null {
  const url = parseUrl(safeRedirect(redirect, origin) ?? '/', origin);
  if (url === null || !`${url.pathname}/`.startsWith(`${STORE_PATH}/`)) return null;
  return idInPath(STORE_PATH, url);
}

/** '/login?redirect=/store/3%3Freward=7': the way back, its slashes left readable. */
export function loginPath(pathAndQuery: string): string {
  return `${LOGIN_PATH}?redirect=${encodePart(pathAndQuery).replaceAll('%2F', '/')}`;
}
