/**
 * Every route in every state: axe (WCAG 2.2 AA and its best practices) in the light and in the dark,
 * and what computed styles and boxes say at every width and size of letters.
 * One page walks through many states; what is found anywhere fails its test at the end.
 */
import { expect, test } from './fixtures.ts';
import { accessFaults, PHONE } from './support/accessible.ts';
import { makePeople, show, states, titleOf } from './support/states.ts';

const WALKS = 10;

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
    const found: string[] = [];
    for (const state of walked) {
      await test.step(titleOf(state), async () => {
        await show(page, state, people);
        for (const fault of await accessFaults(page)) found.push(`${titleOf(state)}: ${fault}`);
      });
    }
    expect(found).toEqual([]);
  });
}
