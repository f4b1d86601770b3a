// @vitest-environment node

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FONT_FILES, unicodeRange } from '../../../../scripts/build/font-files.ts';
import { type PrecachedFile, precachedFiles } from '../../../../scripts/build/precache.ts';
import { cutFont } from '../../../../scripts/draw-font.ts';

test.each(FONT_FILES)('$path holds the letters that the build says it holds', async (file) => {
  expect(readFileSync(file.path).equals(await cutFont(file))).toBe(true);
});

test('a letter is in one file only, so that no page needs both for it', () => {
  const letters = FONT_FILES.flatMap((file) => [...file.letters]);
  expect(new Set(letters).size).toBe(letters.length);
});

test('neighboring letters become one range', () => {
  expect(unicodeRange('cab')).toEqual(['U+61-63']);
  expect(unicodeRange('a₱cdz')).toEqual(['U+61', 'U+63-64', 'U+7A', 'U+20B1']);
});

describe('what the worker keeps', () => {
  const FILES = [
    ...['index.html', 'home.html', 'store.html', '404.html', 'customers.html', 'download.html'],
    ...[
      '_astro/home.abc.js',
      '_astro/fonts/bold.abc.woff2',
      '_astro/report-errors.abc.js',
      '_astro/report-vitals.abc.js',
      '_astro/calendar-file.abc.js',
    ],
    ...['icon.svg', 'favicon.ico', 'placeholder/cup.svg'],
    ...['demo/cake.svg', 'social.png', 'icon-512.png', 'screenshots/home.png'],
    ...['sitemap-0.xml', 'robots.txt', 'manifest.webmanifest', '_headers', 'worker.js'],
  ];

  let folder: string;
  let kept: PrecachedFile[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'precache-'));
    for (const file of FILES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `This is ${file}.`);
    }
    kept = await precachedFiles(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test('pages are precached by their clean addresses, with the code, the font and our own pictures', () => {
    expect(kept.map(({ url }) => url).sort()).toEqual([
      '/_astro/fonts/bold.abc.woff2',
      '/_astro/home.abc.js',
      '/home',
      '/icon.svg',
      '/placeholder/cup.svg',
      '/store',
    ]);
  });

  describe('each precached file', () => {
    test('each precached file is held to the hash of what was built', () => {
      const hash = createHash('sha256').update('This is home.html.').digest('base64');
      expect(kept.find(({ url }) => url === '/home')).toMatchObject({
        integrity: `sha256-${hash}`,
        bytes: 18,
      });
    });

    test('each precached file has a revision that follows its contents, unless its name does', async () => {
      const revision = async (url: string) =>
        (await precachedFiles(folder)).find((file) => file.url === url)?.revision;
      const before = await revision('/home');
      writeFileSync(join(folder, 'home.html'), 'Something new.');
      expect(await revision('/home')).not.toBe(before);
      expect(await revision('/_astro/home.abc.js')).toBe(null);
    });
  });
});
