// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { rows } from '../data/fake-backend.ts';
import { openPage, settle } from './open-page.ts';

const PHONE = { endpoint: 'https://push.example/1', publicKey: 'key', authSecret: 'secret' };

const browser = vi.hoisted(() => ({
  support: 'possible',
  subscription: null as object | null,
  changed: () => undefined as unknown,
}));

vi.mock('../../../src/lib/platform/push.ts', () => ({
  pushSupport: () => browser.support,
  currentSubscription: async () => (browser.support === 'possible' ? browser.subscription : null),
  onPermissionChange: (changed: () => void) => {
    browser.changed = changed;
    return () => undefined;
  },
}));

const setPermission = (support: string, subscription: object | null) =>
  Object.assign(browser, { support, subscription });

/** 'Your data', on a phone that is told of what ends. */
async function openProfile() {
  setPermission('possible', PHONE);
  const { backend, device } = await openPage('/profile');
  backend.answer('rest/rpc/push_device', (request) => {
    const { endpoint } = request.body as { endpoint?: string };
    return rows([{ server_key: 'key', kinds: endpoint ? ['card_ends'] : null }])(request);
  });
  const state = await import('../../../src/lib/state/reminders.ts');
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  state.$reminders.listen(() => undefined);
  await startSession();
  await settle();
  expect(state.$reminders.get()).toMatchObject({ status: 'ready', kinds: ['card_ends'] });
  return { backend, device, ...state };
}

type Page = Awaited<ReturnType<typeof openProfile>>;

test.each<[string, (page: Page) => unknown]>([
  ['in settings that lie over the page', () => browser.changed()],
  ['while the page is out of sight', ({ device }) => device.setVisible(true)],
  ['in the moment of a tap', ({ setKind }) => setKind('card_ends', false)],
])('a permission that is taken back %s is said', async (_, notice) => {
  const page = await openProfile();
  setPermission('refused', null);
  await notice(page);
  await settle();
  expect(page.$reminders.get()).toEqual({ status: 'impossible', why: 'refused' });
  expect(page.backend.of('rest/rpc/save_push_device')).toEqual([]);
  // Given back, and not yet turned on anew.
  setPermission('possible', null);
  browser.changed();
  await settle();
  expect(page.$reminders.get()).toMatchObject({ status: 'ready', kinds: null });
});
