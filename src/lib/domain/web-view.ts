/** The flag of the app that embeds this site (docs/product.md#web-view). */
import { joinAddress, parseQuery, splitAddress } from './runtime-url.ts';

const FLAG = 'isWebView';
const ENABLED_VALUES: readonly (string | null)[] = ['1', 'true'];

export function isWebViewFlag(search: string): boolean {
  return ENABLED_VALUES.includes(parseQuery(search).get(FLAG));
}

/** The address with the flag (once), its query and hash kept; unchanged outside web-view mode. */
export function withWebView(href: string, on: boolean, value: '1' | 'true' = '1'): string {
  if (!on) return href;
  const { path, query, hash } = splitAddress(href);
  const others = query.split('&').filter((part) => part !== '' && !parseQuery(part).has(FLAG));
  return joinAddress({ path, query: [...others, `${FLAG}=${value}`].join('&'), hash });
}
