/** A till's work reaches screens by channel (docs/decisions/noticing-a-scan.md). */
import type { Page } from 'playwright/test';
import { expect, service, test } from './fixtures.ts';
import { HomePage, StorePage } from './models/index.ts';
import { stopTimers } from './support/clock.ts';
import { inOneDocument } from './support/open.ts';

const KAPE_TAYO = 1;
const SOCKET = /\/realtime\/v1\/websocket\?/;

/** Waits until the channel of the page that is opened next is up. */
async function joined(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', {
    predicate: (one) => SOCKET.test(one.url()),
  });
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('"event":"system"'),
  });
}

test('the screens of two tabs follow what a till gives and takes back, without an open code', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await stamps(1, KAPE_TAYO);
  await page.clock.install();
  const home = new HomePage(page);
  const store = new StorePage(page);
  const other = await context.newPage();
  const inOther = new StorePage(other);
  const up = [joined(page), joined(other)];
  await home.open();
  await inOther.open(KAPE_TAYO);
  await Promise.all(up);
  // Another document would have to join again.
  await inOneDocument(page);
  await home.cardLinks.click();
  await expect(store.slots(1)).toBeVisible();
  await stopTimers(page);
  await stamps(2, KAPE_TAYO);
  await expect(store.slots(3)).toBeVisible();
  await expect(inOther.slots(3)).toBeVisible();
  const taken = { user_id: customer.id, stamp_count: 2 };
  await service().from('stamps').delete().match(taken).throwOnError();
  await expect(store.slots(1)).toBeVisible();
  await expect(inOther.slots(1)).toBeVisible();

  await stamps(4, KAPE_TAYO);
  await expect(store.slots(5)).toBeVisible();
  await page.clock.resume();
  await page.goBack();
  await expect(home.cardLinks.getByRole('img')).toHaveAccessibleName('5 of 10 stamps');
});
