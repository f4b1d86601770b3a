/**
 * Cuts the display typeface down to what the site uses, one weight and the letters of western
 * languages: `npx node scripts/draw-font.ts`. The results are kept in src/fonts, so that a build needs no tool for
 * it.
 */
import { readFile, writeFile } from 'node:fs/promises';
// @ts-expect-error It has no types.
import subsetFont from 'subset-font';
import { FONT_FILES, type FontFile } from './build/font-files.ts';
import { asCommand } from './command.ts';

const SOURCE =
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
const WEIGHT = 700;
/** Letters that move together, marks on letters, and digits of equal width (base.css). */
const FEATURES = ['kern', 'ccmp', 'mark', 'tnum'];

/** The file with the letters it has, as it is in src/fonts. */
export const cutFont = async ({ letters }: FontFile): Promise<Buffer> =>
  subsetFont(await readFile(SOURCE), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHT },
    keepFeatures: FEATURES,
  });

await asCommand(import.meta.main, async () => {
  for (const file of FONT_FILES) {
    const font = await cutFont(file);
    await writeFile(file.path, font);
    console.log(`${file.path}: ${font.length} bytes.`);
  }
});
