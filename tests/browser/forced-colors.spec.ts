/** Colors that a person has chosen for everything: grounds and shadows are gone, edges are not. */
import type { Locator } from 'playwright/test';
import { expect, scan, test } from './fixtures.ts';
import { RedeemPage, Shell, StorePage, TransactionsPage } from './models/index.ts';

/** Whether a line stands around it. */
const expectEdge = (locator: Locator) =>
  expect(locator).toHaveCSS('border-left-style', /solid|dashed/);

test('what belongs together can be told in forced colors, and a code can be scanned', async ({
  page,
  customer: _,
  stamps,
}) => {
  await stamps(10, 1);
  await stamps(3, 2);
  const choose = (colorScheme: 'light' | 'dark') =>
    page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' });
  await choose('dark');
  const transactions = new TransactionsPage(page);
  await transactions.open();
  const card = transactions.card('Mga Halo');
  await expectEdge(card.locator('> *').first());
  await expectEdge(card.locator('> *').last());
  await expect(transactions.stampsTab).toHaveCSS('outline-style', 'solid');
  await expect(transactions.redemptionsTab).not.toHaveCSS('outline-style', 'solid');
  const shell = new Shell(page);
  const here = shell.transactionsLink;
  const mark = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element, '::before').borderTopWidth);
  expect(await mark(here)).toBe('3px');
  expect(await mark(shell.homeLink)).toBe('0px');
  const slots = card.getByRole('img').locator('circle');
  const looks = await slots.evaluateAll((all) =>
    all.map((slot) => `${getComputedStyle(slot).fill} ${getComputedStyle(slot).stroke}`),
  );
  // Stamped, empty, and the reward.
  expect(new Set(looks).size).toBeGreaterThanOrEqual(3);

  const sheet = await shell.openCode();
  await expectEdge(sheet.root);
  await expect(sheet.picture).toBeVisible();
  await sheet.close();

  const store = new StorePage(page);
  await store.open(1);
  await expectEdge(store.rewardCards.first().locator('a > *').first());
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  const code = await redeem.openCode();
  await expectEdge(code.root);
  for (const colorScheme of ['dark', 'light'] as const) {
    await choose(colorScheme);
    expect(await scan(code.root), colorScheme).not.toBe('');
  }
});
