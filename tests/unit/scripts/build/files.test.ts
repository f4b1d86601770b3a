// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_FILES, unicodeRange } from '../../../../scripts/build/font-files.ts';
import { withHelpers } from '../../../../scripts/build/plugins/inline-helpers.ts';
import { cutFont } from '../../../../scripts/draw-font.ts';

const helpers =
  'var a=Object.create,b=(x)=>a(x),c=()=>1,d=()=>c(),e=(n)=>{let r=b(n);return r};' +
  'export{b as n,d as r,e as t};';
const read = (file: string) => (file === 'rolldown-runtime.X-1_y.js' ? helpers : '');
const importing = (names: string) =>
  `import{${names}}from"./rolldown-runtime.X-1_y.js";import"./b.js";x(`;

test('a file holds the helpers it needs, with what they need, and no others', () => {
  expect(withHelpers(importing('t as q'), read)).toBe(
    'const[q]=(()=>{var a=Object.create,b=(x)=>a(x),e=(n)=>{let r=b(n);return r};return[e]})();' +
      'import"./b.js";x(',
  );
});

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
