/** What follows a redemption: the receipt, the green banner, and both found again. */
import { expect, service, test } from './fixtures.ts';
import { RedeemPage } from './models/index.ts';
import { reads } from './support/backend.ts';

test('the receipt has the focus wherever the page was scrolled, and the banner after it', async ({
  page,
  stamps,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await stamps(10, 1);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  await redeem.redeemButton.scrollIntoViewIfNeeded();
  const watching = page.waitForResponse(reads('redemptions'));
  await redeem.openCode();
  await watching;
  const { data, error } = await service()
    .from('redemptions')
    .insert({
      ...{ user_id: customer.id, store_id: 1, reward_id: 1, store_name: 'Kape Tayo' },
      ...{ reward_title: 'A dozen pandesal', stamps_spent: 10 },
      redeemed_at: '2025-11-20T02:24:07Z',
    })
    .select('id')
    .single();
  expect(error).toBe(null);

  const { receipt } = redeem;
  await expect(receipt.root).toBeVisible();
  await expect(receipt.root).toHaveAccessibleDescription(/A dozen pandesal.*Kape Tayo.*10:24:07/);
  expect(await receipt.root.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
    true,
  );
  await expect(receipt.root).toHaveAccessibleName('Enjoy!');
  // Said once: by the receipt, and when that is closed by the page.
  await expect(page.getByText('A dozen pandesal')).toHaveCount(1);
  await expect(receipt.reward).toBeInViewport({ ratio: 1 });
  await expect(receipt.time).toHaveText('Thursday, Nov 20, 2025, 10:24:07 AM');
  await expect(receipt.fact('Receipt no.')).toHaveText(`${data?.id}`);
  await expect(receipt.fact('Stamps')).toHaveText('10');

  await page.setViewportSize({ width: 844, height: 390 });
  await expect(receipt.reward).toBeInViewport({ ratio: 1 });
  await receipt.finish();
  await expect(redeem.success).toBeInViewport({ ratio: 1 });
  await expect(page.locator(':focus')).toContainText('Enjoy!');

  const transactions = await redeem.seeTransactions();
  await transactions.showRedemptions();
  await expect(transactions.cards.getByText('A dozen pandesal')).toBeVisible();
  const again = await transactions.openReceipt('A dozen pandesal');
  await expect(again.time).toHaveText('Thursday, Nov 20, 2025, 10:24:07 AM');
  await expect(again.root).toHaveAccessibleName('Receipt');
  await again.finish();
  await expect(again.root).toBeHidden();
  await expect(transactions.receiptButton('A dozen pandesal')).toBeFocused();
});
