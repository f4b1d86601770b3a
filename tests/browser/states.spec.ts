/**
 * Every screen with its data and every sheet: axe (WCAG 2.2 AA and its best practices) in the light
 * and in the dark, and what computed styles and boxes say at every width and size of letters. What a
 * screen is only in passing: axe in the light, and the narrowest window.
 * One page walks through many states; what is found anywhere fails its test at the end.
 */
import { expect, test } from './fixtures.ts';
import { accessFaults, faultsInPassing, PHONE } from './support/accessible.ts';
import { makePeople, show, states, titleOf } from './support/states.ts';

const WALKS = 6;

test.use({ prompts: true, viewport: PHONE, deviceScaleFactor: 1 });

for (let walk = 0; walk < WALKS; walk += 1) {
  const walked = states.filter((_, index) => index % WALKS === walk);
  test(`every state is accessible: ${walked.length} of ${states.length}, walk ${walk + 1}`, async ({
    page,
    complaints,
  }) => {
    // Refusals and unknown addresses are among the states.
    complaints.allow(/^Failed to load resource/);
    const people = await makePeople();
    for (const state of walked) {
      await test.step(titleOf(state), async () => {
        await show(page, state, people);
        const faults = state.inPassing ? await faultsInPassing(page) : await accessFaults(page);
        expect.soft(faults, titleOf(state)).toEqual([]);
      });
    }
  });
}
