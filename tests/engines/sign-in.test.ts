/** The ways in and out: Google's stand-in, and a one-time code. */
import { codeFor, expect, test, uniqueEmail } from './support/fixtures.ts';
import { until } from './support/page.ts';

test('the sign-in tells that the consent was refused, and leads on with the next try', async ({
  page,
}) => {
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
  const code = await until(async () => {
    const newest = await codeFor(email);
    if (newest === null) throw new Error(`No code for ${email} yet.`);
    return newest;
  });
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
