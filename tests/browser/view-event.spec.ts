/** /view-event/{eventId}: 'Event Details'. */
import { expect, test } from './fixtures.ts';
import { EventPage } from './models/index.ts';
import { EventPhotoSheet } from './models/sheets.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('the page shows an event and enlarges its photo by a click', async ({ page }) => {
  const release = await hold(page, reads('events'));
  const event = new EventPage(page);
  await event.goto(2);
  await expect(event.titled('Event Details')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(1);
  release();

  await expect(event.heading('Night Market')).toBeVisible();
  await expect(page).toHaveTitle('Night Market · Stampcard');
  await expect(page.getByText('Sixty stalls from Magiting to Malingap')).toBeVisible();
  await expect(event.date).toHaveText(/day, [A-Z][a-z]{2} \d{1,2}, \d{4} · 5:00 PM$/);

  await event.enlargePhoto();
  const photo = new EventPhotoSheet(page, 'Night Market');
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

test('an address without an id leads to /home, and the back button skips it', async ({ page }) => {
  await page.goto('/events');
  await page.goto('/view-event');
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/events$/);
});

test('an unknown event is not found, and the page has a link to the events', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const event = new EventPage(page);
  for (const id of ['99999', 'no-number', '%F0%9F%8E%89', '..%2Fhome']) {
    await event.goto(id);
    await expect(event.alert).toContainText('Event not found.');
  }
  await event.goBackToEvents();
  await expect(page).toHaveURL(/\/events$/);
});

test('the page says that an event can’t be loaded, and tries again', async ({
  page,
  complaints,
}) => {
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

test('the page gives the event as a file for the calendar', async ({ page }) => {
  const row = { id: 2, name: 'Night Market', title: 'Stalls, and more', photo: null };
  await answer(page, 'events', [{ ...row, date: '2099-11-23T17:00:00+08:00' }]);
  const event = new EventPage(page);
  await event.open(2);
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
});

test('the page has nothing for the calendar without a date, or once the event is over', async ({
  page,
}) => {
  const event = new EventPage(page);
  for (const date of [null, '2020-01-01T10:00:00Z']) {
    await answer(page, 'events', [{ id: 9, name: 'Plant Swap', title: null, date, photo: null }]);
    await event.open(9);
    await expect(event.heading('Plant Swap')).toBeVisible();
    await expect(event.keep.shareButton).toBeVisible();
    await expect(event.keep.calendarButton).toHaveCount(0);
    await page.unrouteAll();
  }
});

test('the page says that the calendar file can’t be had', async ({ page, complaints }) => {
  const event = new EventPage(page);
  await event.open(2);
  await expect(event.keep.calendarButton).toBeVisible();
  await loseNetwork(page, complaints, /\/_astro\/calendar-file\./);
  await event.keep.calendarButton.click();
  await expect(event.keep.said).toHaveText('Unable to make the calendar file.');
});

test('the share sheet gets the event’s page, and closing it says nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const share = async (content: unknown) => {
      shared.push(content);
      if (shared.length > 1) throw new DOMException('Share canceled', 'AbortError');
    };
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const event = new EventPage(page);
  await event.open(2);
  const shared = () => page.evaluate(() => (window as unknown as { shared: object[] }).shared);
  await event.keep.share();
  await expect.poll(shared).toEqual([
    {
      title: 'Night Market',
      text: expect.stringMatching(/^Night Market · \w+day, .+ · 5:00 PM$/),
      url: 'http://localhost:4321/view-event/2',
    },
  ]);
  await event.keep.share();
  await expect.poll(shared).toHaveLength(2);
  await expect(event.keep.said).toHaveCount(0);
  await expect(event.alert).toHaveCount(0);
});

test('the link is copied without a share sheet, and shown where that is refused', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const event = new EventPage(page);
  await event.open(2);
  const link = 'http://localhost:4321/view-event/2';
  await event.keep.share();
  await expect(event.keep.said).toHaveText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await event.keep.share();
  await expect(event.keep.said).toHaveText(`Here is the link: ${link}`);
});

test.describe('on a device elsewhere', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the time of an event names its zone', async ({ page }) => {
    const event = new EventPage(page);
    await event.goto(2);
    await expect(event.date).toHaveText(/ · 5:00 PM GMT\+8$/);
  });
});
