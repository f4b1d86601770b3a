/** /profile: the account, the preferences, and the way out. */
import { type Customer, expect, signInBrowser, test } from './fixtures.ts';
import { hold } from './support/backend.ts';
import { open } from './support/open.ts';

// With the day's prompts marked as closed, there would always be something in local storage.
test.use({ prompts: true });

const kept = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

/** The customer's session with other facts about the person. */
function sessionWith(customer: Customer, facts: object): Customer {
  const session = JSON.parse(customer.session);
  return {
    ...customer,
    session: JSON.stringify({ ...session, user: { ...session.user, ...facts } }),
  };
}

test('the account and the preferences', {
  tag: ['@profile-account', '@profile-preferences', '@limit-preferences'],
}, async ({ page, customer }) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText(customer.email, { exact: true })).toBeVisible();
  await expect(account.getByText('Signed in via email', { exact: true })).toBeVisible();
  const preferences = page.getByRole('region', { name: 'Preferences' }).getByRole('listitem');
  await expect(preferences).toHaveText([
    'Reward highlights every Friday',
    'Event reminders 1 day before',
    'Stamp balance alerts under 3 stamps',
  ]);
});

test('a person without email and provider', { tag: '@profile-account' }, async ({
  page,
  context,
  customer,
}) => {
  await signInBrowser(context, sessionWith(customer, { email: '', app_metadata: {} }));
  await page.goto('/profile');
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText('Guest', { exact: true })).toBeVisible();
  await expect(account.getByText('Signed in via email link', { exact: true })).toBeVisible();
});

test('log out leaves nothing behind, in this tab and the others', {
  tag: ['@profile-log-out', '@log-out-clears-everything'],
}, async ({ page, context, customer }) => {
  const other = await context.newPage();
  await other.goto('/rewards');
  await expect(other.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
  await page.goto('/home');
  await open(page, '/profile');
  expect(await page.evaluate(kept)).toContain('stampcard.session');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(await page.evaluate(kept)).toEqual([]);
  expect((await customer.client.auth.refreshSession()).error).not.toBe(null);

  await expect(other).toHaveURL(/\/login\?redirect=\/rewards$/);
  expect(await other.evaluate(kept)).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(customer.email)).toHaveCount(0);
});

test('log out in web-view mode stays in it', { tag: '@profile-log-out' }, async ({
  page,
  customer: _,
}) => {
  await open(page, '/profile?isWebView=true');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login\?isWebView=1$/);
  await expect(page.getByRole('button', { name: 'Send login code' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

for (const failure of ['refused', 'out of reach'] as const) {
  test(`log out works when the backend is ${failure}`, {
    tag: '@log-out-clears-user-anyway',
  }, async ({ page, customer: _, complaints }) => {
    complaints.allow(/Failed to load resource.*\/auth\/v1\/logout/);
    await page.route('**/auth/v1/logout**', (route) =>
      failure === 'refused'
        ? route.fulfill({ status: 500, json: { message: 'The door is stuck.' } })
        : route.abort('internetdisconnected'),
    );
    await open(page, '/profile');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(kept)).toEqual([]);
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  });
}

test('a second tap on Log out asks nothing again', async ({ page, customer: _ }) => {
  const letGo = await hold(page, /\/auth\/v1\/logout/);
  await open(page, '/profile');
  const button = page.getByRole('button', { name: 'Log out' });
  await button.click();
  await expect(button).toBeDisabled();
  letGo();
  await expect(page).toHaveURL(/\/login$/);
});
