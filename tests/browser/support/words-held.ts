/** What a page says of somebody, also where nobody sees it. */
import type { Page } from 'playwright/test';

/** Which of these words the page holds, visible or not; in its markup a long one may be broken. */
export const wordsHeld = (page: Page, words: string[]): Promise<string[]> =>
  page.evaluate((sought) => {
    const { outerHTML, textContent } = document.documentElement;
    return sought.filter((word) => outerHTML.includes(word) || textContent?.includes(word));
  }, words);
