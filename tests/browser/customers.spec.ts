/** /customers (docs/product.md#customers-page): how it works, benefits, download and sign-in. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const seals = (page: Page, area: string) =>
  page.locator(`${area} .pressed [role="img"] > span`).evaluateAll((slots) =>
    slots.map((slot) => {
      const { opacity, visibility } = getComputedStyle(slot);
      return visibility === 'visible' && Number(opacity) > 0.9;
    }),
  );
const pressed = async (page: Page, area: string) =>
  (await seals(page, area)).filter((isPressed) => isPressed).length;

test('tells how it works in three steps, and leads to sign-in and download', {
  tag: '@customers-page',
}, async ({ page }) => {
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every coffee counts.');
  const steps = page.getByRole('region', { name: 'Three steps to the next one free' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    /Show your code/,
    /Collect the stamp/,
    /Enjoy the reward/,
  ]);
  const start = page.getByRole('link', { name: 'Start collecting' });
  await expect(start).toHaveCount(2);
  await expect(start.first()).toHaveAttribute('href', '/login');
  for (const name of ['Get the app', 'Download for iOS & Android']) {
    const link = page.getByRole('main').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', '/download');
  }
});

test('tells stores what is in it for them, and leads to the merchant site', {
  tag: '@customers-page',
}, async ({ page }) => {
  await page.goto('/customers#stores');
  const stores = page.getByRole('region', { name: 'Turn visits into regulars.' });
  await expect(stores).toBeInViewport();
  await expect(stores.getByRole('listitem')).toHaveCount(8);
  await expect(stores.getByText('Free, with no credit card', { exact: true })).toBeVisible();
  const start = stores.getByRole('link', { name: 'Get Started' });
  await expect(start).toHaveAttribute('href', '/local/counter');
});

test('each tap presses one stamp onto the card, and a full card begins again', async ({ page }) => {
  await page.goto('/customers');
  const card = page.locator('[data-tap-card]');
  const button = card.getByRole('button', { name: 'Press a stamp onto the card' });
  expect(await pressed(page, '[data-tap-card]')).toBe(7);
  for (const [total, words] of [
    [8, '2 more stamps to go'],
    [9, 'Just 1 more stamp to go'],
    [10, 'Card full. Time for your reward!'],
    [7, '3 more stamps to go'],
  ] as const) {
    await button.click();
    await expect(card.getByRole('status')).toHaveText(words);
    await expect(card.getByText(`${total} / 10`)).toBeVisible();
    await expect.poll(() => pressed(page, '[data-tap-card]')).toBe(total);
  }
});

test('a keyboard presses the stamp too', async ({ page }) => {
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Press a stamp onto the card' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-tap-card]').getByRole('status')).toHaveText(
    '2 more stamps to go',
  );
});

test('the stamps of the long card are pressed on as the visitor scrolls', async ({ page }) => {
  await page.goto('/customers');
  expect(await pressed(page, '.strip')).toBe(0);
  const counts: number[] = [];
  const strip = page.locator('.strip');
  for (const share of [0.95, 0.75, 0.55, 0.35, 0.1]) {
    await strip.evaluate((element, at) => {
      const { top } = element.getBoundingClientRect();
      window.scrollBy({ top: top - innerHeight * at, behavior: 'instant' });
    }, share);
    counts.push(await pressed(page, '.strip'));
  }
  expect(counts.at(-1)).toBe(10);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size, `stamps at each step: ${counts}`).toBeGreaterThan(2);
});

test('where motion is reduced, the long card is full from the start', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/customers');
  expect(await pressed(page, '.strip')).toBe(10);
  const moving = await page.evaluate(
    () => document.getAnimations().filter((each) => each.playState === 'running').length,
  );
  expect(moving).toBe(0);
});

test('answers questions, and tells search engines the same answers', {
  tag: '@customers-page',
}, async ({ page }) => {
  await page.goto('/customers');
  const told = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(told['@type']).toBe('FAQPage');
  const questions = page.getByRole('group').locator('summary');
  await expect(questions).toHaveText(told.mainEntity.map(({ name }: { name: string }) => name));
  for (const { name, acceptedAnswer } of told.mainEntity) {
    await page.getByText(name, { exact: true }).click();
    await expect(page.getByText(acceptedAnswer.text, { exact: true })).toBeVisible();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows a card with seven stamps, and answers at a tap', async ({ page }) => {
    await page.goto('/customers');
    await expect(page.getByText('3 more stamps to go')).toBeVisible();
    await expect(page.getByText('Go on, tap the card.')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Press a stamp onto the card' })).toBeHidden();
    await page.getByText('What does Stampcard cost?').click();
    await expect(page.getByText('Nothing. Collecting stamps is free')).toBeVisible();
  });
});
