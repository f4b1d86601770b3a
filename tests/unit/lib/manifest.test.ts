// @vitest-environment node
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_PATH, routes } from '../../../src/lib/routes.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
}

const manifest: {
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string }[];
} = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
const { icons, screenshots, shortcuts } = manifest;

test('the manifest makes the site an app, and has only relative addresses, for sites under a path', () => {
  const pictures = [...icons, ...screenshots].map(({ src }) => src);
  const urls = [...pictures, ...shortcuts.map(({ url }) => url), manifest.start_url];
  expect(urls.filter((url) => /^(\/|https?:)/.test(url))).toEqual([]);
  expect(manifest).toMatchObject({ id: './', scope: './', start_url: 'home' });
  expect(manifest).toMatchObject({ name: 'Stampcard', display: 'standalone' });
});

test('the window that opens from the home screen has the pages’ language and light color', () => {
  const page = readFileSync('src/layouts/Base.astro', 'utf8');
  const [, color] =
    /"theme-color" content="(.+?)" media="\(prefers-color-scheme: light/.exec(page) ?? [];
  expect(color).toBeDefined();
  expect(manifest).toMatchObject({ lang: 'en', background_color: color, theme_color: color });
});

/** Width and height as the file itself states them, 'any' for a drawing. */
function sizeOf({ src, type }: Picture): string {
  const file = readFileSync(`public/${src}`);
  if (type === 'image/svg+xml') return file.includes('<svg') ? 'any' : 'no drawing';
  if (file.subarray(1, 4).toString() !== 'PNG') return 'no PNG';
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test.each([...icons, ...screenshots])(
  'the picture $src is there, as large as the manifest says',
  (picture) => {
    expect(existsSync(`public/${picture.src}`)).toBe(true);
    expect(sizeOf(picture)).toBe(picture.sizes);
  },
);

test('the manifest has icons for every launcher: small, large, and one that may be cut to a shape', () => {
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
});

test.each(['narrow', 'wide'])(
  'the screenshots for %s screens are there, all of one shape',
  (form) => {
    const those = screenshots.filter((each) => each.form_factor === form);
    expect(those.length).toBeGreaterThan(0);
    expect(new Set(those.map(({ sizes }) => sizes)).size).toBe(1);
    const [width = 0, height = 0] = those[0]?.sizes.split('x').map(Number) ?? [];
    expect(width > height).toBe(form === 'wide');
    // What browsers require: no side outside these limits, and neither much longer than the other.
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height)).toBeLessThanOrEqual(3840);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2.3);
  },
);

test('the first shortcut is the customer’s own code; all of them lead to pages of the site', () => {
  expect(shortcuts[0]).toEqual({ name: 'My code', url: CODE_PATH.slice(1) });
  expect(shortcuts.map(({ name }) => name)).toContain('Rewards');
  for (const { name, url } of shortcuts.slice(1)) expect(url).toBe(name.toLowerCase());
  const paths: string[] = Object.values(routes).map(({ path }) => path);
  for (const { url } of [...shortcuts, { url: manifest.start_url }]) {
    expect(paths).toContain(`/${url.replace(/\?.*/, '')}`);
  }
});

test('every route has a page, and every page except 404 a route', () => {
  const paths = Object.values(routes).map(({ path }) => (path === '/' ? '/index' : path));
  expect(globSync('src/pages/**/*.astro').sort()).toEqual(
    [...paths, '/404'].map((path) => `src/pages${path}.astro`).sort(),
  );
});
