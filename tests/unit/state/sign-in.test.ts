// @vitest-environment node

import { describe, expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';

import { type Answer, hanging, htmlPage, offline, refusal, rows } from '../data/fake-backend.ts';
import {
  ana,
  elsewhere,
  openPage,
  type PageOptions,
  pass,
  sessionOf,
  settle,
} from './open-page.ts';

const EMAIL = 'ana@example.com';
const accepted = refusal(200, {});

async function open(path = '/login?isWebView=1', opening: PageOptions = { as: null }) {
  const page = await openPage(path, opening);
  const state = await import('../../../src/lib/state/sign-in.ts');
  await state.startSignIn();
  return { ...page, ...state };
}

test.each([
  ['/login', '/home'],
  ['/login?redirect=/redeem?reward=7', '/redeem?reward=7'],
  ['/login?redirect=//evil.example', '/home'],
  ['/login?redirect=https://evil.example/', '/home'],
])('the screen %s sends a signed-in customer to %s', async (path, target) => {
  const { device } = await open(path, { as: ana });
  expect(device.actions).toEqual([`replace ${target}`]);
});

test('the screen sends on a customer who signs in in another tab', async () => {
  const { device } = await open('/login?redirect=/rewards');
  elsewhere({ device }, ana);
  await settle();
  expect(device.actions).toEqual(['replace /rewards']);
});

test('a customer whose session can’t be renewed now is sent on too: what is saved is shown there', async () => {
  const { backend, device } = await openPage('/login', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  backend.answer('auth/token', hanging);
  const { $signIn, startSignIn } = await import('../../../src/lib/state/sign-in.ts');
  const starting = startSignIn();
  await pass(15_000);
  await starting;
  expect($signIn.get().error).toBe(null);
  expect(device.actions).toEqual(['replace /home']);
});

test('an email address or a code that is only blanks is reported as missing', async () => {
  const email = '   ';
  const { $signIn, backend, resendCode, sendCode, verifyCode } = await open();
  await sendCode(email);
  expect($signIn.get().error).toBe('Please enter your email address.');
  await verifyCode(email, '123456');
  expect($signIn.get().error).toBe('Please enter your email address before verifying the code.');
  await resendCode(email);
  expect($signIn.get().error).toBe(
    'Please enter your email address before requesting another code.',
  );
  await verifyCode(EMAIL, '  ');
  expect($signIn.get().error).toBe('Please enter the one-time code from your email.');
  expect(backend.requests).toEqual([]);
});

test('sending says so and shows the code’s field', async () => {
  const { $signIn, backend, sendCode } = await open('/login?isWebView=1&redirect=/rewards');
  backend.answer('auth/otp', accepted);
  const sending = sendCode(` ${EMAIL} `);
  expect($signIn.get().busy).toBe('send');
  await sending;
  expect($signIn.get()).toMatchObject({
    sentTo: EMAIL,
    busy: null,
    error: null,
    success: 'Check your email inbox for the one-time code to continue.',
  });
  const [asked] = backend.of('auth/otp');
  expect(asked?.body).toMatchObject({ email: EMAIL, create_user: true });
  expect(asked?.query.get('redirect_to')).toBe(
    'http://localhost:4321/login?isWebView=1&redirect=/rewards',
  );
});

test('a code that was sent a moment ago can still be entered, whatever became of the page', async () => {
  const { $signIn, backend, resendCode, sendCode } = await open();
  backend.answer('auth/otp', accepted);
  await resendCode('ana@work.example');
  const soon = 'For security purposes, you can only request this after 43 seconds.';
  backend.answer(
    'auth/otp',
    refusal(429, { code: 429, error_code: 'over_email_send_rate_limit', msg: soon }),
  );
  await sendCode(` ${EMAIL} `);
  const shown = { sentTo: EMAIL, codeResent: false, busy: null, error: soon, success: null };
  expect($signIn.get()).toMatchObject(shown);
});

test('verifying signs in and leads to the target, once', async () => {
  const { $signIn, backend, device, verifyCode } = await open(
    '/login?isWebView=1&redirect=/rewards',
  );
  const { $session } = await import('../../../src/lib/state/session/session.ts');
  backend.answer('auth/verify', refusal(200, sessionOf(ana)));
  await verifyCode(` ${EMAIL} `, ' 123456 ');
  expect(backend.of('auth/verify')[0]?.body).toMatchObject({
    email: EMAIL,
    token: '123456',
    type: 'email',
  });
  expect($signIn.get()).toMatchObject({
    error: null,
    success: 'Verification successful. Redirecting you now...',
  });
  expect($session.get()).toEqual({ status: 'signed-in', person: ana });
  expect(device.actions).toEqual(['replace /rewards']);

  // Slow to go: another tap does not spend the code again.
  await verifyCode(EMAIL, '123456');
  expect(backend.of('auth/verify')).toHaveLength(1);
  expect($signIn.get()).toMatchObject({ busy: 'verify', error: null });
  device.emitPageRestored();
  await settle();
  expect($signIn.get().busy).toBe(null);
});

test('a browser that stores nothing is told so before a sign-in, and why it failed after one', async () => {
  const NEEDED = 'This browser stores no data, and signing in needs that.';
  const page = await openPage('/login?isWebView=1', { as: null });
  page.device.localStorage.set = () => undefined;
  page.backend.answer('auth/verify', refusal(200, sessionOf(ana)));
  const { $signIn, startSignIn, verifyCode } = await import('../../../src/lib/state/sign-in.ts');
  await startSignIn();
  expect($signIn.get().error).toContain(NEEDED);
  await verifyCode(EMAIL, '123456');
  expect($signIn.get().error).toContain(`Unable to load session. ${NEEDED}`);
  expect($signIn.get().busy).toBe(null);
  expect(page.device.actions).toEqual([]);
});

const [PHONE, ANDROID] = ['Mozilla/5.0 (iPhone; …) AppleWebKit/605', 'Mozilla/5.0 (Linux; Android'];

test.each([
  ['Messenger on an iPhone', true, `${PHONE} Mobile/15E216 [FBAN/MessengerForiOS;FBAV/167.0]`],
  [
    'Instagram on an iPhone',
    true,
    `${PHONE} Mobile/22F76 Instagram 393.1 (iPhone15,3) Safari/604.1`,
  ],
  ['LINE on an iPhone', true, `${PHONE} Mobile/15E148 Safari Line/13.1.0`],
  ['TikTok on an iPhone', true, `${PHONE} Mobile/15E148 musical_ly_35.1 BytedanceWebview/d8a21c6`],
  ['any app on Android', true, `${ANDROID} 14; Pixel 8 Build/UQ1A; wv) Chrome/120.0 Mobile`],
  ['Chrome on Android', false, `${ANDROID} 14; Pixel 8) Chrome/120.0 Mobile Safari/537.36`],
  ['Safari on an iPhone', false, `${PHONE} Version/17.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', false, `${PHONE} CriOS/120.0 Mobile/15E148 Safari/604.1`],
  ['the app on an iPhone’s home screen', false, `${PHONE} Mobile/15E148`],
])('the sign-in within %s offers one by email: %s', async (_, isOffered, agent) => {
  const { device } = await openPage('/login?redirect=/store/5&error=access_denied', {
    as: null,
  });
  device.setUserAgent(agent);
  const { $signIn, startSignIn } = await import('../../../src/lib/state/sign-in.ts');
  await startSignIn();
  const path = '/login?redirect=/store/5&isWebView=1';
  expect($signIn.get()).toMatchObject({ webView: false, emailPath: isOffered ? path : null });
});

test('a browser that stores is told nothing, and nothing stays of the trial', async () => {
  const { $signIn, device } = await open();
  expect($signIn.get().error).toBe(null);
  expect(device.localStorage.keys()).toEqual([]);
});

test('an error that Google sends back is shown even if storage is blocked', async () => {
  const page = await openPage('/login?error=access_denied', { as: null });
  page.device.sessionStorage.set = () => undefined;
  const { $signIn, startSignIn } = await import('../../../src/lib/state/sign-in.ts');
  await startSignIn();
  expect($signIn.get().error).toBe('Unable to complete sign in. (access_denied)');
});

test('signing in by Google returns to this very address, and its button is busy', async () => {
  const { $signIn, device, signInByGoogle } = await open(
    // With what a link to sign in without a code leaves there: coming back, it would refuse the code.
    '/login?redirect=/rewards#access_token=a',
  );
  await Promise.all([signInByGoogle(), signInByGoogle()]);
  expect($signIn.get()).toMatchObject({ busy: 'google', error: null });
  expect(device.actions).toHaveLength(1);
  const opened = new URL((device.actions[0] ?? '').replace('open ', ''));
  expect(opened.searchParams.get('provider')).toBe('google');
  expect(opened.searchParams.get('redirect_to')).toBe(
    'http://localhost:4321/login?redirect=/rewards',
  );
});

test.each<[string, string, (state: Awaited<ReturnType<typeof open>>) => Promise<void>]>([
  ['Unable to send one-time code.', 'auth/otp', ({ sendCode }) => sendCode(EMAIL)],
  ['Unable to resend the one-time code.', 'auth/otp', ({ resendCode }) => resendCode(EMAIL)],
  [
    'Unable to verify the one-time code.',
    'auth/verify',
    ({ verifyCode }) => verifyCode(EMAIL, '123456'),
  ],
  ['Unable to sign in with Google.', 'auth/authorize', ({ signInByGoogle }) => signInByGoogle()],
])(
  '“%s” is shown without an answer, else the backend’s own words, and the button works again',
  async (text, path, press) => {
    const state = await open();
    const refused = refusal(400, { message: 'Closed.' });
    for (const [answer, said] of [
      [refused, 'Closed.'],
      [offline, text],
      [hanging, text],
    ] as const) {
      for (const asked of [path, 'auth/health']) state.backend.answer(asked, answer);
      const before = state.backend.of(path).length;
      const pressed = press(state);
      // The proof for a sign-in by Google is computed in real time.
      while (state.backend.of(path).length === before) await settle();
      await Promise.all([pressed, pass(15_000)]);
      expect(state.$signIn.get()).toMatchObject({ busy: null, error: said, success: null });
    }
  },
);

test('a device that can’t leave says so', async () => {
  const { $signIn, device, signInByGoogle } = await open('/login');
  device.open = () => {
    throw new Error('blocked');
  };
  await signInByGoogle();
  expect($signIn.get()).toMatchObject({ busy: null, error: 'Unable to sign in with Google.' });
});

describe('the store that the sign-in leads to', () => {
  const kapeTayo = { id: 3, name: 'Kape Tayo', suspended: false };

  async function openWith(path: string, answer: Answer, as: typeof ana | null = null) {
    const page = await openPage(path, { as });
    page.backend.answer('rest/stores', answer);
    const state = await import('../../../src/lib/state/sign-in.ts');
    await import('../../../src/lib/data/store-name.ts');
    await state.startSignIn();
    await settle();
    return { ...page, ...state };
  }

  test.each([
    ['is unknown', rows([])],
    ['is suspended', rows([{ ...kapeTayo, suspended: true }])],
    ['has no name', rows([{ id: 3 }])],
    ['may not be read', refusal(401, { message: 'permission denied for table stores' })],
    ['is answered for by something in between', htmlPage(200)],
    ['is out of reach', offline],
  ])('the sign-in does not name a store that %s', async (_, answer) => {
    const { $signIn } = await openWith('/login?redirect=/store/3', answer);
    await pass(60_000);
    expect($signIn.get()).toMatchObject({ store: null, step: 'form', error: null });
  });

  test.each([
    ['leads elsewhere', '/login?redirect=/rewards?store_id=3', null],
    ['is for a signed-in customer', '/login?redirect=/store/3', ana],
  ])('no store is requested if the sign-in %s', async (_, path, as) => {
    const { backend } = await openWith(path, rows([kapeTayo]), as);
    expect(backend.of('rest/stores')).toEqual([]);
  });
});
