/**
 * The store counter's other ways in (docs/product.md#at-the-till); the journeys hand it pictures.
 */
import { expect, photograph, test } from './fixtures.ts';
import { open } from './support/open.ts';

const KAPE_TAYO = 1;

test('the camera sees the code on a phone held in front of it', {
  tag: '@store-counter-stand-in',
}, async ({ page, counter, customer: _ }) => {
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  const { picture } = await photograph(page.getByRole('dialog', { name: 'Scan QR Code' }));

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
  await counter.page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(counter.page.getByText('Mia Santos')).toBeVisible();
  await counter.give(1, 'CAMERA-1');
  await expect(counter.done).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Stamp collected!' })).toBeVisible();
});

test('without a camera it says what else there is', async ({ counter }) => {
  await counter.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('NotAllowedError'));
  });
  await counter.open(KAPE_TAYO);
  await counter.page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(counter.problem).toHaveText(
    'The camera cannot be used here. Upload a picture or paste the content.',
  );
});

test('what is no code of ours gets its message', async ({ counter }) => {
  await counter.open(KAPE_TAYO);
  for (const text of ['https://example.com', '{"uid":1}', '{', 'null', 'N4Ig'.repeat(500)]) {
    await counter.scanText(text);
    await expect(counter.problem).toHaveText(
      'There is no Stampcard code in this. Ask the customer to hold still and try again.',
    );
  }
});
