/** The back and forward buttons: a page as it was left, and nothing of someone who has logged out. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { ProfilePage, Shell, TransactionsPage } from './models/index.ts';
import { hold, watchAnswers } from './support/backend.ts';
import { createCustomer, giveStamps, origin } from './support/customers.ts';
import { inOneDocument, open, see, wordsHeld } from './support/open.ts';
import { signInPhone, startPhone, workerAnswers } from './support/phone.ts';

test('a kept page of another person is hidden at once and reloads for the current one', async ({
  page,
  customer,
}) => {
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(profile.email(customer.email)).toBeVisible();
  const other = await createCustomer();
  const reloaded = page.waitForEvent('domcontentloaded');
  const displayedTo = (person: Customer) =>
    page.evaluate((session) => {
      localStorage.setItem('stampcard.session', session);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return getComputedStyle(document.documentElement).display;
    }, person.session);
  expect(await displayedTo(other)).toBe('none');
  await reloaded;
  await expect(profile.email(other.email)).toBeVisible();
  await expect(profile.email(customer.email)).toBeHidden();
  // A public page, with the customer's own progress.
  await page.goto('/stores');
  expect(await displayedTo(customer)).toBe('none');
});

/** Leaves by a link that is out of sight, so that the scroll position stays as it is. */
async function leave(page: Page): Promise<void> {
  await page.locator('a[href="/profile"]').dispatchEvent('click');
  await expect(page).toHaveURL('/profile');
}

test('going back restores the scroll position before the backend has answered', async ({
  page,
  stamps,
}) => {
  await stamps(7, 1);
  // So low that each page can scroll.
  await page.setViewportSize({ width: 390, height: 360 });
  const scrolled = () => page.evaluate(() => scrollY);
  for (const path of ['/home', '/rewards?ready=1', '/transactions']) {
    await see(page, path);
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(scrolled, path).toBe(300);
    await leave(page);
    const release = await hold(page, /\/rest\/v1\//);
    const answered = watchAnswers(page);
    await page.goBack();
    await expect.poll(scrolled, path).toBe(300);
    release();
    await answered();
    expect.soft(await scrolled(), path).toBe(300);
    await page.unrouteAll();
  }
});

const testKept = test.extend<{ phone: BrowserContext }>({
  phone: async ({ customer }, use, info) => {
    const port = Number(new URL(origin()).port);
    const phone = await startPhone(info.outputPath('phone'), port, { keepsPages: true });
    await phone.addInitScript(markAuthClient);
    await (await signInPhone(phone, customer)).close();
    await use(phone);
    await phone.close();
  },
});

/** Once it has read the session and announced it, the auth client follows the page's visibility. */
function markAuthClient() {
  const { addEventListener } = window;
  window.addEventListener = (type: string, ...more: [EventListenerOrEventListenerObject]) => {
    if (type === 'visibilitychange') document.documentElement.dataset.authClient = '';
    addEventListener.call(window, type, ...more);
  };
}

/** Opens a page and stays until everything that loads later has loaded. */
async function lookAt(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.locator('html[data-auth-client]')).toBeAttached();
}

/** Each page tells the other tabs how it was shown: Playwright can't look into a kept one. */
function tellHowShown() {
  addEventListener('pageshow', ({ persisted }) => {
    const [entry] = performance.getEntriesByType('navigation');
    const reasons = (entry as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons;
    const shown = { path: location.pathname, persisted, reasons: reasons ?? null };
    localStorage.setItem('test.shown', JSON.stringify(shown));
  });
}

const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

testKept(
  'going back shows the kept page itself, whatever the next one has loaded',
  async ({ phone, customer }) => {
    await giveStamps(customer, 7, 1);
    const other = await phone.newPage();
    // A worker that starts answering drops the pages that were kept before.
    await open(other, '/profile');
    await workerAnswers(other);
    await other.goto('/promos');
    await phone.addInitScript(tellHowShown);
    const shown = () =>
      other.evaluate(() => JSON.parse(localStorage.getItem('test.shown') ?? '{}'));
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
  },
);

testKept(
  'a kept page shows nothing of a session that another tab has ended',
  async ({ phone, customer }) => {
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
  },
);

testKept(
  'a kept page that is returned to at an earlier screen shows that screen',
  async ({ phone }) => {
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
  },
);
