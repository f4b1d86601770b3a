/** The pages on disk are the routes of src/lib/routes.ts and the page of unknown addresses. */
import { routes } from '../../src/lib/routes.ts';
import { asCommand, conclude, filesBelow } from '../command.ts';

const PAGES = 'src/pages';

export function routeProblems(paths: readonly string[], files: readonly string[]): string[] {
  const wanted = new Set([
    ...paths.map((path) => `${PAGES}${path === '/' ? '/index' : path}.astro`),
    `${PAGES}/404.astro`,
  ]);
  const pages = files.filter((file) => file.endsWith('.astro'));
  return [
    ...[...wanted].filter((page) => !pages.includes(page)).map((page) => `${page} is missing.`),
    ...pages.filter((page) => !wanted.has(page)).map((page) => `${page} is in no route.`),
  ];
}

await asCommand(import.meta.main, async () => {
  const paths = Object.values(routes).map((route) => route.path);
  conclude(
    routeProblems(paths, await filesBelow(PAGES)),
    `${paths.length} routes, each with its page.`,
  );
});
