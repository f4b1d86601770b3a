/**
 * The product's main job, with a real phone screen, a real till and a picture in between: by Ana, by a new
 * customer in the oldest browser we build for, and with what can happen in front of the till.
 */

import { NEWER_FUNCTIONS } from '../../scripts/checks/dist.ts';
import { expect, photograph, scan, test, uniqueEmail } from './fixtures.ts';
import {
  EventsPage,
  HomePage,
  LoginPage,
  RedeemPage,
  Shell,
  StorePage,
  shownText,
} from './models/index.ts';
import { answer, callsOf, reads } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { atRest, boxOf } from './support/touch.ts';

const KAPE_TAYO = 1;

test('Ana collects the stamp she is short of and redeems her barako', {
  tag: '@google',
}, async ({ page, counter }) => {
  const shell = new Shell(page);
  const store = new StorePage(page);

  await test.step('Ana signs in with Google', async () => {
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
    await new LoginPage(page).signInAs('Ana Reyes');
    await expect(page).toHaveURL(/\/home$/);
    await expect(new HomePage(page).heading('Promo & Rewards')).toBeVisible();
  });

  await test.step('her card at the store lacks one stamp', async () => {
    await store.goto(KAPE_TAYO);
    await expect(store.heading('Kape Tayo')).toBeVisible();
    await expect(store.slots(9)).toBeVisible();
  });

  const customerCode = await test.step('Ana opens her code', async () => {
    const sheet = await shell.openCode();
    await expect(sheet.text('Present to the store to get a stamp')).toBeVisible();
    await expect(sheet.text('Ana Reyes')).toBeVisible();
    return photograph(sheet.root);
  });
  expect(JSON.parse(customerCode.text)).toMatchObject({ display_name: 'Ana Reyes' });

  await test.step('the store scans the picture and gives a stamp', async () => {
    await counter.open(KAPE_TAYO);
    await counter.scanPicture(customerCode.picture);
    await expect(counter.page.getByText('Ana Reyes')).toBeVisible();
    await counter.give(1, 'STORY-1');
    await expect(counter.done).toBeVisible();
  });

  await test.step('the stamp lands on her screen', async () => {
    const landed = shell.stampLanded;
    await expect(landed.root.getByText('Kape Tayo · 10 of 10')).toBeVisible();
    await expect(landed.slots(10)).toBeVisible();
    await landed.doneButton.click();
    await expect(store.slots(10)).toBeVisible();
  });

  const redemptionCode = await test.step('Ana opens the code for her reward', async () => {
    const redeem = await store.chooseReward('Free kapeng barako');
    await expect(page).toHaveURL(/\/redeem\?reward=\d+$/);
    const sheet = await redeem.openRegisteredCode();
    await expect(sheet.text('Present to the store to redeem')).toBeVisible();
    await expect(sheet.text('Free kapeng barako')).toBeVisible();
    await expect(sheet.text(/^QR valid until \d/)).toBeVisible();
    await expect(sheet.text(/^Time left 0[12]:\d\d$/)).toBeVisible();
    return photograph(sheet.root);
  });

  await test.step('the store scans it and hands out the reward', async () => {
    await counter.open(KAPE_TAYO);
    await counter.scanPicture(redemptionCode.picture);
    await expect(counter.page.getByText('Free kapeng barako')).toBeVisible();
    await counter.redeem('no sugar');
    await expect(counter.done).toBeVisible();
  });

  await test.step('her screen confirms it', async () => {
    const { receipt, success } = new RedeemPage(page);
    await expect(receipt.reward).toHaveText('Free kapeng barako');
    await expect(receipt.fact('Stamps')).toHaveText('10');
    await receipt.doneButton.click();
    await expect(success).toContainText('Enjoy! Redeemed at Kape Tayo: Free kapeng barako');
    await expect(shownText(page, 'Collect 10 more stamps to redeem this reward.')).toBeVisible();
  });

  await test.step('her transactions show the redemption and the reset card', async () => {
    const transactions = await shell.goToTransactions();
    await transactions.redemptionsTab.click();
    const redemption = transactions.cards.filter({ hasText: 'Kape Tayo' }).first();
    await expect(redemption.getByText('Notes: no sugar')).toBeVisible();
    await store.goto(KAPE_TAYO);
    await expect(store.slots(0)).toBeVisible();
  });
});

/** A store of the demo neighborhood with a reward for one stamp. */
const TSAA_AT_GATAS = 5;

test('a new customer signs in with a one-time code, collects a stamp and redeems a reward', async ({
  page,
  counter,
  mailbox,
}) => {
  await page.addInitScript((names) => {
    for (const name of names) {
      const path = name.split('.');
      const last = path.pop() ?? '';
      const holder = path.reduce<object>((at, key) => Reflect.get(at, key), globalThis);
      Reflect.deleteProperty(holder, last);
    }
  }, NEWER_FUNCTIONS);
  const email = uniqueEmail('new');
  const shell = new Shell(page);
  const store = new StorePage(page);

  await test.step('the customer signs in with a one-time code', async () => {
    const login = new LoginPage(page);
    await login.goto('?isWebView=1&redirect=/store/5');
    const newer = () => 'any' in AbortSignal || 'withResolvers' in Promise;
    expect(await page.evaluate(newer)).toBe(false);
    await login.sendCodeTo(email);
    await expect(login.sent).toBeVisible();
    await login.codeField.fill(await mailbox.code(email));
    await expect(page).toHaveURL(/\/store\/5$/);
    await expect(store.slots(0, 1)).toBeVisible();
  });

  await test.step('the customer collects a stamp', async () => {
    const code = await shell.openCode();
    const { picture } = await photograph(code.root);
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await expect(counter.page.getByText(email)).toBeVisible();
    await counter.give();
    await shell.stampLanded.doneButton.click();
  });

  await test.step('the customer redeems the reward that needs one', async () => {
    const redeem = await store.chooseReward('Pearl upgrade');
    const code = await redeem.openRegisteredCode();
    const { picture } = await photograph(code.root);
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await counter.redeem();
    await expect(redeem.receipt.reward).toHaveText('Pearl upgrade');
    await redeem.receipt.doneButton.click();
  });

  await test.step('the customer sees it in the transactions', async () => {
    const transactions = await new RedeemPage(page).seeTransactions();
    await transactions.redemptionsTab.click();
    await expect(transactions.cards.filter({ hasText: 'Tsaa at Gatas' })).toBeVisible();
  });

  await test.step('the customer chooses what stores call them, and the code has that name', async () => {
    const home = new HomePage(page);
    await home.open();
    const code = await shell.openCode();
    await expect(code.codeOf(email)).toBeVisible();
    await code.close();
    await home.ownName.save('Mia Santos');
    await expect(home.ownName.field).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveAttribute('tabindex', '-1');
    const named = await shell.openCode();
    expect(JSON.parse(await scan(named.root))).toMatchObject({ display_name: 'Mia Santos' });
  });
});

const UPRIGHT = { width: 360, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };

test('the code is replaced by the card, which gets its stamp and opens the reward’s code', async ({
  page,
  stamps,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
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
  await expect(landed.root.getByRole('heading')).toHaveCSS('animation-delay', '1.02s');
  const redeemLink = landed.redeemLink('Free kapeng barako');
  for (const size of [UPRIGHT, SIDEWAYS]) {
    await page.setViewportSize(size);
    await expect(redeemLink).toBeInViewport({ ratio: 1 });
  }

  await redeemLink.click();
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(new RedeemPage(page).codeSheet.root).toBeVisible();
});

test('one tap renews a code before and after it has expired, and leaving the page withdraws it', async ({
  page,
  stamps,
  counter,
}) => {
  await page.setViewportSize(UPRIGHT);
  await stamps(10, 1);
  await answer(page, 'rewards', [
    { id: 1, store_id: 1, title: 'Free kapeng barako', stamps_needed: 10 },
  ]);
  // Stopped, so that the code's age does not depend on the machine's speed.
  await stopClock(page);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const watching = page.waitForResponse(reads('redemptions'));
  const opened = page.waitForResponse(callsOf('open_redemption'));
  const code = await redeem.openCode();
  await expect(code.picture.first()).toBeVisible();
  await expect(code.text('QR valid until 10:02 AM')).toBeVisible();
  // The watch asks after the next frame, which the clock holds back.
  await page.clock.runFor(100);
  // A call cut off by the leap in time would leave 'waiting for a connection' behind.
  await Promise.all([watching, opened.then((response) => response.finished())]);
  await page.clock.fastForward(90_000);
  await expect(code.renewButton).toBeHidden();
  await atRest(code.root);
  const room = await boxOf(code.closeButton);
  await page.clock.runFor(25_000);
  await expect(code.ending).toHaveText('This code is about to expire.');
  await expect(code.text('Time left 00:05')).toBeVisible();
  expect(await boxOf(code.closeButton)).toEqual(room);

  const withdrawn = page.waitForResponse(callsOf('close_redemption'));
  await code.renewButton.press('Enter');
  await withdrawn;
  await expect(code.text('Time left 02:00')).toBeVisible();
  await expect(code.ending).toHaveText('This is your new code.');
  await expect(code.renewButton).toBeHidden();
  await expect(code.root.locator('[tabindex]')).toBeFocused();

  // So does the new code's watch.
  const watchingAgain = page.waitForResponse(reads('redemptions'));
  await page.clock.runFor(100);
  await (await watchingAgain).finished();
  await page.clock.runFor(120_000);
  await expect(code.root).toHaveCount(0);
  await page.clock.runFor(1500);
  for (const size of [UPRIGHT, SIDEWAYS]) {
    await page.setViewportSize(size);
    await expect(shownText(page, 'Your code expired. Nothing was redeemed.')).toBeInViewport({
      ratio: 1,
    });
  }
  const openedAgain = page.waitForResponse(callsOf('open_redemption'));
  await redeem.newCodeButton.click();
  await expect(code.text('Time left 02:00')).toBeVisible();
  await openedAgain;
  await page.keyboard.press('Escape');
  await expect(redeem.redeemButton).toBeFocused();
  const openedLast = page.waitForResponse(callsOf('open_redemption'));
  await redeem.openCode();

  // A picture of it is worth nothing once its page is left.
  const packed = await scan(code.root);
  await openedLast;
  await new HomePage(page).goto();
  await counter.open(KAPE_TAYO);
  await counter.scanText(packed);
  await counter.redeem();
  await expect(counter.problem).toHaveText(
    "This code is not open on the customer's phone. Ask them to open it again, then scan it.",
  );
});
