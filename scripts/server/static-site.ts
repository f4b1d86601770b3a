/**
 * Serves a built site from memory the way common static hosts do: clean addresses, the rules of
 * `_redirects` and `_headers`, compression, validators, and 404.html with status 404.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RewriteRule, rewrite } from '../../src/lib/domain/rewrite.ts';
import { namesBelow } from '../command.ts';
import { REVALIDATED } from '../hosts/rules.ts';

export type Handler = (request: Request) => Promise<Response>;

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Made when it is first asked for. */
  gzip: (() => Uint8Array<ArrayBuffer>) | null;
  type: string;
  etag: string;
}

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const COMPRESSIBLE = /charset=utf-8$/;

export const typeOf = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream';

async function loadFile(file: string): Promise<StoredFile> {
  const bytes = new Uint8Array(await readFile(file));
  let gzip: Uint8Array<ArrayBuffer> | undefined;
  const type = typeOf(file);
  return {
    bytes,
    gzip: COMPRESSIBLE.test(type)
      ? () => (gzip ??= new Uint8Array(gzipSync(bytes, { level: 9 })))
      : null,
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
}

interface HeaderRule {
  matches: (path: string) => boolean;
  headers: [string, string][];
}

/** A star at the end stands for whatever follows, as in scripts/hosts/rules.ts. */
const matcher = (pattern: string) => (path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** `_headers`: a path on its own line, its headers on the indented lines below. */
export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, name, value = ''] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
    if (name === undefined) rules.push({ matches: matcher(line), headers: [] });
    else rules.at(-1)?.headers.push([name, value]);
  }
  return rules;
}

/** `_redirects`, in the one form that is written there: `/path/* /page 200`. */
const parseRewrites = (text: string): RewriteRule[] =>
  [...text.matchAll(/^(\/\S*\/)\* (\S+) 200$/gm)].map(([, below = '', page = '']) => ({
    below,
    page,
  }));

const textOf = (file: StoredFile | undefined) =>
  file === undefined ? '' : new TextDecoder().decode(file.bytes);

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Reads `folder` once; later changes on disk are not seen. */
export async function createStaticSite(folder: string): Promise<Handler> {
  const files = new Map<string, StoredFile>();
  for (const name of await namesBelow(folder)) {
    files.set(`/${name}`, await loadFile(`${folder}/${name}`));
  }
  const rewrites = parseRewrites(textOf(files.get('/_redirects')));
  const headerRules = parseHeaders(textOf(files.get('/_headers')));
  files.delete('/_redirects');
  files.delete('/_headers');

  /** Pages are named after their route: /home is home.html. */
  const page = (path: string) => files.get(path === '/' ? '/index.html' : `${path}.html`);

  function respond(request: Request, path: string, file: StoredFile, status: number): Response {
    const headers = new Headers({
      'content-type': file.type,
      etag: file.etag,
      ...REVALIDATED,
    });
    if (file.gzip) headers.set('vary', 'accept-encoding');
    for (const rule of headerRules.filter((candidate) => candidate.matches(path))) {
      for (const [name, value] of rule.headers) headers.set(name, value);
    }
    const known = request.headers.get('if-none-match')?.split(/,\s*/) ?? [];
    if (status === 200 && known.some((tag) => tag.replace(/^W\//, '') === file.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const compressed = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '') && file.gzip;
    if (compressed) headers.set('content-encoding', 'gzip');
    const body = compressed ? compressed() : file.bytes;
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const url = new URL(request.url);
    const path = decodePath(url.pathname);
    if (path === null) return new Response('Bad request', { status: 400 });

    const file = files.get(path);
    if (file) return respond(request, path, file, 200);
    const withoutSlash = path.slice(0, -1);
    if (path.endsWith('/') && withoutSlash !== '' && page(withoutSlash)) {
      // encodeURI keeps a path that begins with two slashes from leaving this site.
      const target = encodeURI(withoutSlash).replace(/^\/+/, '/') + url.search;
      return new Response(null, { status: 308, headers: { location: target } });
    }
    const rewritten = rewrite(path, rewrites);
    const found = page(path) ?? (rewritten === null ? undefined : page(rewritten));
    if (found) return respond(request, path, found, 200);
    const missing = files.get('/404.html');
    return missing
      ? respond(request, path, missing, 404)
      : new Response('Not found', { status: 404 });
  };
}

/** Where the demo serves the stores' built till (src/till): under its store counter. */
const TILL = '/local/counter/till';

/**
 * @param folder the built till
 * @param built resolves once it is built
 * @returns null for every other address. Throws if the till is not built (`npm run build:till`)
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
