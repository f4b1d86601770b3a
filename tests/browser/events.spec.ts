/** /events: 'Upcoming Events'. */
import { expect, test } from './fixtures.ts';
import { EventsPage } from './models/index.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('four skeleton cards give way to the events of today and later, soonest first', async ({
  page,
}) => {
  const release = await hold(page, reads('events'));
  const events = new EventsPage(page);
  const { cards } = events;
  await events.goto();
  await expect(events.titled('Upcoming Events')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(4);
  release();

  await expect(cards).toHaveCount(7);
  await expect(cards.first()).toContainText('Maginhawa Music Night');
  await expect(cards.first()).toContainText(/(day), [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(cards.first()).toContainText('Local bands on three street corners');
  await expect(cards.last()).toContainText('Untitled event');
  await expect(page.getByText('Opening of the Plant Swap')).toBeHidden();
  await expect(events.submitLink).toBeHidden();

  await cards.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/view-event\/2$/);
});

test('a card says what its event lacks and replaces a broken photo with a drawing', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*404.*\/demo\/gone\.svg/);
  await answer(page, 'events', [
    { id: 1, name: null, title: null, date: null, photo: null },
    { id: 2, name: ' ', title: 'Soon', date: 'some day', photo: '/demo/gone.svg' },
    { id: 3, name: 'Night', date: '2025-11-20T16:30:00+00:00', photo: 'javascript:alert(1)' },
    { id: 4, name: 'With a photo', date: '2025-11-20', photo: '/demo/music.svg' },
  ]);
  const events = new EventsPage(page);
  const { cards } = events;
  await events.goto();
  await expect(cards.nth(0)).toHaveText('Untitled eventDate not set');
  await expect(cards.nth(1)).toHaveText('Untitled eventDate not setSoon');
  await expect(cards.nth(2)).toHaveText('NightFriday, Nov 21, 2025 · 12:30 AM');
  await expect(cards.nth(3)).toHaveText('With a photoThursday, Nov 20, 2025');
  for (const index of [0, 1, 2]) {
    await expect(cards.nth(index).locator('img')).toHaveAttribute('src', /^\/placeholder\//);
  }
  await expect(cards.nth(3).locator('img')).toHaveAttribute('src', '/demo/music.svg');
});

test('an empty calendar says that there are no events', async ({ page }) => {
  await answer(page, 'events', []);
  await new EventsPage(page).goto();
  await expect(page.getByText('No events yet. Check back soon!', { exact: true })).toBeVisible();
});

test('the screen says that events can’t be loaded and tries again', async ({
  page,
  complaints,
}) => {
  await refuse(page, complaints, reads('events'), 'The calendar is closed.');
  const events = new EventsPage(page);
  await events.goto();
  await expect(events.alert).toContainText('The calendar is closed.');

  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('events'));
  await page.reload();
  await expect(events.alert).toContainText('Unable to load events.');
  await page.unrouteAll();
  await events.tryAgain.click();
  await expect(events.event('Maginhawa Music Night')).toBeVisible();
});
