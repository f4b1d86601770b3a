/** A session begins, lasts and ends as it should, and its secrets stay where they belong. */
import { createHash } from 'node:crypto';
import type { BrowserContext, Page, Request, Route } from 'playwright/test';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import { EventsPage, LoginPage, ProfilePage, shownText } from './models/index.ts';
import { hold } from './support/backend.ts';
import {
  expired,
  KEPT_KEYS,
  storedKeys,
  storedSession,
  storeSession,
} from './support/customers.ts';
import { open } from './support/open.ts';
import { WALLET_PAGES } from './support/public-pages.ts';

const VERIFIER = `${KEPT_KEYS.session}-code-verifier`;

const verifierIn = (page: Page) => page.evaluate((name) => localStorage.getItem(name), VERIFIER);

const codeOf = (address: string) => new URL(address).searchParams.get('code');
const isReturn = (request: Request) =>
  request.isNavigationRequest() && new URL(request.url()).pathname === '/login';

test('Google gets the challenge of a secret that stays here, and its code is left in no address', {
  tag: '@google',
}, async ({ page }) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  const login = new LoginPage(page);
  const [departure, google] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/auth/v1/authorize')),
    login.open('?redirect=/rewards').then(() => login.continueWithGoogle()),
  ]);
  const parameters = new URL(departure.url()).searchParams;
  expect([...parameters.keys()].sort()).toEqual([
    ...['code_challenge', 'code_challenge_method', 'provider', 'redirect_to'],
  ]);
  expect(parameters.get('code_challenge_method')).toMatch(/^s256$/i);
  await expect(google.chooser).toBeVisible();
  const verifier = JSON.parse((await verifierIn(page)) ?? '""');
  expect(verifier.length).toBeGreaterThanOrEqual(43);
  expect(parameters.get('code_challenge')).toBe(
    createHash('sha256').update(verifier).digest('base64url'),
  );

  const wayBack = page.waitForRequest(
    (request) => codeOf(request.url()) !== null && isReturn(request),
  );
  await google.signInAs('Zoë Cruz', uniqueEmail());
  const code = codeOf((await wayBack).url()) ?? '';
  await expect(page).toHaveURL('/rewards');
  const remembered = () => page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''));
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(await verifierIn(page)).toBe(null);

  await page.goBack();
  await expect(google.chooser).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL('/rewards');
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(visited.filter((url) => url.includes(code))).toHaveLength(1);
});

/** Everything that others could read: addresses, referrers, the console, what pages show. */
async function overhear(context: BrowserContext) {
  const overheard: string[] = [];
  const secrets = new Set<string>();
  context.on('request', (request) => {
    overheard.push(request.url(), request.headers().referer ?? '');
  });
  context.on('response', (response) => overheard.push(response.headers().location ?? ''));
  context.on('console', (message) => overheard.push(message.text()));
  context.on('weberror', (error) => overheard.push(error.error().message));
  await context.route(/\/auth\/v1\/(token|verify)/, async (route) => {
    const response = await route.fetch();
    const { access_token, refresh_token } = await response.json();
    for (const secret of [access_token, refresh_token]) secrets.add(secret);
    await route.fulfill({ response });
  });
  return {
    secrets,
    overheard,
    /** What the page shows now. */
    async read(page: Page) {
      const shown = () => [document.referrer, document.documentElement.outerHTML];
      overheard.push(page.url(), ...(await page.evaluate(shown)));
    },
    leaks: () => {
      const words = [...secrets, 'access_token=', 'refresh_token='];
      return overheard.filter(
        (text) => /\beyJ[\w-]{10,}/.test(text) || words.some((word) => text.includes(word)),
      );
    },
  };
}

test('no secret of a session is in an address, a referrer, the console or on a page', {
  tag: '@google',
}, async ({ page, context, mailbox, complaints }) => {
  complaints.allow(/^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const { secrets, overheard, read, leaks } = await overhear(context);
  const email = uniqueEmail();
  const login = new LoginPage(page);
  await login.open('?redirect=/home');
  const google = await login.continueWithGoogle();
  await expect(google.chooser).toBeVisible();
  secrets.add(JSON.parse((await verifierIn(page)) ?? '""'));
  await google.signInAs('Zoë Cruz', email);
  await expect(page).toHaveURL('/home');
  for (const path of WALLET_PAGES) {
    await open(page, path);
    await read(page);
  }
  await page.route(/\/rest\/v1\//, (route) => route.abort('internetdisconnected'));
  const events = new EventsPage(page);
  await events.open();
  await expect(shownText(page, /^Offline · /)).toBeVisible();
  await read(page);
  await page.unrouteAll();

  // One renewal: none is under way when the page is left, nor when the session ends.
  await page.goto('/robots.txt');
  await storeSession(page, expired(await storedSession(page)));
  const profile = new ProfilePage(page);
  await profile.open();
  await expect.poll(async () => JSON.parse(await storedSession(page)).expires_at).not.toBe(1);
  await profile.logOut();
  await expect(page).toHaveURL('/login');
  await read(page);

  await login.open('?isWebView=1');
  await login.sendCodeTo(email);
  await expect(login.codeField).toBeVisible();
  const code = await mailbox.code(email);
  secrets.add(code);
  await login.codeField.fill(code);
  await expect(page).toHaveURL('/home');
  await read(page);

  expect(leaks()).toEqual([]);
  // The two tokens of three sessions, a verifier and a one-time code.
  expect(secrets.size).toBe(8);
  expect(overheard.length).toBeGreaterThan(100);
});

const LEFT = 'stampcard.log-outs';
const UNFINISHED =
  'Unable to log out. Your data is gone from this device. Your session on the server ends as soon as we can reach it.';

const CALLS = '**/auth/v1/{logout,token}?*';

/** Logs out while every call to the auth service meets this. */
async function logOutInVain(page: Page, meet: (route: Route) => unknown): Promise<LoginPage> {
  const profile = new ProfilePage(page);
  await profile.open();
  await page.route(CALLS, meet);
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

test.describe('the log-out', () => {
  // With the day's prompts marked as closed, there would always be something in local storage.
  test.use({ prompts: true });

  test('leaves nothing behind of the account that the profile shows', async ({
    page,
    customer,
  }) => {
    const profile = new ProfilePage(page);
    const { account, preferences } = profile;
    await profile.open();
    await expect(profile.titled('Profile')).toBeVisible();
    await expect(profile.email(customer.email)).toBeVisible();
    for (const said of ['Signed in via email', 'This logs you out on your other devices, too.'])
      await expect(account.getByText(said, { exact: true })).toBeVisible();
    await expect(preferences.getByRole('listitem')).toHaveText([
      'Reward highlights every Friday',
      'Event reminders 1 day before',
      'Stamp balance alerts under 3 stamps',
    ]);
    // None of them can be switched.
    await expect(preferences.locator('button, input, select, a, [role], [tabindex]')).toHaveCount(
      0,
    );
    expect(await storedKeys(page)).toContain(KEPT_KEYS.session);
    const release = await hold(page, /\/auth\/v1\/logout/);
    const login = await profile.logOut();
    await expect(page.getByRole('main')).not.toContainText(/@|Log out|Signed in/);
    release();
    await expect(page).toHaveURL(/\/login$/);
    await expect(login.googleButton).toBeVisible();
    expect(await storedKeys(page)).toEqual([]);
    expect((await customer.client.auth.refreshSession()).error).not.toBe(null);
  });

  test('is retried if it can’t reach the backend, until it does', async ({
    page,
    customer,
    complaints,
  }) => {
    complaints.allow(/Failed to load resource.*\/auth\/v1\//);
    const login = await logOutInVain(page, (route) => route.abort('internetdisconnected'));
    await expect(login.alert).toContainText(UNFINISHED);
    await expect(login.googleButton).toBeEnabled();
    // What is left names no one, and gives access to nothing but the log-out itself.
    expect(await storedKeys(page)).toEqual([LEFT]);
    expect(await page.evaluate((key) => localStorage.getItem(key), LEFT)).not.toContain(
      customer.id,
    );
    expect(await isOpen(customer)).toBe(true);
    await login.tryAgain.press('Enter');
    await expect(login.alert).toContainText('Unable to log out.');

    // First, since it is retried by itself as well.
    const release = await hold(page, /\/auth\/v1\/token/);
    await page.unroute(CALLS);
    // The region is there before it says anything, or a screen reader may miss it.
    const region = await login.logOutNotice
      .getByRole('status')
      .evaluateHandle((element) => element);
    await login.tryAgain.press('Enter');
    await expect(login.status).toHaveText('Logging out…');
    release();
    await expect(login.status).toHaveText('Your session on the server has ended.');
    const said = await region.evaluate((element) => element.isConnected && element.textContent);
    expect(said).toBe('Your session on the server has ended.');
    await expect(login.logOutNotice).toBeFocused();
    await expect(login.alert).toHaveCount(0);
    expect(await isOpen(customer)).toBe(false);
    expect(await storedKeys(page)).toEqual([]);
  });
});
