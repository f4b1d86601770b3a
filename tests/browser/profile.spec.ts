/** /profile: the account, the preferences and the log-out. */
import type { Page, Route } from 'playwright/test';
import { type Customer, expect, signInBrowser, test } from './fixtures.ts';
import { type LoginPage, ProfilePage, RewardsPage } from './models/index.ts';
import { hold } from './support/backend.ts';

// With the day's prompts marked as closed, there would always be something in local storage.
test.use({ prompts: true });

const LEFT = 'stampcard.log-outs';
const UNFINISHED =
  'Unable to log out. Nothing of yours is left on this device. Your session on the server ends as soon as it can be reached.';
const BAD_JWT = { status: 403, json: { code: 'bad_jwt', message: 'token is expired' } };

const storedKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

/** The customer's session with other facts about the user. */
function sessionWith(customer: Customer, facts: object): Customer {
  const session = JSON.parse(customer.session);
  return {
    ...customer,
    session: JSON.stringify({ ...session, user: { ...session.user, ...facts } }),
  };
}

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
});

test('a customer without email and provider is shown as a guest', async ({
  page,
  context,
  customer,
}) => {
  await signInBrowser(context, sessionWith(customer, { email: '', app_metadata: {} }));
  const profile = new ProfilePage(page);
  const { account } = profile;
  await profile.goto();
  await expect(account.getByText('Guest', { exact: true })).toBeVisible();
  await expect(account.getByText('Signed in via email link', { exact: true })).toBeVisible();
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

test('the log-out in web-view mode stays in that mode', async ({ page, customer: _ }) => {
  const profile = new ProfilePage(page);
  await profile.open('?isWebView=true');
  const login = await profile.logOut();
  await expect(page).toHaveURL(/\/login\?isWebView=1$/);
  await expect(login.sendButton).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

for (const failure of ['refuses', 'is out of reach'] as const) {
  test(`the log-out works when the backend ${failure}`, async ({
    page,
    customer: _,
    complaints,
  }) => {
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
    // What is left names no one, and opens nothing but the log-out itself.
    expect(await page.evaluate(storedKeys)).toEqual([LEFT]);
    await profile.goto();
    await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  });
}

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

const portal = (route: Route) =>
  route.fulfill({ contentType: 'text/html', body: '<title>Hotel</title><p>Welcome!</p>' });

for (const [trouble, meet] of Object.entries({
  'answers with an error': (route: Route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  'is out of reach': (route: Route) => route.abort('internetdisconnected'),
  'is not the one that answers': portal,
})) {
  test(`a log-out of which the backend can’t be told, because it ${trouble}, is told of until it can`, async ({
    page,
    customer,
    complaints,
  }) => {
    complaints.allow(/Failed to load resource.*\/auth\/v1\//);
    const login = await logOutInVain(page, meet);
    await expect(login.alert).toContainText(UNFINISHED);
    await expect(login.googleButton).toBeEnabled();
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
}

test('a log-out that is not answered within 15 s empties the device at once, and is ended by the next page', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\//);
  await page.clock.install();
  const release = await hold(page, /\/auth\/v1\/(logout|token)/);
  const profile = new ProfilePage(page);
  await profile.open();
  const login = await profile.logOut();
  await expect.poll(() => page.evaluate(storedKeys)).toEqual([LEFT]);
  await page.clock.fastForward(15_000);
  await expect(page).toHaveURL('/login');
  await expect(login.alert).toContainText(UNFINISHED);
  expect(await page.evaluate((key) => localStorage.getItem(key), LEFT)).not.toContain(customer.id);
  await page.unrouteAll();
  release();
  await login.open();
  await expect.poll(() => page.evaluate(storedKeys)).toEqual([]);
  await expect(login.alert).toHaveCount(0);
  expect(await isOpen(customer)).toBe(false);
});

test('a log-out with an access token that has expired ends the session all the same', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\//);
  const profile = new ProfilePage(page);
  await profile.open();
  // By the device's clock it is good: the backend knows better, and says so once.
  await page.route('**/auth/v1/logout?*', (route) => route.fulfill(BAD_JWT), { times: 1 });
  await profile.logOut();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(storedKeys)).toEqual([]);
  expect(await isOpen(customer)).toBe(false);
});

test('a log-out that is left is ended before the next sign-in, which stays', async ({
  page,
  context,
  customer,
  complaints,
}) => {
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

test('a log-out that could not be ended before the same customer’s sign-in spares the new session', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\//);
  const login = await logOutInVain(page, (route) => route.abort('internetdisconnected'));
  const google = await login.continueWithGoogle();
  await expect(google.chooser).toBeVisible();
  await page.unrouteAll();
  const renewal = /grant_type=refresh_token/;
  await page.route(renewal, (route) => route.abort('internetdisconnected'));
  await google.signInAs(customer.name, customer.email);
  await expect(page).toHaveURL('/home');
  expect(await page.evaluate(storedKeys)).toContain(LEFT);
  await page.unroute(renewal);
  const [ending] = await Promise.all([
    page.waitForRequest('**/auth/v1/logout?*'),
    page.goto('/profile'),
  ]);
  expect(new URL(ending.url()).searchParams.get('scope')).toBe('local');
  const profile = new ProfilePage(page);
  await expect.poll(() => page.evaluate(storedKeys)).not.toContain(LEFT);
  expect(await isOpen(customer)).toBe(false);
  await profile.goto();
  await expect(profile.email(customer.email)).toBeVisible();
});

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
