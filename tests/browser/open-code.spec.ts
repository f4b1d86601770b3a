/** A code that lies open: how often it asks for the store's scan, and until when. */
import { expect, scan, test } from './fixtures.ts';
import { EventsPage, Shell } from './models/index.ts';
import { answer, reads } from './support/backend.ts';
import { MORNING } from './support/clock.ts';

const PAUSED = 'Your code stays good. This screen has stopped looking for new stamps.';

test('a code that lies open for ten minutes says that it has stopped looking, and goes on with one tap', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(1, 1);
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (reads('stamps').test(request.url())) asked.push(new URL(request.url()).searchParams);
  });
  // It goes on by itself: answers arrive in its time.
  await page.clock.install({ time: MORNING });
  await new EventsPage(page).open();
  const shell = new Shell(page);
  const sheet = await shell.openCode();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect([asked[0]?.get('limit'), asked[0]?.get('select')]).toEqual(['1', 'id,created_at']);
  expect(asked[1]?.get('created_at')).toMatch(/^gt\.\d{4}-\d\d-\d\d[T ]/);
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

test('the first stamp of all is seen, also where stamps have no dates', async ({
  page,
  customer: _,
}) => {
  await answer(page, 'stamps', []);
  await new EventsPage(page).open();
  const shell = new Shell(page);
  const first = page.waitForResponse(reads('stamps'));
  const sheet = await shell.openCode();
  await first;
  await page.unrouteAll({ behavior: 'wait' });
  await answer(page, 'stamps', [
    { id: 1, store_id: 1, store_name: 'Kape Tayo', stamp_count: 1, created_at: null },
  ]);
  await expect(shell.stampLanded.root).toBeVisible();
  await expect(sheet.root).toBeHidden();
});
