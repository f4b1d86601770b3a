/** A session is got, kept and lost as it should be, and its secrets stay where they belong. */
import { createHash } from 'node:crypto';
import type { BrowserContext, Page, Request } from 'playwright/test';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import { open } from './support/open.ts';
import { origin } from './support/origin.ts';
import { WALLET_PAGES } from './support/public-pages.ts';

const SESSION = 'stampcard.session';
const VERIFIER = `${SESSION}-code-verifier`;

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** At the stand-in for Google: somebody it does not know yet, or a customer by their address. */
async function consent(page: Page, email: string, name = 'Zoë Cruz'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

const codeOf = (address: string) => new URL(address).searchParams.get('code');
const isWayBack = (request: Request) =>
  request.isNavigationRequest() && new URL(request.url()).pathname === '/login';

test('the way to Google carries the challenge of a secret that stays here', async ({ page }) => {
  const [wayOut] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/auth/v1/authorize')),
    open(page, '/login?redirect=/rewards').then(() => google(page).click()),
  ]);
  const asked = new URL(wayOut.url()).searchParams;
  expect([...asked.keys()].sort()).toEqual([
    ...['code_challenge', 'code_challenge_method', 'provider', 'redirect_to'],
  ]);
  expect(asked.get('code_challenge_method')).toMatch(/^s256$/i);
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  const verifier = JSON.parse((await kept(page, VERIFIER)) ?? '""');
  expect(verifier.length).toBeGreaterThanOrEqual(43);
  expect(asked.get('code_challenge')).toBe(
    createHash('sha256').update(verifier).digest('base64url'),
  );
});

test('the code of the way back is gone from the address and from history', async ({ page }) => {
  const been: string[] = [];
  page.on('framenavigated', (frame) => been.push(frame.url()));
  await open(page, '/login?redirect=/rewards');
  await google(page).click();
  const wayBack = page.waitForRequest(
    (request) => codeOf(request.url()) !== null && isWayBack(request),
  );
  await consent(page, uniqueEmail());
  const code = codeOf((await wayBack).url()) ?? '';
  await expect(page).toHaveURL('/rewards');
  const remembered = () => page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''));
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(await kept(page, VERIFIER)).toBe(null);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/rewards');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL('/rewards');
  expect((await remembered()).filter((url) => url.includes(code))).toEqual([]);
  expect(been.filter((url) => url.includes(code))).toHaveLength(1);
});

test('a code in somebody else’s hands signs nobody in', async ({ page, browser, complaints }) => {
  complaints.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const exchange = /grant_type=pkce/;
  await page.route(exchange, (route) => route.abort('internetdisconnected'));
  await open(page, '/login?redirect=/rewards');
  await google(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  const verifier = (await kept(page, VERIFIER)) ?? '';
  const wayBack = page.waitForRequest(
    (request) => codeOf(request.url()) !== null && isWayBack(request),
  );
  await consent(page, uniqueEmail());
  const link = (await wayBack).url();

  const elsewhere = await browser.newContext({ baseURL: origin() });
  const stranger = await elsewhere.newPage();
  let exchanges = 0;
  elsewhere.on('request', (request) => {
    exchanges += exchange.test(request.url()) ? 1 : 0;
  });
  const expectNobody = async () => {
    await expect(stranger).toHaveURL(/\/login\?redirect=(%2F|\/)rewards$/);
    await expect(google(stranger)).toBeEnabled();
    expect(await kept(stranger, SESSION)).toBe(null);
  };
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toHaveText('Unable to complete sign in.');
  await expectNobody();
  expect(exchanges).toBe(0);
  await stranger.evaluate(
    (key) => localStorage.setItem(key, '"a-secret-of-another-way-out"'),
    VERIFIER,
  );
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toContainText('code verifier');
  await expectNobody();
  expect(exchanges).toBe(1);
  await elsewhere.close();

  // It was a good one all the time.
  await page.unroute(exchange);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    VERIFIER,
    verifier,
  ] as const);
  await page.goto(link);
  await expect(page).toHaveURL('/rewards');
});

/** Everything that others could read: addresses, referrers, the console, what stands on pages. */
async function overhear(context: BrowserContext) {
  const heard: string[] = [];
  const secrets = new Set<string>();
  context.on('request', (request) => {
    heard.push(request.url(), request.headers().referer ?? '');
  });
  context.on('response', (response) => heard.push(response.headers().location ?? ''));
  context.on('console', (message) => heard.push(message.text()));
  context.on('weberror', (error) => heard.push(error.error().message));
  await context.route(/\/auth\/v1\/(token|verify)/, async (route) => {
    const response = await route.fetch();
    const { access_token, refresh_token } = await response.json();
    for (const secret of [access_token, refresh_token]) secrets.add(secret);
    await route.fulfill({ response });
  });
  return {
    secrets,
    heard,
    /** What stands on the page now. */
    async read(page: Page) {
      const shown = () => [document.referrer, document.documentElement.outerHTML];
      heard.push(page.url(), ...(await page.evaluate(shown)));
    },
    leaks: () => {
      const words = [...secrets, 'access_token=', 'refresh_token='];
      return heard.filter(
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
  const { secrets, heard, read, leaks } = await overhear(context);
  const email = uniqueEmail();
  await open(page, '/login?redirect=/home');
  await google(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  secrets.add(JSON.parse((await kept(page, VERIFIER)) ?? '""'));
  await consent(page, email);
  await expect(page).toHaveURL('/home');
  for (const path of WALLET_PAGES) {
    await open(page, path);
    await read(page);
  }
  await page.route(/\/rest\/v1\//, (route) => route.abort('internetdisconnected'));
  await open(page, '/events');
  await expect(page.getByRole('alert')).toContainText('Unable to load events.');
  await read(page);
  await page.unrouteAll();

  await expire(page);
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await read(page);

  await open(page, '/login?isWebView=1');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send login code' }).click();
  await expect(page.getByPlaceholder('Enter the 6-digit code')).toBeVisible();
  const code = await mailbox.code(email);
  secrets.add(code);
  await page.getByPlaceholder('Enter the 6-digit code').fill(code);
  await page.getByRole('button', { name: 'Verify code and sign in' }).click();
  await expect(page).toHaveURL('/home');
  await read(page);

  expect(leaks()).toEqual([]);
  // Three sessions, a verifier and a code.
  expect(secrets.size).toBe(8);
  expect(heard.length).toBeGreaterThan(100);
});

/** The access token has run out: by the device's clock, whatever the backend says. */
const expire = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION);

/** Anybody who holds a refresh token can do this. */
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
  await open(page, '/store/1?reward=1');
  await expect(page.getByRole('heading', { name: 'Kape Tayo' })).toBeVisible();

  // A used token is forgiven while only one renewal came of it: a lost answer looks the same.
  const first = await renew(tokenOf(customer));
  expect(first.status).toBe(200);
  const second = await renew(first.next);
  expect(second.status).toBe(200);

  await expire(page);
  await page.clock.fastForward(30_000);
  await expect(page).toHaveURL('/login?redirect=/store/1%3Freward%3D1');
  await expect(google(page)).toBeVisible();
  expect(await kept(page, SESSION)).toBe(null);
  expect((await renew(second.next)).status).toBe(400);
  expect((await renew(first.next)).status).toBe(400);

  await google(page).click();
  await consent(page, customer.email, customer.name);
  await expect(page).toHaveURL('/store/1?reward=1');
  await expect(page.getByRole('heading', { name: 'Kape Tayo' })).toBeVisible();
});
