/**
 * Every route in every state: axe (WCAG 2.2 AA and its best practices) in the light and in the dark,
 * and what computed styles and boxes say at every width and size of letters.
 * One page walks through many states; what is found anywhere fails its test at the end.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { faultsOf } from './support/measures.ts';
import { makePeople, show, states, titleOf } from './support/states.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const WALKS = 10;

/** So high that nothing of a page lies behind its bottom bar. */
const PHONE = { width: 390, height: 2000 };

test.use({ prompts: true, viewport: PHONE, deviceScaleFactor: 1 });

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

for (let walk = 0; walk < WALKS; walk += 1) {
  const walked = states.filter((_, index) => index % WALKS === walk);
  test(`every state is accessible: ${walked.length} of ${states.length}, walk ${walk + 1}`, {
    tag: [
      '@access-axe',
      '@access-edges-and-targets',
      '@access-large-letters',
      '@access-narrow-windows',
    ],
  }, async ({ page, complaints }) => {
    // Refusals and unknown addresses are among the states.
    complaints.allow(/^Failed to load resource/);
    const people = await makePeople();
    const found: string[] = [];
    for (const state of walked) {
      await test.step(titleOf(state), async () => {
        await show(page, state, people);
        const faults = [...(await axe(page)), ...(await measures(page))];
        for (const fault of faults) found.push(`${titleOf(state)}: ${fault}`);
      });
    }
    expect(found).toEqual([]);
  });
}
