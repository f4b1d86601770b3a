// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_FILES, unicodeRange } from '../../../../scripts/build/font-files.ts';
import { cutFont } from '../../../../scripts/draw-font.ts';

test.each(FONT_FILES)('$path holds the letters that the build says it holds', async (file) => {
  expect(readFileSync(file.path).equals(await cutFont(file))).toBe(true);
});

test('a letter is in one file only, so that no page needs both for it', () => {
  const letters = FONT_FILES.flatMap((file) => [...file.letters]);
  expect(new Set(letters).size).toBe(letters.length);
});

test('neighboring letters become one range', () => {
  expect(unicodeRange('cab')).toEqual(['U+61-63']);
  expect(unicodeRange('a₱cdz')).toEqual(['U+61', 'U+63-64', 'U+7A', 'U+20B1']);
});
