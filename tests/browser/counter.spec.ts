/** A redemption code at the till, and what its customer does with it meanwhile. */
import { expect, photograph, test } from './fixtures.ts';
import { HomePage, RedeemPage } from './models/index.ts';
import { callsOf, hold } from './support/backend.ts';

const KAPE_TAYO = 1;

const NOT_OPEN =
  "This code is not open on the customer's phone. Ask them to open it again, then scan it.";

test('the till that is quicker than the customer’s phone redeems all the same', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const release = await hold(page, callsOf('open_redemption'));
  const code = await redeem.openCode();
  const { picture } = await photograph(code.root);
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  const early = counter.page.waitForResponse(callsOf('redeem_reward'));
  await counter.redeem();
  expect((await early).status()).toBe(409);
  release();
  await expect(counter.done).toBeVisible();
  await expect(counter.problem).toBeHidden();
  await expect(redeem.receipt.root).toBeVisible();
});

test('the till refuses the picture of a closed code until it is open again, and takes it once', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const code = await redeem.openCode();
  const { picture } = await photograph(code.root);
  const withdrawn = page.waitForResponse(callsOf('close_redemption'));
  await code.close();
  expect((await withdrawn).ok()).toBe(true);

  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await counter.redeem();
  await expect(counter.problem).toHaveText(NOT_OPEN);

  await redeem.openCode();
  await counter.tryAgain();
  await expect(counter.done).toBeVisible();

  // Once: the same picture is worth nothing after that.
  await counter.scanPicture(picture);
  await counter.redeem();
  await expect(counter.problem).toHaveText(
    'These stamps have already been used. Ask the customer to open a fresh code.',
  );
});

test('the till refuses a code whose page its customer has left', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const told = page.waitForResponse(callsOf('open_redemption'));
  const code = await redeem.openCode();
  const { picture } = await photograph(code.root);
  expect((await told).ok()).toBe(true);
  await new HomePage(page).goto();
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await counter.redeem();
  await expect(counter.problem).toHaveText(NOT_OPEN);
});
