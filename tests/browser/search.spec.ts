/** The store search on /home. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { answer, hold, loseNetwork, refuse } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { hydrated, open } from './support/open.ts';

const DEBOUNCE_MS = 1000;

const searches = /\/rest\/v1\/stores\?.*name=ilike/;
const field = (page: Page) => page.getByRole('combobox', { name: /^Search for restaurants/ });
const results = (page: Page) => page.getByRole('listbox', { name: 'Stores' }).getByRole('option');

test.beforeEach(async ({ page, context, customer: _ }) => {
  await context.addInitScript(() =>
    localStorage.setItem('stampcard.share-prompt.last-dismissed', '2025-11-20'),
  );
  await stopClock(page);
  await open(page, '/home');
});

test('asks for three characters or more, one second after the last', {
  tag: ['@search-loading', '@search-from-three-characters', '@limit-search'],
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (searches.test(request.url()))
      asked.push(new URL(request.url()).searchParams.get('name') ?? '');
  });
  await field(page).fill('  ka ');
  await page.clock.runFor(2 * DEBOUNCE_MS);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');

  await field(page).fill('kap');
  await expect(page.getByText('Searching…', { exact: true })).toBeVisible();
  await page.clock.runFor(DEBOUNCE_MS - 1);
  await field(page).fill(' KAPE ');
  await page.clock.runFor(DEBOUNCE_MS - 1);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect(results(page)).toHaveText([/Kape Tayo.*14 Maginhawa Street/]);
  await expect(page.getByText('Searching…')).toBeHidden();
  expect(asked).toEqual(['ilike.%KAPE%']);

  await field(page).fill('ka');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
});

test('says when nothing is found; a suspended store is not found', {
  tag: ['@search-none-found', '@search-without-suspended'],
}, async ({ page }) => {
  await field(page).fill('kapihan');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(page.getByText('No stores found.', { exact: true })).toBeVisible();
});

test('says what went wrong', { tag: ['@search-error', '@error-search-stores'] }, async ({
  page,
  complaints,
}) => {
  await refuse(page, complaints, searches, 'The index is being rebuilt.');
  await field(page).fill('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(page.getByRole('alert')).toHaveText('The index is being rebuilt.');

  await page.unrouteAll();
  await loseNetwork(page, complaints, searches);
  await field(page).fill('kape t');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(page.getByRole('alert')).toContainText('Unable to search stores.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(results(page)).toHaveText([/Kape Tayo/]);
});

for (const way of ['pressed for a second', 'by keyboard'] as const) {
  test(`‘Try again’, ${way}, leaves the answer standing`, async ({ page, complaints }) => {
    await loseNetwork(page, complaints, searches);
    await field(page).fill('kape');
    await page.clock.runFor(DEBOUNCE_MS);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unrouteAll();
    if (way === 'by keyboard') {
      await field(page).press('Tab');
      await expect(again).toBeFocused();
    } else {
      await again.hover();
      await page.mouse.down();
    }
    await page.clock.runFor(1000);
    await expect(again).toBeVisible();
    if (way === 'by keyboard') await again.press('Enter');
    else await page.mouse.up();
    await expect(results(page)).toHaveText([/Kape Tayo/]);
    await page.clock.runFor(1000);
    await expect(results(page)).toBeVisible();
    await expect(field(page)).toBeFocused();
  });
}

test('a result pressed for a second opens its store', async ({ page }) => {
  await field(page).fill('halo');
  await page.clock.runFor(DEBOUNCE_MS);
  await results(page).hover();
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/store\/2$/);
});

test('words typed before the page’s code has come are searched for', async ({ page }) => {
  const letGo = await hold(page, /\/_astro\/.*\.js$/);
  await page.goto('/home', { waitUntil: 'commit' });
  await field(page).fill('kape');
  letGo();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(results(page)).toHaveText([/Kape Tayo/]);
});

test('the dropdown stays while it is pressed, and Enter or a tap opens it again', async ({
  page,
}) => {
  await field(page).fill('kapihan');
  await page.clock.runFor(DEBOUNCE_MS);
  const none = page.getByText('No stores found.');
  await none.hover();
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  await expect(none).toBeVisible();
  for (const again of ['press', 'tap'] as const) {
    await field(page).press('Escape');
    await expect(none).toBeHidden();
    await (again === 'press' ? field(page).press('Enter') : field(page).tap());
    await expect(none).toBeVisible();
  }
});

test('the arrows bring a result far down into view', async ({ page }) => {
  const stores = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    name: `Kape ${index}`,
  }));
  await answer(page, 'stores', stores);
  await field(page).fill('kape');
  await field(page).press('Enter');
  await expect(results(page)).toHaveCount(10);
  await expect(results(page).last()).not.toBeInViewport();
  await field(page).press('ArrowUp');
  await expect(results(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(results(page).last()).toBeInViewport({ ratio: 1 });
});

test('the dropdown shows on focus and hides 150 ms after it is left', {
  tag: '@search-dropdown-focus-and-blur',
}, async ({ page }) => {
  await field(page).fill('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(results(page)).toHaveCount(1);
  await field(page).blur();
  await page.clock.runFor(149);
  await expect(results(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(results(page)).toHaveCount(0);
  await field(page).focus();
  await expect(results(page)).toHaveCount(1);
});

test('the keyboard walks through the results as through any combobox', {
  tag: '@home-search-box',
}, async ({ page }) => {
  const active = async () => {
    const id = await field(page).getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"]`).textContent();
  };
  // Enter is for who can't wait.
  await field(page).fill('pan');
  await field(page).press('Enter');
  await expect(results(page)).toHaveText([/Panaderia Aling Nena/, /Pansit-Pansitan/]);
  expect(await active()).toBe(null);
  await field(page).press('ArrowDown');
  expect(await active()).toContain('Panaderia');
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true');
  await field(page).press('ArrowDown');
  expect(await active()).toContain('Pansit');
  await field(page).press('ArrowDown');
  expect(await active()).toContain('Panaderia');

  // Escape closes, the words stay; the arrow opens again.
  await field(page).press('Escape');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(field(page)).toHaveValue('pan');
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  expect(await active()).toContain('Pansit');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/store\/8$/);
});

test('an older answer never takes the place of a newer one', {
  tag: '@search-newer-cancels',
}, async ({ page }) => {
  const letGo = await hold(page, /name=ilike\.[^&]*kape/);
  await field(page).fill('kape');
  await page.clock.runFor(DEBOUNCE_MS);
  await field(page).fill('pizza');
  await page.clock.runFor(DEBOUNCE_MS);
  await expect(results(page)).toHaveText([/Pizza sa Kanto/]);
  letGo();
  // An answer later than the older one, so that the older one has had its chance.
  await field(page).fill('halo');
  await field(page).press('Enter');
  await expect(results(page)).toHaveText([/Mga Halo/]);
});

test('a tapped result opens its store; coming back finds the search empty', {
  tag: ['@home-search-box', '@search-reset-on-leaving'],
}, async ({ page }) => {
  await field(page).fill('halo');
  await page.clock.runFor(DEBOUNCE_MS);
  await results(page).first().tap();
  await expect(page).toHaveURL(/\/store\/2$/);
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(results(page)).toHaveCount(0);
  await hydrated(page);

  // A browser may bring the page back as it was left.
  await field(page).fill('halo');
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(field(page)).toHaveValue('');
});

test('ten results at most, and no text is a pattern', {
  tag: ['@limit-search', '@search-literal-pattern'],
}, async ({ page }) => {
  const [request] = await Promise.all([
    page.waitForRequest(searches),
    field(page)
      .fill('100%_*\\')
      .then(() => field(page).press('Enter')),
  ]);
  const query = new URL(request.url()).searchParams;
  expect(query.get('name')).toBe('ilike.%100\\%\\_\\\\%');
  expect(query.get('limit')).toBe('10');
  await expect(page.getByText('No stores found.')).toBeVisible();
});
