/** Axe in a page (WCAG 2.2 AA), and how much of it was looked at. */
import axe from 'axe-core';
import type { Scheme } from './engine.ts';
import { engineName, expect } from './fixtures.ts';
import { type Page, until } from './page.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark scheme differs in colors alone. */
const COLORS = ['color-contrast', 'link-in-text-block'];

interface AxeWindow {
  axe: typeof axe;
  axeFound?: { violations: string[]; passes: number };
}

const looked = { light: 0, dark: 0, passed: 0 };

/** For the closing note of a run. */
export const tellCounts = (): void => {
  const { light, dark, passed } = looked;
  process.stdout.write(
    `axe in ${engineName}: ${light} pages and sheets in the light, ${dark} in the dark, ${passed} rules passed\n`,
  );
};

/** Axe finds nothing in what is open, once every movement is at its end. */
export async function expectAccessible(page: Page): Promise<void> {
  const scheme = await page.evaluate<[], Scheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  await page.evaluate(() => {
    // At the end of a page nothing of it lies behind the bottom bar.
    scrollTo(0, document.documentElement.scrollHeight);
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.tab.load(axe.source);
  const runOnly =
    scheme === 'light'
      ? { type: 'tag' as const, values: TAGS }
      : { type: 'rule' as const, values: COLORS };
  await page.evaluate((rules) => {
    const state = window as unknown as AxeWindow;
    delete state.axeFound;
    void state.axe.run(document, { runOnly: rules }).then((found) => {
      state.axeFound = {
        violations: found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        ),
        passes: found.passes.length,
      };
    });
  }, runOnly);
  const { violations, passes } = await until(async () => {
    const found = await page.evaluate(() => (window as unknown as AxeWindow).axeFound ?? null);
    if (found === null) throw new Error('Axe is still looking.');
    return found;
  });
  expect(violations).toEqual([]);
  looked[scheme] += 1;
  looked.passed += passes;
}
