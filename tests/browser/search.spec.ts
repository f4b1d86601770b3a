/** The store search on /home. */
import { expect, test } from './fixtures.ts';
import { HomePage } from './models/index.ts';
import { answer, hold, loseNetwork, refuse } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { hydrated } from './support/open.ts';

const DEBOUNCE_MS = 1000;

const searches = /\/rest\/v1\/rpc\/search_stores\?/;

test.beforeEach(async ({ page, context, customer: _ }) => {
  await context.addInitScript(() =>
    localStorage.setItem('stampcard.share-prompt.last-dismissed', '2025-11-20'),
  );
  await stopClock(page);
  await new HomePage(page).open();
});

test('the search asks from three characters on, one second after the last', async ({ page }) => {
  const { search } = new HomePage(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (searches.test(request.url()))
      requested.push(new URL(request.url()).searchParams.get('term') ?? '');
  });
  await search.type('  ka ');
  await page.clock.runFor(2 * DEBOUNCE_MS);
  await expect(search.field).toHaveAttribute('aria-expanded', 'false');

  await search.type('kap');
  await expect(page.getByText('Searching…', { exact: true })).toBeVisible();
  await page.clock.runFor(DEBOUNCE_MS - 1);
  await search.type(' KAPE ');
  await page.clock.runFor(DEBOUNCE_MS - 1);
  expect(requested).toEqual([]);
  await page.clock.runFor(1);
  await expect(search.results).toHaveText([/Kape Tayo.*14 Maginhawa Street/]);
  await expect(page.getByText('Searching…')).toBeHidden();
  expect(requested).toEqual(['KAPE']);

  await search.type('ka');
  await expect(search.field).toHaveAttribute('aria-expanded', 'false');
});

test('the search says that nothing is found, and does not find a suspended store', async ({
  page,
}) => {
  const { search } = new HomePage(page);
  await search.type('kapihan');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(page.getByText('No stores found.', { exact: true })).toBeVisible();
});

test('the search finds nothing at once for a text without letters or digits, and asks for none', async ({
  page,
}) => {
  const { search } = new HomePage(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (searches.test(request.url())) requested.push(request.url());
  });
  await search.type('...');
  await expect(page.getByText('No stores found.', { exact: true })).toBeVisible();
  await search.pressEnter();
  await page.clock.runFor(2 * DEBOUNCE_MS);
  expect(requested).toEqual([]);
  await search.type('...7');
  await expect(page.getByText('Searching…', { exact: true })).toBeVisible();
});

test('the search says what went wrong, and tries again', async ({ page, complaints }) => {
  const home = new HomePage(page);
  const { search } = home;
  await refuse(page, complaints, searches, 'The index is being rebuilt.');
  await search.type('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(home.alert).toHaveText('The index is being rebuilt.');

  await page.unrouteAll();
  await loseNetwork(page, complaints, searches);
  await search.type('kape t');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(home.alert).toContainText('Unable to search stores.');
  await page.unrouteAll();
  await home.tryAgain.click();
  await expect(search.results).toHaveText([/Kape Tayo/]);
});

for (const way of ['pressed for a second', 'by keyboard'] as const) {
  test(`‘Try again’, ${way}, keeps the dropdown open and searches again`, async ({
    page,
    complaints,
  }) => {
    const home = new HomePage(page);
    const { search } = home;
    await loseNetwork(page, complaints, searches);
    await search.type('kape');
    await page.clock.runFor(DEBOUNCE_MS);
    const again = home.tryAgain;
    await expect(again).toBeVisible();
    await page.unrouteAll();
    if (way === 'by keyboard') {
      await search.field.press('Tab');
      await expect(again).toBeFocused();
    } else {
      await again.hover();
      await page.mouse.down();
    }
    await page.clock.runFor(1000);
    await expect(again).toBeVisible();
    if (way === 'by keyboard') await again.press('Enter');
    else await page.mouse.up();
    await expect(search.results).toHaveText([/Kape Tayo/]);
    await page.clock.runFor(1000);
    await expect(search.results).toBeVisible();
    await expect(search.field).toBeFocused();
  });
}

test('‘Try again’ stays under the finger when the line comes back and the notice goes', async ({
  page,
  complaints,
}) => {
  const home = new HomePage(page);
  const { search } = home;
  const release = await hold(page, /\/rest\/v1\/(?!rpc\/search_stores)/);
  await home.open();
  await loseNetwork(page, complaints, searches);
  await search.type('kape');
  await search.pressEnter();
  const notice = page.getByText(
    'No connection. Everything is shown as last seen, and your stamp code works all the same.',
  );
  await expect(notice).toBeInViewport({ ratio: 1 });
  await page.unroute(searches);
  await home.tryAgain.hover();
  await page.mouse.down();
  release();
  await expect(notice).toBeHidden();
  await page.mouse.up();
  await expect(search.results).toHaveText([/Kape Tayo/]);
});

test('a result pressed for a second opens its store', async ({ page }) => {
  const { search } = new HomePage(page);
  await search.type('halo');
  await page.clock.runFor(DEBOUNCE_MS);
  await search.results.hover();
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/store\/2$/);
});

test('words typed before the page’s scripts have loaded are searched for', async ({ page }) => {
  const home = new HomePage(page);
  const { search } = home;
  const release = await hold(page, /\/_astro\/.*\.js$/);
  await home.goto('', { waitUntil: 'commit' });
  await search.type('kape');
  release();
  await expect(search.field).toHaveAttribute('aria-expanded', 'true');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(search.results).toHaveText([/Kape Tayo/]);
});

test('the dropdown stays while it is pressed, and Enter or a tap opens it again', async ({
  page,
}) => {
  const { search } = new HomePage(page);
  await search.type('kapihan');
  await page.clock.runFor(DEBOUNCE_MS);
  const none = page.getByText('No stores found.');
  await none.hover();
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  await expect(none).toBeVisible();
  for (const again of ['press', 'tap'] as const) {
    await search.field.press('Escape');
    await expect(none).toBeHidden();
    await (again === 'press' ? search.pressEnter() : search.field.tap());
    await expect(none).toBeVisible();
  }
});

test('the arrows bring a result far down into view', async ({ page }) => {
  const { search } = new HomePage(page);
  const stores = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    name: `Kape ${index}`,
  }));
  await answer(page, 'rpc/search_stores', stores);
  await search.type('kape');
  await search.pressEnter();
  await expect(search.results).toHaveCount(10);
  await expect(search.results.last()).not.toBeInViewport();
  await search.field.press('ArrowUp');
  await expect(search.results.last()).toHaveAttribute('aria-selected', 'true');
  await expect(search.results.last()).toBeInViewport({ ratio: 1 });
});

test('the dropdown shows on focus and hides 150 ms after the focus has left', async ({ page }) => {
  const { search } = new HomePage(page);
  await search.type('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(search.results).toHaveCount(1);
  await search.field.blur();
  await page.clock.runFor(149);
  await expect(search.results).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(search.field).toHaveAttribute('aria-expanded', 'false');
  await expect(search.results).toHaveCount(0);
  await search.field.focus();
  await expect(search.results).toHaveCount(1);
});

test('the keyboard moves through the results as in any combobox', async ({ page }) => {
  const { search } = new HomePage(page);
  const active = async () => {
    const id = await search.field.getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"]`).textContent();
  };
  // Enter searches at once.
  await search.type('pan');
  await search.pressEnter();
  await expect(search.results).toHaveText([/Panaderia Aling Nena/, /Pansit-Pansitan/]);
  expect(await active()).toBe(null);
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Panaderia');
  await expect(search.results.first()).toHaveAttribute('aria-selected', 'true');
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Pansit');
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Panaderia');

  // Escape closes, the words stay; the arrow opens again.
  await search.field.press('Escape');
  await expect(search.field).toHaveAttribute('aria-expanded', 'false');
  await expect(search.field).toHaveValue('pan');
  await search.field.press('ArrowUp');
  await expect(search.field).toHaveAttribute('aria-expanded', 'true');
  expect(await active()).toContain('Pansit');
  await search.pressEnter();
  await expect(page).toHaveURL(/\/store\/8$/);
});

test('an older answer never takes the place of a newer one', async ({ page }) => {
  const { search } = new HomePage(page);
  const release = await hold(page, /search_stores\?term=kape/);
  await search.type('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await search.type('pizza');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(search.results).toHaveText([/Pizza sa Kanto/]);
  release();
  // An answer later than the older one, so that the older one has had its chance.
  await search.type('halo');
  await search.pressEnter();
  await expect(search.results).toHaveText([/Mga Halo/]);
});

test('a tapped result opens its store; coming back finds the search empty', async ({ page }) => {
  const { search } = new HomePage(page);
  await search.type('halo');
  await page.clock.runFor(DEBOUNCE_MS);
  await search.results.first().tap();
  await expect(page).toHaveURL(/\/store\/2$/);
  await page.goBack();
  await expect(search.field).toHaveValue('');
  await expect(search.results).toHaveCount(0);
  await hydrated(page);

  // A browser may restore the page as it was left.
  await search.type('halo');
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(search.field).toHaveValue('');
});

test('the search returns ten results at most and treats no text as a pattern', async ({ page }) => {
  const { search } = new HomePage(page);
  const [request] = await Promise.all([
    page.waitForRequest(searches),
    search.searchFor('100%_*\\'),
  ]);
  const query = new URL(request.url()).searchParams;
  expect([...query]).toEqual([['term', '100%_\\']]);
  await expect(page.getByText('No stores found.')).toBeVisible();
});
