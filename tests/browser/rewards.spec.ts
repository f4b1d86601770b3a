/** /rewards: 'Available Rewards'. */
import { expect, test } from './fixtures.ts';
import { RewardsPage, shownText } from './models/index.ts';
import { callsOf, hold, loseNetwork, reads, skeletonCards } from './support/backend.ts';
import { boxOf } from './support/touch.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('four skeleton cards give way to the rewards of today in two columns', async ({ page }) => {
  const release = await hold(page, reads('rewards'));
  const rewards = new RewardsPage(page);
  const { cards } = rewards;
  await rewards.goto();
  await expect(rewards.titled('Available Rewards')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(4);
  release();

  await expect(cards.first()).toBeVisible();
  const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.x);
  for (const absent of ['Anniversary pizza', 'Book of the month', 'Free espresso']) {
    await expect(cards.filter({ hasText: absent })).toHaveCount(0);
  }

  const title = cards.getByText('Ensaymada with any brew', { exact: true });
  for (const width of [320, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const lines = await title.evaluate((element) => {
      const word = document.createRange();
      word.setStart(element.firstChild ?? element, 0);
      word.setEnd(element.firstChild ?? element, 'Ensaymada'.length);
      return word.getClientRects().length;
    });
    expect.soft(lines, `lines of a word at ${width} px`).toBe(1);
  }

  const redeem = await rewards.chooseReward('Free kapeng barako');
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(redeem.heading('Free kapeng barako')).toBeVisible();

  // The rewards of one store, and its own text if there are none.
  await rewards.goto('?store_id=4');
  await expect(cards).toHaveText([/A dozen pandesal/, /Merienda box/]);
  await rewards.goto('?store_id=13');
  await expect(
    shownText(page, 'No rewards are currently available for this store.', { exact: true }),
  ).toBeVisible();
});

test('"Ready for me" puts rewards with enough stamps first, names the nearest, and stays', async ({
  page,
  complaints,
  stamps,
}) => {
  await stamps(9, 1);
  await stamps(3, 4);
  const rewards = new RewardsPage(page);
  await loseNetwork(page, complaints, callsOf('ready_rewards'));
  await rewards.open('?ready=1');
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
  await expect(
    rewards.status.filter({ hasText: 'We can’t tell what’s ready right now.' }),
  ).toBeVisible();
  await expect(rewards.readyForMe).toHaveCount(0);
  // The page also retries by itself, which must not be answered before the key is pressed.
  const release = await hold(page, /ready_rewards$/);
  await page.unroute(callsOf('ready_rewards'));
  await rewards.tryReadyAgain.press('Enter');
  release();
  await expect(rewards.readyForMe).toBeFocused();
  await expect(rewards.reward('Free kapeng barako')).toHaveAccessibleName(
    /^Free kapeng barako Kape Tayo .* 10 stamps needed 9 of 10$/,
  );
  await expect(rewards.reward('A dozen pandesal')).toHaveAccessibleName(/3 of 6$/);
  await expect(rewards.reward('Stampcard tote bag')).not.toContainText(' of ');
  const words = 'Nothing is ready yet. 1 more stamp for Free kapeng barako.';
  await expect(rewards.status.filter({ hasText: words })).toBeVisible();

  await stamps(7, 10);
  await rewards.open();
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
  await rewards.readyForMe.click();
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText(/Free haircut.*Ready/);
  await expect(rewards.status.filter({ hasText: 'Nothing is ready yet.' })).toHaveCount(0);
  await rewards.cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/redeem\?reward=/);
  await page.goBack();
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText('Free haircut');
});
