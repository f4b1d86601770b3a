/** Coming back with a session whose time has run out, while the backend is out of reach. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, signInBrowser, test } from './fixtures.ts';
import { loseNetwork } from './support/backend.ts';

/** The customer's browser after more than an hour away. */
const returnLater = (context: BrowserContext, customer: Customer) => {
  const session = JSON.parse(customer.session);
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 };
  return signInBrowser(context, { ...customer, session: JSON.stringify(expired) });
};

const trouble = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Unable to load session.' });

const renewals = /\/auth\/v1\/token/;
const kept = () => localStorage.getItem('stampcard.session');

test('the session is renewed without a word', async ({ page, context, customer }) => {
  await returnLater(context, customer);
  await page.goto('/rewards');
  await expect(page.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
});

test('out of reach is not signed out: it says so and tries again', {
  tag: '@error-load-session',
}, async ({ page, context, customer, complaints }) => {
  await returnLater(context, customer);
  await loseNetwork(page, complaints, renewals);
  await page.clock.install();
  await Promise.all([page.waitForRequest(renewals), page.goto('/rewards')]);
  // No call waits longer than 15 s, the client library's own attempts included.
  await page.clock.runFor(15_000);
  await expect(trouble(page)).toBeVisible();
  await expect(page).toHaveURL(/\/rewards$/);
  expect(await page.evaluate(kept)).not.toBe(null);

  await page.unrouteAll();
  await trouble(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('with the network back the screen goes on by itself', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  await returnLater(context, customer);
  await loseNetwork(page, complaints, renewals);
  await page.clock.install();
  await Promise.all([page.waitForRequest(renewals), page.goto('/events')]);
  await page.clock.runFor(15_000);
  await expect(trouble(page)).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('link', { name: /Maginhawa Music Night/ })).toBeVisible();
});

test('a session that was ended elsewhere leads to the sign-in and back', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\/token/);
  await returnLater(context, customer);
  await customer.client.auth.signOut();
  await page.goto('/store/3?reward=6');
  await expect(page).toHaveURL(/\/login\?redirect=\/store\/3%3Freward%3D6$/);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
});

test('a page that opens while nothing answers says so, whatever was asked first', async ({
  page,
  customer: _,
  complaints,
}) => {
  await page.goto('/events', { waitUntil: 'networkidle' });
  await loseNetwork(page, complaints, /\/rest\/v1\//);
  await page.goto('/events');
  await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByText(/^No connection\. /)).toBeVisible();
});
