/**
 * Every read of every screen fails: the exact message, the heading that stays, and the way on
 * (docs/product.md#errors-and-waiting). The other failures of reads are in tests/unit/data.
 */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { memoryPlatform } from '../../memory-platform.ts';
import { type Answer, offline, refusal, rows } from '../data/fake-backend.ts';
import { openPage, settle } from '../state/open-page.ts';

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

interface Read {
  path: string;
  name: keyof typeof screens;
  table: keyof typeof FOUND;
  /** What it says if nothing answers. */
  fallback: string;
  /** What the screen shows once it works. */
  shown: string;
  /** How the screen begins a message from the backend. */
  says?: string;
  /** Where a refusal leads to; without it, 'Try again'. */
  wayOn?: string;
}

const reads: Read[] = [
  {
    path: '/home',
    name: 'home',
    table: 'events',
    fallback: 'Unable to load events.',
    shown: 'Night Market',
  },
  {
    path: '/home',
    name: 'home',
    table: 'rewards',
    fallback: 'Unable to load rewards.',
    shown: 'Free barako',
  },
  {
    path: '/events',
    name: 'events',
    table: 'events',
    fallback: 'Unable to load events.',
    shown: 'Night Market',
  },
  {
    path: '/view-event/2',
    name: 'viewEvent',
    table: 'events',
    fallback: 'Unable to load events.',
    wayOn: '/events',
    shown: 'Night MarketDate not set',
  },
  {
    path: '/rewards',
    name: 'rewards',
    table: 'rewards',
    fallback: 'Unable to load rewards.',
    shown: 'Free barako',
  },
  {
    path: '/store/1',
    name: 'store',
    table: 'stores',
    fallback: 'Unable to load store.',
    wayOn: '/home',
    shown: 'Kape TayoAddress unavailable',
  },
  {
    path: '/store/1',
    name: 'store',
    table: 'rewards',
    fallback: 'Unable to load rewards.',
    shown: 'Free barako',
  },
  {
    path: '/store/1',
    name: 'store',
    table: 'rpc/stamps_held',
    fallback: 'Unable to load stamps.',
    shown: '2 / 10',
  },
  {
    path: '/redeem?reward=1',
    name: 'redeem',
    table: 'rewards',
    fallback: 'Unable to load reward.',
    wayOn: '/rewards',
    shown: 'Free barako',
  },
  {
    path: '/redeem?reward=1',
    name: 'redeem',
    table: 'stamps',
    fallback: 'Unable to load stamps.',
    shown: 'Collect 10 more stamps to redeem this reward.',
  },
  {
    path: '/transactions',
    name: 'transactions',
    table: 'stamps',
    fallback: 'Unable to load stamps.',
    says: 'Unable to load stamps: ',
    shown: 'No transactions found yet.',
  },
  {
    path: '/transactions?tab=redemptions',
    name: 'transactions',
    table: 'redemptions',
    fallback: 'Unable to load redemptions.',
    says: 'Unable to load redemptions: ',
    shown: 'No redemptions found yet.',
  },
];

/** Opens the screen while this read finds no connection, then has 'Try again' answered. */
async function tryAgain({ path, name, table, fallback }: Read, answer: Answer): Promise<string[]> {
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
  expect(alerts()).toEqual([expect.stringMatching(RegExp(`^${fallback}Try again`))]);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  backend.answer(`rest/${table}`, answer);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(settle);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  return alerts();
}

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '');

test.each(reads)('$path says that it can’t load its $table, and tries again', async (read) => {
  expect(await tryAgain(read, rows(FOUND[read.table]))).toEqual([]);
  expect(document.body.textContent).toContain(read.shown);
});

test.each(reads)('$path says why its $table were refused, and offers a way on', async (read) => {
  const { says = '', wayOn } = read;
  const said = await tryAgain(read, refusal(403, { message: 'Closed until noon.' }));
  expect(said).toEqual([expect.stringMatching(RegExp(`^${says}Closed until noon\\.`))]);
  const alert = screen.getByRole('alert');
  const [button, link] = [alert.querySelector('button'), alert.querySelector('a')];
  expect(link?.getAttribute('href')).toBe(wayOn);
  expect(button === null).toBe(wayOn !== undefined);
});
