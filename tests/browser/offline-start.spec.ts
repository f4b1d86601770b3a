/** A customer comes back with an expired session, while the backend is out of reach. */
import { expect, signInBrowser, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import { loseNetwork } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

const renewals = /\/auth\/v1\/token/;

test('a customer stays signed in while the backend is out of reach, is told so and can try again', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  const session = JSON.parse(customer.session);
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 };
  await signInBrowser(context, { ...customer, session: JSON.stringify(expired) });
  await loseNetwork(page, complaints, renewals);
  // Stopped: the screen must not go on by itself before the button is pressed.
  await stopClock(page, new Date().toISOString());
  const rewards = new RewardsPage(page);
  await Promise.all([page.waitForRequest(renewals), rewards.goto()]);
  // No call waits longer than 15 s, the client library's own attempts included.
  await page.clock.runFor(15_000);
  await expect(rewards.alert.filter({ hasText: 'Unable to load session.' })).toBeVisible();
  await expect(page).toHaveURL(/\/rewards$/);
  expect(await page.evaluate(() => localStorage.getItem('stampcard.session'))).not.toBe(null);

  await page.unrouteAll();
  await rewards.tryAgain.click();
  await page.clock.resume();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
  await expect(rewards.alert).toHaveCount(0);
});
