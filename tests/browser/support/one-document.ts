import { expect, type Page } from 'playwright/test';

const SCREENS = 8;

/** From now on the ways between the screens change the screen within the document. */
export const inOneDocument = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-screens', String(SCREENS));

/** Marks the document, and tells later whether the page is still that one. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => Reflect.get(window, 'isMarked') === true);
}

/** As in a browser without the Navigation API. */
export const withoutNavigation = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation');
  });
