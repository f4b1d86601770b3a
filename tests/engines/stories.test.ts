/** The product's main job, from the sign-in to the reward, in an engine that is not Chromium. */

import { randomUUID } from 'node:crypto';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { readCode } from '../../src/till/decode.ts';
import {
  expect,
  giveStamps,
  line,
  origin,
  test,
  uniqueEmail,
  withWorker,
} from './support/fixtures.ts';
import { type Page, until } from './support/page.ts';

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
  await collect(page, 'Mia Santos');
  await redeem(page);
  await until(async () => expect(await line.sockets()).toBe(1));

  await page.get('navigation', 'Main').get('link', 'Transactions').tap();
  await page.at('/transactions');
  await page.ready();
  await page.get('tab', 'Redemptions').tap();
  await page.get('tabpanel').says('Notes: no sugar');
});

test.for(['is not there', 'is cut'])(
  'both codes notice that they were scanned even if Realtime %s',
  async (how, { page, customer }) => {
    if (how === 'is not there') await line.cutSockets();
    await page.open('/home');
    if (how === 'is cut') {
      await until(async () => expect(await line.sockets()).toBe(1));
      await line.cutSockets();
    }
    await collect(page, customer.name);
    await redeem(page);
  },
);

test('a customer opens the wallet offline and shows the code', async ({ page, customer }) => {
  await giveStamps(customer, 7, 1);
  await withWorker(page);
  await page.open('/transactions');
  await page.get('tabpanel').says('Kape Tayo');
  await until(async () => {
    // The worker takes over once it is installed; in WebKit its state may then still read 'installing'.
    const isControlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
    expect(isControlled, 'a worker').toBe(true);
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

async function collect(page: Page, name: string): Promise<void> {
  await page.get('button', 'My code').tap();
  await page.get('dialog', 'Scan QR Code').says(name);
  const till = await openTill(KAPE_TAYO);
  const text = await page.scan();
  expect(JSON.parse(text)).toMatchObject({ display_name: name });
  await till.give(text, 10);
  const landed = page.get('dialog', 'Card full!');
  await landed.says('Kape Tayo · 10 of 10');
  await landed.get('button', 'Done').tap();
  await landed.gone();
}

async function redeem(page: Page): Promise<void> {
  const till = await openTill(KAPE_TAYO);
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
}

async function openTill(store: number) {
  const session = await fetch(`${origin}/local/counter/session`, {
    method: 'POST',
    body: String(store),
  });
  const { access_token: accessToken } = await session.json();
  const call = async (name: string, body: object) => {
    const response = await fetch(`${origin}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: LOCAL_ANON_KEY,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status, `${name}: ${await response.text()}`).toBe(200);
  };
  return {
    async give(code: string, count: number): Promise<void> {
      const payload = readCode(code)?.payload;
      const giving = { store_id: store, stamp_count: count, invoice: '', request_id: randomUUID() };
      await call('give_stamp', { payload, ...giving });
    },
    /** Tries again, since a code can be read before the backend has heard that it is open. */
    async redeem(code: string, notes: string): Promise<void> {
      const payload = readCode(code)?.payload;
      const request_id = randomUUID();
      await until(() => call('redeem_reward', { payload, notes, request_id }));
    },
  };
}
