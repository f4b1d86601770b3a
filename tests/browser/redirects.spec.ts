/** Who is sent where: the guard of the signed-in screens, and `?redirect=` on any route. */
import { expect, test } from './fixtures.ts';

const guarded = [
  '/home',
  '/events',
  '/view-event/1',
  '/rewards?store_id=4',
  '/redeem?reward=1',
  '/store/3?reward=6',
  '/profile',
];

const open = ['/', '/customers', '/transactions'];

test('signed out, each signed-in screen is replaced by the sign-in', async ({ page }) => {
  for (const path of guarded) {
    await page.goto('/customers');
    await page.goto(path);
    const redirect = path.replace('?', '%3F').replace('=', '%3D');
    await expect(page).toHaveURL(
      (url) => url.pathname + url.search === `/login?redirect=${redirect}`,
    );
    await page.goBack();
    await expect(page).toHaveURL(/\/customers$/);
  }
});

test('signed out, nothing of the screen is drawn or asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url());
  });
  for (const path of guarded) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  }
  expect(asked).toEqual([]);
});

test('in web-view mode the way to the sign-in keeps the mode', async ({ page }) => {
  await page.goto('/rewards?isWebView=true');
  await expect(page).toHaveURL(/\/login\?redirect=\/rewards%3FisWebView%3Dtrue&isWebView=1$/);
  await expect(page.getByRole('button', { name: 'Send login code' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login\?redirect=\/profile&isWebView=1$/);
});

test('a safe redirect on any route is followed, replacing it', async ({ page, customer: _ }) => {
  for (const path of [...guarded, ...open]) {
    await page.goto('/customers');
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}redirect=/events%23top`);
    await expect(page).toHaveURL(/\/events#top$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/customers$/);
  }
});

test('an unsafe redirect is ignored: the page stays', async ({ page, customer: _ }) => {
  const unsafe = [
    '//example.com',
    '/%5Cexample.com',
    'https://example.com',
    'events',
    '/%0A/x.com',
  ];
  for (const path of [...guarded, ...open]) {
    for (const target of unsafe) {
      const address = `${path}${path.includes('?') ? '&' : '?'}redirect=${target}`;
      await page.goto(address, { waitUntil: 'load' });
      await expect(page).toHaveURL((url) => url.pathname + url.search === address);
    }
    await expect(page.locator('main')).toBeVisible();
  }
});
