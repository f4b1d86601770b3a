/** The id that an address of `/store/{id}` or `/view-event/{id}` names. */
import type { Id } from './entities.ts';
import { parseQuery } from './runtime-url.ts';

/**
 * Null without one. Hosts without rewrites bring it as `?id=`.
 *
 * @param path the route's path before the id
 */
export function idInPath(
  path: string,
  { pathname, search }: { pathname: string; search: string },
): Id | null {
  const encoded = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : '';
  const id = decode(encoded.replace(/\/$/, '')) || parseQuery(search).get('id') || '';
  return id.trim() === '' ? null : id;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone per cent sign: the text stands for itself.
    return text;
  }
}
