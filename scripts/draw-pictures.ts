/**
 * Draws the pictures that must be pixels, from the drawings in docs/pictures/ and public/icon.svg:
 * `npx node scripts/draw-pictures.ts`. The results are kept in public/, so that a build needs no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { asCommand } from './command.ts';
import { launchOptions } from './testing/find-browser.ts';

const FONT =
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';

const ICON = 'docs/pictures/app-icon.svg';

/** The drawing, the file, its size, and the share of the width outside which corners are cut off. */
const PICTURES: [drawing: string, file: string, width: number, height: number, corner: number][] = [
  ['docs/pictures/social.svg', 'public/social.png', 1200, 630, 0],
  [ICON, 'public/apple-touch-icon.png', 180, 180, 0],
  [ICON, 'public/icon-maskable-512.png', 512, 512, 0],
  [ICON, 'public/icon-512.png', 512, 512, 0.22],
  [ICON, 'public/icon-192.png', 192, 192, 0.22],
  ['public/icon.svg', 'public/favicon.ico', 32, 32, 0],
];

/** An .ico file that holds one picture in PNG form. */
function icoOf(png: Uint8Array, size: number): Uint8Array {
  // One picture of 32 bits a pixel; 14 and 18 bytes in stand its length and where it begins.
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32]);
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, png]);
}

await asCommand(import.meta.main, async () => {
  const font = readFileSync(FONT).toString('base64');
  const browser = await chromium.launch(launchOptions());
  for (const [drawing, file, width, height, corner] of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(`<!doctype html><style>
      @font-face { font-family: "Bricolage Grotesque"; font-weight: 200 800;
        src: url(data:font/woff2;base64,${font}) }
      body { margin: 0; background: none }
      svg { display: block; inline-size: 100vw; block-size: 100vh; border-radius: ${corner * width}px }
    </style>${readFileSync(drawing, 'utf8')}`);
    await page.evaluate(() => document.fonts.ready);
    const png = await page.screenshot({ omitBackground: true });
    await page.close();
    writeFileSync(file, file.endsWith('.ico') ? icoOf(png, width) : png);
    console.log(`${file}: ${width} x ${height}`);
  }
  await browser.close();
});
