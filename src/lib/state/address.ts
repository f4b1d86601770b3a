/** What the present address says. */
import type { Id } from '../domain/entities.ts';
import { idInPath } from '../domain/id-in-path.ts';
import { platform } from '../platform/platform.ts';

/**
 * The id in `/store/{id}` or `/view-event/{id}`.
 *
 * @param path the route's path before the id
 */
export const idInAddress = (path: string): Id | null => idInPath(path, platform().address());

/** The reward that ?reward= names. */
export const rewardInAddress = (): Id | null =>
  new URLSearchParams(platform().address().search).get('reward') || null;

/** Whether the address asks for the open code (?show=code); it does so once. */
export function consumeShowCode(): boolean {
  const { pathname, search, hash } = platform().address();
  const query = new URLSearchParams(search);
  if (query.get('show') !== 'code') return false;
  query.delete('show');
  const rest = query.toString();
  platform().rewriteAddress(`${pathname}${rest && `?${rest}`}${hash}`);
  return true;
}
