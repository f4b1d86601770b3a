import { render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ana, ben, cy, dina } from '../../../local-backend/people.ts';
import type { Scan, Served } from '../../../src/till/serving.ts';
import { codeOf, member, redemptionCode, store } from './counter.ts';

const { giveStamps, redeemReward } = vi.hoisted(() => ({
  giveStamps: vi.fn(),
  redeemReward: vi.fn(),
}));

vi.mock('../../../src/till/backend.ts', async (importActual) => ({
  ...(await importActual<object>()),
  ...{ giveStamps, redeemReward, readOffer: () => Promise.reject(new Error('No answer.')) },
}));

beforeEach(() => sessionStorage.clear());

/** A till's page in a store, with nothing from the page before except what the tab stores. */
async function openTill(by = member, at = store) {
  vi.resetModules();
  const { $session, chooseStore } = await import('../../../src/till/session.ts');
  const serving = await import('../../../src/till/serving.ts');
  chooseStore(null);
  $session.set({ status: 'signed-in', member: by });
  chooseStore(at);
  const scanOf = (): Scan | null => {
    const now = serving.$serving.get();
    return now.step === 'scanning' ? null : now.scan;
  };
  return { ...serving, chooseStore, scanOf };
}

/** What the field with this label holds once the till is open, and whether it can't be changed. */
async function fieldOf({ $serving }: Till, label: RegExp) {
  const { Serve } = await import('../../../src/till/Serve.tsx');
  const { unmount } = render(createElement(Serve, { serving: $serving.get() as Served, store }));
  const { value, readOnly } = screen.getByLabelText<HTMLInputElement>(label);
  unmount();
  return [value, readOnly];
}

type Till = Awaited<ReturnType<typeof openTill>>;

/** Asks for stamps, and gets no answer. */
async function askForStamps({ scanned, scanOf, give }: Till, who = ana): Promise<void> {
  giveStamps.mockReset().mockReturnValue(new Promise(() => undefined));
  scanned(codeOf(who));
  void give(scanOf() as Scan, store.id, 2, 'INV-7');
}

test('a till that is reloaded before the answer repeats its request under the same number', async () => {
  await askForStamps(await openTill());
  const till = await openTill();
  const { $serving, scanned, scanOf, give } = till;
  expect($serving.get()).toMatchObject({ step: 'refused', isUnanswered: true });
  expect(await fieldOf(till, /^Number of stamps/)).toEqual(['2', true]);
  expect(await fieldOf(till, /^Invoice number/)).toEqual(['INV-7', true]);
  expect(scanOf()?.typed).toEqual({ count: '2', invoice: 'INV-7' });
  // The same customer is still being served, and the next one has to wait.
  expect([scanned(codeOf(ana)), scanned(codeOf(ben))]).toEqual([true, false]);
  giveStamps.mockResolvedValueOnce({ stampId: 1, count: 2, held: 2, goal: 10, store: store.name });
  await give(scanOf() as Scan, store.id, 2, 'INV-7');
  const [first, again] = giveStamps.mock.calls;
  expect(again).toEqual(first);
  expect((await openTill()).scanOf()).toBe(null);
});

test('a redemption without an answer survives a reload, too', async () => {
  redeemReward.mockReturnValue(new Promise(() => undefined));
  const { scanned, scanOf, redeem, $serving } = await openTill();
  scanned(redemptionCode());
  await waitFor(() => expect($serving.get().step).toBe('found'));
  void redeem(scanOf() as Scan, 'Table 5');
  const later = await openTill();
  expect(later.scanOf()).toEqual({ ...scanOf(), typed: { notes: 'Table 5' } });
  expect(await fieldOf(later, /^Notes/)).toEqual(['Table 5', true]);
  void later.redeem(later.scanOf() as Scan, 'Table 5');
  const [first, again] = redeemReward.mock.calls;
  expect(again).toEqual(first);
});

test('a reload keeps a customer left without an answer, and a new scan repeats the request', async () => {
  const before = await openTill();
  await askForStamps(before);
  before.nextCustomer();
  const { $outcome, $recentCustomers, $serving, scanned, scanOf, give } = await openTill();
  expect($serving.get().step).toBe('scanning');
  expect($outcome.get()?.words('Ana').join('')).toBe(
    'Ana: No answer came. The log shows whether it went through.',
  );
  giveStamps.mockResolvedValue({ stampId: 1, count: 2, held: 2, goal: 10, store: store.name });
  // Three others are served first.
  for (const other of [ben, cy, dina]) {
    scanned(codeOf(other));
    await give(scanOf() as Scan, store.id, 1, '');
  }
  scanned(codeOf(ana));
  await give(scanOf() as Scan, store.id, 2, 'INV-7');
  const [first] = giveStamps.mock.calls;
  expect(giveStamps).toHaveBeenLastCalledWith(...(first as unknown[]));
  expect($recentCustomers.get()).toHaveLength(3);
  expect((await openTill()).$recentCustomers.get()).toEqual([]);
});

test.each<[string, (till: Till) => void, typeof member, typeof store]>([
  ['the store was changed', ({ chooseStore }) => chooseStore(null), member, store],
  ['the till is opened in another store', () => undefined, member, { ...store, id: 2 }],
  ['somebody else is at the till', () => undefined, { ...member, id: 'c0de' }, store],
])('nothing of a request is left if %s', async (_, leave, by, at) => {
  const till = await openTill();
  await askForStamps(till);
  till.nextCustomer();
  await askForStamps(till, ben);
  leave(till);
  for (const later of [await openTill(by, at), await openTill()]) {
    expect([later.scanOf(), later.$recentCustomers.get()]).toEqual([null, []]);
  }
});

/** The page of a till whose session is over: a press on 'Sign out', or ended elsewhere. */
async function endSession({ status }: { status: 'loading' | 'signed-in' }, by = member) {
  const { auth } = await import('../../../src/till/backend.ts');
  const { $session, chooseStore, followSession } = await import('../../../src/till/session.ts');
  const listen = vi.spyOn(auth, 'onAuthStateChange');
  followSession();
  const onChange = listen.mock.calls[0]?.[0];
  if (status === 'loading') $session.set({ status });
  // Some ends are reported twice.
  for (const _ of ['refused', 'removed']) onChange?.('SIGNED_OUT', null);
  expect(sessionStorage).toHaveLength(0);
  $session.set({ status: 'signed-in', member: by });
  chooseStore(store);
}

test('a member whose session was ended elsewhere goes on where they were, under the same number', async () => {
  const till = await openTill();
  await askForStamps(till, ben);
  till.nextCustomer();
  await askForStamps(till);
  const scan = till.scanOf();
  await endSession({ status: 'signed-in' });
  expect(till.$serving.get()).toMatchObject({ step: 'refused', isUnanswered: true });
  expect(till.scanOf()).toEqual({ ...scan, typed: { count: '2', invoice: 'INV-7' } });
  expect(till.$recentCustomers.get()).toMatchObject([{ left: { isUnanswered: true } }]);
});

test.each([
  ['they signed out here', 'loading', member],
  ['somebody else has signed in since', 'signed-in', { ...member, id: 'c0de' }],
] as const)('a member does not go on if %s', async (_, status, by) => {
  const till = await openTill();
  await askForStamps(till);
  await endSession({ status }, by);
  await endSession({ status: 'loading' });
  expect([till.scanOf(), till.$recentCustomers.get()]).toEqual([null, []]);
});

test('nothing of a request is left if another tab has signed out meanwhile', async () => {
  await askForStamps(await openTill());
  expect(Object.keys(sessionStorage)).toContain('stampcard-till.asked');
  vi.resetModules();
  const { $session, followSession } = await import('../../../src/till/session.ts');
  followSession();
  await waitFor(() => expect($session.get().status).toBe('signed-out'));
  expect(sessionStorage).toHaveLength(0);
});
