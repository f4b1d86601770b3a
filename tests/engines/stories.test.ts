/** The product's main job, from the sign-in to the reward, in an engine that is not Chromium. */
import { expect, test, uniqueEmail } from './support/fixtures.ts';
import { openTill } from './support/till.ts';

const KAPE_TAYO = 1;

test('a customer collects the stamp that is missing and redeems the reward', async ({ page }) => {
  const email = uniqueEmail('mia');
  await page.open('/home');
  await page.at('/login?redirect=/home');
  await page.ready();
  await page.get('button', 'Continue with Google').tap();
  await page.get('textbox', 'Name').fill('Mia Santos');
  await page.get('textbox', 'Email').fill(email);
  await page.get('button', 'Continue').tap();
  await page.at('/home');
  await page.get('region', 'Promo & Rewards').says('Ensaymada with any brew');

  await page.ready();
  await page.get('button', 'My code').tap();
  const code = page.get('dialog', 'Scan QR Code');
  await code.says('Mia Santos');
  const till = await openTill(KAPE_TAYO);
  const text = await page.scan();
  expect(JSON.parse(text)).toMatchObject({ display_name: 'Mia Santos' });
  await till.give(text, 10);
  const landed = page.get('dialog', 'Card full!');
  await landed.says('Kape Tayo · 10 of 10');
  await landed.get('button', 'Done').tap();
  await landed.gone();

  await page.open('/redeem?reward=1');
  await page.get('button', 'Redeem reward').tap();
  const redemption = page.get('dialog', 'Scan to Redeem');
  await redemption.says('Free kapeng barako');
  await redemption.says(/Time left 0[12]:\d\d/);
  await till.redeem(await page.scan(), 'no sugar');
  const receipt = page.get('dialog', 'Enjoy!');
  await receipt.says('Free kapeng barako');
  await receipt.get('button', 'Done').tap();
  await page.get('main').says('Enjoy! Redeemed at Kape Tayo: Free kapeng barako');

  await page.get('navigation', 'Main').get('link', 'Transactions').tap();
  await page.at('/transactions');
  await page.ready();
  await page.get('tab', 'Redemptions').tap();
  await page.get('tabpanel').says('Notes: no sugar');
});
