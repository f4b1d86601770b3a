/**
 * The store counter's other ways in (docs/product.md#at-the-till); the journeys hand it pictures.
 */
import { expect, photograph, test } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';

const KAPE_TAYO = 1;

test('the till reads a stamp code on a phone with its camera', {
  tag: '@store-counter-stand-in',
}, async ({ page, counter, customer: _ }) => {
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
    'The camera cannot be used here. Upload a picture or paste the content.',
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
