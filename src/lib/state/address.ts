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
export const rewardInAddress = (): Id | null => inAddress('reward') || null;

export const inAddress = (name: string): string | null =>
  new URLSearchParams(platform().address().search).get(name);

/** Writes what the screen was changed to into its address, so that the way back finds it so. */
export function keepInAddress(values: Readonly<Record<string, string | null>>): void {
  const { pathname, search, hash } = platform().address();
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const rest = query.toString();
  platform().rewriteAddress(`${pathname}${rest && `?${rest}`}${hash}`);
}

/** Whether the address asks for the open code (?show=code); it does so once. */
export function consumeShowCode(): boolean {
  if (inAddress('show') !== 'code') return false;
  keepInAddress({ show: null });
  return true;
}
