import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_FILES, unicodeRange } from '../../../../scripts/build/font-files.ts';
import { chunkOf } from '../../../../scripts/build/plugins/chunks.ts';
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

test('a file holds two helpers under the names it gives them', () => {
  expect(withHelpers(importing('n as b,r as n'), read)).toBe(
    'const[b,n]=(()=>{var a=Object.create,b=(x)=>a(x),c=()=>1,d=()=>c();return[b,d]})();' +
      'import"./b.js";x(',
  );
});

test('a file that imports no helper stays as it is', () => {
  expect(withHelpers('import"./b.js";x(', read)).toBe('import"./b.js";x(');
});

/** Who imports each module; `later` is who loads it on a tap. */
type Modules = Record<string, { by?: string[]; later?: string[]; isEntry?: true }>;

const MODULES: Modules = {
  '/src/islands/login/LoginPanel.tsx': { isEntry: true },
  '/src/islands/home/HomeRewards.tsx': { isEntry: true },
  '/src/islands/events/EventList.tsx': { isEntry: true },
  '/src/islands/redeem/RedeemScreen.tsx': { isEntry: true },
  '/src/islands/shell/NavQrButton.tsx': { isEntry: true },
  '/src/pages/home.astro?astro&type=script&index=0&lang.ts': { isEntry: true },
  '/src/islands/home/preload.ts': {
    by: ['/src/pages/home.astro?astro&type=script&index=0&lang.ts'],
  },
  '/src/islands/cards/SmallCard.tsx': {
    by: ['/src/islands/home/HomeRewards.tsx', '/src/islands/events/EventList.tsx'],
  },
  '/src/islands/ui/Photo.tsx': {
    by: ['/src/islands/cards/SmallCard.tsx', '/src/islands/redeem/RedeemScreen.tsx'],
  },
  '/src/islands/ui/Icon.tsx': {
    by: ['/src/islands/ui/Photo.tsx', '/src/islands/login/LoginPanel.tsx'],
  },
  '/src/islands/shell/ShareModal.tsx': { later: ['/src/islands/shell/NavQrButton.tsx'] },
  '/src/islands/screen/ReceiptSheet.tsx': { later: ['/src/islands/redeem/RedeemScreen.tsx'] },
  '/src/islands/ui/Modal.tsx': {
    by: ['/src/islands/shell/ShareModal.tsx', '/src/islands/screen/ReceiptSheet.tsx'],
  },
  '/node_modules/qrcode/index.js': {
    by: ['/src/islands/shell/ShareModal.tsx', '/src/islands/screen/ReceiptSheet.tsx'],
  },
};

const graph = {
  getModuleInfo: (id: string) => ({
    importers: MODULES[id]?.by ?? [],
    dynamicImporters: MODULES[id]?.later ?? [],
    isEntry: MODULES[id]?.isEntry ?? false,
  }),
} as unknown as Parameters<typeof chunkOf>[1];

test.each([
  ['what one screen alone needs', '/src/islands/redeem/RedeemScreen.tsx', 'redeem'],
  ['what the screens of lists share', '/src/islands/cards/SmallCard.tsx', 'lists'],
  ['what several screens need', '/src/islands/ui/Photo.tsx', 'wallet'],
  ['what the frame of the screens needs', '/src/islands/shell/NavQrButton.tsx', 'wallet'],
  ['what /login needs, too', '/src/islands/ui/Icon.tsx', 'first'],
  ['what runs before the islands', '/src/islands/home/preload.ts', null],
  ['what one tap loads', '/src/islands/shell/ShareModal.tsx', null],
  ['what several taps load', '/src/islands/ui/Modal.tsx', 'later'],
  ['a package that taps load', '/node_modules/qrcode/index.js', null],
])('%s (%s) is in the chunk %j', (_, module, chunk) => {
  expect(chunkOf(module, graph)).toBe(chunk);
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
