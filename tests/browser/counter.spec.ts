/**
 * The store counter's other ways in (docs/product.md#at-the-till); the journeys hand it pictures.
 */
import { expect, photograph, test } from './fixtures.ts';
import { HomePage, ProfilePage, RedeemPage, Shell } from './models/index.ts';
import { callsOf, hold } from './support/backend.ts';

const KAPE_TAYO = 1;

test('the till reads a stamp code on a phone with its camera', async ({
  page,
  counter,
  customer: _,
}) => {
  await new ProfilePage(page).open();
  const shell = new Shell(page);
  const code = await shell.openCode();
  const { picture } = await photograph(code.root);

  await counter.page.addInitScript(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    navigator.mediaDevices.getUserMedia = async () => {
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const draw = () => {
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream();
    };
  }, picture.toString('base64'));
  await counter.open(KAPE_TAYO);
  await counter.useCamera();
  await expect(counter.page.getByText('Mia Santos')).toBeVisible();
  await counter.give(1, 'CAMERA-1');
  await expect(counter.done).toBeVisible();
  await expect(shell.stampLanded.root).toBeVisible();
});

test('the till without a camera says what else can be done', async ({ counter }) => {
  await counter.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('NotAllowedError'));
  });
  await counter.open(KAPE_TAYO);
  await counter.useCamera();
  await expect(counter.problem).toHaveText(
    'The camera can’t be used here. Allow it in the browser’s settings, upload a picture, or paste the content.',
  );
});

test('the till refuses a text that is no code of Stampcard', async ({ counter }) => {
  await counter.open(KAPE_TAYO);
  for (const text of ['https://example.com', '{"uid":1}', '{', 'null', 'N4Ig'.repeat(500)]) {
    await counter.scanText(text);
    await expect(counter.problem).toHaveText(
      'There is no Stampcard code in this. Ask the customer to hold still and try again.',
    );
  }
});

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
  await expect(redeem.receipt.success).toBeVisible();
});

test('the till refuses the picture of a code that its customer has closed, until it is open again', async ({
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
  await counter.next();

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

test('the till redeems the code of one tab though an earlier one was closed in another', async ({
  page,
  context,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  const [earlier, later] = [new RedeemPage(page), new RedeemPage(await context.newPage())];
  for (const redeem of [earlier, later]) {
    await redeem.goto('?reward=1');
    const told = redeem.page.waitForResponse(callsOf('open_redemption'));
    await redeem.openCode();
    expect((await told).ok()).toBe(true);
  }
  const { picture } = await photograph(later.codeSheet.root);
  const withdrawn = page.waitForResponse(callsOf('close_redemption'));
  await earlier.codeSheet.close();
  expect((await withdrawn).ok()).toBe(true);
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await counter.redeem();
  await expect(counter.done).toBeVisible();
});
