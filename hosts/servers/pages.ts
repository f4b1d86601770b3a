/**
 * GitHub Pages: files, pages without their ending, 404.html, ten minutes; no rule of ours is read. From
 * a branch, what begins with an underscore is left out where no .nojekyll lies beside it.
 */
import type { Handler } from '../../scripts/server/static-site.ts';
import { readFiles } from './files.ts';

const TEN_MINUTES: [string, string][] = [['cache-control', 'max-age=600']];

/** @param basePath the project's name, below which a site without a host of its own stands */
export async function pages(folder: string, basePath = ''): Promise<Handler> {
  const files = await readFiles(folder);
  const isWhole = files.find('/.nojekyll') !== null;
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = decodeURI(pathname.slice(basePath.length));
    const isThere = pathname.startsWith(`${basePath}/`) && (isWhole || !path.startsWith('/_'));
    const found = isThere ? files.find(path) : null;
    return files.answer(found ?? '/404.html', found === null ? 404 : 200, TEN_MINUTES);
  };
}
