/** What every signed-in screen wears: header, bottom bar, and the sheets they open. */
import type { Locator } from 'playwright/test';
import { type Customer, expect, scan, signInBrowser, test } from './fixtures.ts';
import { hold } from './support/backend.ts';
import { open } from './support/open.ts';

test('header and bottom bar lead to their places', { tag: '@shell-header-and-bottom-bar' }, async ({
  page,
  customer: _,
}) => {
  await page.goto('/events');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.locator('[aria-current]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await bar.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(bar.locator('[aria-current=page]')).toHaveText('Transactions');
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(bar.locator('[aria-current=page]')).toHaveText('Home');
  await page.goto('/rewards');
  await page.getByRole('banner').getByRole('link', { name: 'Stampcard, home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('a narrow column, on a large screen too, the bar within it', {
  tag: '@shell-narrow-column',
}, async ({ page, customer: _ }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/rewards');
  for (const part of [page.getByRole('main'), page.getByRole('navigation', { name: 'Main' })]) {
    const box = await part.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(480);
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(640);
  }
});

test('the share sheet: a code for the site, the tagline, the link', {
  tag: '@shell-share-modal',
}, async ({ page, context, customer: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/events');
  const button = page.getByRole('button', { name: 'Share Stampcard' });
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Share Stampcard' });
  await expect(
    sheet.getByText('Smart Digital Stamps for Smart Businesses.', { exact: true }),
  ).toBeVisible();
  expect(await scan(sheet)).toBe('http://localhost:4321');
  await sheet.getByRole('button', { name: 'Share the link' }).click();
  await expect(sheet.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('http://localhost:4321');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
});

test('a tap before the page’s code has come counts once it is there', async ({
  page,
  customer: _,
}) => {
  const letGo = await hold(page, /\/_astro\/.*\.js$/);
  await page.goto('/rewards', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Show my QR code' }).dblclick();
  const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(sheet).toHaveCount(0);
  letGo();
  await expect(sheet.getByRole('img', { name: 'QR code of Mia Santos' })).toBeVisible();
});

test('a double tap opens once, and does not close again', async ({ page, customer: _ }) => {
  await open(page, '/rewards');
  for (const [button, title] of [
    ['Show my QR code', 'Scan QR Code'],
    ['Share Stampcard', 'Share Stampcard'],
  ] as const) {
    await page.getByRole('button', { name: button }).dblclick();
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByRole('img')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toHaveCount(0);
  }
});

/** The white to the left of a code, its own margin of one included, in modules. */
const quietModules = (code: Locator) =>
  code.evaluate((svg) => {
    const modules = (svg as SVGSVGElement).viewBox.baseVal.width;
    const { left, width } = svg.getBoundingClientRect();
    const panel = svg.parentElement as HTMLElement;
    return 1 + (left - panel.getBoundingClientRect().left) / (width / modules);
  });

test('‘Scan QR Code’: who it is, a code of today, and the way to a reward', {
  tag: [
    '@shell-stamp-code-modal',
    '@stamp-code-payload',
    '@qr-image-layout',
    '@limit-qr-image',
    '@qr-tap-enlarges',
    '@qr-quiet-zone',
  ],
}, async ({ page, customer }) => {
  await open(page, '/events');
  const button = page.getByRole('button', { name: 'Show my QR code' });
  const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
  await button.click();
  await expect(
    sheet.getByText('Present to the store to get a stamp', { exact: true }),
  ).toBeVisible();
  await expect(sheet.getByText('Mia Santos', { exact: true })).toBeVisible();
  expect(JSON.parse(await scan(sheet))).toEqual({
    display_name: 'Mia Santos',
    uid: customer.id,
    hash: expect.stringMatching(/^[\da-f]{8}$/),
  });

  const code = sheet.getByRole('img', { name: 'QR code of Mia Santos' });
  expect((await code.boundingBox())?.width).toBe(176);
  expect(await quietModules(code)).toBeGreaterThanOrEqual(4);
  await sheet.getByRole('button', { name: 'Enlarge the code' }).click();
  await expect.poll(async () => (await code.boundingBox())?.width).toBeGreaterThan(280);
  expect(JSON.parse(await scan(sheet))).toMatchObject({ uid: customer.id });

  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(sheet).toBeVisible();
  await page.mouse.click(195, 10);
  await expect(sheet).toBeHidden();
  await button.click();
  await sheet.getByRole('link', { name: 'Redeem a reward' }).click();
  await expect(page).toHaveURL(/\/rewards$/);
  await expect(sheet).toBeHidden();
});

test('the name on the code: full name, else display name, else email, else a default', {
  tag: '@stamp-code-display-name',
}, async ({ page, context, customer }) => {
  const named = (user_metadata: object, email = customer.email): Customer => {
    const session = JSON.parse(customer.session);
    const user = { ...session.user, email, user_metadata };
    return { ...customer, session: JSON.stringify({ ...session, user }) };
  };
  const cases: [Customer, string][] = [
    [named({ full_name: '山田 太郎 🎉', display_name: 'Taro' }), '山田 太郎 🎉'],
    [named({ full_name: ' ', display_name: 'Taro' }), 'Taro'],
    [named({}), customer.email],
    [named({}, ''), 'Stampcard User'],
  ];
  for (const [somebody, name] of cases) {
    // An open page would notice that its customer is gone.
    await page.goto('about:blank');
    await signInBrowser(context, somebody);
    await open(page, '/profile');
    await page.getByRole('button', { name: 'Show my QR code' }).click();
    const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
    await expect(sheet.getByText(name, { exact: true })).toBeVisible();
    expect(JSON.parse(await scan(sheet))).toMatchObject({ display_name: name });
  }
});

test('a code on its way, one that can’t be drawn, and one drawn after all', {
  tag: '@qr-code-states',
}, async ({ page, customer: _, complaints }) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  const drawing = /\/qr-image\.[^/]*\.js/;
  const letGo = await hold(page, drawing);
  await page.route(drawing, (route) => route.abort(), { times: 1 });
  await open(page, '/events');
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(sheet.getByText('Unable to generate QR code.', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet.getByRole('status').getByText('Loading')).toBeAttached();
  letGo();
  await scan(sheet);
});
