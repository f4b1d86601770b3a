import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { ana } from '../../../local-backend/people.ts';
import { nextCustomer, scanned } from '../../../src/till/serving.ts';
import { $session, $stores, chooseStore, followSession } from '../../../src/till/session.ts';
import { Till } from '../../../src/till/Till.tsx';
import { codeOf, member, store } from './counter.ts';

/** Set up before the client, which looks for a session on the device at once. */
const line = vi.hoisted(() => {
  vi.useFakeTimers();
  const session = (token: string, expires: number) => ({
    access_token: token,
    refresh_token: `refresh of ${token}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + expires,
    user: { id: 'f5a4', email: 'tess@example.com' },
  });
  const expire = () =>
    localStorage.setItem('stampcard-till.session', JSON.stringify(session('old', -60)));
  expire();
  const state = { isUp: false, expire };
  globalThis.fetch = async (input) => {
    if (!state.isUp) throw new TypeError('Failed to fetch');
    return Response.json(String(input).includes('/auth/v1/token') ? session('new', 3600) : []);
  };
  return state;
});

afterAll(() => void vi.useRealTimers());

/** As long as the client itself keeps trying. */
const later = () => act(() => vi.advanceTimersByTimeAsync(40_000));

test('a till that is opened offline says so, and works once it is online', async () => {
  followSession();
  render(<Till />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('alert').textContent).toContain('can’t reach Stampcard.');
  // The client warns that its attempts failed.
  const report = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await later();
  expect(report).toHaveBeenCalledOnce();
  report.mockClear();
  expect(screen.getByRole('alert').textContent).toContain('can’t reach Stampcard.');
  expect(screen.queryByLabelText('Email address')).toBeNull();
  // Another try doesn't wait until the client gives up, either.
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('alert').textContent).toContain('can’t reach Stampcard.');
  await later();
  line.isUp = true;
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  fireEvent.click(again);
  // The button is gone, and the focus is kept.
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  // The region that said 'Loading' says this: one that appears with its words is not heard.
  const said = screen.getByRole('status').textContent;
  expect(said).toMatch(/^tess@example.com doesn’t work in any store yet/);
});

test('someone who signs out offline is signed out in the end', async () => {
  render(<Till />);
  line.isUp = false;
  line.expire();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await later();
  expect(screen.getByLabelText('Email address')).toBeTruthy();
  expect(localStorage.getItem('stampcard-till.session')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('someone whose session was ended while they worked is told so', () => {
  act(() => $session.set({ status: 'loading' }));
  render(<Till />);
  act(() => $session.set({ status: 'ended' }));
  expect(screen.getByRole('alert').textContent).toBe('You were signed out. Please sign in again.');
});

test('a menu that can’t be loaded says so, and one closed by a code stays closed', async () => {
  vi.doMock('../../../src/till/Menu.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
  act(() => $session.set({ status: 'signed-in', member }));
  act(() => chooseStore(store));
  render(<Till />);
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await act(() => vi.dynamicImportSettled());
  };
  await open();
  const missing = screen.getByText(/^We couldn’t load the menu/);
  vi.doUnmock('../../../src/till/Menu.tsx');
  await open();
  expect(missing.isConnected).toBe(false);
  expect(screen.getByRole('dialog')).toBeTruthy();
  act(() => void scanned(codeOf(ana)));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(nextCustomer);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

test('a suspended store is called that where it is chosen and at work', async () => {
  act(() => chooseStore(null));
  const suspended = { ...store, isSuspended: true };
  act(() => $stores.set({ status: 'loaded', stores: [suspended, { ...store, id: 2 }] }));
  render(<Till />);
  fireEvent.click(screen.getByRole('button', { name: 'Kape Tayo (suspended)' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kape Tayo (suspended)');
  act(() => chooseStore(null));
  fireEvent.click(screen.getByRole('button', { name: 'Kape Tayo' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kape Tayo');
});
