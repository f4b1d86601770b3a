/** 'Missing a stamp?' on the page of a store: what to show there. */
import { expect, test } from './fixtures.ts';
import { Shell, StorePage } from './models/index.ts';
import { callsOf, hold } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

test('a customer who misses a stamp has what the store asks for, filled in, and sends nothing', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await stamps(9, 1);
  await stopClock(page);
  const store = new StorePage(page);
  const held = page.waitForResponse(callsOf('stamps_held'));
  await store.open(1);
  await held;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const sheet = await store.openMissingStamp();
  await expect(sheet.root).toHaveAccessibleDescription(
    'Show this at the counter, with your receipt: the staff can add the stamp by scanning your code.',
  );
  await expect(sheet.fact('Store')).toHaveText('Kape Tayo');
  await expect(sheet.fact('Stamps now')).toHaveText('9 of 10');
  await sheet.copy();
  await expect(sheet.said).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      `Name: ${customer.name}`,
      `Email: ${customer.email}`,
      `Customer no.: ${customer.id.slice(0, 8).toUpperCase()}`,
      'Store: Kape Tayo',
      'Stamps now: 9 of 10',
      'Time now: Nov 20, 2025, 10:00 AM',
    ].join('\n'),
  );
  expect(sent).toEqual([]);

  await sheet.showCode();
  const code = new Shell(page).codeSheet;
  await expect(code.codeOf(customer.name)).toBeVisible();
  await code.close();
  await expect(sheet.codeButton).toBeFocused();
  await sheet.close();
  await expect(sheet.root).toBeHidden();
  await expect(store.missingStampButton).toBeFocused();
});

test('the card that comes late moves the rewards below it by no more than a hair', async ({
  page,
  stamps,
}) => {
  await stamps(9, 1);
  const release = await hold(page, callsOf('stamps_held'));
  const store = new StorePage(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await store.goto(1);
  const top = async () => (await store.rewards.boundingBox())?.y ?? Number.NaN;
  await expect(store.rewards).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const reserved = await top();
  release();
  await expect(store.missingStampButton).toBeVisible();
  expect(Math.abs((await top()) - reserved)).toBeLessThan(3);
});
