// @vitest-environment node
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstLoad, importsOf, inlineScripts } from '../../../../scripts/build/page-weight.ts';
import { sizeProblems } from '../../../../scripts/checks/size.ts';

let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
  await mkdir(join(dist, '_astro'));
  const files = {
    'a.html': `<link rel="modulepreload" href="/_astro/preload.js"><link rel="stylesheet" href="/a.css">
      <script type="module" src="/_astro/page.js"></script><script>import "/_astro/inline.js";</script>
      <script>import("/_astro/started.js").catch(()=>import("/_astro/started.js?again"))</script>
      <astro-island component-url="/_astro/island.js" renderer-url="/_astro/react.js"></astro-island>`,
    'broken.html': '<script type="module" src="/_astro/gone.js"></script>',
    '_astro/page.js': 'import{a as b}from"./shared.js";import("./later.js");',
    '_astro/island.js': 'import{a}from"./shared.js";export*from"./deep.js";',
    '_astro/shared.js': 'import"./deep.js";export let a=1;',
    '_astro/deep.js': 'import"./shared.js";',
    '_astro/preload.js': '0',
    '_astro/inline.js': '0',
    '_astro/started.js': '0',
    '_astro/react.js': '0',
    '_astro/later.js': '0',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
});

afterAll(() => rm(dist, { recursive: true }));

test('the first load is all that the page needs at once, each file once, nothing that comes later', async () => {
  const paths = (await firstLoad(dist, 'a.html')).map((script) => script.path).sort();
  expect(paths).toEqual([
    '/_astro/deep.js',
    '/_astro/inline.js',
    '/_astro/island.js',
    '/_astro/page.js',
    '/_astro/preload.js',
    '/_astro/react.js',
    '/_astro/shared.js',
    '/_astro/started.js',
    'a.html (inline 1)',
    'a.html (inline 2)',
  ]);
});

test('a script that is not there is an error', async () => {
  await expect(firstLoad(dist, 'broken.html')).rejects.toThrow('gone.js');
});

test('a text that mentions imports is no import', () => {
  expect(importsOf('let a="import x from";b("./c.js")')).toEqual([]);
});

test('a data script is no script', () => {
  expect(inlineScripts('<script type="application/ld+json">{}</script><script>a</script>')).toEqual(
    ['a'],
  );
});

describe('the budgets of a page', () => {
  const script = (gzip: number, text = '') => ({ path: '/a.js', text, gzip });

  test('a page up to its budget is fine, above it is not', () => {
    expect(sizeProblems('/', [script(1000), script(2000)], 3)).toEqual([]);
    expect(sizeProblems('/', [script(1000), script(2001)], 3)).toEqual([
      '/ loads 3.0 kB of script; 3 kB is the limit.',
    ]);
  });

  test('a page that loads what belongs to later is named', () => {
    const early = script(
      1,
      'throw Error("The amount of data is too big to be stored in a QR Code")',
    );
    expect(sizeProblems('/home', [early], 120)).toEqual(['/home loads qrcode at once (/a.js).']);
  });
});
