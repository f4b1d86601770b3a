/** /redeem?reward={id}: the reward, its code, the receipt. */
import { expect, service, test } from './fixtures.ts';
import { RedeemPage, shownText } from './models/index.ts';
import { answer, hold, reads, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

/** A reward of the demo's seed, at Kape Tayo, with dates around the stopped clock's. */
const barako = {
  ...{ id: 1, store_id: 1, title: 'Free kapeng barako', store_name: 'Kape Tayo' },
  ...{ stamps_needed: 10, photo: '/demo/barako.svg' },
  ...{ date_start: '2025-11-01T00:00:00+08:00', date_end: '2025-11-23T00:00:00+08:00' },
};

test('the page shows a reward, how many stamps are missing, and the ways to its store', async ({
  page,
  stamps,
}) => {
  await stamps(7, 1);
  await answer(page, 'rewards', [barako]);
  const release = await hold(page, reads('rewards'));
  await stopClock(page);
  const redeem = new RedeemPage(page);
  const { main } = redeem;
  await redeem.goto('?reward=1');
  await expect(skeletonCards(page)).toHaveCount(1);
  release();

  await expect(redeem.heading('Free kapeng barako')).toBeVisible();
  await expect(main.getByText('Kape Tayo', { exact: true }).first()).toBeVisible();
  await expect(main.locator('img').first()).toHaveAttribute('src', '/demo/barako.svg');
  await expect(redeem.nearLink('Kape Tayo')).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=Kape%20Tayo%20near%20me',
  );
  await expect(redeem.fact('Remaining')).toHaveText('3 stamps');
  await expect(redeem.fact('Started')).toHaveText('Nov 1, 2025');
  await expect(redeem.fact('Countdown')).toHaveText('3 days remaining');
  await expect(shownText(page, 'Collect 3 more stamps to redeem this reward.')).toBeVisible();
  await expect(redeem.redeemButton).toHaveCount(0);
  await expect(redeem.keep.calendarButton).toBeVisible();
  await expect(redeem.keep.shareButton).toBeVisible();

  await stamps(2, 1);
  await page.reload();
  await expect(shownText(page, 'Collect 1 more stamp to redeem this reward.')).toBeVisible();
  await redeem.backToStoreLink.click();
  await expect(page).toHaveURL(/\/store\/1\?reward=1$/);

  // A suspended store's reward.
  await page.unrouteAll();
  await redeem.goto('?reward=24');
  await expect(redeem.alert).toContainText('Reward not found.');
  await redeem.seeRewardsLink.click();
  await expect(page).toHaveURL(/\/rewards$/);
});

test('a code closes if the store has raised the price, and the page says so and shows the price', async ({
  page,
  stamps,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 409/);
  await stamps(6, 1);
  // What the screen has read was true until a moment ago.
  await answer(page, 'rewards', [{ id: 1, store_id: 1, stamps_needed: 5 }]);
  const redeem = new RedeemPage(page);
  // The button is at the foot of a small screen, and the outcome is shown next to it.
  await page.setViewportSize({ width: 360, height: 640 });
  await redeem.goto('?reward=1');
  await expect(redeem.redeemButton).toBeEnabled();
  await page.unrouteAll();
  const code = await redeem.openCode();
  await expect(redeem.alert).toContainText(
    'The store has changed what this reward needs. Please look at it again.',
  );
  await expect(redeem.alert).toBeInViewport({ ratio: 1 });
  await expect(code.root).toBeHidden();
  await expect(shownText(page, 'Collect 4 more stamps to redeem this reward.')).toBeVisible();
});

test('the receipt has the focus wherever the page was scrolled, and then the banner has it', async ({
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
  const { data } = await service()
    .from('redemptions')
    .insert({
      ...{ user_id: customer.id, store_id: 1, reward_id: 1, store_name: 'Kape Tayo' },
      ...{ reward_title: 'A dozen pandesal', stamps_spent: 10 },
      redeemed_at: '2025-11-20T02:24:07Z',
    })
    .select('id')
    .single()
    .throwOnError();

  const { receipt } = redeem;
  await expect(receipt.root).toBeVisible();
  await expect(receipt.root).toHaveAccessibleDescription(/A dozen pandesal.*Kape Tayo.*10:24:07/);
  expect(await receipt.root.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
    true,
  );
  await expect(receipt.root).toHaveAccessibleName('Enjoy!');
  // Said once: by the receipt, and by the page once that is closed.
  await expect(shownText(page, 'A dozen pandesal')).toHaveCount(1);
  await expect(receipt.reward).toBeInViewport({ ratio: 1 });
  await expect(receipt.time).toHaveText('Thursday, Nov 20, 2025, 10:24:07 AM');
  await expect(receipt.fact('Receipt no.')).toHaveText(`${data.id}`);
  await expect(receipt.fact('Stamps')).toHaveText('10');

  await page.setViewportSize({ width: 844, height: 390 });
  await expect(receipt.reward).toBeInViewport({ ratio: 1 });
  await receipt.doneButton.click();
  await expect(redeem.success).toBeInViewport({ ratio: 1 });
  await expect(page.locator(':focus')).toContainText('Enjoy!');

  const transactions = await redeem.seeTransactions();
  await transactions.redemptionsTab.click();
  await expect(transactions.cards.getByText('A dozen pandesal')).toBeVisible();
  const again = await transactions.openReceipt('A dozen pandesal');
  await expect(again.time).toHaveText('Thursday, Nov 20, 2025, 10:24:07 AM');
  await expect(again.root).toHaveAccessibleName('Receipt');
  await again.doneButton.click();
  await expect(again.root).toBeHidden();
  await expect(transactions.receiptButton('A dozen pandesal')).toBeFocused();
});
