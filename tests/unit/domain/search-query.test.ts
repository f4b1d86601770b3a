// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSearchable, likePattern, searchable } from '../../../src/lib/domain/search-query.ts';

/** What LIKE does with a pattern: % any text, _ any character, \ the next one literally. */
function like(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\[\s\S]|[\s\S]/g, (token) => {
    if (token === '%') return '[\\s\\S]*';
    if (token === '_') return '[\\s\\S]';
    const literal = token.startsWith('\\') ? token.slice(1) : token;
    return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`).test(text);
}

test.each([
  ['caf', 'caf'],
  ['  café ', 'café'],
  ['a b', 'a b'],
  ['ab', null],
  [' ab ', null],
  ['', null],
  ['   ', null],
  ['🍕🍕🍕', '🍕🍕🍕'],
  ['🍕🍕', null],
  ['***', null],
  ['ab*', null],
  ['*abc*', 'abc'],
  ['\0abc', 'abc'],
  ['ab\0', null],
  ['%%%', '%%%'],
])('the text %j is searched for as %j', (text, searched) => {
  expect(searchable(text)).toBe(searched);
});

test.each([
  ['caf', true],
  ['...a', true],
  ['100%', true],
  ['٣٣٣', true],
  ['카페', true],
  ['珈琲店', true],
  ['กาแฟ', true],
  ['Ⅷ..', true],
  ['...', false],
  ['%%%', false],
  ['_-\\', false],
  ['🍕🍕🍕', false],
  ['. .', false],
  ['\u0301\u0301\u0301', false],
  ['', false],
])('whether a name could contain %j: %j', (text, could) => {
  expect(isSearchable(text)).toBe(could);
});

test.each([
  ['cafe', '%cafe%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
  ['%_\\%', '%\\%\\_\\\\\\%%'],
  ['a*b*', '%ab%'],
  ['a\0b\0', '%ab%'],
  ['o\'neil, (the) "best"', '%o\'neil, (the) "best"%'],
])('the text %j becomes the pattern %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});

const tricky = fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'b', '.', '[', '\n') });

test('a pattern matches exactly the names that contain the text', () => {
  fc.assert(
    fc.property(tricky, tricky, tricky, (before, text, after) => {
      expect(like(`${before}${text}${after}`, likePattern(text))).toBe(true);
      expect(like(before, likePattern(text))).toBe(before.includes(text));
    }),
  );
});
