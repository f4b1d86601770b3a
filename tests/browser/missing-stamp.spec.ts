/** 'Missing a stamp?' on the page of a store: what to show there. */
import { expect, signInBrowser, test } from './fixtures.ts';
import { Shell, StorePage } from './models/index.ts';
import { answer, callsOf, hold } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { expectHarmless } from './support/hostile.ts';

const WIDE_NAME = 'Ｗ'.repeat(60);

test('a customer who misses a stamp has what the store asks for, filled in', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(9, 1);
  await stopClock(page);
  const store = new StorePage(page);
  await store.open(1);
  const sheet = await store.openMissingStamp();
  await expect(sheet.root).toHaveAccessibleDescription(
    'Show this at the counter, with your receipt: the staff can add the stamp by scanning your code.',
  );
  await expect(sheet.fact('Name')).toHaveText(customer.name);
  await expect(sheet.fact('Email')).toHaveText(customer.email);
  await expect(sheet.fact('Customer no.')).toHaveText(customer.id.slice(0, 8).toUpperCase());
  await expect(sheet.fact('Store')).toHaveText('Kape Tayo');
  await expect(sheet.fact('Stamps now')).toHaveText('9 of 10');
  await expect(sheet.fact('Time now')).toHaveText('Nov 20, 2025, 10:00 AM');

  await sheet.close();
  await expect(sheet.root).toBeHidden();
  await expect(store.missingStampButton).toBeFocused();
});

test('the sheet opens the code above itself, copies its facts and sends nothing', async ({
  page,
  context,
  customer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await stopClock(page);
  const store = new StorePage(page);
  const held = page.waitForResponse(callsOf('stamps_held'));
  await store.open(4);
  await held;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const sheet = await store.openMissingStamp();
  await sheet.copy();
  await expect(sheet.said).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      `Name: ${customer.name}`,
      `Email: ${customer.email}`,
      `Customer no.: ${customer.id.slice(0, 8).toUpperCase()}`,
      'Store: Panaderia Aling Nena',
      'Stamps now: 0 of 6',
      'Time now: Nov 20, 2025, 10:00 AM',
    ].join('\n'),
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await sheet.copy();
  await expect(sheet.said).toHaveText('Unable to copy.');
  expect(sent).toEqual([]);

  await sheet.showCode();
  const code = new Shell(page).codeSheet;
  await expect(code.codeOf(customer.name)).toBeVisible();
  await code.close();
  await expect(sheet.codeButton).toBeFocused();
});

test('a suspended store is asked for no stamp', async ({ page, stamps }) => {
  await stamps(4, 13);
  const store = new StorePage(page);
  await store.open(13);
  await expect(store.yourStamps).toBeVisible();
  await expect(store.missingStampButton).toHaveCount(0);
});

test('the widest names fit the sheet, with text of twice the size too', async ({
  page,
  context,
  customer,
}) => {
  await customer.client.auth.updateUser({ data: { full_name: WIDE_NAME } });
  const { data } = await customer.client.auth.refreshSession();
  await signInBrowser(context, { ...customer, session: JSON.stringify(data.session) });
  await answer(page, 'stores', [{ id: 1, name: WIDE_NAME }]);
  const store = new StorePage(page);
  await store.open(1);
  const sheet = await store.openMissingStamp();
  await expect(sheet.fact('Name')).toHaveText(WIDE_NAME);
  await expect(sheet.fact('Store')).toHaveText(WIDE_NAME);
  for (const fontSize of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    await expectHarmless(page);
    // The sheet scrolls by itself, so what sticks out there does not widen the page.
    const outside = await sheet.root.evaluate((root) => root.scrollWidth - root.clientWidth);
    expect(outside, `what sticks out of the sheet at ${fontSize}`).toBe(0);
  }
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
