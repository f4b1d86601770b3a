/** Sheets and dialogs: how they open and close, and how they keep the focus and give it back. */
import { expect, giveStamps, test } from './support/fixtures.ts';
import { type Part, until } from './support/page.ts';

test('Escape, the button and a tap outside close a sheet, and the focus returns to where it was', async ({
  page,
  customer: _,
}) => {
  await page.open('/events');
  for (const [button, title] of [
    ['My code', 'Scan QR Code'],
    ['Share Stampcard', 'Share Stampcard'],
  ] as const) {
    const opener = page.get('button', button);
    const sheet = page.get('dialog', title);
    await opener.tap();
    await sheet.seen();
    await sheet.focused();
    await page.key('Escape');
    await sheet.gone();
    await opener.focused();
    await page.key('Enter');
    await sheet.seen();
    await sheet.get('button', 'Close').tap();
    await sheet.gone();
    await opener.focused();
    await page.key('Enter');
    await sheet.get('img').seen();
    // Before the sheet is modal, a press on the page is not one beside the sheet.
    await until(async () => {
      const isModal = await page.evaluate(() => document.querySelector('dialog:modal') !== null);
      expect(isModal, 'a modal sheet').toBe(true);
    });
    await page.tab.press(195, 12);
    await sheet.gone();
  }
});

test('the focus cycles within a sheet, and nothing behind it can be reached', async ({
  page,
  customer,
}) => {
  await giveStamps(customer, 3, 1);
  await page.open('/events');
  await page.get('button', 'My code').tap();
  const sheet = page.get('dialog', 'Scan QR Code');
  const controls: Part[] = [
    sheet.get('button', 'Enlarge the code'),
    sheet.get('link', 'Redeem a reward'),
    sheet.get('button', 'Close'),
  ];
  await controls[0]?.seen();
  for (const control of controls) {
    await page.key('Tab');
    await control.focused();
  }
  const behind = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('header a');
    link?.focus();
    return document.activeElement === link;
  });
  expect(behind).toBe(false);
});

test('a large code fills the whole window, also above a sheet that scrolls', async ({
  page,
  customer: _,
}) => {
  await page.open('/events');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.get('button', 'My code').tap();
  await page.get('button', 'Enlarge the code').tap();
  await until(async () => {
    const inCorner = await page.evaluate(() => document.elementFromPoint(2, 2)?.ariaPressed);
    expect(inCorner).toBe('true');
  });
});

test('back closes a sheet and keeps the page, if the browser has no close request of its own', async ({
  page,
  customer: _,
}) => {
  await page.open('/events');
  const entries = () => page.evaluate(() => history.length);
  const [before, hasOwn] = [await entries(), await page.evaluate(() => 'CloseWatcher' in window)];
  await page.get('button', 'My code').tap();
  const sheet = page.get('dialog', 'Scan QR Code');
  await sheet.seen();
  expect(await entries()).toBe(before + (hasOwn ? 0 : 1));
  if (hasOwn) await page.key('Escape');
  else await page.back();
  await sheet.gone();
  await page.at('/events');

  // A link in the sheet leads away, and going back finds the sheet closed.
  await page.get('button', 'My code').tap();
  await sheet.get('link', 'Redeem a reward').tap();
  await page.at('/rewards?ready=1');
  await page.back();
  await page.at('/events');
  await sheet.gone();
});
