// @vitest-environment node

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { finishPages } from '../../../../scripts/build/after-build.ts';
import { FONT_FILES, unicodeRange } from '../../../../scripts/build/font-files.ts';
import { precachedFiles } from '../../../../scripts/build/precache.ts';
import { cutFont } from '../../../../scripts/draw-font.ts';

test.each(FONT_FILES)('$path holds the letters that the build says it holds', async (file) => {
  expect(readFileSync(file.path).equals(await cutFont(file))).toBe(true);
});

test('no letter is in two files, so that no page needs both for it', () => {
  const letters = FONT_FILES.flatMap((file) => [...file.letters]);
  expect(new Set(letters).size).toBe(letters.length);
});

test('neighboring letters become one range', () => {
  expect(unicodeRange('cab')).toEqual(['U+61-63']);
  expect(unicodeRange('a₱cdz')).toEqual(['U+61', 'U+63-64', 'U+7A', 'U+20B1']);
});

test('the worker keeps pages, code, the font and our own pictures, each as it was built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'precache-'));
  const kept = [
    '_astro/fonts/bold.abc.woff2',
    '_astro/home.abc.js',
    'home.html',
    'icon.svg',
    'placeholder/cup.svg',
  ];
  const left = [
    ...['index.html', '404.html', 'customers.html', 'download.html', 'favicon.ico', 'worker.js'],
    ...['_astro/report-errors.abc.js', '_astro/calendar-file.abc.js', 'demo/cake.svg'],
    ...['social.png', 'screenshots/home.png', 'sitemap-0.xml', 'robots.txt', '_headers'],
  ];
  for (const file of [...kept, ...left]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `This is ${file}.`);
  }
  const files = await precachedFiles(folder);
  const urls = kept.map((name) => `/${name.replace('.html', '')}`);
  expect(files.map(({ url }) => url)).toEqual(urls);
  const home = (of: typeof files) => of.find(({ url }) => url === '/home');
  const hash = createHash('sha256').update('This is home.html.').digest('base64');
  expect(home(files)).toMatchObject({ integrity: `sha256-${hash}`, bytes: 18 });
  // The revision follows the contents if the name does not.
  expect(files.find(({ url }) => url === '/_astro/home.abc.js')?.revision).toBeNull();
  writeFileSync(join(folder, 'home.html'), 'Something new.');
  expect(home(await precachedFiles(folder))?.revision).not.toBe(home(files)?.revision);
  rmSync(folder, { recursive: true });
});

test.each(['', '/cards'])(
  'a site at %j has an app with an id that no other of its host has, and rules for its addresses',
  async (basePath) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    mkdirSync(join(folder, '_astro'));
    writeFileSync(join(folder, '_astro/bold.abc.woff2'), '');
    cpSync('public/manifest.webmanifest', join(folder, 'manifest.webmanifest'));
    await finishPages(folder, basePath);
    const { id, start_url } = JSON.parse(read('manifest.webmanifest'));
    // As browsers do: start_url is resolved against the manifest's address, the id against its host.
    const start = new URL(start_url, `https://stores.example${basePath}/manifest.webmanifest`);
    expect(new URL(id, start.origin).href).toBe(`https://stores.example${basePath}/`);
    expect(read('_redirects')).toContain(`${basePath}/store/* ${basePath}/store 200\n`);
    const paths = ['/*', '/_astro/bold.abc.woff2', '/worker.js'].map((path) => basePath + path);
    expect(read('_headers').match(/^\/.*/gm)).toEqual(expect.arrayContaining(paths));
    rmSync(folder, { recursive: true });
  },
);
