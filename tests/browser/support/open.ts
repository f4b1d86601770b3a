/** A page as a document: opened, taken over, still the same, and what it says. */
import { expect, type Page } from 'playwright/test';
import { hold } from './backend.ts';

/** Waits until every part of the page has been taken over: before that, a tap has no effect. */
export const hydrated = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const SNAPSHOTS = /^stampcard\.kept\.\d+\.[\w-]+\.snapshot\[/;

const snapshots = (page: Page): Promise<string[]> =>
  page
    .evaluate(() => Object.keys(localStorage))
    .then((keys) => keys.filter((key) => SNAPSHOTS.test(key)));

const ANSWERS = /\/rest\/v1\//;

/**
 * Opens a page and stays until a snapshot of what it shows is stored. None is taken if the last answer comes
 * before React has taken over all parts: the answers wait for that.
 */
export async function see(page: Page, path: string): Promise<void> {
  const before = page.url().startsWith('http') ? await snapshots(page) : [];
  const release = await hold(page, ANSWERS);
  await open(page, path);
  await expect(page.locator('[data-saved]:not([data-taken])')).toHaveCount(0);
  release();
  await expect.poll(async () => (await snapshots(page)).length).toBeGreaterThan(before.length);
  await page.unroute(ANSWERS);
}

const SCREENS = 8;

/** Waits until moving between screens changes the screen within the document. */
export const inOneDocument = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-screens', String(SCREENS));

/** Marks the document; the returned function says whether the page still has it. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => Reflect.get(window, 'isMarked') === true);
}

/** As in a browser without the Navigation API. */
export const withoutNavigation = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation');
  });

/** Which of these words the page holds, visible or not; in its markup a long one may be broken. */
export const wordsHeld = (page: Page, words: string[]): Promise<string[]> =>
  page.evaluate((sought) => {
    const { outerHTML, textContent } = document.documentElement;
    return sought.filter((word) => outerHTML.includes(word) || textContent?.includes(word));
  }, words);

/** Waits until the page has begun its idle work; the browser keeps the order. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
