import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { EventCard } from '../../../../src/islands/cards/EventCard.tsx';
import { QrCode } from '../../../../src/islands/cards/QrCode.tsx';
import { RedemptionCard } from '../../../../src/islands/cards/RedemptionCard.tsx';
import { SmallCard, SmallSlots } from '../../../../src/islands/cards/SmallCard.tsx';
import { StampCard } from '../../../../src/islands/cards/StampCard.tsx';
import { StoreLogo } from '../../../../src/islands/cards/StoreLogo.tsx';
import type { Redemption, StoreEvent } from '../../../../src/lib/domain/entities.ts';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { card } from '../../domain/examples.ts';

describe('cards', () => {
  beforeEach(() => {
    // The test page fetches no images: they are on their way for ever.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  });

  const stampCard = { seed: '7', storeName: 'Kape Tayo', logoUrl: null, total: 7, goal: 10 };

  it('StampCard says whose card it is, how many stamps it holds and how far there is to go', () => {
    const { container } = render(<StampCard {...stampCard} storeName="éclair" />);
    expect(container.querySelector('.seal text')?.textContent).toBe('É');
    expect(screen.getByRole('heading', { name: 'éclair' })).toBeTruthy();
    expect(container.querySelector('.count')?.textContent).toBe('7 / 10');
    expect(screen.getByRole('img', { name: '7 of 10 stamps' })).toBeTruthy();
    expect(container.textContent).toContain('3 more stamps to go');
  });

  it('StoreLogo shows the logo, and the initial on a color when it fails or has over 16 megapixels', () => {
    for (const goes of [fireEvent.error, fireEvent.load]) {
      const { container, unmount } = render(
        <StoreLogo name="kape tayo" seed="7" url="/logo.svg" />,
      );
      const image = container.querySelector('img') as HTMLImageElement;
      expect(image.getAttribute('src')).toBe('/logo.svg');
      vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(12_000);
      vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(12_000);
      goes(image);
      expect(container.querySelector('img')).toBeNull();
      expect(container.textContent).toBe('K');
      expect(container.querySelector('.logo')?.getAttribute('data-color')).toMatch(/^[0-5]$/);
      unmount();
    }
  });

  const event: StoreEvent = {
    id: 'a/b',
    name: 'Acoustic Night',
    title: 'Local bands, unplugged',
    date: '2026-11-27T19:00:00+08:00',
    photo: null,
  };

  it('EventCard leads to its event, and tells more as a row, and the year where it is another', () => {
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
    rerender(<EventCard event={{ ...event, name: '', title: null, date: null }} layout="row" />);
    expect(container.textContent).toBe('Untitled eventDate not set');
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

  it('RedemptionCard says what, where, when and what was noted, and leads to the receipt', () => {
    const onReceipt = vi.fn();
    const { container } = render(<RedemptionCard redemption={redemption} onReceipt={onReceipt} />);
    expect(screen.getByText('Free kapeng barako')).toBeTruthy();
    screen.getByRole('button', { name: 'Receipt no. 1' }).click();
    expect(onReceipt).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Kape Tayo' })).toBeTruthy();
    expect(container.textContent).toContain('Nov 21, 2026, 10:24 AM GMT+8');
    expect(container.textContent).toContain('Notes: Oat milk');
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/demo/barako.svg');
  });

  it('RedemptionCard falls back on the day it was written down, and leaves out what is missing', () => {
    const none = { storeName: null, rewardTitle: null, redeemedAt: null, notes: null };
    const { container } = render(
      <RedemptionCard redemption={{ ...redemption, ...none }} onReceipt={() => undefined} />,
    );
    expect(screen.getByRole('heading', { name: 'Reward redemption' })).toBeTruthy();
    expect(container.textContent).toContain('Nov 1, 2026, 8:00 AM GMT+8');
    expect(container.textContent).not.toContain('Notes');
  });
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
  ])('%i of %i have a slot for each stamp', (total, goal, { stamped, empty }) => {
    const { container } = render(<SmallSlots total={total} goal={goal} />);
    expect(drawn(container, 'ring')).toBe(stamped);
    expect(drawn(container, 'ink')).toBe(stamped);
    expect(drawn(container, 'empty')).toBe(empty);
    expect(drawn(container, 'reward')).toBe(1);
  });

  test('a goal of more than sixty is a bar, full at most', () => {
    const { container } = render(<SmallSlots total={200} goal={100} />);
    expect(container.querySelector('.ink')?.getAttribute('width')).toBe('100');
    expect(container.querySelectorAll('path')).toHaveLength(0);
  });
});

const svg = { size: 37, path: 'M0 0h1v1h-1z' };
const OWN_SIZE = '-1 -1 39 39';

it('QrCode draws the modules with a margin of one, and a logo in the middle, a fifth wide', () => {
  const { rerender } = render(<QrCode label="QR code of Ana" svg={svg} />);
  const code = screen.getByRole('img', { name: 'QR code of Ana' });
  expect(code.getAttribute('viewBox')).toBe(OWN_SIZE);
  expect(code.querySelector('path')?.getAttribute('d')).toBe(svg.path);
  expect(code.querySelectorAll('rect')).toHaveLength(0);
  rerender(<QrCode label="QR code of Ana" logo svg={{ ...svg, size: 40 }} />);
  const logo = screen.getByRole('img').querySelector('g');
  expect(logo?.getAttribute('transform')).toBe('translate(15.8 15.8) scale(0.2625)');
  expect(logo?.querySelector('rect')?.getAttribute('width')).toBe('32');
});

const renderIn = () => {
  const { container } = render(
    <dialog open>
      <QrCode label="QR code of Ana" svg={svg} />
      <button type="button">Close</button>
    </dialog>,
  );
  return {
    dialog: container.querySelector('dialog') as HTMLDialogElement,
    enlarge: screen.getByRole('button', { name: 'Enlarge the code' }),
    viewBox: () => screen.getByRole('img').getAttribute('viewBox'),
  };
};

it('QrCode grows with a tap, its quiet zone with it, and keeps the focus', () => {
  const { enlarge, viewBox } = renderIn();
  expect(enlarge.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(enlarge);
  expect(enlarge.getAttribute('aria-pressed')).toBe('true');
  expect(viewBox()).toBe('-4 -4 45 45');
  expect(document.activeElement).toBe(enlarge);
});

it.each<[string, (parts: ReturnType<typeof renderIn>) => void]>([
  ['a tap', ({ enlarge }) => fireEvent.click(enlarge)],
  ['Escape', ({ enlarge }) => fireEvent.keyDown(enlarge, { key: 'Escape' })],
  ['the way back', ({ dialog }) => dialog.dispatchEvent(new Event('cancel'))],
  ['the focus, which goes on', () => screen.getByRole('button', { name: 'Close' }).focus()],
])('QrCode shrinks again: %s', (_, shrink) => {
  const parts = renderIn();
  fireEvent.click(parts.enlarge);
  act(() => shrink(parts));
  expect(parts.viewBox()).toBe(OWN_SIZE);
  expect(parts.enlarge.getAttribute('aria-pressed')).toBe('false');
});

it('QrCode leaves Escape and the way back to the sheet at its own size', () => {
  const { dialog, enlarge } = renderIn();
  expect(fireEvent.keyDown(enlarge, { key: 'Escape' })).toBe(true);
  expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(true);
  fireEvent.click(enlarge);
  expect(fireEvent.keyDown(enlarge, { key: 'Escape' })).toBe(false);
});

it('QrCode keeps its place while the code is drawn, says that it failed, and tries again', () => {
  const onRetry = vi.fn();
  const { rerender } = render(<QrCode label="QR code of Ana" svg={null} />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<QrCode failed label="QR code of Ana" onRetry={onRetry} svg={null} />);
  expect(screen.getByRole('alert').textContent).toContain('Unable to generate QR code.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
