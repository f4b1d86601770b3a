/**
 * Every screen with its data and every sheet: axe (WCAG 2.2 AA and its best practices) in light and
 * dark mode, and what computed styles and boxes say at every width and text size. What a
 * screen shows only in passing: axe in light mode, and the narrowest window.
 * One page walks through many states; what is found anywhere fails its test at the end.
 */
import { expect, scan, signInBrowser, test } from './fixtures.ts';
import { Shell, StorePage, shownText } from './models/index.ts';
import { accessFaults, faultsInPassing, PHONE } from './support/accessible.ts';
import { answer } from './support/backend.ts';
import { makePeople, show, states } from './support/states.ts';

const WALKS = 3;

test.describe('all screens', () => {
  test.use({ prompts: true, viewport: PHONE, deviceScaleFactor: 1 });

  for (let walk = 0; walk < WALKS; walk += 1) {
    test(`every state is accessible, walk ${walk + 1} of ${WALKS}`, async ({
      page,
      complaints,
    }) => {
      // Refusals and unknown addresses are among the states.
      complaints.allow(/^Failed to load resource/);
      const people = await makePeople();
      for (const state of states.filter((_, index) => index % WALKS === walk)) {
        await show(page, state, people);
        for (const step of [state, ...(state.next ?? [])]) {
          const title = `${state.path}: ${step.name}`;
          await test.step(title, async () => {
            if (step !== state) await step.reach(page, people);
            const faults = step.inPassing ? await faultsInPassing(page) : await accessFaults(page);
            expect.soft(faults, title).toEqual([]);
          });
        }
      }
    });
  }
});

const ARABIC = 'مقهى الحي السعيد';
const FAMILY = '👩‍👩‍👧‍👦';

test('right-to-left names are isolated, and an emoji family stays whole', async ({
  page,
  context,
  customer,
}) => {
  const session = JSON.parse(customer.session);
  session.user.user_metadata = { full_name: FAMILY.repeat(6) };
  await signInBrowser(context, { ...customer, session: JSON.stringify(session) });
  await answer(page, 'stores', [{ id: 1, name: `${FAMILY} ${ARABIC}`, address: ARABIC }]);
  await answer(page, 'rewards', [
    { id: 1, store_id: 1, title: `${ARABIC} 5`, stamps_needed: 5, store_name: ARABIC },
  ]);
  const store = new StorePage(page);
  await store.open(1);
  await expect(store.title).toHaveText(`${FAMILY} ${ARABIC}`);
  await expect(page.getByRole('main').getByText(FAMILY, { exact: true }).first()).toBeVisible();
  const mixed = await shownText(page, new RegExp(ARABIC)).evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { direction, unicodeBidi } = getComputedStyle(element);
        return direction !== 'rtl' && !/isolate|plaintext/.test(unicodeBidi);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  // A name that begins with an emoji and goes on in Arabic is Arabic.
  expect(mixed).toEqual([]);
  const sheet = await new Shell(page).openCode();
  const code = JSON.parse(await scan(sheet.root));
  expect(code.display_name).toMatch(new RegExp(`^(${FAMILY})+…$`, 'u'));
});
