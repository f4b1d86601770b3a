import { describe, expect, it } from 'vitest';
import { progressText, stampCountText } from '#text/progress.ts';

describe('the progress text', () => {
  it.each([
    [0, 1, 'No stamps here yet'],
    [0, 10, 'No stamps here yet'],
    [7, 10, '3 more stamps to go'],
    [9, 10, 'Just 1 more stamp to go'],
    [10, 10, 'Card full. Time for your reward!'],
    [11, 10, 'Card full, and 1 stamp toward the next. Time for your reward!'],
    [37, 10, '3 rewards ready, and 7 stamps toward the next.'],
    [20, 10, '2 rewards ready.'],
    [1, 1, 'Card full. Time for your reward!'],
    [5, 1, '5 rewards ready.'],
  ])('a card with %d of %d stamps says: %s', (total, goal, words) => {
    expect(progressText(total, goal)).toBe(words);
  });
});

describe('the stamp count', () => {
  it.each([
    [0, 1, '0 of 1 stamp'],
    [7, 10, '7 of 10 stamps'],
    [12, 10, '10 of 10 stamps, and 2 more'],
  ])('the count of %d and %d stamps says: %s', (total, goal, words) => {
    expect(stampCountText(total, goal)).toBe(words);
  });
});
