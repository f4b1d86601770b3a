import { expect, type Page } from 'playwright/test';

/** Until every part of the page has been taken over, a tap on it means nothing. */
export const hydrated = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** What the page leaves until it has nothing else to do has begun; the browser keeps the order. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
