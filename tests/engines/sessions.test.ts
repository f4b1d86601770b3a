/** Two tabs of one browser: a log-out in one empties the other. */
import {
  createCustomer,
  expect,
  giveStamps,
  newCode,
  origin,
  signInBrowser,
  test,
  uniqueEmail,
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

test('a tab follows another person who signs in elsewhere', async ({ page, device, customer }) => {
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

test('the sign-in says that consent was refused, and the next try succeeds', async ({ page }) => {
  await page.open('/rewards');
  await page.at('/login?redirect=/rewards');
  await page.ready();
  await page.get('button', 'Continue with Google').tap();
  await page.get('button', 'Deny').tap();
  await page.get('alert').says('Unable to complete sign in. (access_denied)');
  await page.ready();
  await page.get('button', 'Continue with Google').tap();
  await page.get('button', /Cy Dela Cruz/).tap();
  await page.at('/rewards');
  await page.get('main').says('Free kapeng barako');
});

test('a one-time code signs a new customer in, and a wrong one says so', async ({ page }) => {
  const email = uniqueEmail('new');
  await page.open('/login?isWebView=1&redirect=/store/5');
  await page.get('textbox', 'Email address').fill(email);
  await page.get('button', 'Send login code').tap();
  await page.get('main').says('Check your email inbox for the one-time code to continue.');
  const code = await newCode(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const field = page.get('textbox', /code/i);
  await field.fill(wrong);
  await page.key('Enter');
  await page.get('alert').seen();
  await field.fill(code);
  await page.key('Enter');
  await page.at('/store/5');
  await page.get('main').says('Tsaa at Gatas');
  expect(await page.evaluate(() => localStorage.getItem('stampcard.session'))).toContain(email);
});
