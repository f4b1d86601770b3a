import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealMarks, WEAR_COUNT } from '../../../../src/islands/cards/seal-marks.ts';

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
