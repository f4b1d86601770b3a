/** The stores' till in an engine that is not Chromium: its sign-in, its decoder, both stories, the log. */
import { toDataURL } from 'qrcode';
import { expect } from 'vitest';
import {
  codeFor,
  codeOf,
  createCustomer,
  giveStamps,
  newCode,
  origin,
  service,
  test,
} from './support/fixtures.ts';
import { Page } from './support/page.ts';

const KAPE_TAYO = 1;

/** Chooses a picture from the device, as the person at the till does. */
async function choosePicture(page: Page, text: string): Promise<void> {
  const address = await toDataURL(text, { width: 600, margin: 4 });
  await page.get('button', 'Menu').tap();
  await page.get('button', 'Read code').seen();
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'code.png', { type: 'image/png' }));
    const field = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (field === null) throw new Error('There is no field for a picture.');
    field.files = files.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, address.split(',')[1] ?? '');
}

test('a member signs in, gives stamps from a picture, redeems from a text, and reads the log', async ({
  page,
  device,
  customer,
}) => {
  const member = await createCustomer('Lia Ramos');
  const membership = { store_id: KAPE_TAYO, user_id: member.id };
  await service().from('store_members').insert(membership).throwOnError();
  const sent = await codeFor(member.email);

  const till = new Page(await device.openTab(), origin);
  await till.open('/local/counter/till/');
  await till.get('textbox', 'Email address').fill(member.email);
  await till.get('button', 'Send login code').tap();
  await till.get('textbox', 'One-time code').fill(await newCode(member.email, sent));
  await till.key('Enter');
  await till.get('heading', 'Kape Tayo').seen();

  const { name } = customer;
  await choosePicture(till, codeOf(customer));
  await till.get('form', 'Give stamps').says(name);
  await till.get('button', 'One more').tap();
  await till.get('button', 'Give 2 stamps').tap();
  await till.get('status').says(`${name}: 0 → 2 of 10.`);

  await giveStamps(customer, 8, KAPE_TAYO);
  await page.open('/redeem?reward=1');
  await page.get('button', 'Redeem reward').tap();
  const text = await page.scan();
  await till.get('button', 'Menu').tap();
  await till.get('textbox', 'Content of a code').fill(text);
  await till.get('button', 'Read code').tap();
  await till.get('form', 'Redeem a reward').says('Free kapeng barako');
  await till.get('button', 'Redeem reward').tap();
  await till.get('status').says('Free kapeng barako redeemed for 10 stamps');
  await till.get('button', 'Menu').tap();
  await till.get('button', 'Log').tap();
  const log = till.get('dialog', /^Activity at/);
  await log.says('Reward redeemed for 10 stamps');
  await log.says('2 stamps given');
  const entries = await log.get('listitem').look();
  expect(entries.count).toBeGreaterThanOrEqual(2);
});
