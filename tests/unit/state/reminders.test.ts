// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest';
import { REMINDER_KINDS } from '../../../src/lib/domain/reminders.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { keepSession } from '../data/calls.ts';
import { type Answer, emptyBody, hanging, later, offline, rows } from '../data/fake-backend.ts';
import {
  ana,
  ben,
  elsewhere,
  gia,
  inSession,
  keep,
  MOVE,
  moved,
  ok,
  openPage,
  type PageOptions,
  pass,
  refused,
  sessionOf,
  settle,
  show,
  startSession,
} from './open-page.ts';

const PHONE = { endpoint: 'https://push.example/1', publicKey: 'key', authSecret: 'secret' };

const browser = vi.hoisted(() => ({
  support: 'possible',
  subscription: null as object | null,
  /** What its owner says when it asks. */
  answer: 'possible',
  isAllowed: true,
  /** What it subscribes with next; null where it may not. */
  next: null as object | null,
  changed: () => undefined as unknown,
}));

vi.mock('../../../src/lib/platform/push.ts', () => ({
  pushSupport: () => browser.support,
  currentSubscription: async () => (browser.support === 'possible' ? browser.subscription : null),
  isPushAllowed: () => browser.support === 'possible' && browser.isAllowed,
  subscribe: async () => {
    browser.support = browser.answer;
    browser.subscription = browser.next ?? browser.subscription;
    return browser.next;
  },
  unsubscribe: async () => {
    browser.subscription = null;
  },
  onPermissionChange: (changed: () => void) => {
    browser.changed = changed;
    return () => undefined;
  },
}));

const setPermission = (support: string, subscription: object | null) =>
  Object.assign(browser, { support, subscription, isAllowed: true, next: null });

/** 'Your data', on a phone that is reminded of what ends, or of nothing. */
async function openProfile(subscription: object | null = PHONE) {
  setPermission('possible', subscription);
  const { backend, device } = await openPage('/profile');
  backend.answer('rest/rpc/push_device', (request) => {
    const { endpoint } = request.body as { endpoint?: string };
    return rows([{ server_key: 'key', kinds: endpoint ? ['card_ends'] : null }])(request);
  });
  const state = await import('../../../src/lib/state/reminders.ts');
  show(state.$reminders);
  await startSession();
  await settle();
  const kinds = subscription && ['card_ends'];
  expect(state.$reminders.get()).toMatchObject({ status: 'ready', kinds });
  return { backend, device, ...state };
}

type Page = Awaited<ReturnType<typeof openProfile>>;

test.each<[string, (page: Page) => unknown]>([
  ['in settings that lie over the page', () => browser.changed()],
  ['while the page is out of sight', ({ device }) => device.setVisible(true)],
  ['in the moment of a tap', ({ setKind }) => setKind('card_ends', false)],
])('a permission that is taken back %s is reported', async (_, notice) => {
  const page = await openProfile();
  setPermission('refused', null);
  await notice(page);
  await settle();
  expect(page.$reminders.get()).toEqual({ status: 'impossible', why: 'refused' });
  expect(page.backend.of('rest/rpc/save_push_device')).toEqual([]);
  // Given back, and not yet turned on again.
  setPermission('possible', null);
  browser.changed();
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', kinds: null });
});

test.each([
  ['refused', 'refused', { status: 'impossible', why: 'refused' }],
  ['left open', 'possible', { status: 'ready', kinds: null, isBusy: false, problem: null }],
])('a permission that is %s when it is asked for turns nothing on', async (_, answer, shown) => {
  const { $reminders, backend, turnOn } = await openProfile(null);
  Object.assign(browser, { answer });
  await turnOn();
  expect($reminders.get()).toMatchObject(shown);
  expect(backend.of('rest/rpc/save_push_device')).toEqual([]);
});

test('a permission that is given when asked for does not undo the change that asked', async () => {
  const page = await openProfile(null);
  Object.assign(browser, { answer: 'possible', next: PHONE });
  const [read, saved] = [later(), later()];
  page.backend.answer('rest/rpc/push_device', read.answer);
  page.backend.answer('rest/rpc/save_push_device', saved.answer);
  const turning = page.turnOn();
  // The browser reports it while notifications are being turned on.
  browser.changed();
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', isBusy: true });
  saved.come(ok(null));
  await turning;
  // The answer to an earlier question comes late.
  read.come(keyOnly);
  await settle();
  expect(page.$reminders.get()).toMatchObject({ kinds: expect.any(Array), isBusy: false });
});

test('a switch that is tapped while another is being saved is saved after it', async () => {
  const { $reminders, backend, setKind } = await openProfile();
  const [first, second] = [later(), later()];
  backend.answer('rest/rpc/save_push_device', first.answer);
  const saving = setKind('event_tomorrow', true);
  void setKind('card_ends', false);
  void setKind('almost_there', true);
  await settle();
  const wanted = ['event_tomorrow', 'almost_there'];
  expect($reminders.get()).toMatchObject({ kinds: wanted, isBusy: true });
  backend.answer('rest/rpc/save_push_device', second.answer);
  first.come(ok(null));
  await settle();
  const saved = backend.of('rest/rpc/save_push_device').map(({ body }) => body);
  expect(saved).toMatchObject([{ kinds: ['card_ends', 'event_tomorrow'] }, { kinds: wanted }]);
  // If only that fails, what was saved before it stays.
  second.come(offline);
  await saving;
  expect($reminders.get()).toMatchObject({
    ...{ kinds: ['card_ends', 'event_tomorrow'], isBusy: false },
    problem: expect.any(String),
  });
});

const RENEWED = { ...PHONE, endpoint: 'https://push.example/2' };

/** The next page of a phone with notifications, after its browser changed the subscription. */
async function openNextPage(
  subscription: object | null,
  { device, as = ana }: { device: Page['device']; as?: typeof ana | null },
  answer: Answer = rows([{ server_key: 'key', kinds: null }]),
) {
  const page = await openPage('/home', { device, as });
  Object.assign(browser, { subscription, next: subscription ?? RENEWED });
  page.backend.answer('rest/rpc/push_device', answer);
  page.backend.answer('rest/rpc/save_push_device', ok(null));
  const { keepReminders } = await import('../../../src/lib/state/keep-reminders.ts');
  keepReminders();
  await settle();
  return {
    asked: page.backend.of('rest/rpc/push_device').length,
    saved: page.backend.of('rest/rpc/save_push_device').map(({ body }) => body),
  };
}

const SAVED = {
  endpoint: RENEWED.endpoint,
  public_key: 'key',
  auth_secret: 'secret',
  kinds: ['card_ends'],
};

test.each([
  ['renewed', RENEWED],
  ['dropped', null],
])('a subscription that the browser has %s is saved by the next page, once', async (_, left) => {
  const { device } = await openProfile();
  expect(await openNextPage(left, { device })).toEqual({ asked: 1, saved: [SAVED] });
  expect(await openNextPage(RENEWED, { device })).toEqual({ asked: 0, saved: [] });
});

test('a subscription is tried again by the page after one that was offline', async () => {
  const { device } = await openProfile();
  expect((await openNextPage(null, { device }, offline)).saved).toEqual([]);
  expect((await openNextPage(null, { device })).saved).toEqual([SAVED]);
});

test.each<[string, (page: Page) => unknown, typeof ana?]>([
  ['as it was', () => undefined],
  [
    'without a permission, which is not asked for',
    () => Object.assign(browser, { isAllowed: false }),
  ],
  ['turned off', ({ turnOff }) => turnOff()],
  ['another person’s', () => undefined, ben],
  ['garbled', ({ device }) => device.localStorage.set(storageKeys.reminders, 'null')],
])('a phone that is %s requests nothing', async (what, act, as = ana) => {
  const page = await openProfile();
  page.backend.answer('rest/rpc/drop_push_device', ok(null));
  await act(page);
  const left = what === 'as it was' ? PHONE : null;
  expect(await openNextPage(left, { device: page.device, as })).toEqual({ asked: 0, saved: [] });
});

test('a phone whose session ended elsewhere is notified again once its owner has signed in again', async () => {
  const { device } = await openProfile();
  keepSession(device, sessionOf(ana, 3600, inSession('next')));
  const next = { device, as: null };
  expect(await openNextPage(PHONE, next)).toEqual({
    asked: 1,
    saved: [{ ...SAVED, endpoint: PHONE.endpoint }],
  });
  expect(await openNextPage(PHONE, next)).toEqual({ asked: 0, saved: [] });
});

test.each([
  ['has moved', moved(1)],
  ['is refused', refused(409, 'too_many_guest_cards', 'No.')],
])(
  'a guest’s phone is still notified once they have signed in and the card %s',
  async (_, came) => {
    vi.stubEnv('GUESTS', 'true');
    const { backend, device, $reminders } = await openProfile();
    backend.answer('rest/rpc/push_device', keyOnly);
    backend.answer('rest/rpc/save_push_device', ok(null));
    backend.answer(MOVE, came);
    const theirs = {
      person: gia.id,
      session: 'hers',
      endpoint: PHONE.endpoint,
      kinds: ['card_ends'],
    };
    device.localStorage.set(storageKeys.reminders, JSON.stringify(theirs));
    keep(device, { guest: gia.id, secret: 's', isPrepared: true });
    Object.assign(browser, { next: PHONE });
    device.emitStorageChange(storageKeys.reminders);
    await settle();
    expect($reminders.get()).toMatchObject({ kinds: null });
    const { takeCardAlong } = await import('../../../src/lib/state/guest-move.ts');
    onTestFinished(takeCardAlong());
    await settle();
    const saved = backend.of('rest/rpc/save_push_device').map(({ body }) => body);
    expect(saved).toEqual([{ ...SAVED, endpoint: PHONE.endpoint }]);
    expect($reminders.get()).toMatchObject({ kinds: ['card_ends'] });
  },
);

test('a change that is answered during a log-out leaves nothing on the device', async () => {
  const page = await openProfile();
  const saved = later();
  page.backend.answer('rest/rpc/save_push_device', saved.answer);
  page.backend.answer('auth/logout', hanging);
  const changing = page.setKind('card_ends', false);
  await settle();
  const { logOut } = await import('../../../src/lib/state/session/log-out.ts');
  const leaving = logOut();
  saved.come(ok(null));
  await Promise.all([changing, pass(15_000), leaving]);
  expect(page.device.localStorage.keys()).toEqual([storageKeys.logOuts]);
});

test('what the next person has turned on stays on, even if turning off for the one before ends only now', async () => {
  const page = await openProfile();
  const dropped = later();
  page.backend.answer('rest/rpc/drop_push_device', dropped.answer);
  const changing = page.turnOff();
  await settle();
  elsewhere(page, ben);
  const his = JSON.stringify({ person: ben.id });
  page.device.localStorage.set(storageKeys.reminders, his);
  dropped.come(ok(null));
  await changing;
  expect(page.device.localStorage.get(storageKeys.reminders)).toBe(his);
  expect(browser.subscription).toBe(PHONE);
});

const keyOnly = rows([{ server_key: 'key', kinds: null }]);

test('notifications that are turned off stay off even if they were being read again', async () => {
  const page = await openProfile();
  const read = later();
  page.backend.answer('rest/rpc/push_device', read.answer);
  page.backend.answer('rest/rpc/drop_push_device', ok(null));
  browser.changed();
  await settle();
  await page.turnOff();
  page.backend.answer('rest/rpc/push_device', keyOnly);
  read.come(rows([{ server_key: 'key', kinds: ['card_ends'] }]));
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', kinds: null, isBusy: false });
  expect(page.device.localStorage.get(storageKeys.reminders)).toBeNull();
});

test('notifications that another tab turns off stay off even if they were being renewed', async () => {
  const { device } = await openProfile();
  const read = later();
  expect((await openNextPage(null, { device }, read.answer)).asked).toBe(1);
  device.localStorage.remove(storageKeys.reminders);
  read.come(keyOnly);
  await settle();
  expect(device.localStorage.get(storageKeys.reminders)).toBeNull();
});

test('notifications that another tab turns off are off here too, and can be turned on again', async () => {
  const page = await openProfile();
  page.backend.answer('rest/rpc/save_push_device', ok(null));
  setPermission('possible', null);
  page.device.localStorage.remove(storageKeys.reminders);
  page.device.emitStorageChange(storageKeys.reminders);
  await settle();
  expect(page.$reminders.get()).toMatchObject({ kinds: null, problem: null });
  browser.next = PHONE;
  await page.turnOn();
  expect(page.$reminders.get()).toMatchObject({ kinds: REMINDER_KINDS, problem: null });
});

/** Below a card that has just got full. */
async function offerOn(answer: Answer = keyOnly, options: PageOptions = {}) {
  const { backend, device } = await openPage('/home', options);
  backend.answer('rest/rpc/push_device', answer);
  const { $reminderOffer } = await import('../../../src/lib/state/reminder-offer.ts');
  await startSession();
  onTestFinished($reminderOffer.listen(() => undefined));
  await settle();
  return { device, isOffered: $reminderOffer.get() };
}

test.each<['offered' | 'not offered', string, string, (object | null)?, Answer?]>([
  ['offered', 'on a phone that can have them', 'possible'],
  ['offered', 'on an iPhone, where they begin on the home screen', 'install-first'],
  ['not offered', 'if they are on', 'possible', PHONE],
  ['not offered', 'if they were refused', 'refused'],
  ['not offered', 'in a frame', 'framed'],
  ['not offered', 'by a project that sends none', 'possible', null, rows([])],
  ['not offered', 'offline', 'possible', null, offline],
])(
  'notifications are %s %s',
  async (offered, _, support, subscription = null, answer = keyOnly) => {
    setPermission(support, subscription);
    expect((await offerOn(answer)).isOffered).toBe(offered === 'offered');
  },
);

test('notifications that could not be read are read when the connection or the person is back', async () => {
  const page = await openProfile();
  page.backend.answer('rest/rpc/push_device', offline);
  await page.readReminders();
  expect(page.$reminders.get()).toMatchObject({ status: 'failed' });
  const again = page.readReminders();
  expect(page.$reminders.get()).toEqual({ status: 'loading' });
  await again;
  expect(page.$reminders.get()).toMatchObject({ status: 'failed' });
  page.backend.answer('rest/rpc/push_device', rows([{ server_key: 'key', kinds: null }]));
  const { $offline } = await import('../../../src/lib/state/reading/offline.ts');
  $offline.set(false);
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', kinds: null });
  page.backend.answer('rest/rpc/push_device', emptyBody);
  await page.readReminders();
  expect(page.$reminders.get()).toMatchObject({ status: 'failed' });
  page.backend.answer('rest/rpc/push_device', keyOnly);
  page.device.setVisible(true);
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', kinds: null });
});

test('notifications are offered later if the sheet was closed before the backend answered', async () => {
  setPermission('possible', null);
  const { backend, device } = await openPage('/home');
  const answer = later();
  backend.answer('rest/rpc/push_device', answer.answer);
  const { $reminderOffer } = await import('../../../src/lib/state/reminder-offer.ts');
  await startSession();
  const close = $reminderOffer.listen(() => undefined);
  await settle();
  close();
  await pass(1000);
  answer.come(keyOnly);
  await settle();
  expect((await offerOn(keyOnly, { device })).isOffered).toBe(true);
});

test('notifications are offered once on a device, or later if they could not be', async () => {
  setPermission('possible', null);
  const { device } = await offerOn(offline);
  expect((await offerOn(keyOnly, { device })).isOffered).toBe(true);
  expect((await offerOn(keyOnly, { device })).isOffered).toBe(false);
});
