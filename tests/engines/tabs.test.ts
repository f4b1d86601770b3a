/** Two tabs of one browser: a log-out in one empties the other. */
import {
  createCustomer,
  expect,
  giveStamps,
  origin,
  signInBrowser,
  test,
} from './support/fixtures.ts';
import { Page } from './support/page.ts';

test('a log-out in one tab empties the other, with its open code', async ({
  page,
  device,
  customer,
}) => {
  await giveStamps(customer, 7, 1);
  const other = new Page(await device.openTab(), origin);
  await page.open('/store/1?reward=1');
  await page.get('main').says('7 / 10');
  await page.get('button', 'My code').tap();
  await page.get('dialog', 'Scan QR Code').says(customer.name);

  await other.open('/profile');
  await other.get('region', 'Account').says(customer.email);
  await other.get('button', 'Log out').tap();
  await other.at('/login');
  await page.at('/login?redirect=/store/1%3Freward%3D1');
  await page.get('button', 'Continue with Google').seen();
  for (const tab of [page, other]) {
    const shown = await tab.evaluate(() => {
      const { outerHTML, textContent } = document.documentElement;
      // In the markup a long word may be broken.
      return outerHTML + textContent;
    });
    expect(shown).not.toMatch(new RegExp(`${customer.email}|${customer.name}|7 of 10`));
    const left = await tab.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('stampcard.')),
    );
    expect(left.filter((key) => !/last-(dismissed|shown)$/.test(key))).toEqual([]);
  }
});

test('another person who signs in elsewhere is followed', async ({ page, device, customer }) => {
  await giveStamps(customer, 7, 1);
  const ben = await createCustomer('Ben Santos');
  await giveStamps(ben, 3, 1);
  const other = new Page(await device.openTab(), origin);
  await page.open('/store/1');
  await page.get('main').says('7 / 10');
  await signInBrowser(other, ben);
  await page.get('main').says('3 / 10');
  await page.get('button', 'My code').tap();
  await page.get('dialog', 'Scan QR Code').says(ben.name);
});
