// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FALLBACK_COLOURS,
  FALLBACK_ILLUSTRATIONS,
  fallbackColour,
  fallbackIllustration,
  initial,
} from '../../../src/lib/domain/placeholder.ts';
import { anyText } from './examples.ts';

const ids = Array.from({ length: 200 }, (_, index) => String(index));
const numbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('placeholder.ts', () => {
  test('the hash of the id chooses: e40c292c for "a"', () => {
    expect(fallbackIllustration('a')).toBe(0xe40c292c % FALLBACK_ILLUSTRATIONS);
    expect(fallbackColour('a')).toBe(0xe40c292c % FALLBACK_COLOURS);
  });

  test('two hundred ids use every drawing and every colour', () => {
    expect([...new Set(ids.map(fallbackIllustration))].sort()).toEqual(
      numbersBelow(FALLBACK_ILLUSTRATIONS),
    );
    expect([...new Set(ids.map(fallbackColour))].sort()).toEqual(numbersBelow(FALLBACK_COLOURS));
  });

  test('any id chooses one that exists', () => {
    fc.assert(
      fc.property(anyText, (id) => {
        expect(numbersBelow(FALLBACK_ILLUSTRATIONS)).toContain(fallbackIllustration(id));
        expect(numbersBelow(FALLBACK_COLOURS)).toContain(fallbackColour(id));
      }),
    );
  });

  test.each([
    ['Kape Tayo', 'K'],
    ['kape', 'K'],
    ['  ñam', 'Ñ'],
    ['e\u0301clair', 'E\u0301'],
    ['👩‍🍳 Kitchen', '👩‍🍳'],
    ['7-Eleven', '7'],
    ['شاي', 'ش'],
    ['', 'S'],
    [' ', 'S'],
  ])('the initial of %j is %j', (name, first) => {
    expect(initial(name)).toBe(first);
  });
});
