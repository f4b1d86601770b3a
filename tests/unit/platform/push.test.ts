import { expect, onTestFinished, test, vi } from 'vitest';
import { isPushAllowed, pushSupport, subscribe } from '../../../src/lib/platform/push.ts';

const worker = { serviceWorker: {} };

interface Found {
  permission?: string;
  isFramed?: boolean;
}

function openIn(navigator: object, { permission, isFramed = false }: Found): void {
  const page = permission === undefined ? {} : { PushManager: {}, Notification: { permission } };
  const window = { top: {}, ...page };
  if (!isFramed) window.top = window;
  for (const [name, value] of Object.entries({ ...page, navigator, window }))
    vi.stubGlobal(name, value);
}

test.each<[support: string, isAllowed: boolean, string, object, Found]>([
  ['possible', true, 'a browser whose owner said yes', worker, { permission: 'granted' }],
  ['possible', false, 'one whose owner has not been asked', worker, { permission: 'default' }],
  ['refused', false, 'one whose owner said no, or took it back', worker, { permission: 'denied' }],
  ['framed', false, 'a page in a frame', worker, { permission: 'granted', isFramed: true }],
  ['install-first', false, 'iOS outside of its home screen', { standalone: false }, {}],
  ['none', false, 'an iOS that has none on the home screen either', { standalone: true }, {}],
  ['none', false, 'a browser that has no notifications', worker, {}],
])('push is %s, and already allowed %s, in %s', (support, isAllowed, _, navigator, found) => {
  openIn(navigator, found);
  expect([pushSupport(), isPushAllowed()]).toEqual([support, isAllowed]);
});

test.each([
  ['is requested again', 'if the project’s key has changed', 'BBBB', ['unsubscribe', 'AAAA']],
  ['goes on', 'with the same key', 'AAAA', ['AAAA']],
])('a subscription %s %s', async (_, __, key, done) => {
  const calls: string[] = [];
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
  const earlier = {
    options: { applicationServerKey: bytes(key) },
    unsubscribe: async () => void calls.push('unsubscribe'),
  };
  const pushManager = {
    getSubscription: async () => earlier,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      calls.push(Buffer.from(applicationServerKey).toString('base64url'));
      return { toJSON: () => ({ endpoint: 'there', keys: { p256dh: 'key', auth: 'secret' } }) };
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  const subscription = { endpoint: 'there', publicKey: 'key', authSecret: 'secret' };
  expect(await subscribe('AAAA')).toEqual(subscription);
  expect(calls).toEqual(done);
});

test('a push service that never answers is given up on', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pushManager = { getSubscription: async () => null, subscribe: () => new Promise(() => {}) };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  const failed = vi.fn();
  void subscribe('AAAA').catch(failed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).toHaveBeenCalledOnce();
});
