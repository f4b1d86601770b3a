/** The moments at the till: the stamp lands, the card is full, a code runs out. */
import { expect, test } from '../fixtures.ts';
import { EventsPage, RedeemPage, RewardsPage, Shell } from '../models/index.ts';
import { answer, callsOf, reads } from '../support/backend.ts';
import { MORNING } from '../support/clock.ts';

const UPRIGHT = { width: 360, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };

test('the code gives way to the card, which gets its stamp and leads straight to the reward’s code', async ({
  page,
  stamps,
}) => {
  await page.setViewportSize(UPRIGHT);
  await stamps(9, 1);
  await answer(page, 'rewards', [
    { id: 1, store_id: 1, title: 'Free kapeng barako', stamps_needed: 10 },
  ]);
  await new EventsPage(page).open();
  const shell = new Shell(page);
  const sheet = await shell.openWatchedCode();
  await expect(sheet.picture.first()).toBeVisible();
  const dialog = await page.getByRole('dialog').elementHandle();
  await sheet.enlargeButton.focus();
  await page.evaluate(() => {
    const buzzes: unknown[] = [];
    Object.assign(window, { buzzes });
    navigator.vibrate = (pattern) => buzzes.push(pattern) > 0;
  });

  await stamps(1, 1);
  const landed = shell.stampLanded;
  await expect(landed.root).toHaveAccessibleName('Card full!');
  await expect(landed.root).toHaveAccessibleDescription(
    'Kape Tayo · 10 of 10 You’ve earned: Free kapeng barako',
  );
  // The very same dialog: it was open all the time.
  expect(await landed.root.evaluate((now, before) => now === before, dialog)).toBe(true);
  await expect(landed.root.locator('[tabindex]')).toBeFocused();
  await expect(landed.root.getByRole('status')).toHaveCount(1);
  expect(await page.evaluate('buzzes')).toEqual([80]);
  await expect(landed.slots(10)).toBeVisible();
  const press = await landed.root.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => (effect as KeyframeEffect).target instanceof SVGElement)
      .map(({ effect }) => effect?.getTiming().delay),
  );
  expect(press).toEqual([700]);
  // The title waits until the stamp is there.
  const title = await landed.root
    .getByRole('heading')
    .evaluate((heading) => heading.getAnimations().map(({ effect }) => effect?.getTiming().delay));
  expect(title).toEqual([1020]);
  const redeemLink = landed.redeemLink('Free kapeng barako');
  for (const size of [UPRIGHT, SIDEWAYS]) {
    await page.setViewportSize(size);
    await expect(redeemLink).toBeInViewport({ ratio: 1 });
  }

  await landed.redeem('Free kapeng barako');
  const redeem = new RedeemPage(page);
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(redeem.codeSheet.root).toBeVisible();
  await page.reload();
  await expect(redeem.redeemButton).toBeEnabled();
  await expect(redeem.codeSheet.root).toHaveCount(0);
  await new RewardsPage(page).goto();
  await page.goBack();
  await expect(redeem.redeemButton).toBeEnabled();
  await expect(redeem.codeSheet.root).toHaveCount(0);
});

test('a code that is about to run out is renewed by one tap, and one that has run out, too', async ({
  page,
  stamps,
}) => {
  await page.setViewportSize(UPRIGHT);
  await stamps(10, 1);
  await answer(page, 'rewards', [
    { id: 1, store_id: 1, title: 'Free kapeng barako', stamps_needed: 10 },
  ]);
  await page.clock.install({ time: MORNING });
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const watching = page.waitForResponse(reads('redemptions'));
  const opened = page.waitForResponse(callsOf('open_redemption'));
  const code = await redeem.openCode();
  await expect(code.picture.first()).toBeVisible();
  // A call that the leap in time cuts off would leave 'waiting for a connection' behind.
  await Promise.all([watching, opened.then((response) => response.finished())]);
  await page.clock.pauseAt(new Date(MORNING).getTime() + 90_000);
  await expect(code.renewButton).toBeHidden();
  // The sheet has risen.
  await code.root.evaluate((sheet) =>
    Promise.all(sheet.getAnimations().map(({ finished }) => finished)),
  );
  const room = await code.closeButton.boundingBox();
  await page.clock.runFor(25_000);
  await expect(code.ending).toHaveText('This code is about to run out.');
  expect(await code.closeButton.boundingBox()).toEqual(room);

  const withdrawn = page.waitForResponse(callsOf('close_redemption'));
  await code.renewButton.press('Enter');
  await withdrawn;
  await expect(code.text('Time left 02:00')).toBeVisible();
  await expect(code.ending).toHaveText('This is your new code.');
  await expect(code.renewButton).toBeHidden();
  await expect(code.root.locator('[tabindex]')).toBeFocused();

  await page.clock.runFor(120_000);
  await expect(code.root).toHaveCount(0);
  await page.clock.runFor(1500);
  for (const size of [UPRIGHT, SIDEWAYS]) {
    await page.setViewportSize(size);
    await expect(
      page.getByText('Your code has run out. Nothing was redeemed with it.'),
    ).toBeInViewport({ ratio: 1 });
  }
  await redeem.getNewCode();
  await expect(code.text('Time left 02:00')).toBeVisible();
});
