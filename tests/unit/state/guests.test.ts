// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import {
  type Answer,
  captivePortal,
  emptyBody,
  hanging,
  later,
  noFunction,
  offline,
  refusal,
} from '../data/fake-backend.ts';
import {
  ana,
  ben,
  elsewhere,
  gia,
  goTo,
  keep,
  kept,
  MOVE,
  moved,
  ok,
  openPage,
  type PageOptions,
  PREPARE,
  pass,
  prepared,
  refused,
  secretsOf,
  sessionOf,
  settle,
} from './open-page.ts';

beforeEach(() => void vi.stubEnv('GUESTS', 'true'));

const EMAIL = 'ana@example.com';
const NOT_PREPARED =
  'We couldn’t move your stamps, so you’re not signed in yet. They’re still safe on your card.';
const ENDED = 'We couldn’t keep the card you had without an account.';

async function openLogin(path = '/login?isWebView=1', options: PageOptions = { as: gia }) {
  const page = await openPage(path, options);
  page.backend.answer(PREPARE, prepared);
  page.backend.answer('auth/otp', ok({}));
  const state = await import('../../../src/lib/state/sign-in.ts');
  await state.startSignIn();
  return { ...page, ...state };
}

test.each([
  [
    'is refused',
    refusal(422, {
      code: 'anonymous_provider_disabled',
      message: 'Anonymous sign-ins are disabled',
    }),
    'Anonymous sign-ins are disabled',
  ],
  [
    'comes too often',
    refusal(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    'Request rate limit reached',
  ],
  ['is offline', offline, 'We couldn’t start your card.'],
  ['gets an empty answer', emptyBody, 'We couldn’t start your card.'],
  ['gets another person’s session', ok(sessionOf(ana)), 'We couldn’t start your card.'],
])('a start that %s says so, and leaves the form as it was', async (_, answer, sentence) => {
  const { backend, device, startAsGuest, $signIn } = await openLogin('/login', { as: null });
  backend.answer('auth/signup', answer);
  await Promise.all([startAsGuest(), pass(15_000)]);
  expect($signIn.get()).toMatchObject({ step: 'form', busy: null, error: sentence });
  expect(kept(device)).toBeNull();
});

test('a start that is not answered gives up after 15 s', async () => {
  const { backend, startAsGuest, $signIn } = await openLogin('/login', { as: null });
  backend.answer('auth/signup', hanging);
  const starting = startAsGuest();
  await pass(14_999);
  expect($signIn.get()).toMatchObject({ busy: 'guest', error: null });
  await pass(1);
  await starting;
  expect($signIn.get().error).toBe('We couldn’t start your card.');
});

test('a start in a tab that does not know another tab’s card leads to that card, without a second one', async () => {
  const { backend, device, startAsGuest } = await openLogin('/login', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(gia)));
  await startAsGuest();
  expect([backend.of('auth/signup'), device.actions]).toEqual([[], ['replace /home']]);
});

test('in a build without guests, an anonymous user is like any other', async () => {
  vi.stubEnv('GUESTS', '');
  const { device, backend } = await openLogin('/login', { as: gia });
  expect(device.actions).toEqual(['replace /home']);
  expect(backend.of(PREPARE)).toEqual([]);
});

test('the card is made ready before a code is sent, with a secret that is stored first', async () => {
  const { backend, device, sendCode, $signIn } = await openLogin();
  const { answer, come } = later();
  backend.answer(PREPARE, answer);
  const sending = sendCode(EMAIL);
  await settle();
  const [secret] = secretsOf(backend, PREPARE);
  expect(kept(device)).toEqual({ guest: 'gia', secret, isPrepared: false });
  expect(backend.of('auth/otp')).toEqual([]);
  come(prepared);
  await sending;
  expect(kept(device)).toEqual({ guest: 'gia', secret, isPrepared: true });
  expect($signIn.get().sentTo).toBe(EMAIL);
});

test('the card is made ready before Google is opened', async () => {
  const { backend, device, signInByGoogle } = await openLogin('/login');
  await signInByGoogle();
  expect(backend.requests.map(({ path }) => path)).toEqual([PREPARE, 'auth/authorize']);
  expect(device.actions.at(-1)).toContain('open ');
});

test.each([
  [
    'is refused',
    refused(403, 'not_a_guest', 'There is no card without an account to take along.'),
    'There is no card without an account to take along.',
  ],
  ['fails', refusal(500, {}), NOT_PREPARED],
  ['is offline', offline, NOT_PREPARED],
  ['meets another network’s page', captivePortal, NOT_PREPARED],
  ['gets an empty answer', emptyBody, NOT_PREPARED],
  ['meets a backend that can’t move cards', noFunction, NOT_PREPARED],
])('if getting ready %s, no sign-in begins and the guest stays', async (_, answer, sentence) => {
  const { backend, device, sendCode, signInByGoogle, $signIn } = await openLogin();
  backend.answer(PREPARE, answer);
  for (const begin of [() => sendCode(EMAIL), signInByGoogle]) {
    await begin();
    expect($signIn.get()).toMatchObject({ busy: null, sentTo: null, error: sentence });
  }
  expect(backend.requests.filter(({ path }) => path.startsWith('auth/'))).toEqual([]);
  expect(device.localStorage.get(storageKeys.session)).toContain('access-gia');
  backend.answer(PREPARE, prepared);
  await sendCode(EMAIL);
  expect($signIn.get().sentTo).toBe(EMAIL);
  expect(new Set(secretsOf(backend, PREPARE)).size).toBe(1);
});

test('no sign-in begins if the device can’t store the secret', async () => {
  const { backend, device, sendCode, $signIn } = await openLogin();
  device.localStorage.set = () => undefined;
  await sendCode(EMAIL);
  expect($signIn.get()).toMatchObject({ busy: null, sentTo: null, error: NOT_PREPARED });
  expect(backend.requests).toEqual([]);
});

test('back from Google, the card of another tab is made ready before the session changes', async () => {
  const { device, backend } = await openPage('/login?code=abc', { as: gia });
  backend.answer(PREPARE, prepared);
  const { completeSignIn } = await import('../../../src/lib/data/auth.ts');
  // Without a window nothing is exchanged: the guest stays a guest.
  await expect(completeSignIn()).rejects.toThrow('Unable to complete sign in.');
  expect(backend.requests[0]?.path).toBe(PREPARE);
  expect(kept(device)).toMatchObject({ guest: 'gia', isPrepared: true });
});

test('a guest who is still a guest after Google reads that it did not work', async () => {
  const { device, $signIn } = await openLogin('/login?code=abc');
  expect($signIn.get()).toMatchObject({ step: 'form', error: 'Unable to complete sign in.' });
  expect(device.actions).toEqual(['rewrite /login']);
});

test('a guest whose new session can’t be stored reads so, and is not left waiting', async () => {
  const { backend, device, sendCode, verifyCode, $signIn } = await openLogin();
  await sendCode(EMAIL);
  backend.answer('auth/verify', ok(sessionOf(ana)));
  device.localStorage.set = () => undefined;
  await verifyCode(EMAIL, '123456');
  expect($signIn.get()).toMatchObject({
    busy: null,
    error: expect.stringContaining('Unable to load session. This browser stores no data'),
    success: null,
  });
});

test('two tabs send the same secret, and another guest’s card gets its own', async () => {
  const first = await openLogin();
  await first.sendCode(EMAIL);
  const second = await openLogin('/login', { as: gia, device: first.device });
  await second.signInByGoogle();
  expect(secretsOf(second.backend, PREPARE)).toEqual(secretsOf(first.backend, PREPARE));
  keep(first.device, { guest: 'gus', secret: 'of-gus', isPrepared: true });
  const third = await openLogin('/login', { as: gia, device: first.device });
  await third.signInByGoogle();
  expect(secretsOf(third.backend, PREPARE)).not.toContain('of-gus');
});

test('a card started in another tab after the code was sent is made ready when the code is verified', async () => {
  const { backend, device, sendCode, verifyCode } = await openLogin('/login?isWebView=1', {
    as: null,
  });
  await sendCode(EMAIL);
  expect(backend.of(PREPARE)).toEqual([]);
  elsewhere({ device }, gia);
  backend.answer('auth/verify', ok(sessionOf(ana)));
  await verifyCode(EMAIL, '123456');
  expect(backend.requests.map(({ path }) => path)).toEqual(['auth/otp', PREPARE, 'auth/verify']);
  expect(device.actions).toEqual(['replace /home']);
});

const gone = refusal(400, { code: 'refresh_token_not_found', message: 'Not Found' });

async function openWithEnded(card: object) {
  const page = await openPage('/login', { as: null });
  const { device } = page;
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(gia, -60)));
  keep(device, card);
  page.backend.answer('auth/token', gone);
  const { startSignIn, $signIn } = await import('../../../src/lib/state/sign-in.ts');
  await startSignIn();
  await settle();
  expect(device.localStorage.get(storageKeys.session)).toBeNull();
  return { ...page, $signIn };
}

test('the sign-in says that the card could not be kept, once', async () => {
  const { device, $signIn } = await openWithEnded({ guest: 'gia' });
  expect($signIn.get()).toMatchObject({ step: 'form', error: ENDED });
  expect(kept(device)).toBeNull();
  const next = await openLogin('/login', { as: null, device });
  expect(next.$signIn.get().error).toBeNull();
});

test('an ended guest session reports no lost card while the secret can still bring it back', async () => {
  const { device, $signIn } = await openWithEnded({
    guest: 'gia',
    secret: 's',
    isPrepared: true,
  });
  expect($signIn.get().error).toBeNull();
  expect(kept(device)).toMatchObject({ secret: 's' });
});

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
  page.backend.answer('auth/token', gone);
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
  'the customer reads that %i stamps came along and %i did not',
  async (count, leftBehind, text) => {
    const { device, backend, $cardNotice } = await openWithSecret(moved(count, leftBehind));
    expect(secretsOf(backend, MOVE)).toEqual(['s']);
    expect($cardNotice.get()).toEqual({ tone: 'success', text });
    await goTo({ device }, '/rewards');
    expect($cardNotice.get()).toBeNull();
    expect(kept(device)).toBeNull();
    const next = await openWallet('/home', { device });
    await next.start();
    expect(next.backend.of(MOVE)).toEqual([]);
    expect(next.$cardNotice.get()).toBeNull();
  },
);

test.each([
  ['no connection', offline],
  ['a fault', refusal(500, { message: 'Internal error' })],
  ['another network’s page', captivePortal],
  ['an empty answer', emptyBody],
  ['too many calls', refusal(429, {})],
  ['a session that has ended', refused(401, 'session_ended', 'Your session has ended.')],
])(
  'if moving the card meets %s, nothing is said and the next page tries again',
  async (_, answer) => {
    const { device, $cardNotice } = await openWithSecret(answer);
    expect([$cardNotice.get(), kept(device)?.secret]).toEqual([null, 's']);
    const next = await openWallet('/home', { device });
    next.backend.answer(MOVE, moved(2));
    await next.start();
    expect(next.$cardNotice.get()?.text).toBe('Your 2 stamps are on your card now.');
  },
);

test.each([
  [404, 'unknown_guest_card', 'The card you had without an account is not there any more.'],
  [
    409,
    'too_many_guest_cards',
    'An account takes over 3 cards in 30 days at most, and yours has done so.',
  ],
])(
  'a refusal (%i %s) is shown in the backend’s words, and the move is not tried again',
  async (status, word, sentence) => {
    const { device, $cardNotice } = await openWithSecret(refused(status, word, sentence));
    expect($cardNotice.get()).toEqual({ tone: 'error', text: sentence });
    expect(kept(device)).toBeNull();
  },
);

test('no card is moved while a guest is signed in, or without a secret', async () => {
  const asGuest = await openWithSecret(moved(1), { as: gia });
  expect(asGuest.backend.of(MOVE)).toEqual([]);
  expect(kept(asGuest.device)?.secret).toBe('s');
  const page = await openWallet();
  keep(page.device, { guest: 'gia', secret: null, isPrepared: false });
  await page.start();
  expect(page.backend.of(MOVE)).toEqual([]);
  expect(kept(page.device)).toBeNull();
});

test('the visible tab moves the card once somebody has signed in in another tab', async () => {
  const { backend, device, $cardNotice, ...page } = await openWallet('/home', { as: gia });
  keep(device, { guest: 'gia', secret: 's', isPrepared: true });
  backend.answer(MOVE, moved(1));
  await page.start();
  device.setVisible(false);
  elsewhere({ device }, ana);
  await settle();
  expect(backend.of(MOVE)).toEqual([]);
  device.setVisible(true);
  await settle();
  expect($cardNotice.get()?.text).toBe('Your 1 stamp is on your card now.');
});

test('an empty card is moved without a message', async () => {
  const { device, $cardNotice } = await openWithSecret(moved(0));
  expect([$cardNotice.get(), kept(device)]).toEqual([null, null]);
});

test('only the customer learns what came of their card, even if it is known late', async () => {
  const { device, $cardNotice } = await openWithSecret(moved(1));
  expect($cardNotice.get()).not.toBeNull();
  elsewhere({ device }, ben);
  expect($cardNotice.get()).toBeNull();

  for (const answer of [moved(1), refused(404, 'unknown_guest_card', 'It is gone.')]) {
    const slow = later();
    const page = await openWithSecret(slow.answer);
    elsewhere(page, null);
    elsewhere(page, ben);
    slow.come(answer);
    await settle();
    expect(page.$cardNotice.get()).toBeNull();
  }
});

test.each([
  ['/home', true],
  ['/profile', true],
  ['/rewards', false],
  ['/store/3', false],
])('%s tells a guest what can be lost: %s', async (path, isSaid) => {
  const { $isGuest, tellsGuests, start } = await openWallet(path, { as: gia });
  await start();
  expect([$isGuest.get(), tellsGuests()]).toEqual([true, isSaid]);
});

test('the path to the sign-in leads back, and stays in the app', async () => {
  const page = await openWallet('/store/3?reward=7', { as: gia });
  expect(page.signInPath()).toBe('/login?redirect=/store/3%3Freward%3D7');
  const inApp = await openWallet('/home?isWebView=1', { as: gia });
  expect(inApp.signInPath()).toContain('isWebView=1');
});
