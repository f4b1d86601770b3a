/** /view-event/{eventId}: 'Event Details'. */
import { expect, test } from './fixtures.ts';
import { EventPage } from './models/index.ts';
import { EventPhotoSheet } from './models/sheets.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('the page shows an event and enlarges its photo by a click', {
  tag: ['@view-event-details', '@call-event-by-id-fallback'],
}, async ({ page }) => {
  const release = await hold(page, reads('events'));
  const event = new EventPage(page);
  await event.goto(2);
  await expect(event.titled('Event Details')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(1);
  release();

  await expect(event.heading('Sunday Night Market')).toBeVisible();
  await expect(page.getByText('Sixty stalls from Magiting to Malingap')).toBeVisible();
  await expect(event.date).toHaveText(/day, [A-Z][a-z]{2} \d{1,2}, \d{4}$/);

  await event.enlargePhoto();
  const photo = new EventPhotoSheet(page, 'Sunday Night Market');
  await expect(photo.picture).toHaveAttribute('src', '/demo/market.svg');
  await page.keyboard.press('Escape');
  await expect(photo.root).toBeHidden();
  await expect(event.photoButton).toBeFocused();
  await event.enlargePhoto();
  await photo.close();
  await expect(photo.root).toBeHidden();
});

test('the page says what an event lacks', async ({ page }) => {
  await answer(page, 'events', [{ id: 9, name: null, title: null, date: null, photo: null }]);
  const event = new EventPage(page);
  await event.goto(9);
  await expect(event.heading('Untitled event')).toBeVisible();
  await expect(page.getByText('Date not set')).toBeVisible();
  await expect(event.main.locator('img')).toHaveAttribute('src', /^\/placeholder\//);
});

test('an address without an id leads to /home, and the back button skips it', {
  tag: ['@view-event-without-id', '@event-without-id-goes-home'],
}, async ({ page }) => {
  await page.goto('/events');
  await page.goto('/view-event');
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/events$/);
});

test('an unknown event is not found, and the page has a link to the events', {
  tag: ['@view-event-error-way-back', '@error-event-not-found'],
}, async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const event = new EventPage(page);
  for (const id of ['99999', 'no-number', '%F0%9F%8E%89', '..%2Fhome']) {
    await event.goto(id);
    await expect(event.alert).toContainText('Event not found.');
  }
  await event.goBackToEvents();
  await expect(page).toHaveURL(/\/events$/);
});

test('the page says that an event can’t be loaded, and tries again', {
  tag: '@view-event-error-way-back',
}, async ({ page, complaints }) => {
  await refuse(page, complaints, reads('events'), 'The calendar is closed.');
  const event = new EventPage(page);
  await event.goto(1);
  await expect(event.alert).toContainText('The calendar is closed.');
  await expect(event.backLink).toBeVisible();

  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('events'));
  await page.reload();
  await expect(event.alert).toContainText('Unable to load events.');
  await expect(event.backLink).toBeVisible();
  await page.unrouteAll();
  await event.tryAgain.click();
  await expect(event.heading('Maginhawa Music Night')).toBeVisible();
});
