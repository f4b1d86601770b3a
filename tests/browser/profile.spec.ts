/** /profile: the account, the preferences and the log-out. */
import type { Page, Route } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { type LoginPage, ProfilePage, RewardsPage } from './models/index.ts';
import { hold } from './support/backend.ts';

// With the day's prompts marked as closed, there would always be something in local storage.
test.use({ prompts: true });

const LEFT = 'stampcard.log-outs';
const UNFINISHED =
  'Unable to log out. Your data is gone from this device. Your session on the server ends as soon as we can reach it.';

/** Without the name under which the auth client of another tab may be trying whether it can write. */
const storedKeys = () =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
    (key) => !key.startsWith('lswt-'),
  );

test('the page shows the account and the preferences', async ({ page, customer }) => {
  const profile = new ProfilePage(page);
  const { account, preferences } = profile;
  await profile.goto();
  await expect(profile.titled('Profile')).toBeVisible();
  await expect(profile.email(customer.email)).toBeVisible();
  await expect(account.getByText('Signed in via email', { exact: true })).toBeVisible();
  await expect(preferences.getByRole('listitem')).toHaveText([
    'Reward highlights every Friday',
    'Event reminders 1 day before',
    'Stamp balance alerts under 3 stamps',
  ]);
  // None of them can be switched.
  await expect(preferences.locator('button, input, select, a, [role], [tabindex]')).toHaveCount(0);
});

test('the log-out leaves nothing behind, in this tab and the others', async ({
  page,
  context,
  customer,
}) => {
  const other = await context.newPage();
  const rewards = new RewardsPage(other);
  await rewards.goto();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
  await page.goto('/home');
  const profile = new ProfilePage(page);
  await profile.open();
  expect(await page.evaluate(storedKeys)).toContain('stampcard.session');
  const release = await hold(page, /\/auth\/v1\/logout/);
  const login = await profile.logOut();
  await expect(profile.logOutButton).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/login$/);
  await expect(login.googleButton).toBeVisible();
  expect(await page.evaluate(storedKeys)).toEqual([]);
  expect((await customer.client.auth.refreshSession()).error).not.toBe(null);

  await expect(other).toHaveURL(/\/login\?redirect=\/rewards$/);
  expect(await other.evaluate(storedKeys)).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(customer.email)).toHaveCount(0);
});

/** Logs out while every call to the sign-in service meets this. */
async function logOutInVain(page: Page, meet: (route: Route) => unknown): Promise<LoginPage> {
  const profile = new ProfilePage(page);
  await profile.open();
  await page.route('**/auth/v1/{logout,token}?*', meet);
  const login = await profile.logOut();
  await expect(page).toHaveURL('/login');
  return login;
}

/** Whether the backend still knows a customer's session. */
async function isOpen(customer: Customer): Promise<boolean> {
  const { access_token } = JSON.parse(customer.session);
  const { error } = await customer.client.auth.getUser(access_token);
  return error === null;
}

test('a log-out that the backend can’t be told of leaves nothing behind, and is told until it can', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\//);
  const login = await logOutInVain(page, (route) => route.abort('internetdisconnected'));
  await expect(login.alert).toContainText(UNFINISHED);
  await expect(login.googleButton).toBeEnabled();
  // What is left names no one, and opens nothing but the log-out itself.
  expect(await page.evaluate(storedKeys)).toEqual([LEFT]);
  expect(await page.evaluate((key) => localStorage.getItem(key), LEFT)).not.toContain(customer.id);
  expect(await isOpen(customer)).toBe(true);
  await login.tryAgain.press('Enter');
  await expect(login.alert).toContainText('Unable to log out.');

  await page.unrouteAll();
  const release = await hold(page, /\/auth\/v1\/token/);
  await login.tryAgain.press('Enter');
  await expect(login.status).toHaveText('Logging out…');
  release();
  await expect(login.status).toHaveText('Your session on the server has ended.');
  await expect(login.logOutNotice).toBeFocused();
  await expect(login.alert).toHaveCount(0);
  expect(await isOpen(customer)).toBe(false);
  expect(await page.evaluate(storedKeys)).toEqual([]);
});

test('a log-out that is left is ended before the next sign-in, which stays', {
  tag: '@google',
}, async ({ page, context, customer, complaints }) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\//);
  const login = await logOutInVain(page, (route) => route.abort('internetdisconnected'));
  await expect(login.alert).toContainText(UNFINISHED);
  const google = await login.continueWithGoogle();
  await expect(google.chooser).toBeVisible();
  await page.unrouteAll();
  const asked: string[] = [];
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const kind = searchParams.get('grant_type') ?? searchParams.get('scope');
    if (/\/(token|logout)$/.test(pathname)) asked.push(`${pathname.split('/').at(-1)} ${kind}`);
  });
  await google.signInAs(customer.name, customer.email);
  await expect(page).toHaveURL('/home');
  expect(asked).toEqual(['token refresh_token', 'logout global', 'token pkce']);
  expect(await isOpen(customer)).toBe(false);
  await page.goto('/profile');
  await expect(new ProfilePage(page).email(customer.email)).toBeVisible();
});
