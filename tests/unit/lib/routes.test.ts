// @vitest-environment node
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../../src/lib/routes.ts';

test('every route has its page, and every page but that of unknown addresses its route', () => {
  const paths = Object.values(routes).map(({ path }) => (path === '/' ? '/index' : path));
  expect(globSync('src/pages/**/*.astro').sort()).toEqual(
    [...paths, '/404'].map((path) => `src/pages${path}.astro`).sort(),
  );
});
