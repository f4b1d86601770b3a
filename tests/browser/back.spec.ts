/** The back and forward buttons: a page as it was left, and nothing of someone who has logged out. */
import type { Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { ProfilePage, TransactionsPage } from './models/index.ts';
import { hold, watchAnswers } from './support/backend.ts';
import { createCustomer, giveStamps, origin } from './support/customers.ts';
import { open, see, wordsHeld } from './support/open.ts';
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

test('going back shows the kept page itself, until another tab ends the session', async ({
  customer,
}, info) => {
  await giveStamps(customer, 7, 1);
  const port = Number(new URL(origin()).port);
  const phone = await startPhone(info.outputPath('phone'), port, { keepsPages: true });
  await phone.addInitScript(markAuthClient);
  const other = await signInPhone(phone, customer);
  const profile = new ProfilePage(other);
  // A worker that starts answering drops the pages that were kept before.
  await profile.open();
  await workerAnswers(other);
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

  const page = await phone.newPage();
  const transactions = new TransactionsPage(page);
  await lookAt(page, '/transactions');
  await expect(transactions.card('Kape Tayo')).toBeVisible();
  await page.goto('/promos');
  await profile.logOut();
  await other.waitForURL('**/login');
  await goBack(page);
  await page.waitForURL('**/transactions');
  await expect(transactions.signInRequest).toBeVisible();
  expect(await wordsHeld(page, [customer.name, customer.email, '7 / 10'])).toEqual([]);
  await phone.close();
});
