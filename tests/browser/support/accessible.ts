/** What axe, computed styles and boxes say about the page that is shown. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import { faultsOf } from './measures.ts';

/** So tall that no part of a page is behind its bottom bar. */
export const PHONE = { width: 390, height: 2000 };

/** WCAG 2.2 AA, and what axe advises. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** The minified file: the other is twice as large, and each page gets it again. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The dark scheme differs only in colors. */
const COLORS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

async function axeFaults(page: Page, scheme: 'light' | 'dark', rules: RunOptions) {
  await page.emulateMedia({ colorScheme: scheme });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    },
    // None of these rules needs the style sheets and media that axe would load first.
    { ...rules, resultTypes: ['violations'], preload: false } satisfies RunOptions,
  );
  return found.map((fault) => `${scheme} ${fault}`);
}

/** 280 px; half of a phone's width, as at a zoom of 200 %; 1280 px at a zoom of 400 %. */
const WINDOWS = [
  [280, 653],
  [195, 422],
  [320, 256],
] as const;

/** How far a reader may spread a text (WCAG 1.4.12), and how large letters may be. */
const READERS = {
  spread: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
  'letters at 200 %': 'html { font-size: 32px }',
  'letters at 300 %': 'html { font-size: 48px }',
  // About as much again as a letter is wide. A search's placeholder may be cut off: it is only a hint.
  'a wide typeface': `:not(input) { letter-spacing: 0.5em !important;
    font-family: monospace !important }`,
};

export const wear = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

async function measure(page: Page, where: string, ...measured: Parameters<typeof faultsOf>[1]) {
  const found = new Set(await faultsOf(page, measured));
  return [...found].map((fault) => `${where}: ${fault}`);
}

async function inWindow(page: Page, [width, height]: (typeof WINDOWS)[number]) {
  await page.setViewportSize({ width, height });
  const where = `${width}×${height}`;
  return measure(page, where, 'lost', 'broken', 'overlaps', 'covered');
}

/** Everything that is wrong, in sentences: in both schemes, at every width and size of letters. */
export async function accessFaults(page: Page): Promise<string[]> {
  const found = [
    ...(await axeFaults(page, 'dark', COLORS)),
    ...(await measure(page, 'dark', 'edges')),
  ];
  found.push(...(await axeFaults(page, 'light', RULES)));
  const all = ['edges', 'targets', 'lost', 'broken', 'overlaps', 'motion'] as const;
  found.push(...(await measure(page, 'light', ...all)));
  for (const [name, css] of Object.entries(READERS)) {
    await wear(page, css);
    // So large a long word has no room on a phone, but it is all there.
    const broken = /300|wide/.test(name) ? [] : (['broken'] as const);
    found.push(...(await measure(page, name, 'lost', 'overlaps', ...broken)));
  }
  await wear(page, '');
  for (const window of WINDOWS) found.push(...(await inWindow(page, window)));
  await page.setViewportSize(PHONE);
  return found;
}

/** What a screen can only have in passing: in light mode, and in the narrowest window. */
export async function faultsInPassing(page: Page): Promise<string[]> {
  const found = await axeFaults(page, 'light', RULES);
  found.push(...(await inWindow(page, WINDOWS[1])));
  await page.setViewportSize(PHONE);
  return found;
}
