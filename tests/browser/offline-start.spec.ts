/** A customer comes back with an expired session, while the backend is out of reach. */
import type { BrowserContext } from 'playwright/test';
import { type Customer, expect, signInBrowser, test } from './fixtures.ts';
import { EventsPage, LoginPage, RewardsPage, type SitePage } from './models/index.ts';
import { loseNetwork } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

/** The customer's browser after more than an hour away. */
const returnLater = (context: BrowserContext, customer: Customer) => {
  const session = JSON.parse(customer.session);
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 };
  return signInBrowser(context, { ...customer, session: JSON.stringify(expired) });
};

const trouble = ({ alert }: SitePage) => alert.filter({ hasText: 'Unable to load session.' });

const renewals = /\/auth\/v1\/token/;
const storedSession = () => localStorage.getItem('stampcard.session');

test('an expired session is renewed silently', async ({ page, context, customer }) => {
  await returnLater(context, customer);
  const rewards = new RewardsPage(page);
  await rewards.goto();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
});

test('a customer stays signed in while the backend is out of reach, is told so and can try again', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  await returnLater(context, customer);
  await loseNetwork(page, complaints, renewals);
  // Stopped: the screen must not go on by itself before the button is pressed.
  await stopClock(page, new Date().toISOString());
  const rewards = new RewardsPage(page);
  await Promise.all([page.waitForRequest(renewals), rewards.goto()]);
  // No call waits longer than 15 s, the client library's own attempts included.
  await page.clock.runFor(15_000);
  await expect(trouble(rewards)).toBeVisible();
  await expect(page).toHaveURL(/\/rewards$/);
  expect(await page.evaluate(storedSession)).not.toBe(null);

  await page.unrouteAll();
  await rewards.tryAgain.click();
  await page.clock.resume();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
  await expect(rewards.alert).toHaveCount(0);
});

test('the screen continues by itself when the network is back', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  await returnLater(context, customer);
  await loseNetwork(page, complaints, renewals);
  await page.clock.install();
  const events = new EventsPage(page);
  await Promise.all([page.waitForRequest(renewals), events.goto()]);
  await page.clock.runFor(15_000);
  await expect(trouble(events)).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(events.event('Maginhawa Music Night')).toBeVisible();
});

test('a customer whose session was ended elsewhere is led to the sign-in and back', async ({
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
  await expect(new LoginPage(page).googleButton).toBeVisible();
});

test('a page that opens while the backend does not answer says so, whatever it requests first', async ({
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
