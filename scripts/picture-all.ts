/**
 * Draws every route in every state, scheme and window into one sheet, to be looked at as a whole:
 * `npm run pictures:all`. A word draws those whose title has it: `npm run pictures:all -- /redeem`.
 */
import { mkdir, rm } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright';
import sharp, { type OverlayOptions } from 'sharp';
import type { State } from '../tests/browser/support/states.ts';
import { SERVICE_KEY } from '../tests/keys.ts';
import { asCommand } from './command.ts';
import { buildSiteIfStale } from './server/build-if-stale.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const FOLDER = 'reports/pictures';
const SHEET = 'reports/pictures.jpg';

const WINDOWS: [width: number, height: number][] = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1440, 900],
];
const SCHEMES = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const;

/** Pixels of the sheet: a picture's height, what lies between two, and the line with the title. */
const HEIGHT = 300;
const GAP = 6;
const TITLE = 28;
const widthOf = ([width, height]: (typeof WINDOWS)[number]) =>
  Math.round((HEIGHT * width) / height);
const STRIP = WINDOWS.reduce((sum, size) => sum + widthOf(size) + GAP, 0);

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const titleLine = (title: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${STRIP}" height="${TITLE}"><text x="4" y="20" font-family="sans-serif" font-size="16" fill="#fff">${escaped(title)}</text></svg>`,
  );

/** The pictures of one state, a row: the windows of each scheme beside each other. */
async function drawState(page: Page, title: string): Promise<OverlayOptions[]> {
  const row: OverlayOptions[] = [{ input: titleLine(title), left: 0, top: 0 }];
  let left = 0;
  for (const { name, media } of SCHEMES) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const picture = await page.screenshot();
      const file = `${title.replace(/[^\w-]+/g, '_')}.${name}.${width}x${height}.jpg`;
      await sharp(picture).jpeg({ quality: 80 }).toFile(`${FOLDER}/${file}`);
      row.push({
        input: await sharp(picture).resize({ height: HEIGHT }).toBuffer(),
        left,
        top: TITLE,
      });
      left += widthOf([width, height]) + GAP;
    }
  }
  return row;
}

async function saveSheet(rows: readonly OverlayOptions[][]): Promise<void> {
  const placed = rows.flatMap((row, index) =>
    row.map((part) => ({ ...part, top: (part.top ?? 0) + index * (TITLE + HEIGHT + GAP) })),
  );
  const height = rows.length * (TITLE + HEIGHT + GAP);
  const background = '#555555';
  await sharp({ create: { width: STRIP * SCHEMES.length, height, channels: 3, background } })
    .composite(placed)
    .jpeg({ quality: 80 })
    .toFile(SHEET);
}

async function drawAll(context: BrowserContext, chosen: readonly State[]): Promise<string[]> {
  const { makePeople, show, titleOf } = await import('../tests/browser/support/states.ts');
  const people = await makePeople();
  const rows: OverlayOptions[][] = [];
  const problems: string[] = [];
  for (const state of chosen) {
    const page = await context.newPage();
    const title = titleOf(state);
    await show(page, state, people)
      .then(async () => rows.push(await drawState(page, title)))
      .catch((thrown: unknown) => problems.push(`${title}: ${thrown}`));
    await page.close();
  }
  if (rows.length > 0) await saveSheet(rows);
  return problems;
}

await asCommand(import.meta.main, async () => {
  await buildSiteIfStale('dist', process.env);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const product = await runProduct({ port: 0, backend: { serviceKey: SERVICE_KEY } });
  // Where the tests look for the product; only then may they be loaded.
  process.env.STAMPCARD_PORT = new URL(product.origin).port;
  const { states, titleOf } = await import('../tests/browser/support/states.ts');
  const word = process.argv[2] ?? '';
  const browser = await chromium.launch(launchOptions());
  try {
    const context = await browser.newContext({
      baseURL: product.origin,
      locale: 'en-PH',
      timezoneId: 'Asia/Manila',
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const problems = await drawAll(
      context,
      states.filter((state) => titleOf(state).includes(word)),
    );
    console.log(`${SHEET}, each picture in ${FOLDER}.`);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
    await product.close();
  }
});
