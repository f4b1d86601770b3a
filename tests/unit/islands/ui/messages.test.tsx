import { existsSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Banner } from '../../../../src/islands/ui/Banner.tsx';
import { EmptyState } from '../../../../src/islands/ui/EmptyState.tsx';
import { Skeleton } from '../../../../src/islands/ui/Skeleton.tsx';

it('Banner interrupts for an error only', () => {
  render(
    <>
      <Banner tone="error">Unable to load rewards.</Banner>
      <Banner tone="success">Redeemed.</Banner>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Unable to load rewards.');
  expect(screen.getByRole('status').textContent).toBe('Redeemed.');
});

it('Banner says it with an icon as well as a color', () => {
  const { container } = render(<Banner tone="success">Redeemed.</Banner>);
  expect(container.querySelectorAll('svg')).toHaveLength(1);
});

it('Banner offers a way on: a button or a link', () => {
  const onClick = vi.fn();
  render(
    <>
      <Banner actions={[{ label: 'Try again', onClick }]} tone="error">
        Unable to load rewards.
      </Banner>
      <Banner actions={[{ label: 'Go back to events', href: '/events' }]} tone="error">
        Event not found.
      </Banner>
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onClick).toHaveBeenCalledOnce();
  const link = screen.getByRole('link', { name: 'Go back to events' });
  expect(link.getAttribute('href')).toBe('/events');
});

it('Banner offers several ways on, in the order given', () => {
  const ways = [
    { label: 'Try again', onClick: () => undefined },
    { label: 'Go back to events', href: '/events' },
  ];
  render(
    <Banner actions={ways} tone="error">
      Unable to load events.
    </Banner>,
  );
  const [again, back] = [screen.getByRole('button'), screen.getByRole('link')];
  expect(again.compareDocumentPosition(back)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('Banner can be the heading of a screen', () => {
  render(
    <Banner headingLevel={1} tone="error">
      Reward not found.
    </Banner>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Reward not found.' })).toBeTruthy();
});

it.each(['card', 'search', 'calendar', 'gift'] as const)(
  'EmptyState has a drawing: %s',
  (illustration) => {
    const { container } = render(<EmptyState illustration={illustration}>Nothing yet.</EmptyState>);
    const address = container.querySelector('img')?.getAttribute('src');
    expect(existsSync(`public${address}`), String(address)).toBe(true);
  },
);

it('EmptyState leads on', () => {
  render(<EmptyState action={{ label: 'See rewards', href: '/rewards' }}>Nothing yet.</EmptyState>);
  expect(screen.getByText('Nothing yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See rewards' }).getAttribute('href')).toBe('/rewards');
});

it('Skeleton draws as many as asked, and says Loading once', () => {
  render(<Skeleton count={4} shape="stamp-card" />);
  const status = screen.getByRole('status');
  const drawing = status.querySelector('[aria-hidden="true"]');
  expect(drawing?.children).toHaveLength(4);
  expect(drawing?.textContent).toBe('');
  expect(status.textContent).toBe('Loading');
});

it('Skeleton lies as the cards will', () => {
  const { container, rerender } = render(<Skeleton count={2} shape="reward" />);
  expect(container.querySelector('.card-grid')?.children).toHaveLength(2);
  rerender(<Skeleton count={2} shape="event" />);
  expect(container.querySelector('.card-row')?.children).toHaveLength(2);
  rerender(<Skeleton count={2} shape="redemption" />);
  expect(container.querySelector('.card-list')?.children).toHaveLength(2);
});
