import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { EventCard } from '../../../../src/islands/cards/EventCard.tsx';
import { QrCode } from '../../../../src/islands/cards/QrCode.tsx';
import { RedemptionCard } from '../../../../src/islands/cards/RedemptionCard.tsx';
import { RewardCard } from '../../../../src/islands/cards/RewardCard.tsx';
import { RewardCountdown } from '../../../../src/islands/cards/RewardCountdown.tsx';
import { SmallCard, SmallSlots } from '../../../../src/islands/cards/SmallCard.tsx';
import { StampCard } from '../../../../src/islands/cards/StampCard.tsx';
import { ReceiptSheet } from '../../../../src/islands/screen/ReceiptSheet.tsx';
import { StoreFacts } from '../../../../src/islands/store/StoreFacts.tsx';
import { StoreRow } from '../../../../src/islands/stores/StoreRow.tsx';
import type { Redemption, StoreEvent } from '../../../../src/lib/domain/entities.ts';
import { readHours } from '../../../../src/lib/domain/opening-hours.ts';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { $now } from '../../../../src/lib/state/clock.ts';
import { $redemption, openReceipt } from '../../../../src/lib/state/redeem/redemption-state.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { refusal, rows, stampRow } from '../../data/fake-backend.ts';
import { card, reward } from '../../domain/examples.ts';
import { openPage, settle } from '../../state/open-page.ts';
import { type FakeWindow, fakeWindow } from '../fake-window.ts';

describe('cards', () => {
  beforeEach(() => {
    // The test page fetches no images: they never arrive.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  });

  const stampCard = { seed: '7', storeName: 'Kape Tayo', logoUrl: null, total: 7, goal: 10 };

  it('StampCard says whose card it is, how many stamps it has and how many are still to go', () => {
    const { container } = render(<StampCard {...stampCard} storeName="éclair" />);
    expect(container.querySelector('.seal text')?.textContent).toBe('É');
    expect(screen.getByRole('heading', { name: 'éclair' })).toBeTruthy();
    expect(container.querySelector('.count')?.textContent).toBe('7 / 10');
    expect(screen.getByRole('img', { name: '7 of 10 stamps' })).toBeTruthy();
    expect(container.textContent).toContain('3 more stamps to go');
  });

  const event: StoreEvent = {
    id: 'a/b',
    name: 'Acoustic Night',
    title: 'Local bands, unplugged',
    date: '2026-11-27T19:00:00+08:00',
    photo: null,
  };

  it('EventCard leads to its event, says more as a row, and names any year but this one', () => {
    vi.setSystemTime('2026-11-20T00:00:00Z');
    const { container, rerender } = render(<EventCard event={event} layout="tile" />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/view-event/a%2Fb');
    expect(container.textContent).toBe('Acoustic NightFri, Nov 27 · 7:00 PM GMT+8');
    rerender(<EventCard event={event} layout="row" />);
    expect(container.textContent).toBe(
      'Acoustic NightFri, Nov 27 · 7:00 PM GMT+8Local bands, unplugged',
    );
    vi.setSystemTime('2025-11-20T00:00:00Z');
    rerender(<EventCard event={{ ...event }} layout="row" />);
    expect(container.textContent).toContain('Friday, Nov 27, 2026 · 7:00 PM');
    vi.useRealTimers();
    rerender(<EventCard event={{ ...event, title: null, date: null }} layout="row" />);
    expect(container.textContent).toBe('Acoustic NightDate not set');
  });

  const redemption: Redemption = {
    id: '1',
    userId: 'u',
    storeName: 'Kape Tayo',
    rewardTitle: 'Free kapeng barako',
    rewardPhoto: '/demo/barako.svg',
    stampsSpent: 10,
    redeemedAt: '2026-11-21T02:24:00Z',
    createdAt: '2026-11-01T00:00:00Z',
    notes: 'Oat milk',
  };

  it('RedemptionCard and its receipt give the time it was redeemed, else recorded, and omit what is missing', () => {
    const show = (fields: Partial<Redemption>) =>
      render(
        <RedemptionCard redemption={{ ...redemption, ...fields }} onReceipt={() => undefined} />,
      ).container.textContent;
    expect(show({})).toContain('Nov 21, 2026, 10:24 AM GMT+8');
    cleanup();
    const none = { storeName: null, rewardTitle: null, redeemedAt: null, notes: null };
    const text = show(none);
    expect(screen.getByRole('heading', { name: 'Reward redemption' })).toBeTruthy();
    expect(text).toContain('Nov 1, 2026, 8:00 AM GMT+8');
    expect(text).not.toContain('Notes');
    cleanup();
    expect(show({ redeemedAt: 'yesterday' })).toContain('Nov 1, 2026, 8:00 AM GMT+8');
    render(<ReceiptSheet />);
    const receipt = (title: string) => screen.getByRole('dialog', { name: title }).textContent;
    act(() => openReceipt({ ...redemption, ...none }));
    expect(receipt('Receipt')).toContain('Reward redemptionSunday, Nov 1, 2026, 8:00:00 AM GMT+8');
    act(() => openReceipt(redemption));
    expect(receipt('Receipt')).toContain('Kape TayoSaturday, Nov 21, 2026, 10:24:00 AM GMT+8');
    act(() => $redemption.set({ status: 'redeemed', receipt: redemption, isProcessing: false }));
    expect(receipt('Enjoy!')).toContain('Nov 21');
    act(() => $redemption.set({ status: 'closed' }));
  });
});

test('a receipt that can’t be opened says so on its own card, scrolled into view', async () => {
  const page = await openPage('/transactions?tab=redemptions');
  page.device.whenIdle = () => () => undefined;
  const redeemed = [2, 1].map((id) => ({ id, user_id: 'ana', store_name: `Store ${id}` }));
  page.backend.answer('rest/redemptions', rows(redeemed));
  const { RedemptionsTab } = await import(
    '../../../../src/islands/transactions/RedemptionsTab.tsx'
  );
  render(<RedemptionsTab />);
  await act(settle);
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.spyOn(page.device, 'laterStyles').mockRejectedValueOnce(new Error('offline'));
  const button = screen.getByRole('button', { name: 'Receipt no. 2' });
  await act(async () => fireEvent.click(button));
  await act(() => vi.dynamicImportSettled());
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('We couldn’t open the receipt.');
  expect(alert.closest('li')?.textContent).toContain('Store 2');
  expect(scroll).toHaveBeenCalledTimes(1);
});

test.each([
  [3, 0],
  [4, 1],
])('with %i events, home shows three and %i link(s) to more', async (count, more) => {
  const page = await openPage('/home');
  page.device.whenIdle = () => () => undefined;
  const events = Array.from({ length: count }, (_, id) => ({ id, name: 'Night Market' }));
  page.backend.answer('rest/events', rows(events));
  const { HomeEvents } = await import('../../../../src/islands/home/HomeEvents.tsx');
  render(<HomeEvents />);
  await act(settle);
  expect(screen.getAllByText('Night Market')).toHaveLength(3);
  expect(screen.queryAllByText('Discover more events')).toHaveLength(more);
});

test.each([
  ['DayStamps', 'stamps', '/transactions?page=2'],
  ['RedemptionsTab', 'redemptions', '/transactions?tab=redemptions&redeemed=2'],
])('%s offers no other page once one can’t be read', async (name, of, path) => {
  const page = await openPage(path);
  page.device.whenIdle = () => () => undefined;
  page.backend.answer('rest/rpc/stamps_held', rows([]));
  page.backend.answer(`rest/${of}`, rows([stampRow(1, 30)], 1000));
  const parts = await import(`../../../../src/islands/transactions/${name}.tsx`);
  render(createElement(parts[name]));
  await act(settle);
  const button = (label: string) => screen.getByRole<HTMLButtonElement>('button', { name: label });
  const areDisabled = () => [button('Previous').disabled, button('Next').disabled];
  expect(areDisabled()).toEqual([false, false]);
  page.backend.answer(`rest/${of}`, refusal(403, { message: 'Closed.' }));
  fireEvent.click(button('Next'));
  await act(settle);
  expect(areDisabled()).toEqual([true, true]);
});

test('a suspended store’s page keeps a full card, and promises no reward and no stamp', async () => {
  const page = await openPage('/store/3');
  page.device.whenIdle = () => () => undefined;
  const store = { id: 3, name: 'Kape Tayo', suspended: false };
  page.backend.answer('rest/stores', rows([store]));
  page.backend.answer('rest/rewards', rows([]));
  page.backend.answer('rest/rpc/stamps_held', rows([{ store_id: 3, stamp_count: 10 }]));
  const { StoreScreen } = await import('../../../../src/islands/store/StoreScreen.tsx');
  const { container } = render(<StoreScreen />);
  await act(settle);
  expect(container.textContent).toContain('Time for your reward!');
  const offered = () => [
    screen.queryByRole('heading', { name: 'Rewards' }) !== null,
    screen.queryByRole('button', { name: 'Missing a stamp?' }) !== null,
    screen.queryByRole('link', { name: 'Your stamps here' }) !== null,
  ];
  expect(offered()).toEqual([true, true, true]);
  page.backend.answer('rest/stores', rows([{ ...store, suspended: true }]));
  page.device.emitPageRestored();
  await act(settle);
  expect(container.textContent).toContain('You keep the stamps you have here.');
  expect(screen.getByRole('img', { name: '10 of 10 stamps' })).toBeTruthy();
  expect(container.textContent).not.toContain('Time for your reward!');
  expect(offered()).toEqual([false, false, true]);
  page.backend.answer('rest/rpc/stamps_held', rows([]));
  page.device.emitPageRestored();
  await act(settle);
  expect(container.textContent).toContain('This store is not taking part at present.');
  expect(container.textContent).not.toContain('You keep the stamps');
});

describe('small cards', () => {
  beforeEach(() => setPlatform(memoryPlatform()));
  afterEach(cleanup);

  const link = (fields: Parameters<typeof card>[0]) => {
    render(<SmallCard card={card(fields)} priority="now" />);
    return screen.getByRole<HTMLAnchorElement>('link');
  };

  const ready = { id: '1', title: 'Free barako', photo: null, count: 1 };
  const next = { title: 'Free barako', missing: 1 };

  test.each([
    ['what is ready', { total: 10, ready }, 'Ready: Free barako'],
    ['how many are ready', { total: 27, ready }, '2 rewards ready'],
    ['what it leads to', { total: 9, next }, '1 more for Free barako'],
    ['the stamps to go', { total: 3, goal: 30 }, '27 more stamps to go'],
    ['a full card', { total: 37 }, 'Card full'],
    ['a suspended store', { total: 37, suspended: true }, 'Not taking part at present'],
  ])('a small card says %s', (_, fields, words) => {
    const { textContent, href } = link({ ...fields, storeId: 'a/b' });
    expect(textContent).toContain(words);
    expect(href).toMatch(/\/store\/a%2Fb$/);
  });

  /** How many circles the shape of this class draws. */
  const drawn = (container: HTMLElement, name: string) =>
    container.querySelector(`.${name}`)?.getAttribute('d')?.split('M').filter(Boolean).length ?? 0;

  test.each([
    [0, 10, { stamped: 0, empty: 9 }],
    [37, 10, { stamped: 10, empty: 0 }],
    [0, 1, { stamped: 0, empty: 0 }],
    [20, 30, { stamped: 20, empty: 9 }],
  ])('a small card with %i of %i stamps has a slot for each', (total, goal, { stamped, empty }) => {
    const { container } = render(<SmallSlots total={total} goal={goal} />);
    expect(drawn(container, 'ring')).toBe(stamped);
    expect(drawn(container, 'ink')).toBe(stamped);
    expect(drawn(container, 'empty')).toBe(empty);
    expect(drawn(container, 'reward')).toBe(1);
  });

  test('a goal of more than sixty is a bar, which is never more than full', () => {
    const { container } = render(<SmallSlots total={200} goal={100} />);
    expect(container.querySelector('.ink')?.getAttribute('width')).toBe('100');
    expect(container.querySelectorAll('path')).toHaveLength(0);
  });
});

const ready = (size: number) => ({
  status: 'ready' as const,
  drawing: { size, path: 'M0 0h1v1h-1z' },
});
const OWN_SIZE = '-1 -1 39 39';

it('QrCode draws the modules with a margin of one, and a logo in the middle, a fifth wide', () => {
  const { rerender } = render(<QrCode image={ready(37)} label="QR code of Ana" />);
  const code = screen.getByRole('img', { name: 'QR code of Ana' });
  expect(code.getAttribute('viewBox')).toBe(OWN_SIZE);
  expect(code.querySelector('path')?.getAttribute('d')).toBe('M0 0h1v1h-1z');
  expect(code.querySelectorAll('rect')).toHaveLength(0);
  rerender(<QrCode image={ready(40)} label="QR code of Ana" logo />);
  const logo = screen.getByRole('img').querySelector('g');
  expect(logo?.getAttribute('transform')).toBe('translate(15.8 15.8) scale(0.2625)');
  expect(logo?.querySelector('rect')?.getAttribute('width')).toBe('32');
  rerender(<QrCode image={{ status: 'loading' }} label="QR code of Ana" logo />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
});

it('QrCode is its own size again when the focus moves on', () => {
  render(
    <>
      <QrCode image={ready(37)} label="QR code of Ana" />
      <button type="button">Close</button>
    </>,
  );
  const enlarge = screen.getByRole('button', { name: 'Enlarge the code' });
  act(() => enlarge.focus());
  fireEvent.click(enlarge);
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  expect(screen.getByRole('img').getAttribute('viewBox')).toBe(OWN_SIZE);
});

describe('the countdown of a reward', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00+08:00') });
    setPlatform(memoryPlatform());
    $now.set(null);
  });

  afterEach(() => {
    cleanup();
    // The clock stops a moment after its last watcher left.
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
  });

  const chip = (container: HTMLElement) => container.querySelector<HTMLElement>('.chip');

  it('the countdown is an empty chip in pre-rendered HTML', () => {
    const html = renderToString(<RewardCountdown dateEnd="2026-11-23" variant="home" />);
    expect(html).toBe('<span class="chip" data-live="true" role="timer"></span>');
  });

  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const move = (fake: FakeWindow, target: HTMLElement, isNear: boolean) =>
    act(() => fake.move(target, isNear));

  /** How often the text was written. */
  function renderCounted(dateEnd: string, variant: 'detail' | 'home') {
    const { container } = render(<RewardCountdown dateEnd={dateEnd} variant={variant} />);
    const target = chip(container) as HTMLElement;
    const writes = vi.spyOn(target.firstChild as Text, 'data', 'set');
    return { container, target, countWrites: () => writes.mock.calls.length };
  }

  it('the countdown stands still while it is out of sight, and is right when it comes near', () => {
    const fake = fakeWindow();
    const { container, target, countWrites } = renderCounted('2026-11-21', 'home');
    move(fake, target, false);
    pass(60_000);
    expect(countWrites()).toBe(0);
    expect(container.textContent).toBe('13:59:59');
    // The clock sleeps while every countdown is out of sight.
    expect(vi.getTimerCount()).toBe(0);
    move(fake, target, true);
    expect(container.textContent).toBe('13:58:59');
    pass(1000);
    expect(container.textContent).toBe('13:58:58');
  });

  it('the countdown in sight is written when its text changes, not when the clock ticks', () => {
    vi.setSystemTime('2026-11-21T23:59:30+08:00');
    const { container, countWrites } = renderCounted('2026-11-23T09:00:00+08:00', 'detail');
    pass(20_000);
    expect(countWrites()).toBe(0);
    pass(20_000);
    expect(container.textContent).toBe('1 day remaining');
    expect(countWrites()).toBe(1);
  });

  it('the countdown goes on after the browser has translated the page', () => {
    const { target } = renderCounted('2026-11-21', 'home');
    const translation = document.createElement('span');
    target.firstChild?.replaceWith(translation);
    pass(1000);
    expect(target.textContent).toBe('13:59:58');
  });

  it('a reward that ends while it is on the screen is no longer ready', () => {
    vi.setSystemTime('2026-11-21T23:59:30+08:00');
    const coffee = reward({ dateEnd: '2026-11-21' });
    const { container, rerender } = render(
      <RewardCard countdown="detail" held={10} href="" reward={coffee} />,
    );
    expect(container.textContent).toContain('Ready');
    pass(60_000);
    expect(container.textContent).toContain('Expired');
    expect(container.textContent).not.toContain('Ready');
    const prolonged = { ...coffee, dateEnd: '2026-11-22' };
    rerender(<RewardCard countdown="detail" held={10} href="" reward={prolonged} />);
    expect(container.textContent).toContain('Ready');
  });

  it('the countdown changes the name of its card, but not while the card has the focus', () => {
    render(
      <a href="/store/1">
        <RewardCountdown dateEnd="2026-11-21" variant="home" />
      </a>,
    );
    const link = screen.getByRole('link', { name: '13:59:59' });
    link.focus();
    pass(2000);
    expect(link.textContent).toBe('13:59:57');
    expect(screen.queryByRole('link', { name: '13:59:59' })).toBe(link);
    link.blur();
    pass(1000);
    expect(screen.queryByRole('link', { name: '13:59:56' })).toBe(link);
  });

  it('the text about a store’s hours stays up to date on the screen, in the list too', () => {
    vi.setSystemTime('2026-11-21T23:58:30+08:00');
    const daily = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, '07:00-24:00']),
    );
    const row = { opening_hours: daily, time_zone: 'Asia/Manila' };
    const listed = { id: '1', name: 'Kape', address: null, logoUrl: null, suspended: false };
    const store = { ...listed, kind: null, place: null, hours: readHours(row), collects: null };
    const { container } = render(
      <>
        <StoreFacts row={row} />
        <StoreRow card={undefined} priority={undefined} store={store} />
      </>,
    );
    const states = () =>
      [...container.querySelectorAll('[data-open]')].map(({ textContent }) => textContent);
    expect(states()).toEqual(['Open until 12:00 AM', 'Open until 12:00 AM']);
    pass(90_000);
    expect(states()).toEqual(['Closed, opens at 7:00 AM', 'Closed, opens at 7:00 AM']);
  });
});
