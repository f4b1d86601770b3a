/**
 * Every route in every state: axe (WCAG 2.2 AA and its best practices) in the light and in the dark.
 * One page walks through many states; what is found anywhere fails its test at the end.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { makePeople, show, states, titleOf } from './support/states.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const WALKS = 4;

/** So high that nothing of a page lies behind its bottom bar. */
test.use({ prompts: true, viewport: { width: 390, height: 2000 }, deviceScaleFactor: 1 });

/** The dark scheme differs in colours alone, so only their rules run again. */
async function axe(page: Page): Promise<string[]> {
  const found = async (scheme: 'light' | 'dark', builder: AxeBuilder) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const { violations } = await builder.setLegacyMode().analyze();
    return violations.map(({ id, nodes }) => `${id}, ${scheme}: ${nodes.map(({ html }) => html)}`);
  };
  return [
    ...(await found('light', new AxeBuilder({ page }).withTags(TAGS))),
    ...(await found(
      'dark',
      new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']),
    )),
  ];
}

for (let walk = 0; walk < WALKS; walk += 1) {
  const walked = states.filter((_, index) => index % WALKS === walk);
  test(`every state is accessible: ${walked.length} of ${states.length}, walk ${walk + 1}`, async ({
    page,
    complaints,
  }) => {
    // Refusals and unknown addresses are among the states.
    complaints.allow(/^Failed to load resource/);
    const people = await makePeople();
    const found: string[] = [];
    for (const state of walked) {
      await test.step(titleOf(state), async () => {
        await show(page, state, people);
        for (const fault of await axe(page)) found.push(`${titleOf(state)}: ${fault}`);
      });
    }
    expect(found).toEqual([]);
  });
}
