/**
 * On a host without rewrite rules /store/{id} and /view-event/{id} end at the 404 page; the screens
 * accept the id in the query as well (docs/product.md#who-sees-what). So does an address with a
 * slash at its end on some of them: pages have none.
 */
import { BASE_PATH } from '../lib/base-path.ts';
import { routes } from '../lib/routes.ts';

/**
 * '/store?id=7&reward=3' for '/store/7?reward=3', '/home' for '/home/'; null if the address is really
 * unknown.
 */
export function screenFor(path: string, search: string): string | null {
  for (const route of [routes.store.path, routes.viewEvent.path]) {
    const [, id] = new RegExp(`^${route}/([^/]+)/?$`).exec(path) ?? [];
    if (id) return `${route}?id=${id.replaceAll('+', '%2B')}${search.replace(/^\?/, '&')}`;
  }
  return path.endsWith('/') && path.length > BASE_PATH.length + 1
    ? path.replace(/\/+$/, '') + search
    : null;
}
