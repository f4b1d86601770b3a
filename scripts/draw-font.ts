/**
 * Cuts the display typeface down to what the site uses, one weight and the letters of western
 * languages: `npm run font`. The result is kept in src/fonts, so that a build needs no tool for it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { asCommand } from './command.ts';

const SOURCE =
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
const RESULT = 'src/fonts/bricolage-grotesque-bold.woff2';
const WEIGHT = 700;

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Basic Latin, Latin-1, and the marks that typography adds. Other letters come from the device. */
const LETTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ₱€–—‘’“”…•·×™`;

await asCommand(import.meta.main, async () => {
  const whole = await readFile(SOURCE);
  const font = await subsetFont(whole, LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHT },
  });
  await writeFile(RESULT, font);
  console.log(`${RESULT}: ${font.length} of ${whole.length} bytes.`);
});
