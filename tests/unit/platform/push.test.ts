import { expect, test, vi } from 'vitest';
import { pushSupport } from '../../../src/lib/platform/push.ts';

const worker = { serviceWorker: {} };

test.each<[string, string, object, { permission?: string; isFramed?: boolean }]>([
  ['possible', 'a browser that has not been asked', worker, { permission: 'default' }],
  ['refused', 'one whose owner said no, or took it back', worker, { permission: 'denied' }],
  ['framed', 'a page in a frame', worker, { permission: 'granted', isFramed: true }],
  ['install-first', 'iOS outside of its home screen', { standalone: false }, {}],
  ['none', 'an iOS that has none on the home screen either', { standalone: true }, {}],
  ['none', 'a browser that has no notifications', worker, {}],
])('%s: %s', (support, _, navigator, { permission, isFramed = false }) => {
  const page = permission === undefined ? {} : { PushManager: {}, Notification: { permission } };
  const window = { top: {}, ...page };
  if (!isFramed) window.top = window;
  for (const [name, value] of Object.entries({ ...page, navigator, window }))
    vi.stubGlobal(name, value);
  expect(pushSupport()).toBe(support);
});
