import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NewSeal } from '../../../../src/islands/cards/NewSeal.tsx';
import { StampSlots } from '../../../../src/islands/cards/StampSlots.tsx';
import { sealMarks, slotsPerRow, WEAR_COUNT } from '../../../../src/islands/cards/seal-marks.ts';
import {
  LandingText,
  StampLandedContent,
} from '../../../../src/islands/shell/StampLandedContent.tsx';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { reward } from '../../domain/examples.ts';

const show = (total: number, goal: number, pressed?: number) => {
  const { container } = render(
    <StampSlots goal={goal} initial="K" pressed={pressed} seed="7" total={total} />,
  );
  return {
    name: screen.getByRole('img').getAttribute('aria-label'),
    slots: container.querySelectorAll('.slot'),
    seals: container.querySelectorAll('.seal'),
    onSun: container.querySelectorAll('.seal[data-ground="sun"]'),
    numbers: [...container.querySelectorAll('.empty text')].map((text) => text.textContent),
    rewards: container.querySelectorAll('.reward'),
    across: container.querySelector('.slots')?.getAttribute('data-across'),
    pressed: [...container.querySelectorAll('.slot')].map((slot) =>
      slot.getAttribute('data-pressed'),
    ),
  };
};

it.each([1, 7, 10, 11, 26, 30])(
  'a card of %i ends with the reward, and a full one has a seal in each slot, the last on the sun',
  (goal) => {
    const empty = show(0, goal);
    expect(empty.name).toBe(goal === 1 ? '0 of 1 stamp' : `0 of ${goal} stamps`);
    expect(empty.slots).toHaveLength(goal);
    expect(empty.seals).toHaveLength(0);
    expect(empty.numbers).toEqual(Array.from({ length: goal - 1 }, (_, index) => `${index + 1}`));
    expect(empty.rewards).toHaveLength(1);
    cleanup();
    const full = show(goal, goal);
    expect(full.seals).toHaveLength(goal);
    expect(full.onSun).toHaveLength(1);
    expect(full.rewards).toHaveLength(0);
  },
);

it('StampSlots shows what is collected and numbers what is not', () => {
  const card = show(7, 10);
  expect(card.name).toBe('7 of 10 stamps');
  expect(card.seals).toHaveLength(7);
  expect(card.numbers).toEqual(['8', '9']);
  expect(card.onSun).toHaveLength(0);
  cleanup();
  const over = show(12, 10);
  expect(over.name).toBe('10 of 10 stamps, and 2 more');
  expect(over.seals).toHaveLength(10);
});

it('StampSlots lie in rows of five or two equal rows up to ten, and in rows of six beyond', () => {
  expect([10, 8, 7, 6, 11].map(slotsPerRow)).toEqual([5, 4, 5, 3, 6]);
  expect(show(0, 8).across).toBe('4');
});

it('StampSlots presses only what has just been collected, one after the other', () => {
  expect(show(4, 5, 2).pressed).toEqual([null, null, '0', '1', null]);
});

it('StampSlots draws a bar if no card has room for the goal', () => {
  const { container } = render(<StampSlots goal={80} initial="K" seed="7" total={20} />);
  const bar = screen.getByRole('img', { name: '20 of 80 stamps' });
  expect(container.querySelectorAll('.slot')).toHaveLength(0);
  expect(bar.querySelector('.full')?.getAttribute('width')).toBe('25');
});

const newest = (total: number, goal: number) => {
  const card = render(<StampSlots goal={goal} initial="K" seed="7" total={total} />).container;
  const close = render(<NewSeal goal={goal} initial="K" seed="7" total={total} />).container;
  return {
    onCard: [...card.querySelectorAll('.seal[data-ground]')].at(-1)?.outerHTML,
    closeUp: close.querySelector('.seal[data-ground]')?.outerHTML,
  };
};

it.each([
  [1, 10],
  [8, 10],
  [10, 10],
  [13, 12],
])('NewSeal shows the newest stamp as it is on the card: %d of %d', (total, goal) => {
  const { onCard, closeUp } = newest(total, goal);
  expect(closeUp).toBeDefined();
  expect(closeUp).toBe(onCard);
});

it('sealMarks never gives two neighbors the same angle or the same wear', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(5, 6),
      (seed, count, across) => {
        const marks = sealMarks(seed, count, across);
        expect(marks).toHaveLength(count);
        marks.forEach((mark, slot) => {
          const beside = slot % across === 0 ? undefined : marks[slot - 1];
          for (const neighbor of [beside, marks[slot - across]]) {
            expect(mark.angle).not.toBe(neighbor?.angle);
            expect(mark.wear).not.toBe(neighbor?.wear);
          }
        });
      },
    ),
  );
});

it('sealMarks turns the stamps as a hand would, not upside down', () => {
  const marks = sealMarks('store-1', 200, 6);
  const angles = marks.map(({ angle }) => angle);
  expect(Math.min(...angles)).toBeGreaterThanOrEqual(-27);
  expect(Math.max(...angles)).toBeLessThanOrEqual(27);
  expect(new Set(angles).size).toBeGreaterThan(8);
  expect(new Set(marks.map(({ wear }) => wear)).size).toBe(WEAR_COUNT);
});

it('sealMarks leaves the stamps on a card as they are when more are collected', () => {
  expect(sealMarks('store-1', 30, 6).slice(0, 7)).toEqual(sealMarks('store-1', 7, 6));
  expect(sealMarks('store-1', 10, 5)).not.toEqual(sealMarks('store-2', 10, 5));
});

const earned = reward({ id: '1', title: 'Free barako' });

it.each([
  [
    '9 → 10, with one reward',
    { reward: earned },
    'You’ve earned: Free barako',
    ['Redeem: Free barako'],
  ],
  [
    '9 → 10, with a choice',
    { reward: earned, hasChoice: true },
    'Time for your reward!',
    ['Redeem: Free barako', 'See your rewards'],
  ],
  [
    '8 → 12',
    { before: 8, total: 12 },
    'Card full, and 2 stamps toward the next. Time for your reward!',
    ['See your rewards'],
  ],
  [
    '3 → 4, with something small ready',
    { before: 3, total: 4, filled: false },
    '6 more stamps to go',
    ['See your rewards'],
  ],
  ['3 → 4', { before: 3, total: 4, filled: false, isReady: false }, '6 more stamps to go', []],
])('a stamp that lands says what it means and leads there: %s', (_, fields, words, links) => {
  setPlatform({ ...memoryPlatform('/home'), isBrowser: () => false });
  const full = {
    before: 9,
    total: 10,
    filled: true,
    isReady: true,
    reward: null,
    hasChoice: false,
  };
  const landing = {
    storeId: '3',
    storeName: 'Kape Tayo',
    given: 1,
    goal: 10,
    card: { ...full, ...fields },
  };
  render(
    <>
      <LandingText id="text" landing={landing} />
      <StampLandedContent landing={landing} />
    </>,
  );
  const { total } = landing.card;
  expect(screen.getByRole('status').textContent).toBe(`Kape Tayo · ${total} of 10 ${words}`);
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
});
