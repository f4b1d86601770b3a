import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RewardCard } from '../../../../src/islands/cards/RewardCard.tsx';
import { RewardCountdown } from '../../../../src/islands/cards/RewardCountdown.tsx';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { $now } from '../../../../src/lib/state/clock.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { reward as aReward } from '../../domain/examples.ts';
import { type FakeWindow, fakeWindow } from '../fake-window.ts';

/** 10:00 in the app's zone. */
const NOW = Date.parse('2026-11-21T10:00:00+08:00');

const reward = aReward({
  id: '1',
  storeId: '7',
  title: 'Free Barako',
  photo: '/demo/barako.svg',
  dateEnd: '2026-11-23T09:00:00+08:00',
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  setPlatform(memoryPlatform());
  $now.set(null);
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

afterEach(() => {
  cleanup();
  // The clock stops a moment after its last watcher left.
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
});

const chip = (container: HTMLElement) => container.querySelector<HTMLElement>('.chip');

it('RewardCountdown is an empty chip in pre-rendered HTML', () => {
  const html = renderToString(<RewardCountdown dateEnd={reward.dateEnd} variant="home" pulse />);
  expect(html).toBe('<span class="chip" data-live="true"></span>');
});

it.each([
  ['detail', reward.dateEnd, '2 days remaining'],
  ['home', reward.dateEnd, '2d 13:59:59'],
  ['home', '2026-11-21', '13:59:59'],
  ['home', null, 'No end date'],
] as const)('RewardCountdown in the %s variant, ending %s, says %s', (look, dateEnd, text) => {
  const { container } = render(<RewardCountdown dateEnd={dateEnd} variant={look} />);
  expect(container.textContent).toBe(text);
});

it('RewardCountdown ticks every second and, on home, beats with each tick, and only then', () => {
  const { container, rerender } = render(
    <RewardCountdown dateEnd="2026-11-21" variant="home" pulse />,
  );
  expect(container.textContent).toBe('13:59:59');
  const before = chip(container)?.dataset.beat;
  act(() => void vi.advanceTimersByTime(1000));
  expect(container.textContent).toBe('13:59:58');
  const after = chip(container)?.dataset.beat;
  expect(new Set([before, after])).toEqual(new Set(['0', '1']));
  rerender(<RewardCountdown dateEnd="2026-11-20" variant="home" pulse />);
  expect(container.textContent).toBe('Expired');
  expect(chip(container)?.dataset.beat).toBeUndefined();
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

it('RewardCountdown stands still while it is out of sight, and is right when it comes near', () => {
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

it('RewardCountdown in sight is written when its text changes, not when the clock ticks', () => {
  vi.setSystemTime('2026-11-21T23:59:30+08:00');
  const { container, countWrites } = renderCounted('2026-11-23T09:00:00+08:00', 'detail');
  pass(20_000);
  expect(countWrites()).toBe(0);
  pass(20_000);
  expect(container.textContent).toBe('1 day remaining');
  expect(countWrites()).toBe(1);
});

it('RewardCard is one link that says what, whose, how long and for how much', () => {
  const onFollow = vi.fn();
  const { rerender } = render(
    <RewardCard countdown="detail" href="#1" onClick={onFollow} reward={reward} />,
  );
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('#1');
  for (const words of ['Free Barako', 'Kape Tayo', '8 stamps needed', '2 days remaining']) {
    expect(link.textContent).toContain(words);
  }
  fireEvent.click(link);
  expect(onFollow).toHaveBeenCalledOnce();
  // Marked where the address names it, for the eye and for the ear.
  expect(link.getAttribute('aria-current')).toBeNull();
  rerender(<RewardCard countdown="detail" highlighted href="#1" reward={reward} />);
  expect(link.getAttribute('aria-current')).toBe('true');
});

it.each([
  [7, '7 of 8'],
  [8, 'Ready'],
  [0, '0 of 8'],
])('RewardCard says how far %i stamps are', (held, text) => {
  render(<RewardCard countdown="detail" held={held} href="#" reward={reward} />);
  expect(held < 8 ? screen.getByLabelText(text) : screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('8 stamps needed')).toBeTruthy();
});

it('RewardCard keeps the room for it while it is not known, but without a store', () => {
  const { container, rerender } = render(
    <RewardCard countdown="detail" href="#" reward={reward} />,
  );
  expect(container.querySelector('.progress')?.textContent).toBe('');
  rerender(<RewardCard countdown="detail" href="#" reward={{ ...reward, storeId: null }} />);
  expect(container.querySelector('.progress')).toBe(null);
});

it('RewardCard makes do with what it gets', () => {
  const none = { photo: null, stampsNeeded: null, storeId: null, storeName: null };
  const bare = { ...reward, ...none, title: '' };
  const { container } = render(<RewardCard countdown="detail" href="#" reward={bare} />);
  expect(container.textContent).toContain('Untitled reward');
  expect(container.textContent).toContain('Stamps requirement not set');
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^\/placeholder\//);
});
