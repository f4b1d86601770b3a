/**
 * The way back is the page that the browser has kept, as it was left. Playwright switches that cache
 * off; here it is on.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { test as base, type Customer, expect } from './fixtures.ts';
import { ProfilePage, Shell, TransactionsPage } from './models/index.ts';
import { giveStamps } from './support/customers.ts';
import { inOneDocument } from './support/one-document.ts';
import { open } from './support/open.ts';
import { origin } from './support/origin.ts';
import { startPhone, workerAnswers } from './support/phone.ts';
import { wordsHeld } from './support/words-held.ts';

const test = base.extend<{ phone: BrowserContext }>({
  phone: async ({ customer }, use, info) => {
    const port = Number(new URL(origin()).port);
    const phone = await startPhone(info.outputPath('phone'), port, { keepsPages: true });
    await phone.addInitScript(markAuthClient);
    await signIn(phone, customer);
    await use(phone);
    await phone.close();
  },
});

/** The auth client follows the page's visibility once it has read the session, and told of it. */
function markAuthClient() {
  const { addEventListener } = window;
  window.addEventListener = (type: string, ...more: [EventListenerOrEventListenerObject]) => {
    if (type === 'visibilitychange') document.documentElement.dataset.authClient = '';
    addEventListener.call(window, type, ...more);
  };
}

async function signIn(phone: BrowserContext, { session }: Customer): Promise<void> {
  const page = await phone.newPage();
  await page.goto('/promos');
  await page.evaluate((text) => localStorage.setItem('stampcard.session', text), session);
  await page.close();
}

/** Looked at until everything that comes later has come. */
async function lookAt(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.locator('html[data-auth-client]')).toBeAttached();
}

/** Each page says how it came to be shown, to the other tabs: Playwright can't look into a kept one. */
function tellHowShown() {
  addEventListener('pageshow', ({ persisted }) => {
    const [entry] = performance.getEntriesByType('navigation');
    const reasons = (entry as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons;
    const shown = { path: location.pathname, persisted, reasons: reasons ?? null };
    localStorage.setItem('test.shown', JSON.stringify(shown));
  });
}

const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

test('the way back finds the page itself, whatever the next one has loaded', async ({
  phone,
  customer,
}) => {
  await giveStamps(customer, 7, 1);
  const other = await phone.newPage();
  // A worker that begins to answer takes the pages that were kept before.
  await open(other, '/profile');
  await workerAnswers(other);
  await other.goto('/promos');
  await phone.addInitScript(tellHowShown);
  const shown = () => other.evaluate(() => JSON.parse(localStorage.getItem('test.shown') ?? '{}'));
  for (const [path, next] of [
    ['/home', '/transactions'],
    ['/transactions', '/promos'],
  ] as const) {
    const page = await phone.newPage();
    await lookAt(page, path);
    await (next === '/promos' ? page.goto(next) : lookAt(page, next));
    await expect.poll(shown).toMatchObject({ path: next });
    await goBack(page);
    await expect.poll(shown).toEqual({ path, persisted: true, reasons: null });
  }
});

test('a kept page shows nothing of a session that another tab has ended', async ({
  phone,
  customer,
}) => {
  await giveStamps(customer, 7, 1);
  const page = await phone.newPage();
  await lookAt(page, '/transactions');
  await expect(new TransactionsPage(page).card('Kape Tayo')).toBeVisible();
  await page.goto('/promos');

  const other = await phone.newPage();
  const profile = new ProfilePage(other);
  await profile.open();
  await profile.logOut();
  await other.waitForURL('**/login');

  await goBack(page);
  await page.waitForURL('**/transactions');
  await expect(new TransactionsPage(page).signInRequest).toBeVisible();
  expect(await wordsHeld(page, [customer.name, customer.email, '7 / 10'])).toEqual([]);
});

test('a kept page that is returned to at an earlier screen shows that one', async ({ phone }) => {
  const page = await phone.newPage();
  const shell = new Shell(page);
  await lookAt(page, '/home');
  await inOneDocument(page);
  const transactions = await shell.goToTransactions();
  await expect(transactions.heading('Transactions')).toBeVisible();
  await page.evaluate(() => location.assign('/promos'));
  await page.waitForURL('**/promos');
  await page.evaluate(() => void setTimeout(() => history.go(-2)));
  await page.waitForURL('**/home');
  await expect(shell.homeLink).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Your cards' })).toBeVisible();
});
