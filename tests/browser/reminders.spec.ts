/** 'Notifications on this phone': turned on, shown, tapped, and gone with the log-out. */
import type { BrowserContext, Page, Worker } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';
import { stopTimers } from './support/clock.ts';
import { origin, storeSession } from './support/customers.ts';
import { inOneDocument, markDocument } from './support/open.ts';
import { atRest, boxOf } from './support/touch.ts';

test.use({ serviceWorkers: 'allow' });

const KAPE_TAYO = 1;

const phone = async (page: Page) => {
  const response = await page.request.get('/local/phone.json', {
    headers: { 'sec-fetch-mode': 'navigate' },
  });
  const pushed: { message: { notification: { title: string; navigate: string } } }[] =
    await response.json();
  return pushed.map(({ message }) => message);
};

/** The page once its worker is there: without one nothing is received. */
async function openProfile(page: Page): Promise<ProfilePage> {
  const profile = new ProfilePage(page);
  await profile.goto();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return profile;
}

async function turnOn(page: Page, context: BrowserContext): Promise<ProfilePage> {
  await context.grantPermissions(['notifications'], { origin: origin() });
  const profile = await openProfile(page);
  await profile.turnOnButton.click();
  await expect(profile.reminders.getByRole('status')).toHaveText('They’re on.');
  return profile;
}

test('reminders are off at first, each kind has a switch, and a phone hears of a full card until the log-out', async ({
  page,
  context,
  stamps,
  complaints,
}) => {
  complaints.allow(/^Failed to load resource/);
  await context.grantPermissions(['notifications'], { origin: origin() });
  const profile = await openProfile(page);
  const { reminders } = profile;
  await expect(reminders.getByRole('status')).toHaveText('They’re off on this phone.');
  await expect(reminders.getByRole('switch')).toHaveCount(0);
  await profile.turnOnButton.click();
  await expect(reminders.getByRole('switch', { checked: true })).toHaveCount(5);
  const friday = reminders.getByRole('switch', { name: 'Reward highlights every Friday' });
  await page.route(/rpc\/save_push_device/, (route) => route.abort());
  await friday.click();
  await expect(reminders.getByRole('alert')).toContainText('We couldn’t save that.');
  await expect(friday).toBeChecked();
  await page.unrouteAll();
  await friday.uncheck();
  await expect(reminders.getByRole('status')).toHaveText('4 of 5 are on.');
  const offButton = reminders.getByRole('button', { name: 'Turn them off here' });
  // The change shows at once, and is saved when the backend has answered.
  await expect(offButton).toBeEnabled();

  // The browser has dropped its subscription: the next page renews it, with the same kinds.
  await page.evaluate(() => localStorage.removeItem('stampcard.local-push'));
  const saved = page.waitForResponse(/rpc\/save_push_device/);
  await page.goto('/events');
  expect((await saved).request().postDataJSON().kinds).toHaveLength(4);
  await stamps(10, KAPE_TAYO);
  await expect
    .poll(async () => (await phone(page)).map(({ notification }) => notification))
    .toContainEqual(
      expect.objectContaining({
        title: 'Your reward is ready',
        navigate: `${origin()}/redeem?reward=1`,
      }),
    );

  await profile.goto();
  await expect(reminders.getByRole('status')).toHaveText('4 of 5 are on.');
  await offButton.click();
  await expect(reminders.getByRole('status')).toHaveText('They’re off on this phone.');
  await expect(profile.turnOnButton).toBeFocused();
  await profile.turnOnButton.click();
  await expect(reminders.getByRole('status')).toHaveText('They’re on.');
  await profile.logOut();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('stampcard.local-push'))).toBeNull();
});

test('someone who refuses when the browser asks is told how to allow it, also by a screen reader', async ({
  page,
  customer: _,
}) => {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'denied';
      return permission;
    };
  });
  const profile = await openProfile(page);
  const line = profile.reminders.getByRole('status');
  await expect(line).toHaveText('They’re off on this phone.');
  const announced = await line.evaluateHandle((element) => element);
  await profile.turnOnButton.click();
  await expect(profile.turnOnButton).toHaveCount(0);
  // Most screen readers skip a line that appears with its words.
  const said = await announced.evaluate(
    (element) => element.matches(':root [role="status"]') && element.textContent,
  );
  expect(said).toContain('Allow it in the browser’s settings');
});

const MESSAGE = {
  web_push: 8030,
  notification: { title: 'Your reward is ready', body: 'Coffee', tag: 'reward_ready' },
  app_badge: 1,
};

/** Hands a message to the worker, as the browser does for its push service. */
async function deliver(page: Page, data: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: `${origin()}/`,
    registrationId: await registered,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  });
  await session.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title }) => title);
  });

/** What the worker has shown and set as the badge. */
interface Told {
  notification: { title: string; data: string; isClosed: boolean } | null;
  badge: number | null;
}

/**
 * Hands the worker a message while no tab is in view: in a headless browser every tab is, so it is told
 * otherwise. What it shows is recorded, since the system forgets a notification now and then.
 */
function tell(worker: Worker, message: object): Promise<Told> {
  return worker.evaluate(async (data) => {
    const scope = globalThis as unknown as {
      clients: { matchAll: (...asked: unknown[]) => Promise<object[]> };
      registration: object;
      PushEvent: new (type: string, init: object) => Event;
      told: Told;
    };
    const all = scope.clients.matchAll.bind(scope.clients);
    const hidden = (client: object) =>
      new Proxy(client, {
        get: (_, name) => {
          if (name === 'visibilityState') return 'hidden';
          const value = Reflect.get(client, name, client);
          return typeof value === 'function' ? value.bind(client) : value;
        },
      });
    scope.clients.matchAll = async (...asked) => (await all(...asked)).map(hidden);
    scope.told = { notification: null, badge: null };
    Object.assign(navigator, {
      setAppBadge: async (badge: number) => void Object.assign(scope.told, { badge }),
    });
    const isShown = new Promise<void>((resolve) => {
      Object.assign(scope.registration, {
        showNotification: async (title: string, options: { data: string }) => {
          scope.told.notification = { title, data: options.data, isClosed: false };
          resolve();
        },
      });
    });
    dispatchEvent(new scope.PushEvent('push', { data }));
    await isShown;
    return scope.told;
  }, JSON.stringify(message));
}

/** Taps the last notification, and returns whether it has gone. */
const tap = (worker: Worker) =>
  worker.evaluate(() => {
    const { told } = globalThis as unknown as { told: Told };
    const { notification } = told;
    const close = () => Object.assign(notification ?? {}, { isClosed: true });
    const event = new Event('notificationclick');
    dispatchEvent(
      Object.assign(event, {
        notification: { ...notification, close },
        waitUntil: () => undefined,
      }),
    );
    return told.notification?.isClosed;
  });

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('No worker has started.');
  return worker;
}

/** Shows a message that leads to this path, and taps it. */
async function tapMessage(page: Page, path: string): Promise<void> {
  const worker = workerOf(page);
  const navigate = `${origin()}${path}`;
  const { title, body, tag } = MESSAGE.notification;
  const told = await tell(worker, { ...MESSAGE, notification: { title, body, tag, navigate } });
  expect(told).toEqual({
    notification: { title, data: navigate, isClosed: false },
    badge: MESSAGE.app_badge,
  });
  expect(await tap(worker)).toBe(true);
}

test('a message shows if no wallet is in view, and a tap leads there, offline or by way of the sign-in', async ({
  page,
  context,
  customer: _,
  complaints,
}) => {
  complaints.allow(/net::ERR_INTERNET_DISCONNECTED/);
  await turnOn(page, context);
  // Nothing is shown with a wallet in view, nor for anything that is not a message.
  await deliver(page, { ...MESSAGE, notification: { ...MESSAGE.notification, tag: 'other' } });
  await deliver(page, 'nonsense');
  await inOneDocument(page);
  // A busy page may take longer to answer than the worker waits for it: half a second.
  await workerOf(page).evaluate(() => void Object.assign(globalThis, { setTimeout: () => 0 }));
  const isSameDocument = await markDocument(page);
  await tapMessage(page, '/view-event/1');
  const event = page.getByRole('heading', { name: 'Maginhawa Music Night' });
  await expect(event).toBeVisible();
  expect(await shown(page)).toEqual([]);
  await new Shell(page).goToProfile();
  await context.setOffline(true);
  await tapMessage(page, '/view-event/1');
  await expect(page).toHaveURL('/view-event/1');
  await expect(event).toBeVisible();
  expect(await isSameDocument()).toBe(true);

  // The session has ended meanwhile, and no page of the wallet answers.
  await context.setOffline(false);
  await workerOf(page).evaluate(() => Reflect.deleteProperty(globalThis, 'setTimeout'));
  await page.goto('/promos');
  await storeSession(page, null);
  await tapMessage(page, '/redeem?reward=1');
  await expect(page).toHaveURL('/login?redirect=/redeem%3Freward%3D1');
});

test('reminders are offered below the first card that gets full, and no button moves', async ({
  page,
  context,
  stamps,
}) => {
  // In this window the sheet is as tall as it can be.
  await page.setViewportSize({ width: 360, height: 640 });
  await context.grantPermissions(['notifications'], { origin: origin() });
  const isLate = Promise.withResolvers<void>();
  await page.route(/ReminderOffer/, async (route) => {
    await isLate.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/home');
  const shell = new Shell(page);
  await shell.openWatchedCode();
  // The sheet waits three seconds for the card, and offers nothing without it.
  await stopTimers(page);
  await stamps(10, KAPE_TAYO);
  const done = shell.stampLanded.root.getByRole('button', { name: 'Done' });
  await expect(done).toBeVisible();
  await page.clock.resume();
  await atRest(shell.stampLanded.root);
  const top = async () => (await boxOf(done)).y;
  const before = await top();
  isLate.resolve();
  const link = shell.stampLanded.root.getByRole('link', { name: 'Turn that on in your profile' });
  await expect(link).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
  await link.click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(new ProfilePage(page).turnOnButton).toBeVisible();
});
