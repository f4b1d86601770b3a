/** What the back and forward buttons show after a log-out. */
import type { Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { LoginPage, ProfilePage, StorePage, TransactionsPage } from './models/index.ts';
import { createCustomer } from './support/customers.ts';
import { open } from './support/open.ts';
import { wordsHeld } from './support/words-held.ts';

const personal = (page: Page, { name, email }: Customer) =>
  wordsHeld(page, [name, email, '7 of 10 stamps']);

test('the back and forward buttons show nothing personal after a log-out', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(7, 1);
  for (const path of ['/home', '/transactions', '/profile', '/store/1']) await open(page, path);
  await expect(new StorePage(page).slots(7)).toBeVisible();
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(profile.email(customer.email)).toBeVisible();
  expect(await personal(page, customer)).toContain(customer.email);
  const login = await profile.logOut();
  await expect(page).toHaveURL('/login');

  const ways = [
    ...['/login?redirect=/store/1', '/login?redirect=/profile', '/transactions'],
    '/login?redirect=/home',
  ];
  const look = async (path: string) => {
    await expect(page).toHaveURL(path);
    const { signInRequest } = new TransactionsPage(page);
    await expect(path === '/transactions' ? signInRequest : login.googleButton).toBeVisible();
    expect(await personal(page, customer)).toEqual([]);
  };
  for (const path of ways) {
    await page.goBack({ waitUntil: 'commit' });
    await look(path);
  }
  for (const path of [...ways.slice(0, -1).reverse(), '/login']) {
    await page.goForward({ waitUntil: 'commit' });
    await look(path);
  }
});

test('a page from the back-forward cache is emptied when its session is gone', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(7, 1);
  for (const path of ['/home', '/transactions', '/profile']) {
    await page.goto('/customers');
    await page.evaluate(
      (session) => localStorage.setItem('stampcard.session', session),
      customer.session,
    );
    await open(page, path);
    const mark = path === '/profile' ? page.getByText(customer.email) : page.getByText('Kape Tayo');
    await expect(mark.first()).toBeVisible();
    // As a browser with a back-forward cache does; the one under test may have none.
    await page.evaluate(() => {
      localStorage.clear();
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    if (path === '/transactions') {
      await expect(new TransactionsPage(page).signInRequest).toBeVisible();
    } else {
      await expect(page).toHaveURL(`/login?redirect=${path}`);
      await expect(new LoginPage(page).googleButton).toBeVisible();
    }
    await expect.poll(() => personal(page, customer)).toEqual([]);
  }
});

test('a kept page of somebody else is hidden at once, and reloads for who is there now', async ({
  page,
  customer,
}) => {
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(profile.email(customer.email)).toBeVisible();
  const other = await createCustomer();
  const reloaded = page.waitForEvent('domcontentloaded');
  const display = await page.evaluate((session) => {
    localStorage.setItem('stampcard.session', session);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return getComputedStyle(document.documentElement).display;
  }, other.session);
  expect(display).toBe('none');
  await reloaded;
  await expect(profile.email(other.email)).toBeVisible();
  await expect(profile.email(customer.email)).toBeHidden();
});
