/** What axe, computed styles and boxes say of the page that is shown. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { faultsOf } from './measures.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** So high that nothing of a page lies behind its bottom bar. */
export const PHONE = { width: 390, height: 2000 };

/** The dark scheme differs in colours alone, so only their rules run again. */
async function axe(page: Page): Promise<string[]> {
  const found = async (scheme: 'light' | 'dark', builder: AxeBuilder) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    // In the page itself: none of ours has a frame.
    const { violations } = await builder.setLegacyMode().analyze();
    return violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ html }) => html)}`);
  };
  return [
    ...(await found(
      'dark',
      new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']),
    )),
    ...(await found('light', new AxeBuilder({ page }).withTags(TAGS))),
  ];
}

/** 320 and 280 px; half of a phone's width, as at a zoom of 200 %; 1280 px at a zoom of 400 %. */
const WINDOWS = [
  [320, 568],
  [280, 653],
  [195, 422],
  [320, 256],
] as const;

/** How far a reader may spread a text (WCAG 1.4.12), and how large letters may be. */
const READERS = {
  spread: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
  'letters at 200 %': 'html { font-size: 32px }',
  'letters at 300 %': 'html { font-size: 48px }',
};

const wear = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

async function measures(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = async (where: string, ...measured: Parameters<typeof faultsOf>[1]) => {
    for (const fault of new Set(await faultsOf(page, measured))) found.push(`${where}: ${fault}`);
  };
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await note('dark', 'edges');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await note('light', 'edges', 'targets', 'lost', 'broken', 'overlaps', 'motion');
  for (const [name, css] of Object.entries(READERS)) {
    await wear(page, css);
    // At 300 % a long word has no room on a phone, but it is all there.
    await note(name, 'lost', 'overlaps', ...(name.includes('300') ? [] : (['broken'] as const)));
  }
  await wear(page, '');
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await note(`${width}×${height}`, 'lost', 'broken', 'overlaps', 'covered');
  }
  await page.setViewportSize(PHONE);
  return found;
}

/** Everything that is wrong, in sentences: in both schemes, at every width and size of letters. */
export const accessFaults = async (page: Page): Promise<string[]> => [
  ...(await axe(page)),
  ...(await measures(page)),
];
