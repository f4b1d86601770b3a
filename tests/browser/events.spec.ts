/** /events: 'Upcoming Events', and /view-event/{eventId}: 'Event Details'. */
import { expect, test } from './fixtures.ts';
import { EventPage, EventsPage, shownText } from './models/index.ts';
import { EventPhotoSheet } from './models/sheets.ts';
import { answer, hold, reads, skeletonCards } from './support/backend.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('an event enlarges its photo, and those of today and later are listed, soonest first', async ({
  page,
}) => {
  const release = await hold(page, reads('events'));
  const event = new EventPage(page);
  await event.goto(2);
  await expect(event.titled('Event Details')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(1);
  release();

  await expect(event.heading('Night Market')).toBeVisible();
  await expect(page).toHaveTitle('Night Market · Stampcard');
  await expect(shownText(page, 'Sixty stalls from Magiting to Malingap')).toBeVisible();
  await expect(event.date).toHaveText(/^\w+, [A-Z][a-z]{2} \d{1,2}(, \d{4})? · 5:00 PM$/);

  await event.enlargePhoto();
  const photo = new EventPhotoSheet(page, 'Night Market');
  await expect(photo.picture).toHaveAttribute('src', '/demo/market.svg');
  await page.keyboard.press('Escape');
  await expect(photo.root).toBeHidden();
  await expect(event.photoButton).toBeFocused();
  await event.enlargePhoto();
  await photo.close();
  await expect(photo.root).toBeHidden();

  const releaseList = await hold(page, reads('events'));
  const events = new EventsPage(page);
  const { cards } = events;
  await events.goto();
  await expect(events.titled('Upcoming Events')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(4);
  releaseList();

  await expect(cards).toHaveCount(7);
  await expect(cards.first()).toContainText('Maginhawa Music Night');
  await expect(cards.first()).toContainText(/[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}/);
  await expect(cards.first()).toContainText('Local bands on three street corners');
  await expect(cards.last()).toContainText('Untitled event');
  await expect(shownText(page, 'Opening of the Plant Swap')).toBeHidden();
  await expect(events.submitLink).toBeHidden();

  await cards.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/view-event\/2$/);
});

test('an unknown event is not found, and the page has a link to the events', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const event = new EventPage(page);
  for (const id of ['99999', '..%2Fhome']) {
    await event.goto(id);
    await expect(event.alert).toContainText('Event not found.');
  }
  await event.backLink.click();
  await expect(page).toHaveURL(/\/events$/);

  // Without an id: to /home, and the back button skips it.
  await page.goto('/view-event');
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/events$/);
});

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the time of an event names its zone, and goes into a file for the calendar', async ({
    page,
  }) => {
    const row = { id: 2, name: 'Night Market', title: 'Stalls, and more', photo: null };
    await answer(page, 'events', [{ ...row, date: '2099-11-23T17:00:00+08:00' }]);
    const event = new EventPage(page);
    await event.open(2);
    await expect(event.date).toHaveText(/ · 5:00 PM GMT\+8$/);
    const { name, lines } = await event.keep.addToCalendar();
    expect(name).toBe('night-market.ics');
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'UID:event-2@localhost:4321',
        'DTSTART:20991123T090000Z',
        'SUMMARY:Night Market',
      ]),
    );
    await expect(event.keep.said).toHaveText(
      'Open the downloaded file to add the date to your calendar.',
    );

    // But not without a date, or once the event is over.
    for (const date of [null, '2020-01-01T10:00:00Z']) {
      await page.unrouteAll();
      await answer(page, 'events', [{ id: 9, name: 'Plant Swap', title: null, date, photo: null }]);
      await event.open(9);
      await expect(event.heading('Plant Swap')).toBeVisible();
      await expect(event.keep.shareButton).toBeVisible();
      await expect(event.keep.calendarButton).toHaveCount(0);
    }
  });
});
