/** Axe in a page (WCAG 2.2 AA), and how much of it was looked at. */
import axe from 'axe-core';
import { engineName, expect } from './fixtures.ts';
import type { Page } from './page.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark scheme differs in colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

const looked = { pages: 0, passed: 0 };

/** For the closing note of a run. */
export const tellCounts = (): void =>
  void process.stdout.write(
    `axe in ${engineName}: ${looked.pages} pages, ${looked.passed} rules passed\n`,
  );

/** Axe finds nothing, once every movement is at its end. */
export async function expectAccessible(page: Page, only: 'all' | 'colours' = 'all'): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.tab.load(axe.source);
  const runOnly =
    only === 'all'
      ? { type: 'tag' as const, values: TAGS }
      : { type: 'rule' as const, values: COLOURS };
  const { violations, passes } = await page.evaluate(async (rules) => {
    const { axe: run } = window as unknown as { axe: typeof axe };
    const found = await run.run(document, { runOnly: rules });
    return {
      violations: found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
      passes: found.passes.length,
    };
  }, runOnly);
  expect(violations).toEqual([]);
  looked.pages += 1;
  looked.passed += passes;
}
