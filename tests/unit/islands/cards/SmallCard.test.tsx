import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SmallCard } from '../../../../src/islands/cards/SmallCard.tsx';
import { SmallSlots } from '../../../../src/islands/cards/SmallSlots.tsx';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { card } from '../../domain/examples.ts';

beforeEach(() => setPlatform(memoryPlatform()));
afterEach(cleanup);

const link = (fields: Parameters<typeof card>[0]) => {
  render(<SmallCard card={card(fields)} priority="now" />);
  return screen.getByRole('link');
};

describe('a small card', () => {
  test.each([
    [
      'what is ready',
      { total: 10, ready: { id: '1', title: 'Free barako', photo: null, count: 1 } },
      'Ready: Free barako',
    ],
    [
      'what it leads to',
      { total: 9, next: { title: 'Free barako', missing: 1 } },
      '1 more for Free barako',
    ],
    ['the last stamp', { total: 9 }, 'Just 1 more stamp to go'],
    ['the stamps to go', { total: 3, goal: 30 }, '27 more stamps to go'],
    ['a full card', { total: 37 }, 'Card full'],
    ['a suspended store', { total: 37, suspended: true }, 'Not taking part at present'],
  ])('a small card says %s', (_, fields, words) => {
    expect(link(fields).textContent).toContain(words);
  });

  test('a small card leads to its store', () => {
    expect(link({ storeId: 'a/b' }).getAttribute('href')).toBe('/store/a%2Fb');
  });
});

describe('small slots', () => {
  /** How many circles the shape of this class draws. */
  const drawn = (container: HTMLElement, name: string) =>
    container.querySelector(`.${name}`)?.getAttribute('d')?.split('M').filter(Boolean).length ?? 0;

  test.each([
    [0, 10, { stamped: 0, empty: 9, reward: 1 }],
    [9, 10, { stamped: 9, empty: 0, reward: 1 }],
    [10, 10, { stamped: 10, empty: 0, reward: 1 }],
    [37, 10, { stamped: 10, empty: 0, reward: 1 }],
    [0, 1, { stamped: 0, empty: 0, reward: 1 }],
    [20, 30, { stamped: 20, empty: 9, reward: 1 }],
  ])('%i of %i have a slot for each stamp', (total, goal, { stamped, empty, reward }) => {
    const { container } = render(<SmallSlots total={total} goal={goal} />);
    expect(drawn(container, 'ring')).toBe(stamped);
    expect(drawn(container, 'ink')).toBe(stamped);
    expect(drawn(container, 'empty')).toBe(empty);
    expect(drawn(container, 'reward')).toBe(reward);
  });

  test('a goal of more than sixty is a bar, full at most', () => {
    const { container } = render(<SmallSlots total={200} goal={100} />);
    expect(container.querySelector('.ink')?.getAttribute('width')).toBe('100');
    expect(container.querySelectorAll('path')).toHaveLength(0);
  });

  test('thirty slots are no more shapes than ten', () => {
    const shapes = (goal: number) =>
      render(<SmallSlots total={1} goal={goal} />).container.querySelectorAll('path').length;
    expect(shapes(30)).toBe(shapes(10));
  });
});
