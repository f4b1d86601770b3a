// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type Answer, captivePortal, emptyBody, offline, refusal } from '../data/fake-backend.ts';
import {
  ana,
  elsewhere,
  gia,
  keep,
  kept,
  MOVE,
  moved,
  openPage,
  type PageOptions,
  pass,
  refused,
  secretsOf,
  sessionOf,
  settle,
} from './open-page.ts';

beforeEach(() => void vi.stubEnv('GUESTS', 'true'));

/** A page of the wallet, as the frame of each begins it. */
async function openWallet(path = '/home', options: PageOptions = {}) {
  const page = await openPage(path, options);
  const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
  const state = {
    ...(await import('../../../src/lib/state/guests.ts')),
    ...(await import('../../../src/lib/state/guest-move.ts')),
  };
  return {
    ...page,
    ...state,
    async start() {
      await guardScreen('login');
      state.takeCardAlong();
      await settle();
    },
  };
}

async function openWithSecret(answer: Answer, options: PageOptions = {}) {
  const page = await openWallet('/home', options);
  keep(page.device, { guest: 'gia', secret: 's', isPrepared: true });
  page.backend.answer(MOVE, answer);
  await page.start();
  return page;
}

test.each([
  [1, 0, 'Your 1 stamp is on your card now.'],
  [3, 0, 'Your 3 stamps are on your card now.'],
  [
    3,
    1,
    'Your 3 stamps are on your card now. 1 stamp stayed behind: a store gives one customer only so many a day.',
  ],
  [0, 2, '2 stamps stayed behind: a store gives one customer only so many a day.'],
])(
  'of %i stamps that came along and %i that did not the customer reads',
  async (count, leftBehind, text) => {
    const { device, backend, $cardTold } = await openWithSecret(moved(count, leftBehind));
    expect(secretsOf(backend, MOVE)).toEqual(['s']);
    expect($cardTold.get()).toEqual({ tone: 'success', text });
    expect(kept(device)).toBeNull();
    const next = await openWallet('/home', { device });
    await next.start();
    expect(next.backend.of(MOVE)).toEqual([]);
    expect(next.$cardTold.get()).toBeNull();
  },
);

test.each([
  ['no line', offline],
  ['a fault', refusal(500, { message: 'Internal error' })],
  ['another network’s page', captivePortal],
  ['an empty answer', emptyBody],
  ['too many calls', refusal(429, {})],
])(
  'taking the card along: with %s nothing is said, and the next page tries again',
  async (_, answer) => {
    const { device, $cardTold } = await openWithSecret(answer);
    expect([$cardTold.get(), kept(device)?.secret]).toEqual([null, 's']);
    const next = await openWallet('/home', { device });
    next.backend.answer(MOVE, moved(2));
    await next.start();
    expect(next.$cardTold.get()?.text).toBe('Your 2 stamps are on your card now.');
  },
);

test('the end of the new session is no word on the card, which is taken along after the next sign-in', async () => {
  const ended = refusal(401, { code: 'PT401', message: 'Your session has ended.' });
  const page = await openWithSecret(ended);
  page.backend.answer('auth/token', refusal(400, { code: 'refresh_token_not_found' }));
  await pass(1000);
  expect([page.$cardTold.get(), kept(page.device)?.secret]).toEqual([null, 's']);
  page.device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana)));
  const next = await openWallet('/home', { device: page.device });
  next.backend.answer(MOVE, moved(2));
  await next.start();
  expect(next.$cardTold.get()?.text).toBe('Your 2 stamps are on your card now.');
});

test.each([
  [404, 'unknown_guest_card', 'The card you had without an account is not there any more.'],
  [
    409,
    'too_many_guest_cards',
    'An account takes over 3 cards in 30 days at most, and yours has done so.',
  ],
])(
  'a refusal (%i %s) is told in the backend’s words, and not asked for again',
  async (status, word, sentence) => {
    const { device, $cardTold } = await openWithSecret(refused(status, word, sentence));
    expect($cardTold.get()).toEqual({ tone: 'error', text: sentence });
    expect(kept(device)).toBeNull();
  },
);

test('nothing is asked for while a guest is here, and nothing without a secret', async () => {
  const asGuest = await openWithSecret(moved(1), { as: gia });
  expect(asGuest.backend.of(MOVE)).toEqual([]);
  expect(kept(asGuest.device)?.secret).toBe('s');
  const page = await openWallet();
  keep(page.device, { guest: 'gia', secret: null, isPrepared: false });
  await page.start();
  expect(page.backend.of(MOVE)).toEqual([]);
  expect(kept(page.device)).toBeNull();
});

test('the tab that is looked at takes it along, once somebody has signed in in another', async () => {
  const { backend, device, $cardTold, ...page } = await openWallet('/home', { as: gia });
  keep(device, { guest: 'gia', secret: 's', isPrepared: true });
  backend.answer(MOVE, moved(1));
  await page.start();
  device.setVisible(false);
  elsewhere({ device }, ana);
  await settle();
  expect(backend.of(MOVE)).toEqual([]);
  device.setVisible(true);
  await settle();
  expect($cardTold.get()?.text).toBe('Your 1 stamp is on your card now.');
});

test.each([
  ['/home', true],
  ['/profile', true],
  ['/rewards', false],
  ['/store/3', false],
])('on %s what can be lost is said: %s', async (path, isSaid) => {
  const { $isGuest, tellsGuests, start } = await openWallet(path, { as: gia });
  await start();
  expect([$isGuest.get(), tellsGuests()]).toEqual([true, isSaid]);
});

test('the way to the sign-in leads back, and stays in the app', async () => {
  const page = await openWallet('/store/3?reward=7', { as: gia });
  expect(page.signInPath()).toBe('/login?redirect=/store/3%3Freward%3D7');
  const inApp = await openWallet('/home?isWebView=1', { as: gia });
  expect(inApp.signInPath()).toContain('isWebView=1');
});

test('a guest who logs out leaves no card on the device', async () => {
  const { device, start } = await openWallet('/profile', { as: gia });
  keep(device, { guest: 'gia', secret: 's', isPrepared: true });
  await start();
  const { logOut } = await import('../../../src/lib/state/session/log-out.ts');
  await logOut();
  expect(kept(device)).toBeNull();
  expect(device.localStorage.get(storageKeys.session)).toBeNull();
});
