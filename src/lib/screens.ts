/** The screens of signed-in people. Separate, so that an inline script contains no more than it uses. */
import { type RouteName, routes } from './routes.ts';

export type ScreenName = {
  [Name in RouteName]: (typeof routes)[Name]['signedOut'] extends 'page' ? never : Name;
}[RouteName];

const names = (Object.keys(routes) as RouteName[]).filter(
  (name): name is ScreenName => routes[name].signedOut !== 'page',
);

/** The screen of a path; null if that is another page. */
export const screenAt = (path: string): ScreenName | null =>
  names.find((name) => {
    const own = routes[name].path;
    const hasId = name === 'store' || name === 'viewEvent';
    return path === own || path === `${own}/` || (hasId && path.startsWith(`${own}/`));
  }) ?? null;
