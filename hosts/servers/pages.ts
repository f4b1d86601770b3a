/** GitHub Pages: files, pages without their ending, 404.html, ten minutes; no rule of ours is read. */
import type { Handler } from '../../scripts/server/static-site.ts';
import { readFiles } from './files.ts';

const TEN_MINUTES: [string, string][] = [['cache-control', 'max-age=600']];

/** @param basePath the project's name, below which a site without a host of its own stands */
export async function pages(folder: string, basePath = ''): Promise<Handler> {
  const files = await readFiles(folder);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isBelow = pathname.startsWith(`${basePath}/`);
    const found = isBelow ? files.find(decodeURI(pathname.slice(basePath.length))) : null;
    return files.answer(found ?? '/404.html', found === null ? 404 : 200, TEN_MINUTES);
  };
}
