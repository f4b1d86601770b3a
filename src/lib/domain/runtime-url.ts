import type { Id } from './entities.ts';

/**
 * The URL parser that browsers, workers and Node share. The compiler's libraries declare it only
 * together with the whole browser, which the rules must not know, so its few members are named
 * here.
 */
export interface ParsedUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

interface Query {
  get(name: string): string | null;
  has(name: string): boolean;
}

interface Runtime {
  URL: new (text: string, base?: string) => ParsedUrl;
  URLSearchParams: new (text: string) => Query;
}

const runtime = globalThis as unknown as Runtime;

/** The address as the browser itself would read it, or null if it can't be read. */
export function parseUrl(text: string, base?: string): ParsedUrl | null {
  try {
    return new runtime.URL(text, base);
  } catch {
    return null;
  }
}

/** The parameters of a query, with or without its '?'. */
export function parseQuery(search: string): Query {
  return new runtime.URLSearchParams(search);
}

/** As encodeURIComponent, for any text: half a surrogate pair becomes U+FFFD instead of an error. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

interface Address {
  path: string;
  query: string;
  hash: string;
}

/** The parts of an address without their delimiters. Nothing is decoded; only bare delimiters are lost. */
export function splitAddress(address: string): Address {
  const [beforeHash, hash] = splitOnce(address, '#');
  const [path, query] = splitOnce(beforeHash, '?');
  return { path, query, hash };
}

export function joinAddress({ path, query, hash }: Address): string {
  return `${path}${query && `?${query}`}${hash && `#${hash}`}`;
}

function splitOnce(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * The id in an address of `/store/{id}` or `/view-event/{id}`; hosts without rewrites have `?id=`. Or null.
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
    // A lone percent sign: the text is taken literally.
    return text;
  }
}
