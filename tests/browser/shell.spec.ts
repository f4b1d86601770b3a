/** What every signed-in screen has: the header, the bottom bar and the sheets they open. */
import type { Locator } from 'playwright/test';
import { expect, scan, test } from './fixtures.ts';
import { EventsPage, Shell } from './models/index.ts';
import { hold } from './support/backend.ts';

test('the share sheet shows a code for the site, the tagline and the link', async ({
  page,
  context,
  customer: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await new EventsPage(page).open();
  const shell = new Shell(page);
  const sheet = await shell.share();
  await expect(sheet.text('Smart Digital Stamps for Smart Businesses.')).toBeVisible();
  const printed = (await page.pdf({ height: '8in' })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media });
    expect(await scan(sheet.root)).toBe('http://localhost:4321');
  }
  await sheet.shareButton.click();
  await expect(sheet.root.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('http://localhost:4321');
  await page.keyboard.press('Escape');
  await expect(sheet.root).toBeHidden();
  await expect(shell.shareButton).toBeFocused();
});

/** The white to the left of a code, in modules, including the one in the picture itself. */
const quietModules = (code: Locator) =>
  code.evaluate((svg) => {
    const modules = (svg as SVGSVGElement).viewBox.baseVal.width;
    const { left, width } = svg.getBoundingClientRect();
    const panel = svg.parentElement as HTMLElement;
    return 1 + (left - panel.getBoundingClientRect().left) / (width / modules);
  });

test('a window with another app’s bars around it still shows what became of the link', async ({
  page,
  customer: _,
}) => {
  await page.setViewportSize({ width: 360, height: 520 });
  // Web views have no share sheet, and may keep the clipboard to themselves.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  await new EventsPage(page).open();
  const { root, shareButton } = await new Shell(page).share();
  const link = root.getByText('Here’s the link: ');
  await shareButton.click();
  await expect(link).toBeAttached();
  const isOnTop = (line: Element) => {
    const { x, y, width, height } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => link.evaluate(isOnTop)).toBe(true);
});

test('‘Scan QR Code’ opens without a connection, with the customer’s name, a stamp code and the way to a reward', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  // Without a worker, and never shown before.
  const drawing = page.waitForResponse(/\/qr-image\.[^/]*\.js/);
  await new EventsPage(page).open();
  await (await drawing).finished();
  await context.setOffline(true);
  const shell = new Shell(page);
  const sheet = await shell.openCode();
  await expect(sheet.text('Present to the store to get a stamp')).toBeVisible();
  await expect(sheet.text('Mia Santos')).toBeVisible();
  expect(JSON.parse(await scan(sheet.root))).toEqual({
    display_name: 'Mia Santos',
    uid: customer.id,
    hash: expect.stringMatching(/^[\da-f]{8}$/),
  });

  const code = sheet.codeOf('Mia Santos');
  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  expect((await code.boundingBox())?.width).toBe(176);
  expect(await quietModules(code)).toBeGreaterThanOrEqual(4);

  await sheet.close();
  await expect(sheet.root).toBeHidden();
  await expect(shell.codeButton).toBeFocused();
  await shell.openCode();
  // Until then a press on the page does not count as beside the sheet.
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.mouse.click(195, 10);
  await expect(sheet.root).toBeHidden();
  await context.setOffline(false);
  await shell.openCode();
  await sheet.redeemLink.click();
  await expect(page).toHaveURL(/\/rewards\?ready=1$/);
  await expect(sheet.root).toBeHidden();
});

test('a tap makes the code as large as the window allows, dark on white in any colors', async ({
  page,
  customer,
}) => {
  await new EventsPage(page).open();
  const sheet = await new Shell(page).openCode();
  const code = sheet.codeOf('Mia Santos');
  await expect(code).toBeVisible();
  // The page behind stays where it is.
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await sheet.enlargeButton.click();
    const side = Math.min(width, height);
    await expect
      .poll(async () => code.boundingBox())
      .toEqual({ x: (width - side) / 2, y: (height - side) / 2, width: side, height: side });
    // The drawing's own edge: four modules of white.
    await expect(code).toHaveAttribute('viewBox', /^-4 -4 /);
    expect(JSON.parse(await scan(page.locator('body')))).toMatchObject({ uid: customer.id });

    await page.keyboard.press('Escape');
    await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
    await expect(sheet.enlargeButton).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet.enlargeButton).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.click(width / 2, height / 2);
    await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
  }

  // Dark on white, in dark mode, too, and if the customer has chosen the colors.
  const colors = () =>
    code.evaluate((svg) => {
      const panel = svg.parentElement as HTMLElement;
      const dark = svg.querySelector('path') as SVGElement;
      return [getComputedStyle(panel).backgroundColor, getComputedStyle(dark).fill];
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(27, 15, 40)']);
    }
  }
  await page.keyboard.press('Escape');
  await expect(sheet.root).toBeHidden();
});

test('the code’s sheet says that the code is loading or can’t be drawn, and draws it on a retry', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  const drawing = /\/qr-image\.[^/]*\.js/;
  const release = await hold(page, drawing);
  let isBroken = true;
  await page.route(drawing, (route) => (isBroken ? route.abort() : route.fallback()));
  await new EventsPage(page).open();
  const sheet = await new Shell(page).openCode();
  await expect(sheet.text('Unable to generate QR code.')).toBeVisible();
  isBroken = false;
  await sheet.tryAgain.click();
  await expect(sheet.root.getByRole('status').getByText('Loading')).toBeAttached();
  release();
  await scan(sheet.root);
});
