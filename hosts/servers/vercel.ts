/** Vercel, played: vercel.json as its own package turns it into routes, which are taken in order. */
import { readFileSync } from 'node:fs';
import { getTransformedRoutes, isHandler } from '@vercel/routing-utils';
import type { Handler } from '../../scripts/server/static-site.ts';
import { readFiles } from './files.ts';

const REVALIDATED: [string, string] = ['cache-control', 'public, max-age=0, must-revalidate'];

export async function vercel(folder: string): Promise<Handler> {
  const files = await readFiles(folder);
  const { routes, error } = getTransformedRoutes(JSON.parse(readFileSync('vercel.json', 'utf8')));
  if (error || routes === null) throw new Error(error?.message ?? 'vercel.json has no routes.');

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers: [string, string][] = [REVALIDATED];
    for (const route of routes) {
      if (isHandler(route)) {
        const found = files.find(pathname);
        if (found) return files.answer(found, 200, headers);
        continue;
      }
      const match = new RegExp(route.src).exec(pathname);
      if (match === null) continue;
      const fill = (text: string) => text.replace(/\$(\d)/g, (_, group) => match[group] ?? '');
      const own = Object.entries(route.headers ?? {});
      if (route.status !== undefined) {
        const location = fill(route.headers?.Location ?? '') + search;
        return new Response(null, { status: route.status, headers: { location } });
      }
      headers.push(...own);
      const found = route.dest ? files.find(fill(route.dest).split('?')[0] ?? '') : null;
      if (found) return files.answer(found, 200, headers);
    }
    return files.answer('/404.html', 404, headers);
  };
}
