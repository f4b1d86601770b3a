import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { EventCard } from '../../../../src/islands/cards/EventCard.tsx';
import { RedemptionCard } from '../../../../src/islands/cards/RedemptionCard.tsx';
import { StampCard } from '../../../../src/islands/cards/StampCard.tsx';
import { StoreLogo } from '../../../../src/islands/cards/StoreLogo.tsx';
import type { Redemption, StoreEvent } from '../../../../src/lib/domain/entities.ts';

beforeEach(() => {
  // The test page fetches no images: they are on their way for ever.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

describe('StampCard', () => {
  const card = { seed: '7', storeName: 'Kape Tayo', logoUrl: null, total: 7, goal: 10 };

  it('StampCard says whose card it is, how many stamps it holds and how far there is to go', () => {
    const { container } = render(<StampCard {...card} />);
    expect(screen.getByRole('heading', { name: 'Kape Tayo' })).toBeTruthy();
    expect(container.querySelector('.count')?.textContent).toBe('7 / 10');
    expect(screen.getByRole('img', { name: '7 of 10 stamps' })).toBeTruthy();
    expect(container.textContent).toContain('3 more stamps to go');
  });

  it('StampCard can carry another heading, no logo, and a footer', () => {
    const { container } = render(
      <StampCard {...card} heading="Your Stamps" hideLogo>
        <p>Invoice #: 10482</p>
      </StampCard>,
    );
    expect(screen.getByRole('heading', { name: 'Your Stamps' })).toBeTruthy();
    expect(container.querySelector('.logo')).toBeNull();
    expect(container.textContent).toContain('Invoice #: 10482');
  });

  it("StampCard prints the store's initial, whatever its alphabet", () => {
    const { container } = render(<StampCard {...card} storeName="éclair" />);
    expect(container.querySelector('.seal text')?.textContent).toBe('É');
  });
});

describe('StoreLogo', () => {
  it('StoreLogo shows the logo, and the initial on a color when it fails', () => {
    const { container } = render(<StoreLogo name="kape tayo" seed="7" url="/logo.svg" />);
    const image = container.querySelector('img');
    expect(image?.getAttribute('src')).toBe('/logo.svg');
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('K');
    expect(container.querySelector('.logo')?.getAttribute('data-color')).toMatch(/^[0-5]$/);
  });
});

test('StoreLogo shows the initial in place of a logo of more than 16 megapixels', () => {
  const { container } = render(<StoreLogo name="kape tayo" seed="7" url="/logo.png" />);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(12_000);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(12_000);
  fireEvent.load(container.querySelector('img') as HTMLImageElement);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('K');
});

describe('the color behind an initial', () => {
  it('the color behind an initial is the same for the same store, and all six are used', () => {
    const colorOf = (seed: string) =>
      render(
        <StoreLogo name="K" seed={seed} url={null} />,
      ).container.firstElementChild?.getAttribute('data-color');
    const ids = Array.from({ length: 100 }, (_, id) => String(id));
    const colors = ids.map(colorOf);
    expect(ids.map(colorOf)).toEqual(colors);
    expect([...new Set(colors)].sort()).toEqual(['0', '1', '2', '3', '4', '5']);
  });
});

describe('EventCard', () => {
  const event: StoreEvent = {
    id: 'a/b',
    name: 'Acoustic Night',
    title: 'Local bands, unplugged',
    date: '2026-11-27T19:00:00+08:00',
    photo: null,
  };

  it('EventCard leads to its event', () => {
    render(<EventCard event={event} layout="tile" />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/view-event/a%2Fb');
  });

  it('EventCard tells more as a row, and the year where it is another', () => {
    vi.setSystemTime('2026-11-20T00:00:00Z');
    const { container, rerender } = render(<EventCard event={event} layout="tile" />);
    expect(container.textContent).toBe('Acoustic NightFri, Nov 27 · 7:00 PM GMT+8');
    rerender(<EventCard event={event} layout="row" />);
    expect(container.textContent).toBe(
      'Acoustic NightFri, Nov 27 · 7:00 PM GMT+8Local bands, unplugged',
    );
    vi.setSystemTime('2025-11-20T00:00:00Z');
    rerender(<EventCard event={{ ...event }} layout="row" />);
    expect(container.textContent).toContain('Friday, Nov 27, 2026 · 7:00 PM');
    vi.useRealTimers();
  });

  it('EventCard makes do with what it gets', () => {
    const { container } = render(
      <EventCard event={{ ...event, name: '', title: null, date: null }} layout="row" />,
    );
    expect(container.textContent).toBe('Untitled eventDate not set');
  });
});

describe('RedemptionCard', () => {
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
    const { container } = render(
      <RedemptionCard
        redemption={{
          ...redemption,
          storeName: null,
          rewardTitle: null,
          redeemedAt: null,
          notes: null,
        }}
        onReceipt={() => undefined}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Reward redemption' })).toBeTruthy();
    expect(container.textContent).toContain('Nov 1, 2026, 8:00 AM GMT+8');
    expect(container.textContent).not.toContain('Notes');
  });
});
