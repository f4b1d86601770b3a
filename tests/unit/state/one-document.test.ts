// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { Redemption } from '../../../src/lib/domain/entities.ts';
import { LIST_PAGE_SIZE } from '../../../src/lib/domain/limits.ts';
import { shownValue } from '../../../src/lib/state/reading/loadable.ts';
import { later, offline, rows } from '../data/fake-backend.ts';
import {
  elsewhere,
  goTo,
  keep,
  MOVE,
  moved,
  openPage,
  pass,
  settle,
  show,
  startSession,
  watch,
} from './open-page.ts';

/** A document, and the way to its other screens: by a tap, or back. */
async function openDocument(path: string) {
  const page = await openPage(path);
  const tap = (to: string) => goTo(page, to);
  const back = (to: string) => goTo(page, to, true);
  return { ...page, tap, back };
}

test('a screen shows what its address names, whatever it has shown before', async () => {
  const { backend, tap, back } = await openDocument('/store/1');
  backend.answer('rest/stores', (asked) => {
    const id = asked.query.get('id')?.replace('eq.', '');
    return rows([{ id, name: `Store ${id}` }])(asked);
  });
  const { $store } = await import('../../../src/lib/state/store.ts');
  const stop = $store.listen(() => undefined);
  await settle();
  const name = () => shownValue($store.get())?.name;
  expect(name()).toBe('Store 1');
  await tap('/store/2');
  expect(name()).toBe('Store 2');
  await back('/store/1');
  expect(name()).toBe('Store 1');

  // What is out of sight stays as it is.
  await tap('/home');
  expect(name()).toBe('Store 1');
  stop();
  await pass(2000);
  await tap('/store/2');
  await watch($store);
  expect(name()).toBe('Store 2');
});

test('a screen that was left keeps the address at which it was left last', async () => {
  const { tap } = await openDocument('/store/1');
  const { idInAddress, inAddress, wasLeftAt } = await import('../../../src/lib/state/address.ts');
  await tap('/redeem?reward=5');
  await tap('/store/2?reward=7');
  await tap('/home');
  expect(idInAddress('store')).toBe('2');
  // Among several screens, the one left last counts.
  expect(inAddress(['store', 'redeem'], 'reward')).toBe('7');
  const isLeftAt = (search: string) =>
    wasLeftAt('store', { pathname: '/store/2', search } as Location);
  expect([isLeftAt('?reward=7'), isLeftAt('')]).toEqual([true, false]);
});

test('what both screens show is requested again once, and what only the left one shows is not', async () => {
  const { backend, tap } = await openDocument('/home');
  const { $myCards } = await import('../../../src/lib/state/my-cards.ts');
  const { $nextEvents } = await import('../../../src/lib/state/events.ts');
  show($myCards);
  const leave = $nextEvents.listen(() => undefined);
  await settle();
  const asked = () => [backend.of('rest/events').length, backend.of('rest/stamps').length];
  const [events = 0, stamps = 0] = asked();
  expect(events).toBe(1);
  await tap('/rewards');
  leave();
  await pass(2000);
  expect(asked()).toEqual([events, 2 * stamps]);
});

test('a screen that is returned to asks once what is already known has been painted', async () => {
  const { backend, device, tap } = await openDocument('/home');
  const { $nextEvents } = await import('../../../src/lib/state/events.ts');
  const leave = $nextEvents.listen(() => undefined);
  await settle();
  const asked = () => backend.of('rest/events').length;
  leave();
  await pass(2000);
  const painted = Promise.withResolvers<void>();
  device.afterPaint = () => painted.promise;
  await tap('/rewards');
  await tap('/home');
  await watch($nextEvents);
  expect(asked()).toBe(1);
  painted.resolve();
  await settle();
  expect(asked()).toBe(2);
});

test('/transactions opens with today and the first tab, and going back finds what was chosen', async () => {
  const { device, tap, back } = await openDocument('/transactions');
  const { $day, chooseDay } = await import('../../../src/lib/state/listed-day.ts');
  const { $tab, chooseTab } = await import('../../../src/lib/state/transactions.ts');
  show($day, $tab);
  chooseDay('2026-11-19');
  chooseTab('redemptions');
  const { pathname, search } = device.address();
  await tap('/home');
  // Like a late answer: by then the address is another screen's.
  chooseTab('redemptions');
  expect(device.address().search).toBe('');
  await tap('/transactions');
  expect([$day.get(), $tab.get()]).toEqual(['2026-11-21', 'stamps']);
  await tap('/home');
  await back(pathname + search);
  expect([$day.get(), $tab.get()]).toEqual(['2026-11-19', 'redemptions']);
});

test('a long list starts over on a tap, and is as long as before when going back', async () => {
  const { backend, tap, back } = await openDocument('/events');
  const all = Array.from({ length: 2 * LIST_PAGE_SIZE }, (_, index) => ({
    id: index,
    event_name: `Event ${index}`,
    event_date: `2027-01-01T00:${String(index).padStart(2, '0')}:00Z`,
  }));
  backend.answer('rest/events', (asked) => {
    const after = asked.query.has('or') ? LIST_PAGE_SIZE : 0;
    return rows(all.slice(after).slice(0, Number(asked.query.get('limit'))))(asked);
  });
  const { $events, restOfEvents } = await import('../../../src/lib/state/events.ts');
  await watch($events);
  const count = () => shownValue($events.get())?.length;
  expect(count()).toBe(LIST_PAGE_SIZE);
  await restOfEvents.showMore();
  expect(count()).toBe(2 * LIST_PAGE_SIZE);
  const stop = restOfEvents.onLeave(() => ({ index: 30, top: 5 }));
  await tap('/home');
  stop();
  await tap('/events');
  expect(count()).toBe(LIST_PAGE_SIZE);
  expect(restOfEvents.returnTo()).toBe(null);
  await back('/events');
  expect(count()).toBe(2 * LIST_PAGE_SIZE);
  expect(restOfEvents.returnTo()).toEqual({ index: 30, top: 5 });
  expect(restOfEvents.returnTo()).toBe(null);
});

test('a reward that was tapped is shown at once, but does not count as fresh', async () => {
  const { backend, tap } = await openDocument('/rewards');
  const { $selectedReward, selectReward } = await import(
    '../../../src/lib/state/selected-reward.ts'
  );
  const { reward } = await import('../domain/examples.ts');
  await startSession();
  const slow = later();
  backend.answer('rest/rewards', slow.answer);
  selectReward(reward({ id: '7', title: 'Free tea' }));
  await tap('/redeem?reward=7');
  await watch($selectedReward);
  expect($selectedReward.get()).toMatchObject({ status: 'ready', fresh: false });
  slow.come(rows([{ id: 7, title: 'Free tea' }]));
  await settle();
  expect($selectedReward.get()).toMatchObject({ status: 'ready', fresh: true });
});

test('a session that ends leads to the sign-in and back to the screen shown, not the one loaded', async () => {
  const { device, tap } = await openDocument('/transactions');
  await (await import('../../../src/lib/state/session/guard.ts')).guardScreen('prompt');
  await tap('/store/3?reward=7');
  elsewhere({ device }, null);
  await settle();
  expect(device.actions).toEqual(['replace /login?redirect=/store/3%3Freward%3D7']);
});

test('a message about a code stays on its screen, and a redemption goes on until a list shows it', async () => {
  const { tap } = await openDocument('/redeem?reward=7');
  const { $receipt, $redemption, openReceipt } = await import(
    '../../../src/lib/state/redeem/redemption-state.ts'
  );
  $redemption.set({ status: 'refused', sentence: 'No.' });
  openReceipt({ id: '2' } as Redemption);
  await tap('/home');
  expect([$redemption.get(), $receipt.get()]).toEqual([{ status: 'closed' }, null]);
  const redeemed = { status: 'redeemed', receipt: null, isProcessing: true } as const;
  $redemption.set(redeemed);
  await tap('/transactions');
  expect($redemption.get()).toEqual(redeemed);
});

test('a guest’s card that could not be moved is tried again by the next screen, which alone says so', async () => {
  vi.stubEnv('GUESTS', 'true');
  const { backend, device, tap } = await openDocument('/transactions');
  keep(device, { guest: 'gia', secret: 's', isPrepared: true });
  backend.answer(MOVE, offline);
  const { $cardNotice, takeCardAlong } = await import('../../../src/lib/state/guest-move.ts');
  await startSession();
  const stop = takeCardAlong();
  await settle();
  backend.answer(MOVE, moved(2));
  await tap('/home');
  expect($cardNotice.get()?.text).toBe('Your 2 stamps are on your card now.');
  await tap('/rewards');
  expect($cardNotice.get()).toBeNull();
  stop();
});
