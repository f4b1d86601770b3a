/** /customers (docs/product.md#customers-page): how it works, benefits, download and sign-in. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { CustomersPage } from './models/index.ts';
import { seeStoresIn } from './models/parts.ts';
import { wear } from './support/accessible.ts';
import { faultsOf } from './support/measures.ts';
import { boxOf } from './support/touch.ts';

const seals = (page: Page, area: string) =>
  page.locator(`${area} .pressed [role="img"] > span`).evaluateAll((slots) =>
    slots.map((slot) => {
      const { opacity, visibility } = getComputedStyle(slot);
      return visibility === 'visible' && Number(opacity) > 0.9;
    }),
  );
const pressed = async (page: Page, area: string) =>
  (await seals(page, area)).filter((isPressed) => isPressed).length;

test('the page explains three steps, the stores’ benefits and common questions, and links onward', async ({
  page,
}) => {
  const customers = new CustomersPage(page);
  const { stores, questions } = customers;
  await customers.goto('#stores');
  await expect(stores).toBeInViewport();
  await expect(stores.getByRole('listitem')).toHaveCount(8);
  await expect(customers.storesStartLink).toHaveAttribute('href', '/local/counter');
  await expect(customers.title).toHaveText('Every coffee counts.');
  await expect(page.locator('header [aria-current="page"]')).toHaveText('How it works');
  await expect(customers.steps.getByRole('heading', { level: 3 })).toHaveText([
    /Show your code/,
    /Collect the stamp/,
    /Enjoy the reward/,
  ]);
  await expect(customers.startLinks).toHaveCount(2);
  await expect(customers.startLinks.first()).toHaveAttribute('href', '/login');
  await expect(seeStoresIn(customers.main)).toHaveAttribute('href', '/stores');
  for (const name of ['Get the app', 'Download for iOS & Android']) {
    const link = customers.main.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', '/download');
  }

  const told = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(told['@type']).toBe('FAQPage');
  await expect(questions).toHaveText(told.mainEntity.map(({ name }: { name: string }) => name));
  for (const { name, acceptedAnswer } of told.mainEntity) {
    await page.getByText(name, { exact: true }).click();
    await expect(page.getByText(acceptedAnswer.text, { exact: true })).toBeVisible();
  }
});

test('large text is not cut off, nor covered by the drawing behind the card', async ({ page }) => {
  const customers = new CustomersPage(page);
  const { main } = customers;
  await customers.goto();
  await page.setViewportSize({ width: 320, height: 640 });
  await wear(page, 'html { font-size: 32px }');
  expect(await faultsOf(page, ['broken', 'lost'])).toEqual([]);
  for (const words of [main.getByText('Get the app'), main.getByText('Go on, tap the card.')]) {
    const { width, height } = await boxOf(words);
    for (const x of [4, width - 4])
      await words.click({ trial: true, position: { x, y: 0.7 * height }, timeout: 10_000 });
  }
});

test('each tap or Enter presses one stamp onto the card, and a full card begins again', async ({
  page,
}) => {
  const customers = new CustomersPage(page);
  const card = customers.tapCard;
  await customers.goto();
  expect(await pressed(page, '[data-tap-card]')).toBe(7);
  for (const [total, words] of [
    [8, '2 more stamps to go'],
    [9, 'Just 1 more stamp to go'],
    [10, 'Card full. Time for your reward!'],
    [7, '3 more stamps to go'],
  ] as const) {
    if (total === 9) await customers.pressButton.press('Enter');
    else await customers.pressButton.click();
    await expect(card.getByRole('status')).toHaveText(words);
    await expect(card.getByText(`${total} / 10`)).toBeVisible();
    await expect.poll(() => pressed(page, '[data-tap-card]')).toBe(total);
  }
});

test('the long card fills as the visitor scrolls, and is full if motion is reduced', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/customers');
  // Until the first frame is drawn the card is full.
  await expect.poll(() => pressed(page, '.strip')).toBe(0);
  const counts: number[] = [];
  const strip = page.locator('.strip');
  for (const share of [0.95, 0.75, 0.55, 0.35, 0.1]) {
    await strip.evaluate(async (element, at) => {
      const { top } = element.getBoundingClientRect();
      window.scrollBy({ top: top - innerHeight * at, behavior: 'instant' });
      // What depends on the scrolling is redrawn in the next frame and is there in the one after it.
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      await frame();
    }, share);
    counts.push(await pressed(page, '.strip'));
  }
  expect(counts.at(-1)).toBe(10);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size, `stamps at each step: ${counts}`).toBeGreaterThan(2);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await pressed(page, '.strip')).toBe(10);
  const moving = await page.evaluate(
    () => document.getAnimations().filter((each) => each.playState === 'running').length,
  );
  expect(moving).toBe(0);
});
