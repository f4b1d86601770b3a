import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RewardStamps } from '../../../src/islands/redeem/RewardStamps.tsx';
import { KeepActions } from '../../../src/islands/screen/KeepActions.tsx';
import { Loaded } from '../../../src/islands/screen/Loaded.tsx';
import { Screens } from '../../../src/islands/screen/Screens.tsx';
import { SessionGuard } from '../../../src/islands/screen/SessionGuard.tsx';
import type { Screen } from '../../../src/islands/screen/shown-screens.ts';
import { OfflineNotice } from '../../../src/islands/shell/OfflineNotice.tsx';
import { DayPicker } from '../../../src/islands/transactions/DayPicker.tsx';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { savedAnswerKey, serializeEntry } from '../../../src/lib/platform/saved-answer-keys.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { $arrival } from '../../../src/lib/state/address.ts';
import { $cardNotice } from '../../../src/lib/state/guest-move.ts';
import { $offline, noteShown } from '../../../src/lib/state/reading/offline.ts';
import { $redemption } from '../../../src/lib/state/redeem/redemption-state.ts';
import { $month } from '../../../src/lib/state/stamp-days.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { hanging, offline, opened, refusal, rows } from '../data/fake-backend.ts';
import { reward, stamp } from '../domain/examples.ts';
import { held, OPEN, open } from '../state/open-code.ts';
import {
  ana,
  ben,
  elsewhere,
  openPage,
  pass,
  sessionOf,
  settle,
  startSession,
} from '../state/open-page.ts';

const arriveAt = (name: 'home' | 'redeem' | 'transactions', isReturn = false) =>
  act(() => $arrival.set({ screen: name, isReturn }));

/** A kept screen is shown again without being rendered. */
const keptAt = (kept: ReactNode) => (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>{kept}</Activity>
);

const device = memoryPlatform('/home');
beforeEach(() => {
  setPlatform(device);
  // Code that loads after the screen loads when it is asked for.
  device.whenIdle = () => () => undefined;
});

test('what became of a guest’s card is announced in a region that was already there', () => {
  vi.stubEnv('GUESTS', 'true');
  render(<SessionGuard signedOut="login" />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => $cardNotice.set({ tone: 'success', text: 'Your 3 stamps are on your card now.' }));
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toBe('Your 3 stamps are on your card now.');
});

const BROKEN: Screen = {
  heading: 'shown',
  title: 'Rewards',
  Content() {
    throw new Error('Not drawn');
  },
};

test('a screen that fails on saved answers finds none of them the next time', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  // React says so on the console, too: here it is meant to.
  const said = vi.spyOn(console, 'error');
  device.localStorage.set(savedAnswerKey('ana', 'rewards', []), '1 1 4 null');
  device.localStorage.set(storageKeys.installOffer, 'refused');
  render(<Screens first="rewards" screen={BROKEN} />);
  expect(report).toHaveBeenCalledTimes(1);
  said.mockClear();
  expect(device.localStorage.keys()).toEqual([storageKeys.installOffer]);
});

test('a refusal is brought into sight once, and not again when its screen is returned to', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const at = keptAt(<RewardStamps facts={[]} reward={reward({ storeId: null })} />);
  const { rerender } = render(at('visible'));
  act(() => $redemption.set({ status: 'refused', sentence: 'Not today.' }));
  expect(scroll).toHaveBeenCalledTimes(1);
  rerender(at('hidden'));
  arriveAt('home');
  arriveAt('redeem', true);
  rerender(at('visible'));
  expect(screen.queryByText('Not today.')).toBeNull();
  expect(scroll).toHaveBeenCalledTimes(1);
});

test('a sheet whose code loads after its screen was left does not open', async () => {
  device.setAddress('/transactions');
  render(<DayPicker group={{ current: null }} />);
  const button = screen.getByRole('button', { name: 'Days with stamps' });
  fireEvent.click(button);
  arriveAt('home');
  await vi.dynamicImportSettled();
  expect($month.get()).toBeNull();
  arriveAt('transactions', true);
  await act(async () => fireEvent.click(button));
  expect($month.get()).not.toBeNull();
});

const date = '2099-11-23T17:00:00+08:00';
const market = { id: '2', name: 'Night Market', title: null, photo: null, date };

test('nothing is shared if the screen was left before the code for it had loaded', async () => {
  render(<KeepActions date={date} item={{ kind: 'event', event: market }} />);
  const button = screen.getByRole('button', { name: 'Share' });
  const before = device.actions.length;
  fireEvent.click(button);
  arriveAt('home');
  await vi.dynamicImportSettled();
  await act(async () => undefined);
  expect(device.actions).toHaveLength(before);
  await act(async () => fireEvent.click(button));
  expect(device.actions).toHaveLength(before + 1);
});

test('a button’s result is scrolled into view, and announced again even if it is the same', async () => {
  render(<KeepActions date={date} item={{ kind: 'event', event: market }} />);
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const region = screen.getByRole('status');
  for (const name of ['Share', 'Add to calendar']) {
    const button = screen.getByRole('button', { name });
    fireEvent.click(button);
    await waitFor(() => expect(region.textContent).not.toBe(''));
    expect(scroll.mock.instances.at(-1)).toBe(region);
    const words = region.textContent;
    fireEvent.click(button);
    expect(region.textContent).toBe('');
    await waitFor(() => expect(region.textContent).toBe(words));
  }
});

test('an offline notice that was closed appears again the next time', () => {
  render(<OfflineNotice />);
  act(() => $offline.set(true));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => $offline.set(false));
  act(() => $offline.set(true));
  expect(region.textContent).not.toBe('');
});

test('a part without earlier content says why it is missing, even on a page that says it is offline', () => {
  act(() => {
    $offline.set(true);
    noteShown({}, { status: 'ready', value: 'earlier', fresh: false, at: 0 });
  });
  const failed = { status: 'failed', message: 'Unable to load stamps.', retryable: true } as const;
  const part = (value?: string) => (
    <Loaded
      retry={() => undefined}
      skeleton={{ shape: 'stamp-card' }}
      state={value === undefined ? failed : { ...failed, value, at: 0 }}
    >
      {(shown) => shown}
    </Loaded>
  );
  const { container, rerender } = render(part());
  expect(container.textContent).toBe('Unable to load stamps.Try again');
  rerender(part('3 of 8'));
  expect(container.textContent).toBe('3 of 8');
});

test('a day without stamps is announced once, in a region that was already there', async () => {
  const page = await openPage('/transactions', { device });
  page.backend.answer('rest/stamps', rows([]));
  const { DayStamps } = await import('../../../src/islands/transactions/DayStamps.tsx');
  const { container } = render(<DayStamps />);
  const regions = [...container.querySelectorAll('[role="status"]')];
  await act(settle);
  const told = regions.find((one) => one.textContent?.startsWith('No transactions found yet.'));
  // The date of the last stamp comes later, and is announced without the rest.
  expect(told?.getAttribute('aria-atomic')).toBe('false');
});

test('a stamp that is announced later waits until no other sheet is open', async () => {
  const page = await openPage('/home', { device });
  const { CustomerSheets } = await import('../../../src/islands/shell/CustomerSheets.tsx');
  const { Modal } = await import('../../../src/islands/ui/Modal.tsx');
  const { $landing, showLandings } = await import('../../../src/lib/state/codes/landing.ts');
  await startSession();
  const shell = (isOpen: boolean) => (
    <>
      <Modal onClose={() => undefined} open={isOpen} title="Receipt" />
      <CustomerSheets />
    </>
  );
  const { rerender } = render(shell(true));
  await act(() => showLandings(ana, [stamp()], () => undefined));
  expect(page.device.sessionStorage.get(storageKeys.announcedStamps)).not.toBeNull();
  const titles = () =>
    screen.getAllByRole('dialog').map((sheet) => sheet.querySelector('h2')?.textContent);
  expect(titles()).toEqual(['Receipt']);
  rerender(shell(false));
  expect(titles()).toEqual(['Stamp collected!']);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect($landing.get()).toBeNull();
});

test('the screen stays awake while a friend scans the site’s code, in the daily prompt too', async () => {
  const { ShareModal } = await import('../../../src/islands/shell/ShareModal.tsx');
  const sheet = { onClose: () => undefined, open: true };
  const { rerender } = render(<ShareModal key="tap" {...sheet} />);
  expect(device.screenLocks()).toBe(1);
  rerender(<ShareModal key="tap" {...sheet} open={false} />);
  expect(device.screenLocks()).toBe(0);
  rerender(<ShareModal key="prompt" {...sheet} offersCode />);
  expect(device.screenLocks()).toBe(1);
});

test('the sheet says that the link was shared, but not when it opens again', async () => {
  const { ShareModal } = await import('../../../src/islands/shell/ShareModal.tsx');
  const sheet = (isOpen: boolean) => <ShareModal onClose={() => undefined} open={isOpen} />;
  const { rerender } = render(sheet(true));
  const said = () => screen.getAllByRole('status').at(-1)?.textContent;
  fireEvent.click(screen.getByRole('button', { name: 'Share the link' }));
  await waitFor(() => expect(said()).toBe('Link copied.'));
  rerender(sheet(false));
  rerender(sheet(true));
  expect(said()).toBe('');
});

test('a result selected by keys is opened even if it has moved, but only once, and a retry keeps the focus', async () => {
  const page = await openPage('/home', { device });
  const card = (id: number, total: number) => ({
    ...{ store_id: id, store_name: `Store ${id}`, stamp_count: total, goal: 10 },
  });
  page.backend.answer('rest/rpc/my_cards', rows([card(1, 5), card(2, 3)]));
  const { StoreSearch } = await import('../../../src/islands/home/StoreSearch.tsx');
  const { readMyCards } = await import('../../../src/lib/state/my-cards.ts');
  // happy-dom does not know <search>, and React says so.
  const said = vi.spyOn(console, 'error');
  const at = keptAt(<StoreSearch />);
  const { rerender } = render(at('visible'));
  said.mockClear();
  await act(settle);
  const field = screen.getByRole('combobox');
  fireEvent.focus(field);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  page.backend.answer('rest/rpc/my_cards', rows([card(1, 5), card(2, 8)]));
  await act(readMyCards);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Store 2'),
    expect.stringContaining('Store 1'),
  ]);
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Store 1');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(device.actions.at(-1)).toBe('open /store/1');
  for (const mode of ['hidden', 'visible'] as const) rerender(at(mode));
  fireEvent.focus(field);
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  page.backend.answer('rest/rpc/search_stores', offline);
  fireEvent.change(field, { target: { value: 'store' } });
  await act(() => pass(1000));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(field);
});

test('the next person does not see what was saved before, and has their own name in the form', async () => {
  const page = await openPage('/profile', { device });
  for (const name of ['my_data', 'my_cards', 'known_about_me', 'push_device'])
    page.backend.answer(`rest/rpc/${name}`, rows([]));
  const { MyData } = await import('../../../src/islands/profile/MyData.tsx');
  const { AccountCard } = await import('../../../src/islands/profile/AccountCard.tsx');
  await startSession();
  render([<AccountCard key="account" />, <MyData key="data" />]);
  await act(settle);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Ana R.' } });
  act(() => screen.getByText('Download my data').click());
  await act(settle);
  expect(screen.queryByText(/stampcard-data-/)).not.toBeNull();
  act(() => elsewhere(page, ben));
  await act(settle);
  expect(screen.queryByText(/stampcard-data-/)).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(ben.fullName);
});

test('a code that opened with its page and was closed stays closed when the page is read again', async () => {
  const page = await open({ device });
  device.sessionStorage.set(storageKeys.redeemNow, '7');
  const { RewardStamps: Stamps } = await import('../../../src/islands/redeem/RewardStamps.tsx');
  render(<Stamps facts={[]} reward={reward({ id: '7', storeId: '3' })} />);
  await vi.dynamicImportSettled();
  await act(settle);
  expect(page.isOpen()).toBe(true);
  act(page.closeRedemptionCode);
  device.emitPageRestored();
  await act(settle);
  expect(page.isOpen()).toBe(false);
});

test('a code that lacked stamps does not open by itself once there are enough', async () => {
  const page = await open({ device, stamps: rows(held.slice(5)) });
  device.sessionStorage.set(storageKeys.redeemNow, '7');
  const { RewardStamps: Stamps } = await import('../../../src/islands/redeem/RewardStamps.tsx');
  render(<Stamps facts={[]} reward={reward({ id: '7', storeId: '3' })} />);
  await vi.dynamicImportSettled();
  await act(settle);
  page.backend.answer('rest/stamps', rows(held));
  device.emitPageRestored();
  await act(settle);
  expect(screen.getByRole('button').textContent).toBe('Redeem reward');
  expect(page.isOpen()).toBe(false);
});

test('a code that the backend does not know about says that it waits for a connection', async () => {
  const page = await open({ device, answer: offline });
  await page.openRedemptionCode();
  const { ScanToRedeemModal } = await import('../../../src/islands/redeem/ScanToRedeemModal.tsx');
  render(<ScanToRedeemModal />);
  const [region] = screen.getAllByRole('status');
  expect(region?.textContent).toMatch(/^Waiting for a connection\./);
  page.backend.answer(OPEN, opened);
  await act(() => pass(10_000));
  expect(region?.textContent).toBe('');
});

test('the page says that a code has expired even if its reward has ended too', async () => {
  const page = await openPage('/redeem?reward=7', { device });
  page.backend.answer('rest/rewards', rows([]));
  page.backend.answer('rest/redemptions', rows([]));
  const expired = { reward: { id: '7', title: 'Free tea' }, since: '2026-11-20T02:00:00Z' };
  device.sessionStorage.set(storageKeys.expiredCode, JSON.stringify(expired));
  const { RedeemScreen } = await import('../../../src/islands/redeem/RedeemScreen.tsx');
  const { container } = render(<RedeemScreen />);
  await vi.dynamicImportSettled();
  await act(settle);
  expect(screen.getByRole('alert').textContent).toMatch(/^Reward not found\./);
  expect(container.querySelector('[role="status"]')?.textContent).toBe(
    'Your code expired. Nothing was redeemed.',
  );
});

test('the card of a store that was never opened waits for what is above it, but not offline', async () => {
  const page = await openPage('/store/3', { device });
  page.backend.answer('rest/rewards', rows([]));
  for (const table of ['stores', 'stamps', 'rpc/stamps_held'])
    page.backend.answer(`rest/${table}`, hanging);
  const json = JSON.stringify([
    {
      storeId: '3',
      storeName: 'Kape Tayo',
      storeLogoUrl: null,
      suspended: false,
      total: 7,
      goal: 9,
    },
  ]);
  const cards = savedAnswerKey('ana', 'myCards', []);
  device.localStorage.set(cards, serializeEntry({ at: 1, since: 1, json }));
  const { StoreScreen } = await import('../../../src/islands/store/StoreScreen.tsx');
  const offlineState = await import('../../../src/lib/state/reading/offline.ts');
  render(<StoreScreen />);
  await act(settle);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kape Tayo');
  const shown = () => [
    screen.queryByRole('img', { name: '7 of 9 stamps' }) !== null,
    screen.queryByRole('heading', { name: 'Rewards' }) !== null,
  ];
  expect(shown()).toEqual([false, true]);
  act(() => offlineState.$offline.set(true));
  expect(shown()).toEqual([true, false]);
});

test('the page of all stores says how many a filter leaves, and why it shows none or old ones', async () => {
  const page = await openPage('/stores', { as: null, device });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  page.backend.answer('auth/token', refusal(503, {}));
  const { StoresScreen } = await import('../../../src/islands/stores/StoresScreen.tsx');
  // The auth client says on the console that a renewal failed: here it is meant to.
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(<StoresScreen />);
  const said = () => screen.queryByRole('alert')?.textContent;
  await act(() => pass(20_000));
  expect(said()).toBe('We couldn’t load the stores.Try again');
  page.backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => pass(15_000));
  expect(screen.queryByText('No stores yet. Come back soon!')).not.toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Open now' })));
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('0 shown');
  for (const name of ['list_stores', 'my_cards']) page.backend.answer(`rest/rpc/${name}`, offline);
  await act(() => pass(20_000));
  act(() => device.setVisible(true));
  await act(settle);
  expect(said()).toBe('We couldn’t load the stores.Try again');
  expect(screen.getByText(/^As of 10:00 AM/)).not.toBeNull();
  warned.mockClear();
});
