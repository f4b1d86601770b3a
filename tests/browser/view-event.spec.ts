/** /view-event/{eventId}: 'Event Details'. */
import { expect, test } from './fixtures.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('an event, and its photo enlarged by a click', {
  tag: ['@view-event-details', '@call-event-by-id-fallback'],
}, async ({ page }) => {
  const letGo = await hold(page, reads('events'));
  await page.goto('/view-event/2');
  await expect(page.getByRole('heading', { level: 1, name: 'Event Details' })).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(1);
  letGo();

  await expect(page.getByRole('heading', { name: 'Sunday Night Market' })).toBeVisible();
  await expect(page.getByText('Sixty stalls from Magiting to Malingap')).toBeVisible();
  await expect(page.getByRole('time')).toHaveText(/day, [A-Z][a-z]{2} \d{1,2}, \d{4}$/);

  const photo = page.getByRole('button', { name: 'Enlarge the photo' });
  await photo.click();
  const dialog = page.getByRole('dialog', { name: 'Photo of Sunday Night Market' });
  await expect(dialog.getByRole('img')).toHaveAttribute('src', '/demo/market.svg');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(photo).toBeFocused();
  await photo.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('what an event lacks is said', async ({ page }) => {
  await answer(page, 'events', [{ id: 9, name: null, title: null, date: null, photo: null }]);
  await page.goto('/view-event/9');
  await expect(page.getByRole('heading', { name: 'Untitled event' })).toBeVisible();
  await expect(page.getByText('Date not set')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', /^\/placeholder\//);
});

test('without an id the way leads to /home, and back past it', {
  tag: ['@view-event-without-id', '@event-without-id-goes-home'],
}, async ({ page }) => {
  await page.goto('/events');
  await page.goto('/view-event');
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/events$/);
});

test('an event that isn’t there', {
  tag: ['@view-event-error-way-back', '@error-event-not-found'],
}, async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  for (const id of ['99999', 'no-number', '%F0%9F%8E%89', '..%2Fhome']) {
    await page.goto(`/view-event/${id}`);
    await expect(page.getByRole('alert')).toContainText('Event not found.');
  }
  await page.getByRole('link', { name: 'Go back to events' }).click();
  await expect(page).toHaveURL(/\/events$/);
});

test('an event that can’t be loaded', { tag: '@view-event-error-way-back' }, async ({
  page,
  complaints,
}) => {
  await refuse(page, complaints, reads('events'), 'The calendar is closed.');
  await page.goto('/view-event/1');
  await expect(page.getByRole('alert')).toContainText('The calendar is closed.');
  await expect(page.getByRole('link', { name: 'Go back to events' })).toBeVisible();

  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('events'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Unable to load events.');
  await expect(page.getByRole('link', { name: 'Go back to events' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Maginhawa Music Night' })).toBeVisible();
});
