/** Moving between the wallet's screens changes the screen within the document: docs/decisions/navigation.md. */
import { expect, test } from './fixtures.ts';
import {
  EventsPage,
  HomePage,
  PromosPage,
  Shell,
  StorePage,
  shownText,
  TransactionsPage,
} from './models/index.ts';
import { loadingIn } from './support/backend.ts';
import { type Customer, createCustomer, storeSession } from './support/customers.ts';
import { screensShown, writeDownScreens } from './support/measures.ts';
import { idle, inOneDocument, markDocument, open, wordsHeld } from './support/open.ts';

const path = (page: { url(): string }) => new URL(page.url()).pathname;

test('a tap in the bar changes screen, title, marked place and focus, and going back restores the screen', async ({
  page,
  stamps,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  await stamps(7, 1);
  const shell = new Shell(page);
  const home = new HomePage(page);
  await home.open();
  await inOneDocument(page);
  const isSame = await markDocument(page);
  await page.evaluate(() => scrollTo(0, 200));
  const scrolled = () => page.evaluate(() => scrollY);
  await expect.poll(scrolled).toBe(200);

  await page.evaluate(writeDownScreens);
  const transactions = await shell.goToTransactions();
  await expect(transactions.heading('Transactions')).toBeVisible();
  await expect(page).toHaveTitle('Transactions · Stampcard');
  await expect(page).toHaveURL('/transactions');
  await expect(shell.transactionsLink).toHaveAttribute('aria-current', 'page');
  await expect(shell.homeLink).not.toHaveAttribute('aria-current');
  await expect(page.getByRole('status').filter({ hasText: /^Transactions$/ })).toBeAttached();
  expect(await scrolled()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const left = page.locator('kept-screen[data-left]:has([aria-labelledby="events"])');
  // Out of sight, but laid out.
  await expect(left).toHaveCSS('content-visibility', 'hidden');
  expect(
    await left
      .locator('section')
      .first()
      .evaluate((part) => part.checkVisibility()),
  ).toBe(false);

  await page.goBack();
  await expect(home.heading('Home')).toBeAttached();
  await expect(page).toHaveTitle('Home · Stampcard');
  await expect(shell.homeLink).toHaveAttribute('aria-current', 'page');
  await expect.poll(scrolled).toBe(200);
  await expect.poll(() => page.evaluate(screensShown)).toEqual(['Home', 'Transactions', 'Home']);
  await page.goForward();
  await expect(page.getByRole('status').filter({ hasText: /^Transactions$/ })).toBeAttached();
  // The screen changes with the tap itself, before React is told. By now React knows of going forward.
  const shown = await shell.homeLink.evaluate((link: HTMLElement) => {
    link.click();
    const screen = document.querySelector('kept-screen:not([data-left])');
    return [document.querySelector('h1')?.textContent, !!screen?.querySelector('#events')];
  });
  expect(shown).toEqual(['Home', true]);
  await expect(home.heading('Home')).toBeAttached();
  expect(await scrolled()).toBe(0);
  // It is drawn only once.
  await page
    .locator('kept-screen[data-left]:has([role="tabpanel"])')
    .evaluate((screen) => screen.setAttribute('data-marked', ''));
  await shell.goToTransactions();
  await expect(page.locator('kept-screen[data-marked]:not([data-left])')).toBeVisible();
  expect(await isSame()).toBe(true);

  // Going back works even if styles that come later are missing.
  await page.route(/\/_astro\/later\./, (route) => route.abort());
  const code = page.waitForResponse(/\/_astro\/change-screens\./);
  const styles = page.waitForEvent('requestfailed');
  await page.reload();
  await expect(transactions.heading('Transactions')).toBeVisible();
  expect(await isSame()).toBe(false);
  await Promise.all([code, styles]);
  await idle(page);
  // The browser takes this for a change within the page, whether or not the page's code has loaded.
  await page.goBack();
  await expect(page).toHaveTitle('Home · Stampcard');
  await expect(home.heading('Home')).toBeAttached();
});

test('each screen is reached from another within one document, and shows what its own page shows', async ({
  page,
  context,
  stamps,
  complaints,
}) => {
  complaints.allow(/net::ERR_INTERNET_DISCONNECTED/);
  await stamps(7, 1);
  await open(page, '/home');
  await inOneDocument(page);
  const isSame = await markDocument(page);
  const ways: [link: string, title: RegExp][] = [
    ['main a[href^="/store/"]', /^Kape Tayo/],
    ['main a[href^="/redeem"]', /^Redeem/],
    ['main a[href^="/store/"]', /^Kape Tayo/],
    ['main a[href^="/transactions?store="]', /^Transactions/],
    ['nav a[href="/home"]', /^Home/],
    ['main a[href="/events"]', /^Upcoming Events/],
    ['main a[href^="/view-event/"]', /^(?!Event Details|Upcoming)/],
    ['header a[href="/profile"]', /^Profile/],
    ['header a[href="/home"]', /^Home/],
    ['main a[href="/rewards"]', /^Available Rewards/],
  ];
  for (const [link, title] of ways) {
    await page.locator(link).filter({ visible: true }).first().click();
    await expect(page, link).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 }), link).toHaveCount(1);
    await expect(loadingIn(page), link).toHaveCount(0);
  }
  expect(await isSame()).toBe(true);
  for (const { 1: title } of ways.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(page).toHaveTitle(title);
  }
  // Offline, too.
  await new Shell(page).homeLink.click();
  await context.setOffline(true);
  await new HomePage(page).allEventsLink.click();
  await expect(new EventsPage(page).heading('Upcoming Events')).toBeVisible();
  await expect(shownText(page, /^Offline · /)).toBeVisible();
  expect(await isSame()).toBe(true);
});

test('the bar’s screens are drawn before a tap, and request nothing until then', async ({
  page,
  stamps,
}) => {
  await stamps(7, 1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/profile');
  const left = page.locator('kept-screen[data-left]');
  await expect(left).toHaveCount(3);
  await expect(left.locator('[role="tabpanel"]')).toBeAttached();
  const ofPlaces = /\/rest\/v1\/(events|rewards|stamps|redemptions)\?/;
  expect(asked.filter((url) => ofPlaces.test(url))).toEqual([]);
  const transactions = await new Shell(page).goToTransactions();
  await expect(transactions.card('Kape Tayo')).toBeVisible();
  expect(asked.filter((url) => ofPlaces.test(url))).not.toEqual([]);

  // The last of several quick taps wins.
  const isSame = await markDocument(page);
  await page.evaluate(() => {
    for (const href of ['/home', '/transactions', '/profile'])
      document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
  });
  await expect(page).toHaveURL('/profile');
  await expect(page).toHaveTitle(/^Profile/);
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await expect(page.locator('kept-screen:not([data-left])')).toHaveCount(1);
  expect(await isSame()).toBe(true);
});

test('a tap restyles only what it changes, not every kept screen', async ({
  page,
  browser,
  stamps,
}) => {
  await stamps(7, 1);
  const shell = new Shell(page);
  await new HomePage(page).open();
  await inOneDocument(page);
  await idle(page);
  /** The most elements that were styled at once. */
  const styled = async (act: () => Promise<unknown>): Promise<number> => {
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await act();
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
      traceEvents: { name: string; args: { elementCount?: number } }[];
    };
    const counts = traceEvents
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .map(({ args }) => args.elementCount ?? 0);
    return Math.max(...counts);
  };
  const tap = () => shell.goToTransactions();
  const back = async () => {
    await page.goBack();
    await expect(shell.homeLink).toHaveAttribute('aria-current', 'page');
  };
  for (const act of [tap, back]) {
    const count = await styled(act);
    expect.soft(count, act.name).toBeGreaterThan(0);
    // One rule that looked from the page's main part to what follows it once made it nearly all: 236 and 427.
    expect.soft(count, act.name).toBeLessThan(200);
  }
});

test('a screen that can’t be drawn ahead of time breaks nothing else, and a tap loads its page', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Not drawn/);
  await page.route(/\/_astro\/TransactionsScreen\./, async (route) => {
    const code = await (await route.fetch()).text();
    const body = code
      .replace(/ as screen\b/, ' as drawn')
      .concat(
        `;export const screen = { heading: 'shown', Content() { throw new Error('Not drawn'); } };`,
      );
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto('/profile');
  await expect(page.locator('kept-screen:empty')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await page.unrouteAll();
  const isSame = await markDocument(page);
  const transactions = await new Shell(page).goToTransactions();
  await expect(transactions.stampsTab).toBeVisible();
  expect(await isSame()).toBe(false);
});

test('public pages, new tabs, missing code and failures each load a document', async ({
  page,
  context,
  customer: _,
  complaints,
}) => {
  const shell = new Shell(page);
  complaints.allow(/status of 404.*TransactionsScreen/);
  // Late updates find no place in the screen that is emptied below.
  complaints.allow(/Failed to execute '(insertBefore|removeChild)' on 'Node'/);
  await page.route(/\/_astro\/TransactionsScreen\./, (route) => route.fulfill({ status: 404 }));
  await open(page, '/home');
  await expect(page.locator('html')).toHaveAttribute('data-screens', '7');
  const isSame = await markDocument(page);
  const opened = context.waitForEvent('page');
  await shell.profileLink.click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL('/profile');
  expect([path(page), await isSame()]).toEqual(['/home', true]);
  await page.unrouteAll();
  const transactions = await shell.goToTransactions();
  await expect(transactions.heading('Transactions')).toBeVisible();
  expect(await isSame()).toBe(false);

  // As after an uncaught error.
  await inOneDocument(page);
  const isStillSame = await markDocument(page);
  await page.locator('main astro-island').evaluate((island) => island.replaceChildren());
  await shell.homeLink.click();
  await expect(new HomePage(page).heading('Your cards')).toBeVisible();
  expect(await isStillSame()).toBe(false);

  await inOneDocument(page);
  await page.evaluate(() => location.assign('/home?show=code'));
  await expect(shell.codeSheet.picture).toBeVisible();
  await page.evaluate(() => location.assign('/promos'));
  await expect(new PromosPage(page).promos.first()).toBeVisible();
});

test('a sheet closes with its screen, the day moves on, and a document is replaced after an hour', async ({
  page,
  customer: _,
}) => {
  await page.clock.install({ time: Date.parse('2025-11-20T23:50:00+08:00') });
  const shell = new Shell(page);
  await open(page, '/home');
  await page.clock.runFor(5000);
  await inOneDocument(page);
  const isSame = await markDocument(page);
  const transactions = await shell.goToTransactions();
  await expect(transactions.heading('Transactions')).toBeVisible();
  await expect(transactions.dayField).toHaveValue('2025-11-20');
  await shell.openCode();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(shell.homeLink).toHaveAttribute('aria-current', 'page');

  await page.clock.fastForward('00:20:00');
  await shell.goToTransactions();
  await expect(transactions.dayField).toHaveValue('2025-11-21');
  expect(await isSame()).toBe(true);
  await shell.homeLink.click();
  await expect(page).toHaveTitle(/^Home/);
  await page.clock.fastForward('01:00:00');
  await shell.goToTransactions();
  await expect(transactions.heading('Transactions')).toBeVisible();
  expect(await isSame()).toBe(false);
});

test('nothing of a person is left in any screen once another tab has signed them out', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await stamps(7, 1);
  await open(page, '/store/1');
  await expect(new StorePage(page).slots(7)).toBeVisible();
  await inOneDocument(page);
  const shell = new Shell(page);
  const profile = await shell.goToProfile();
  await expect(profile.email(customer.email)).toBeVisible();
  await shell.homeLink.click();
  await expect(shownText(page, 'Kape Tayo').first()).toBeVisible();
  const transactions = await shell.goToTransactions();
  await expect(transactions.card('Kape Tayo')).toBeVisible();
  const personal = [customer.name, customer.email, '7 / 10', '7 of 10 stamps'];
  expect(await wordsHeld(page, personal)).toContain(customer.email);

  const other = await context.newPage();
  await open(other, '/promos');
  await storeSession(other, null);
  await expect(new TransactionsPage(page).signInRequest).toBeVisible();
  expect(await wordsHeld(page, personal)).toEqual([]);

  const next = await createCustomer('Ben Cruz');
  await storeSession(other, next.session);
  await expect(transactions.noStamps).toBeVisible();
  await shell.goToProfile();
  await expect(profile.email(next.email)).toBeVisible();
  expect(await wordsHeld(page, personal)).toEqual([]);
  // Nor is the name that they began to type.
  const withoutName = ({ session }: Customer) =>
    JSON.stringify({
      ...JSON.parse(session),
      user: { ...JSON.parse(session).user, user_metadata: {} },
    });
  await storeSession(other, withoutName(next));
  await shell.homeLink.click();
  const { ownName } = new HomePage(page);
  await ownName.field.fill('Ben');
  await storeSession(other, withoutName(customer));
  await expect(ownName.field).toHaveValue('');
});
