/** 'My code' at any size of letters, as the browser's own setting makes them. */
import { launchOptions } from '../../scripts/testing/find-browser.ts';
import { screens } from '../screens.ts';
import { expect, signInBrowser, test } from './fixtures.ts';
import { Shell } from './models/index.ts';
import { closePrompts } from './support/customers.ts';
import { open } from './support/open.ts';

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];

/** The texts at the end of the page that something stands in front of. */
function coveredAtEnd() {
  scrollTo(0, document.documentElement.scrollHeight);
  return [...document.querySelectorAll<HTMLElement>('main p, main a, main button, main h2')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.visually-hidden, .card-row'))
    .flatMap((element) => [...element.getClientRects()].map((box) => ({ element, box })))
    .map(({ element, box }) => ({ element, x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    .filter(({ x, y }) => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight)
    .filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('nav') != null)
    .map(({ element }) => element.textContent);
}

for (const size of [16, 24, 32, 48]) {
  test(`‘My code’ is in view on every signed-in screen with letters of ${size} px`, async ({
    playwright,
    baseURL,
    customer,
    stamps,
  }) => {
    await stamps(12, 1);
    const options = launchOptions();
    const browser = await playwright.chromium.launch({
      ...options,
      args: [...options.args, `--blink-settings=defaultFontSize=${size}`],
    });
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await closePrompts(context);
    await signInBrowser(context, customer);
    const page = await context.newPage();
    const { bar, codeButton, codeSheet } = new Shell(page);
    for (const [path, shown] of screens) {
      await open(page, path);
      await expect(page.getByText(shown).first()).toBeVisible();
      for (const window of WINDOWS) {
        const where = `${path} ${window.width} × ${window.height}`;
        await page.setViewportSize(window);
        await page.evaluate(() => scrollTo(0, 0));
        await expect.soft(codeButton, where).toBeInViewport({ ratio: 1 });
        // The end moves as long as parts of the page are drawn that come near.
        await expect.poll(() => page.evaluate(coveredAtEnd), { message: where }).toEqual([]);
        await expect.soft(codeButton, where).toBeInViewport({ ratio: 1 });
        expect
          .soft((await bar.boundingBox())?.height, where)
          .toBeLessThanOrEqual(0.25 * window.height);
      }
    }
    // And it opens.
    await codeButton.click();
    await expect(codeSheet.root).toBeVisible();
    await browser.close();
  });
}
