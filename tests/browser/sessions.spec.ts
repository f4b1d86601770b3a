/** A session begins, lasts and ends as it should, and its secrets stay where they belong. */
import { createHash } from 'node:crypto';
import type { BrowserContext, Page, Request } from 'playwright/test';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import { EventsPage, LoginPage, ProfilePage, StorePage } from './models/index.ts';
import { open } from './support/open.ts';
import { origin } from './support/origin.ts';
import { WALLET_PAGES } from './support/public-pages.ts';

const SESSION = 'stampcard.session';
const VERIFIER = `${SESSION}-code-verifier`;

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

const codeOf = (address: string) => new URL(address).searchParams.get('code');
const isReturn = (request: Request) =>
  request.isNavigationRequest() && new URL(request.url()).pathname === '/login';

test('the address that leads to Google carries the challenge of a secret that stays on the device', async ({
  page,
}) => {
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
  const verifier = JSON.parse((await stored(page, VERIFIER)) ?? '""');
  expect(verifier.length).toBeGreaterThanOrEqual(43);
  expect(parameters.get('code_challenge')).toBe(
    createHash('sha256').update(verifier).digest('base64url'),
  );
});

test('the code that comes back from Google is removed from the address and from history', async ({
  page,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  const login = new LoginPage(page);
  await login.open('?redirect=/rewards');
  const google = await login.continueWithGoogle();
  const wayBack = page.waitForRequest(
    (request) => codeOf(request.url()) !== null && isReturn(request),
  );
  await google.signInAs('Zoë Cruz', uniqueEmail());
  const code = codeOf((await wayBack).url()) ?? '';
  await expect(page).toHaveURL('/rewards');
  const remembered = () => page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''));
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(await stored(page, VERIFIER)).toBe(null);

  await page.goBack();
  await expect(google.chooser).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/rewards');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL('/rewards');
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(visited.filter((url) => url.includes(code))).toHaveLength(1);
});

test('a code from Google does not sign in a stranger who has it', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const exchange = /grant_type=pkce/;
  await page.route(exchange, (route) => route.abort('internetdisconnected'));
  const login = new LoginPage(page);
  await login.open('?redirect=/rewards');
  const google = await login.continueWithGoogle();
  await expect(google.chooser).toBeVisible();
  const verifier = (await stored(page, VERIFIER)) ?? '';
  const wayBack = page.waitForRequest(
    (request) => codeOf(request.url()) !== null && isReturn(request),
  );
  await google.signInAs('Zoë Cruz', uniqueEmail());
  const link = (await wayBack).url();

  const elsewhere = await browser.newContext({ baseURL: origin() });
  const stranger = await elsewhere.newPage();
  const strangersLogin = new LoginPage(stranger);
  let exchanges = 0;
  elsewhere.on('request', (request) => {
    exchanges += exchange.test(request.url()) ? 1 : 0;
  });
  const expectSignedOut = async () => {
    await expect(stranger).toHaveURL(/\/login\?redirect=(%2F|\/)rewards$/);
    await expect(strangersLogin.googleButton).toBeEnabled();
    expect(await stored(stranger, SESSION)).toBe(null);
  };
  await stranger.goto(link);
  await expect(strangersLogin.alert).toHaveText('Unable to complete sign in.');
  await expectSignedOut();
  expect(exchanges).toBe(0);
  await stranger.evaluate(
    (key) => localStorage.setItem(key, '"a-secret-of-another-sign-in"'),
    VERIFIER,
  );
  await stranger.goto(link);
  await expect(strangersLogin.alert).toContainText('code verifier');
  await expectSignedOut();
  expect(exchanges).toBe(1);
  await elsewhere.close();

  // The code itself was good all the time.
  await page.unroute(exchange);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    VERIFIER,
    verifier,
  ] as const);
  await page.goto(link);
  await expect(page).toHaveURL('/rewards');
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

test('no secret of a session is in an address, a referrer, the console or on a page', async ({
  page,
  context,
  mailbox,
  complaints,
}) => {
  complaints.allow(/^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const { secrets, overheard, read, leaks } = await overhear(context);
  const email = uniqueEmail();
  const login = new LoginPage(page);
  await login.open('?redirect=/home');
  const google = await login.continueWithGoogle();
  await expect(google.chooser).toBeVisible();
  secrets.add(JSON.parse((await stored(page, VERIFIER)) ?? '""'));
  await google.signInAs('Zoë Cruz', email);
  await expect(page).toHaveURL('/home');
  for (const path of WALLET_PAGES) {
    await open(page, path);
    await read(page);
  }
  await page.route(/\/rest\/v1\//, (route) => route.abort('internetdisconnected'));
  const events = new EventsPage(page);
  await events.open();
  await expect(events.alert).toContainText('Unable to load events.');
  await read(page);
  await page.unrouteAll();

  // One renewal: none is under way when the page is left, nor when the session ends.
  await page.goto('/robots.txt');
  await expire(page);
  const profile = new ProfilePage(page);
  await profile.open();
  await expect
    .poll(async () => JSON.parse((await stored(page, SESSION)) ?? '').expires_at)
    .not.toBe(1);
  await profile.logOut();
  await expect(page).toHaveURL('/login');
  await read(page);

  await login.open('?isWebView=1');
  await login.sendCodeTo(email);
  await expect(login.codeField).toBeVisible();
  const code = await mailbox.code(email);
  secrets.add(code);
  await login.enterCode(code);
  await expect(page).toHaveURL('/home');
  await read(page);

  expect(leaks()).toEqual([]);
  // The two tokens of three sessions, a verifier and a one-time code.
  expect(secrets.size).toBe(8);
  expect(overheard.length).toBeGreaterThan(100);
});

/** The access token has expired: by the device's clock, whatever the backend says. */
const expire = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION);

/** A thief who holds a refresh token can do this. */
async function renew(refreshToken: string): Promise<{ status: number; next: string }> {
  const response = await fetch(`${origin()}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const { refresh_token } = await response.json();
  return { status: response.status, next: refresh_token };
}

const tokenOf = ({ session }: Customer): string => JSON.parse(session).refresh_token;

test('a refresh token used by a thief ends the session for both', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\/token/);
  await page.clock.install();
  const store = new StorePage(page);
  await store.open('1?reward=1');
  await expect(store.heading('Kape Tayo')).toBeVisible();

  // A used token is forgiven while only one renewal came of it: a lost answer looks the same.
  const first = await renew(tokenOf(customer));
  expect(first.status).toBe(200);
  const second = await renew(first.next);
  expect(second.status).toBe(200);

  await expire(page);
  // Again where time stood still too briefly: what is under way when it jumps counts as unanswered.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(30_000);
        return new URL(page.url()).pathname;
      },
      { intervals: [2_000] },
    )
    .toBe('/login');
  await expect(page).toHaveURL('/login?redirect=/store/1%3Freward%3D1');
  const login = new LoginPage(page);
  await expect(login.googleButton).toBeVisible();
  expect(await stored(page, SESSION)).toBe(null);
  expect((await renew(second.next)).status).toBe(400);
  expect((await renew(first.next)).status).toBe(400);

  const google = await login.continueWithGoogle();
  await google.signInAs(customer.name, customer.email);
  await expect(page).toHaveURL('/store/1?reward=1');
  await expect(store.heading('Kape Tayo')).toBeVisible();
});
