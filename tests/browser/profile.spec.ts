/** /profile: the account, the preferences and the log-out. */
import { type Customer, expect, signInBrowser, test } from './fixtures.ts';
import { ProfilePage, RewardsPage } from './models/index.ts';
import { hold } from './support/backend.ts';

// With the day's prompts marked as closed, there would always be something in local storage.
test.use({ prompts: true });

const storedKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

/** The customer's session with other facts about the user. */
function sessionWith(customer: Customer, facts: object): Customer {
  const session = JSON.parse(customer.session);
  return {
    ...customer,
    session: JSON.stringify({ ...session, user: { ...session.user, ...facts } }),
  };
}

test('the page shows the account and the preferences', {
  tag: ['@profile-account', '@profile-preferences', '@limit-preferences'],
}, async ({ page, customer }) => {
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
});

test('a customer without email and provider is shown as a guest', {
  tag: '@profile-account',
}, async ({ page, context, customer }) => {
  await signInBrowser(context, sessionWith(customer, { email: '', app_metadata: {} }));
  const profile = new ProfilePage(page);
  const { account } = profile;
  await profile.goto();
  await expect(account.getByText('Guest', { exact: true })).toBeVisible();
  await expect(account.getByText('Signed in via email link', { exact: true })).toBeVisible();
});

test('the log-out leaves nothing behind, in this tab and the others', {
  tag: ['@profile-log-out', '@log-out-clears-everything'],
}, async ({ page, context, customer }) => {
  const other = await context.newPage();
  const rewards = new RewardsPage(other);
  await rewards.goto();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
  await page.goto('/home');
  const profile = new ProfilePage(page);
  await profile.open();
  expect(await page.evaluate(storedKeys)).toContain('stampcard.session');
  const login = await profile.logOut();
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

test('the log-out in web-view mode stays in that mode', { tag: '@profile-log-out' }, async ({
  page,
  customer: _,
}) => {
  const profile = new ProfilePage(page);
  await profile.open('?isWebView=true');
  const login = await profile.logOut();
  await expect(page).toHaveURL(/\/login\?isWebView=1$/);
  await expect(login.sendButton).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

for (const failure of ['refuses', 'is out of reach'] as const) {
  test(`the log-out works when the backend ${failure}`, {
    tag: '@log-out-clears-user-anyway',
  }, async ({ page, customer: _, complaints }) => {
    complaints.allow(/Failed to load resource.*\/auth\/v1\/logout/);
    await page.route('**/auth/v1/logout**', (route) =>
      failure === 'refuses'
        ? route.fulfill({ status: 500, json: { message: 'The door is stuck.' } })
        : route.abort('internetdisconnected'),
    );
    const profile = new ProfilePage(page);
    await profile.open();
    await profile.logOut();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(storedKeys)).toEqual([]);
    await profile.goto();
    await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  });
}

test('a second tap on Log out is not possible while the first one is answered', async ({
  page,
  customer: _,
}) => {
  const release = await hold(page, /\/auth\/v1\/logout/);
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.logOut();
  await expect(profile.logOutButton).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/login$/);
});
