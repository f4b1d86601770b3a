/**
 * Draws the pictures that must be pixels, from the drawings in docs/pictures/ and public/icon.svg:
 * `npx node scripts/draw-pictures.ts`. The results are kept in public/, so that a build needs no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { asCommand } from './command.ts';
import { launchOptions } from './testing/find-browser.ts';

const FONT =
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';

interface Picture {
  drawing: string;
  file: string;
  width: number;
  height: number;
  /** Draws outside this share of the width are cut off. */
  corner?: number;
}

const PICTURES: Picture[] = [
  { drawing: 'docs/pictures/social.svg', file: 'public/social.png', width: 1200, height: 630 },
  {
    drawing: 'docs/pictures/app-icon.svg',
    file: 'public/apple-touch-icon.png',
    width: 180,
    height: 180,
  },
  {
    drawing: 'docs/pictures/app-icon.svg',
    file: 'public/icon-maskable-512.png',
    width: 512,
    height: 512,
  },
  {
    drawing: 'docs/pictures/app-icon.svg',
    file: 'public/icon-512.png',
    width: 512,
    height: 512,
    corner: 0.22,
  },
  {
    drawing: 'docs/pictures/app-icon.svg',
    file: 'public/icon-192.png',
    width: 192,
    height: 192,
    corner: 0.22,
  },
  { drawing: 'public/icon.svg', file: 'public/favicon.ico', width: 32, height: 32 },
];

/** An .ico file that holds one picture in PNG form. */
export function icoOf(png: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, png]);
}

async function draw(browser: Browser, picture: Picture): Promise<Uint8Array> {
  const { width, height, corner = 0 } = picture;
  const page = await browser.newPage({ viewport: { width, height } });
  const font = readFileSync(FONT).toString('base64');
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: "Bricolage Grotesque"; font-weight: 200 800;
      src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; background: none }
    svg { display: block; inline-size: 100vw; block-size: 100vh; border-radius: ${corner * width}px }
  </style>${readFileSync(picture.drawing, 'utf8')}`);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture.file.endsWith('.ico') ? icoOf(png, width) : png;
}

await asCommand(import.meta.main, async () => {
  const browser = await chromium.launch(launchOptions());
  for (const picture of PICTURES) {
    const bytes = await draw(browser, picture);
    writeFileSync(picture.file, bytes);
    console.log(`${picture.file}: ${picture.width} x ${picture.height}, ${bytes.byteLength} bytes`);
  }
  await browser.close();
});
