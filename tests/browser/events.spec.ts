/** /events: 'Upcoming Events'. */
import { expect, test } from './fixtures.ts';
import { EventsPage } from './models/index.ts';
import { hold, reads, skeletonCards } from './support/backend.ts';

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
  await expect(cards.first()).toContainText(/[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}/);
  await expect(cards.first()).toContainText('Local bands on three street corners');
  await expect(cards.last()).toContainText('Untitled event');
  await expect(page.getByText('Opening of the Plant Swap')).toBeHidden();
  await expect(events.submitLink).toBeHidden();

  await cards.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/view-event\/2$/);
});
