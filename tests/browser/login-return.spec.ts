/** /login before and after Google: whose card is opened, and what is shown instead of the form. */
import { expect, test } from './fixtures.ts';
import { LoginPage } from './models/index.ts';
import { answer, hold, loseNetwork, reads } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { watchLayoutShift } from './support/measures.ts';
import { boxOf } from './support/touch.ts';

const CODE = 'code=0f5b7f5e-0000-4000-8000-000000000000';
const tokens = /\/auth\/v1\/token/;

test('the page says whose card the sign-in opens, and moves nothing for it', async ({ page }) => {
  const login = new LoginPage(page);
  const moved = await watchLayoutShift(page);
  const release = await hold(page, reads('stores'));
  await login.goto('?redirect=/store/1%3Freward=1');
  await expect(login.welcome).toBeVisible();
  await expect(login.googleButton).toBeEnabled();
  await page.evaluate(() => document.fonts.ready);
  const before = await boxOf(login.googleButton);
  const movedBefore = await moved();
  await expect(login.store).toHaveCount(0);
  release();
  await expect(login.store).toHaveText('Sign in to open your card at Kape Tayo');
  await expect(page.getByText('Start Collecting your Stamps!', { exact: true })).toBeVisible();
  expect(await boxOf(login.googleButton)).toEqual(before);
  expect(await moved()).toBe(movedBefore);
  for (const [width, height] of [
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(login.store).toBeInViewport({ ratio: 1 });
    await expect(login.googleButton).toBeInViewport({ ratio: 1 });
  }

  // Whatever the store is called, and if there is none.
  const place = async () => (await boxOf(login.googleButton)).y;
  await page.setViewportSize({ width: 360, height: 640 });
  await login.goto('?redirect=/store/99999');
  await expect(login.googleButton).toBeEnabled();
  const expected = await place();
  for (const name of ['Ü', 'W'.repeat(60), '珈琲と麺包の店'.repeat(8)]) {
    await answer(page, 'stores', [{ id: 1, name, suspended: false }]);
    await login.goto('?redirect=/store/1');
    await expect(login.store).toHaveText(`Sign in to open your card at ${name}`);
    expect(await place()).toBe(expected);
  }
});

test('the page that Google leads back to shows no form, from its first paint on', {
  tag: '@google',
}, async ({ page }) => {
  const login = new LoginPage(page);
  await login.goto('?redirect=/store/1');
  const google = await login.continueWithGoogle();
  // The way there has a time limit, too, and stopping the clock would jump past it.
  await expect(google.chooser).toBeVisible();
  const releaseCode = await hold(page, /\/_astro\/LoginPanel.*\.js$/);
  const releaseTokens = await hold(page, tokens);
  // The form is hidden for fifteen seconds, and the call for tokens times out after as many.
  await stopClock(page);
  await google.account('Ana Reyes').click();
  await expect(login.signingIn).toBeVisible();
  await expect(login.googleButton).toBeHidden();
  const asked = page.waitForRequest(tokens);
  releaseCode();
  await asked;
  await expect(login.signingIn).toBeVisible();
  await expect(login.googleButton).toBeHidden();
  await expect(login.status).toHaveText('Signing you in…');
  releaseTokens();
  await expect(page).toHaveURL('/store/1');
});

test('a sign-in that is refused, or fails on its way back, shows the error once and the form', {
  tag: '@google',
}, async ({ page, complaints }) => {
  const login = new LoginPage(page);
  await login.goto('?redirect=/store/1');
  const google = await login.continueWithGoogle();
  await google.denyButton.click();
  await expect(login.alert).toHaveText('Unable to complete sign in. (access_denied)');
  await expect(page).toHaveURL(/\/login\?redirect=(\/|%2F)store(\/|%2F)1$/);
  await page.reload();
  await expect(login.googleButton).toBeEnabled();
  await expect(login.alert).toBeHidden();

  await login.continueWithGoogle();
  await loseNetwork(page, complaints, tokens);
  await google.account('Ana Reyes').click();
  await expect(login.alert).toHaveText('Unable to complete sign in.');
  await expect(login.signingIn).toBeHidden();
  await expect(login.googleButton).toBeEnabled();
  await expect(login.store).toHaveText('Sign in to open your card at Kape Tayo');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('the form does not stay hidden if the page’s code never loads', async ({ page }) => {
  const login = new LoginPage(page);
  await stopClock(page);
  await hold(page, /\/_astro\/LoginPanel.*\.js$/);
  await login.goto(`?${CODE}`);
  await expect(login.signingIn).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(login.signingIn).toBeHidden();
  await expect(login.googleButton).toBeVisible();
});
