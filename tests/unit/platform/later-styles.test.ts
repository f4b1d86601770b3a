import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The links that were put at the end of the head; nothing is fetched. */
const links: HTMLLinkElement[] = [];

beforeEach(() => {
  links.length = 0;
  vi.resetModules();
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    links.push(link as HTMLLinkElement);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

const load = () => import('../../../src/lib/platform/later-styles.ts');

test('the styles of what comes later are asked for once', async () => {
  document.head.innerHTML = '<link data-sheets href="/later.css">';
  const { laterStyles } = await load();
  const both = [laterStyles(), laterStyles()];
  expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
    ['stylesheet', '/later.css'],
  ]);
  links[0]?.onload?.(new Event('load'));
  await Promise.all(both);
});

test('styles that did not come are asked for again', async () => {
  document.head.innerHTML = '<link data-sheets href="/later.css">';
  const { laterStyles } = await load();
  const first = laterStyles();
  links[0]?.onerror?.(new Event('error'));
  await expect(first).rejects.toThrow('The styles did not come.');
  const second = laterStyles();
  expect(links).toHaveLength(2);
  links[1]?.onload?.(new Event('load'));
  await second;
});

test('a page without such a file has its styles', async () => {
  document.head.innerHTML = '<link data-sheets>';
  const { laterStyles } = await load();
  await laterStyles();
  expect(links).toEqual([]);
});
