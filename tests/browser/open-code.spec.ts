/** A code that lies open: how often it asks for the store's scan, and until when. */
import { expect, scan, test } from './fixtures.ts';
import { EventsPage, Shell } from './models/index.ts';
import { reads } from './support/backend.ts';
import { MORNING } from './support/clock.ts';

const PAUSED = 'Your code still works. This screen has stopped looking for new stamps.';

test('a code that lies open for ten minutes says that it has stopped looking, and goes on with one tap', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(1, 1);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (reads('stamps').test(request.url())) asked.push(request.url());
  });
  // It goes on by itself: answers arrive in its time.
  await page.clock.install({ time: MORNING });
  await new EventsPage(page).open();
  const shell = new Shell(page);
  const sheet = await shell.openCode();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await expect(sheet.text(PAUSED)).toHaveCount(0);

  await page.clock.fastForward('10:00');
  await expect(sheet.text(PAUSED)).toBeVisible();
  expect(JSON.parse(await scan(sheet.root))).toMatchObject({ uid: customer.id });
  const before = asked.length;
  await page.clock.fastForward('01:00:00');
  await expect(sheet.text(PAUSED)).toBeVisible();
  expect(asked).toHaveLength(before);

  // By keyboard, the focus stays in the sheet.
  await sheet.resumeButton.press('Enter');
  await expect(sheet.text(PAUSED)).toHaveCount(0);
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  await expect(sheet.root.locator('[tabindex]')).toBeFocused();

  // What is given during a pause is told when it goes on.
  await page.clock.fastForward('10:00');
  await expect(sheet.resumeButton).toBeVisible();
  await stamps(2, 1);
  await sheet.resumeButton.tap();
  await expect(sheet.root).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Stamps collected!' })).toBeVisible();
});
