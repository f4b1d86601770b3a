// @vitest-environment node
import { expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type Answer, hanging, later, rows, stampRow } from '../data/fake-backend.ts';
import { stamp } from '../domain/examples.ts';
import './open-code.ts';
import { ana, ben, elsewhere, openPage, pass, settle, startSession } from './open-page.ts';

const HELD = 'rest/rpc/stamps_held';

const given = (id: string, minute: number) =>
  stamp({ id, storeId: '3', createdAt: `2026-11-21T02:${minute}:00+00:00` });

/** Two tills give a stamp each to the same card, one after the other. */
async function openTwice() {
  const { backend, device } = await openPage('/home');
  await startSession();
  const landing = await import('../../../src/lib/state/codes/landing.ts');
  const { showLandings } = landing;
  const slow = later();
  backend.answer(HELD, slow.answer);
  void showLandings(ana, [given('1', 10)], () => undefined);
  await settle();
  backend.answer(HELD, rows([{ store_id: 3, stamp_count: 6 }]));
  void showLandings(ana, [given('2', 11)], () => undefined);
  await settle();
  return { ...landing, backend, device, slow };
}

test('a late answer about a card does not replace a newer one', async () => {
  const { $landing, slow } = await openTwice();
  slow.come(rows([{ store_id: 3, stamp_count: 5 }]));
  await settle();
  expect($landing.get()).toMatchObject({ given: 2, card: { before: 4, total: 6 } });
});

test('a card that was read stays when an earlier question about it is given up', async () => {
  const { $landing } = await openTwice();
  await pass(3000);
  expect($landing.get()).toMatchObject({ given: 2, card: { before: 4, total: 6 } });
});

test('a stamp whose card can’t be read is announced with the one before it', async () => {
  const { $landing, backend, showLandings } = await openTwice();
  await pass(3000);
  backend.answer(HELD, hanging);
  void showLandings(ana, [given('3', 12)], () => undefined);
  await pass(3000);
  expect($landing.get()).toMatchObject({ given: 3, card: null });
});

test('a stamp that was seen before the page was left is not shown again when it comes back', async () => {
  const { $landing, device, dismissLandingWhenLeft } = await openTwice();
  await pass(3000);
  const stop = dismissLandingWhenLeft();
  device.emitPageLeft();
  expect($landing.get()).toBeNull();
  stop();
});

/** A code is opened, sees a stamp, and is closed; what is held is answered like this. */
async function seeStamp({ backend }: Awaited<ReturnType<typeof openPage>>, onHeld: Answer) {
  const code = await import('../../../src/lib/state/codes/stamp-code.ts');
  backend.answer(HELD, onHeld);
  backend.answer('rest/stamps', rows([stampRow(1, 10)]));
  await code.openStampCode();
  await settle();
  backend.answer('rest/stamps', rows([stampRow(2, 11), stampRow(1, 10)]));
  await pass(1200);
  code.closeStampCode();
  return code;
}

test('a stamp whose card is being read when the page is left is announced once, by the next page', async () => {
  const left = await openPage('/home');
  const { device } = left;
  const first = await import('../../../src/lib/state/codes/landing.ts');
  const slow = later();
  await seeStamp(left, slow.answer);
  // The code is no longer watched, but the card is still being read.
  await pass(2000);
  device.emitPageLeft();
  const page = await openPage('/home', { device });
  page.backend.answer('rest/stamps', rows([stampRow(2, 11)]));
  const next = await import('../../../src/lib/state/codes/landing.ts');
  await (await import('../../../src/lib/state/codes/stamp-code.ts')).announceMissedStamps();
  await settle();
  expect(next.$landing.get()).toMatchObject({ given: 1 });
  // Somebody returns to the page that was left, which is as it was.
  slow.come(rows([{ store_id: 3, stamp_count: 2 }]));
  await settle();
  expect(first.$landing.get()).toBeNull();
  expect(device.sessionStorage.get(storageKeys.stampWatch)).toBeNull();
});

test('a stamp whose card is being read is announced by the next page even if another code opened meanwhile', async () => {
  const page = await openPage('/home');
  const { device } = page;
  const code = await seeStamp(page, hanging);
  await code.openStampCode();
  await settle();
  // A page that is asleep may be ended without notice.
  device.setVisible(false);
  const place = () => device.sessionStorage.get(storageKeys.stampWatch);
  expect(place()).toBe('2026-11-21T02:10:00+00:00');
  await pass(2000);
  device.emitPageLeft();
  expect(place()).toBe('2026-11-21T02:10:00+00:00');
});

test('a code closed a moment before asks no further once somebody else is here', async () => {
  const page = await openPage('/profile');
  await seeStamp(page, hanging);
  elsewhere(page, ben);
  const asked = page.backend.of('rest/stamps').length;
  await pass(2000);
  expect(page.backend.of('rest/stamps')).toHaveLength(asked);
});

test('stamps that an earlier page missed are no longer asked for once somebody else is here', async () => {
  const page = await openPage('/home');
  page.device.sessionStorage.set(storageKeys.stampWatch, '2026-11-21T02:10:00+00:00');
  const slow = later();
  page.backend.answer('rest/stamps', slow.answer);
  await (await import('../../../src/lib/state/codes/stamp-code.ts')).announceMissedStamps();
  await settle();
  elsewhere(page, ben);
  slow.come(rows([stampRow(2, 11)]));
  await pass(2000);
  expect(page.backend.requests.map(({ path }) => path)).toEqual(['rest/stamps']);
});

test('a log-out that the backend does not answer leaves nothing of a code closed a moment before', async () => {
  const page = await openPage('/profile');
  const { device } = page;
  const { logOut } = await import('../../../src/lib/state/session/log-out.ts');
  const slow = later();
  page.backend.answer('auth/logout', hanging);
  await seeStamp(page, slow.answer);
  const leaving = logOut();
  device.setVisible(false);
  device.emitPageLeft();
  expect(device.sessionStorage.keys()).toEqual([]);
  slow.come(rows([{ store_id: 3, stamp_count: 2 }]));
  await pass(15_000);
  await leaving;
  expect(device.sessionStorage.keys()).toEqual([]);
});
