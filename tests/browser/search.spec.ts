/** The store search on /home. */
import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { HomePage, shownText } from './models/index.ts';
import { answer, hold, loseNetwork } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

const DEBOUNCE_MS = 1000;

const searches = /\/rest\/v1\/rpc\/search_stores\?/;

test.beforeEach(async ({ page, customer: _ }) => stopClock(page));

test('the search asks a second after the last letter, or at Enter, and a tap or a key opens a result', async ({
  page,
}) => {
  const home = new HomePage(page);
  const { search } = home;
  await home.open();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (searches.test(request.url()))
      requested.push(new URL(request.url()).searchParams.get('term') ?? '');
  });
  await search.field.fill('kap');
  await expect(shownText(page, 'Searching…', { exact: true })).toBeVisible();
  await page.clock.runFor(DEBOUNCE_MS - 1);
  await search.field.fill(' KAPE ');
  await page.clock.runFor(DEBOUNCE_MS - 1);
  expect(requested).toEqual([]);
  await page.clock.runFor(1);
  await expect(search.results).toHaveText([/Kape Tayo.*14 Maginhawa Street/]);
  expect(requested).toEqual(['KAPE']);
  // One sees it at a glance; a screen reader says it, in the region that said 'Searching…'.
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 store found.');
  // It adds nothing to scroll to, or with a mouse there would be a scroll bar next to the one store.
  const beyond = await page
    .getByRole('listbox')
    .evaluate(({ parentElement: box }) => box && box.scrollHeight - box.clientHeight);
  expect(beyond).toBe(0);

  await search.results.first().tap();
  await expect(page).toHaveURL(/\/store\/1$/);
  await page.goBack();
  await expect(search.field).toHaveValue('');
  await expect(search.results).toHaveCount(0);

  // The keyboard moves through the results as in any combobox.
  const active = async () => {
    const id = await search.field.getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"]`).textContent();
  };
  // Enter searches at once.
  await search.field.fill('pan');
  await search.field.press('Enter');
  await expect(search.results).toHaveText([/Panaderia Aling Nena/, /Pansit-Pansitan/]);
  expect(await active()).toBe(null);
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Panaderia');
  await expect(search.results.first()).toHaveAttribute('aria-selected', 'true');
  // It shows in forced colors, too, which drop its background.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(search.results.first()).toHaveCSS('outline-style', 'solid');
  await expect(search.results.last()).toHaveCSS('outline-style', 'none');
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Pansit');
  await search.field.press('ArrowDown');
  expect(await active()).toContain('Panaderia');

  // Escape closes the list and keeps the words; an arrow key opens it again.
  await search.field.press('Escape');
  await expect(search.field).toHaveAttribute('aria-expanded', 'false');
  await expect(search.field).toHaveValue('pan');
  await search.field.press('ArrowUp');
  await expect(search.field).toHaveAttribute('aria-expanded', 'true');
  expect(await active()).toContain('Pansit');

  // A result far down comes into view.
  const stores = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    name: `Kape ${index}`,
  }));
  await answer(page, 'rpc/search_stores', stores);
  await search.searchFor('kape');
  await expect(search.results).toHaveCount(10);
  await expect(search.results.last()).not.toBeInViewport();
  // The scrolling list gets no focus: Tab leads on.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('search').locator(':focus')).toHaveCount(0);
  await search.field.focus();
  await search.field.press('ArrowUp');
  await expect(search.results.last()).toHaveAttribute('aria-selected', 'true');
  await expect(search.results.last()).toBeInViewport({ ratio: 1 });
  await search.field.press('Enter');
  await expect(page).toHaveURL(/\/store\/10$/);
});

test('what is pressed in the dropdown stays under the finger, and a long press counts as a tap', async ({
  page,
  complaints,
}) => {
  const home = new HomePage(page);
  const { search } = home;
  const release = await hold(page, /\/rest\/v1\/(?!rpc\/search_stores)/);
  await home.open();
  await loseNetwork(page, complaints, searches);
  await search.searchFor('halo');
  await expect(home.alert).toContainText('Unable to search stores.');
  const notice = shownText(page, /^Offline · /);
  await expect(notice).toBeInViewport({ ratio: 1 });
  await page.unroute(searches);
  const pressed = async (target: Locator, meanwhile?: () => Promise<void>) => {
    await target.hover();
    await page.mouse.down();
    await meanwhile?.();
    await page.clock.runFor(1000);
    await expect(target).toBeVisible();
    await page.mouse.up();
  };
  // The connection comes back, and the notice goes away.
  await pressed(home.tryAgain, async () => {
    release();
    await expect(notice).toBeHidden();
  });
  await expect(search.results).toHaveText([/Mga Halo/]);
  await expect(search.field).toBeFocused();
  await search.field.press('Escape');
  await expect(search.results).toHaveCount(0);
  await search.field.tap();
  await pressed(search.results.first());
  await expect(page).toHaveURL(/\/store\/2$/);
});
