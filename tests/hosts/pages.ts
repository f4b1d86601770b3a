/** A plain host of files, as GitHub Pages: pages without their ending, 404.html, no rule of ours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesBelow } from '../../scripts/command.ts';
import { type Handler, typeOf } from '../../scripts/server/static-site.ts';

/** @param basePath the project's name, below which a site without its own host is served */
export async function pages(folder: string, basePath = ''): Promise<Handler> {
  const files = new Set(await namesBelow(folder));
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = decodeURI(pathname.slice(basePath.length + 1));
    const found = pathname.startsWith(`${basePath}/`)
      ? [path, `${path}.html`, `${path.replace(/\/$/, '')}/index.html`.replace(/^\//, '')].find(
          (name) => files.has(name),
        )
      : undefined;
    const file = found ?? '404.html';
    return new Response(readFileSync(join(folder, file)), {
      status: found === undefined ? 404 : 200,
      headers: {
        'content-type': typeOf(file),
        'cache-control': 'max-age=600',
      },
    });
  };
}
