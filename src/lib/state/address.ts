/** What the present address says. */
import type { Id } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';

/**
 * The id in `/store/{id}` or `/view-event/{id}`; hosts without rewrites bring it as `?id=`.
 *
 * @param path the route's path before the id
 */
export function idInAddress(path: string): Id | null {
  const { pathname, search } = platform().address();
  const encoded = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : '';
  const id = decode(encoded.replace(/\/$/, '')) || new URLSearchParams(search).get('id') || '';
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
