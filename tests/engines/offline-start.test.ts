/** The offline start: the service worker answers from the device. */
import { expect, giveStamps, line, test, withWorker } from './support/fixtures.ts';
import { until } from './support/page.ts';

test('a customer opens the wallet offline and shows the code', async ({ page, customer }) => {
  await giveStamps(customer, 7, 1);
  await withWorker(page);
  await page.open('/transactions');
  await page.get('tabpanel').says('Kape Tayo');
  await until(async () => {
    const state = await page.evaluate(() => navigator.serviceWorker.controller?.state);
    expect(state, 'the worker').toBe('activated');
  });
  await page.open('/home');
  await page.get('region', 'Promo & Rewards').says('Kape Tayo');

  await line.cut();
  await page.open('/home');
  await page.get('region', 'Promo & Rewards').says('Kape Tayo');
  await page.get('status').says(/^Offline · as of /);
  await page.get('button', 'My code').tap();
  const code = JSON.parse(await page.scan());
  expect(code).toMatchObject({ display_name: customer.name });
  await page.key('Escape');
  await page.open('/transactions');
  await page.get('tabpanel').says('Kape Tayo');
});
