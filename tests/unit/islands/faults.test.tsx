/**
 * Every read of every screen fails: the exact message, the heading that stays, and the way on
 * (docs/product.md#errors-and-waiting). The other failures of reads are in tests/unit/data. And what
 * screens say without a store or a session, with parts that fail, while they wait, and with much or nothing.
 */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { type Answer, later, offline, refusal, rows } from '../data/fake-backend.ts';
import { FakeSocket } from '../data/fake-socket.ts';
import { drawing } from '../state/open-code.ts';
import { goTo, openPage, pass, settle, startSession } from '../state/open-page.ts';

const screens = {
  home: () => import('../../../src/islands/home/HomeScreen.tsx'),
  events: () => import('../../../src/islands/events/EventsScreen.tsx'),
  viewEvent: () => import('../../../src/islands/view-event/ViewEventScreen.tsx'),
  rewards: () => import('../../../src/islands/rewards/RewardsScreen.tsx'),
  store: () => import('../../../src/islands/store/StoreScreen.tsx'),
  redeem: () => import('../../../src/islands/redeem/RedeemScreen.tsx'),
  transactions: () => import('../../../src/islands/transactions/TransactionsScreen.tsx'),
};

/** What each table or function answers once it works. */
const FOUND = {
  events: [{ id: 2, name: 'Night Market' }],
  stores: [{ id: 1, name: 'Kape Tayo' }],
  rewards: [{ id: 1, store_id: 1, title: 'Free barako', stamps_needed: 10 }],
  'rpc/stamps_held': [{ store_id: 1, stamp_count: 2 }],
  stamps: [],
  redemptions: [],
};

type Read = [
  path: string,
  table: keyof typeof FOUND,
  name: keyof typeof screens,
  /** What it says that it is unable to load. */
  missing: string,
  /** What the screen shows once it works. */
  shown: string,
  /** Where a refusal leads to; without it, 'Try again'. */
  wayOn?: string,
];

const REDEMPTIONS = '/transactions?tab=redemptions';
const reads: Read[] = [
  ['/home', 'events', 'home', 'events', 'Night Market'],
  ['/home', 'rewards', 'home', 'rewards', 'Free barako'],
  ['/events', 'events', 'events', 'events', 'Night Market'],
  ['/view-event/2', 'events', 'viewEvent', 'events', 'Night MarketDate not set', '/events'],
  ['/rewards', 'rewards', 'rewards', 'rewards', 'Free barako'],
  ['/store/1', 'stores', 'store', 'store', 'Kape TayoAddress unavailable', '/home'],
  ['/store/1', 'rewards', 'store', 'rewards', 'Free barako'],
  ['/store/1', 'rpc/stamps_held', 'store', 'stamps', '2 / 10'],
  ['/redeem?reward=1', 'rewards', 'redeem', 'reward', 'StartedNot specified', '/rewards'],
  ['/redeem?reward=1', 'stamps', 'redeem', 'stamps', 'Collect 10 more stamps to redeem'],
  ['/transactions', 'stamps', 'transactions', 'stamps', 'No transactions found yet.'],
  [REDEMPTIONS, 'redemptions', 'transactions', 'redemptions', 'No redemptions found yet.'],
];

/** Opens the screen while this read finds no connection, then has 'Try again' answered. */
async function tryAgain([path, table, name, missing]: Read, answer: Answer): Promise<string[]> {
  const device = memoryPlatform(path);
  // Code that loads after the screen is not needed for it.
  device.whenIdle = () => () => undefined;
  const { backend } = await openPage(path, { device });
  for (const [other, found] of Object.entries(FOUND)) backend.answer(`rest/${other}`, rows(found));
  backend.answer(`rest/${table}`, offline);
  const { screen: shown } = await screens[name]();
  const { Screens } = await import('../../../src/islands/screen/Screens.tsx');
  // happy-dom does not know <search>, and React says so.
  const said = vi.spyOn(console, 'error');
  render(<Screens first={name} screen={shown} />);
  said.mockClear();
  await act(settle);
  expect(alerts()).toEqual([
    expect.stringMatching(RegExp(`^Unable to load ${missing}\\.Try again`)),
  ]);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  backend.answer(`rest/${table}`, answer);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(settle);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  return alerts();
}

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '');

test.for(reads)('%s says that it can’t load its %s, and tries again', async (read) => {
  const [, table, , , shown] = read;
  expect(await tryAgain(read, rows(FOUND[table]))).toEqual([]);
  expect(document.body.textContent).toContain(shown);
});

test.for(reads)('%s says why its %s were refused, and offers a way on', async (read) => {
  const [, , name, missing, , wayOn] = read;
  const said = await tryAgain(read, refusal(403, { message: 'Closed until noon.' }));
  // Of two lists, one may be refused.
  const says = name === 'transactions' ? `Unable to load ${missing}: ` : '';
  expect(said).toEqual([expect.stringMatching(RegExp(`^${says}Closed until noon\\.`))]);
  const alert = screen.getByRole('alert');
  const [button, link] = [alert.querySelector('button'), alert.querySelector('a')];
  expect(link?.getAttribute('href')).toBe(wayOn);
  expect(button === null).toBe(wayOn !== undefined);
});

/** Opens the screen of this address with these answers, for Ana or for nobody. */
async function opens(path: string, name: keyof typeof screens, found: object, as?: null) {
  const device = memoryPlatform(path);
  device.whenIdle = () => () => undefined;
  const page = await openPage(path, { device, ...(as === null && { as }) });
  for (const [read, answer] of Object.entries(found)) page.backend.answer(`rest/${read}`, answer);
  const { screen: shown } = await screens[name]();
  const { Screens } = await import('../../../src/islands/screen/Screens.tsx');
  render(<Screens first={name} screen={shown} />);
  await act(settle);
  return page;
}

test.each([
  ['/store/99999', 'Unable to load store.'],
  ['/store', 'Missing store id.'],
])('%s says ‘%s’, and has a link home', async (path, words) => {
  await opens(path, 'store', { stores: rows([]), rewards: rows([]) });
  expect(alerts()).toEqual([expect.stringMatching(RegExp(`^${words}`))]);
  expect(screen.getByRole('alert').querySelector('a')?.getAttribute('href')).toBe('/home');
});

test.each([
  ['/transactions', '/login?redirect=/transactions'],
  ['/transactions?isWebView=1', '/login?redirect=/transactions&isWebView=1'],
])('%s without a session asks for one, and links to %s', async (path, login) => {
  const { device } = await opens(path, 'transactions', {}, null);
  expect(document.body.textContent).toContain('Sign in to view your transactions.');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByRole('link').getAttribute('href')).toBe(login);
  expect(device.actions.filter((action) => action.startsWith('replace'))).toEqual([]);
});

test('a month whose stamps are refused says why, shows them on a retry, and its days can be chosen', async () => {
  const days = 'rest/rpc/stamp_days';
  const found = { stamps: rows([]), redemptions: rows([]) };
  const { backend } = await opens('/transactions', 'transactions', found);
  const press = (name: string) =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name }));
      await vi.dynamicImportSettled();
      await settle();
    });
  backend.answer(days, refusal(403, { message: 'The ledger is closed.' }));
  await press('Days with stamps');
  expect(alerts()).toEqual(['Unable to load stamps: The ledger is closed.Try again']);
  backend.answer(days, rows([{ day: '2026-11-05' }]));
  await press('Try again');
  expect(alerts()).toEqual([]);
  await press('Thursday, Nov 5, 2026, stamps');
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-11-05');

  // Offline: as last seen.
  backend.answer(days, offline);
  await act(() => pass(60_000));
  await press('Days with stamps');
  expect(alerts()).toEqual(['Unable to load stamps.Try again']);
  expect(screen.getByRole('button', { name: 'Thursday, Nov 5, 2026, stamps' })).toBeTruthy();
});

test('twenty of fifty cards are drawn, a press draws the others, and without a card there is the code', async () => {
  const fifty = Array.from({ length: 50 }, (_, store_id) => ({ store_id, stamp_count: 3 }));
  const found = { events: rows([]), rewards: rows([]), 'rpc/my_cards': rows(fifty) };
  const { backend } = await opens('/home', 'home', found);
  const cards = () => document.querySelectorAll('[aria-labelledby="cards"] li > a');
  const allCards = () => screen.queryByRole('button', { name: 'All 50 cards' });
  expect(cards()).toHaveLength(20);
  fireEvent.click(allCards() as HTMLElement);
  expect(cards()).toHaveLength(50);
  expect(document.activeElement).toBe(cards()[20]);
  expect(allCards()).toBeNull();
  backend.answer('rest/rpc/my_cards', rows([]));
  await act((await import('../../../src/lib/state/my-cards.ts')).readMyCards);
  expect(screen.getByText('Show your code at the counter for your first stamp')).toBeTruthy();
  // A tap on it counts as one on the bar's button.
  expect(screen.getByRole('button', { name: 'Show my code' }).dataset.forCode).toBe('');
});

test('a photo that can’t be enlarged without a connection says so', async () => {
  const { device } = await opens('/view-event/2', 'viewEvent', { events: rows(FOUND.events) });
  const button = screen.getByRole('button', { name: 'Enlarge the photo' });
  vi.spyOn(device, 'laterStyles').mockRejectedValueOnce(new Error('offline'));
  await act(async () => fireEvent.click(button));
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByRole('alert').textContent).toBe('No connection. Please try again.');
  await act(async () => fireEvent.click(button));
  expect(screen.getByRole('dialog')).not.toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the code’s sheet draws again a code that has failed, and looks for stamps again after ten minutes', async () => {
  const device = Object.assign(memoryPlatform(), { whenIdle: () => () => undefined });
  const page = await openPage('/home', { device });
  page.backend.answer('rest/stamps', rows([]));
  page.backend.answer('rest/rpc/my_cards', rows([]));
  await startSession();
  const { CustomerSheets } = await import('../../../src/islands/shell/CustomerSheets.tsx');
  const { openStampCode } = await import('../../../src/lib/state/codes/stamp-code.ts');
  render(<CustomerSheets />);
  drawing.fails = true;
  await act(openStampCode);
  expect(screen.getByRole('alert').textContent).toMatch(/^Unable to generate QR code\./);
  drawing.fails = false;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Ana Reyes');
  const region = screen.getAllByRole('status').at(-1);
  expect(region?.textContent).toBe('');
  await act(() => pass(600_000));
  expect(region?.textContent).toMatch(/^Your code still works\./);
  const resume = screen.getByRole('button', { name: 'Look for stamps again' });
  resume.focus();
  await act(async () => resume.click());
  expect(region?.textContent).toBe('');
  expect(document.activeElement?.matches('dialog [tabindex="-1"]')).toBe(true);
});

test('a page follows the tills, and renews the phone’s subscription to notifications', async () => {
  const device = memoryPlatform();
  await openPage('/home', { device });
  device.localStorage.set(storageKeys.reminders, '{}');
  const { CustomerSheets } = await import('../../../src/islands/shell/CustomerSheets.tsx');
  const renew = vi.spyOn(await import('../../../src/lib/state/reminders.ts'), 'renewReminders');
  await startSession();
  render(<CustomerSheets />);
  await act(() => vi.dynamicImportSettled());
  expect(FakeSocket.all).toHaveLength(1);
  expect(renew).toHaveBeenCalledOnce();
});

test('lists that are shown again say that a redemption is being processed until they are fresh', async () => {
  const device = Object.assign(memoryPlatform(), { whenIdle: () => () => undefined });
  const page = await openPage('/transactions', { device });
  page.backend.answer('rest/stamps', rows([]));
  page.backend.answer('rest/redemptions', rows([]));
  const { TransactionsScreen } = await import(
    '../../../src/islands/transactions/TransactionsScreen.tsx'
  );
  // A kept screen is shown again without being rendered.
  const kept = <TransactionsScreen />;
  const at = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{kept}</Activity>;
  const { container, rerender } = render(at('visible'));
  await act(settle);
  rerender(at('hidden'));
  // What only the lists show is no longer watched.
  await act(() => pass(5000));
  device.sessionStorage.set(storageKeys.redeeming, '1');
  const slow = later();
  page.backend.answer('rest/redemptions', slow.answer);
  await act(() => goTo(page, '/transactions'));
  rerender(at('visible'));
  await act(settle);
  expect(container.textContent).toContain('Processing redemption…');
  slow.come(rows([]));
  await act(settle);
  expect(container.textContent).not.toContain('Processing redemption…');
});
