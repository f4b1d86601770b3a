/** What a phone, a network or a name can do to a screen: it is read and worked all the same. */
import type { Page } from 'playwright/test';
import { expect, scan, signInBrowser, test } from './fixtures.ts';
import { EventsPage, HomePage, Shell, StorePage } from './models/index.ts';
import { answer } from './support/backend.ts';
import { faultsOf } from './support/measures.ts';
import { makePeople, type People, type State, show, states, titleOf } from './support/states.ts';

/** Every screen as it is at its best. */
const WHOLE = ['data', 'page', 'Google', 'email'];
const screens = states.filter(({ name }) => WHOLE.includes(name));

test.describe('every screen', () => {
  test.use({ deviceScaleFactor: 1, viewport: { width: 390, height: 2000 } });

  async function walk(page: Page, prepare: (state: State, people: People) => Promise<unknown>) {
    const people = await makePeople();
    const found: string[] = [];
    for (const state of screens) {
      await prepare(state, people);
      const faults = await faultsOf(page, ['lost', 'overlaps', 'broken']);
      for (const fault of faults) found.push(`${titleOf(state)}: ${fault}`);
    }
    return found;
  }

  test('is whole where fonts and pictures do not load', async ({ page, complaints }) => {
    complaints.allow(/^Failed to load resource/);
    const refused = /font|image/;
    const found = await walk(page, (state, people) =>
      show(
        page,
        {
          ...state,
          prepare: () =>
            page.route('**/*', (route) =>
              refused.test(route.request().resourceType()) ? route.abort() : route.fallback(),
            ),
        },
        people,
      ),
    );
    expect(found).toEqual([]);
  });

  test('is whole in a typeface twice as wide, with pictures that never come', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/^Failed to load resource/);
    const found = await walk(page, async (state, people) => {
      const silent = () =>
        page.route('**/*', (route) =>
          route.request().resourceType() === 'image' ? undefined : route.fallback(),
        );
      await show(page, { ...state, prepare: silent }, people);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        // About as much again as a letter is wide.
        sheet.replaceSync(
          '* { letter-spacing: 0.5em !important; font-family: monospace !important }',
        );
        document.adoptedStyleSheets = [sheet];
      });
    });
    // Words are broken where they have no room, and the search's name is no more than its hint.
    expect(found.filter((fault) => !/broken:|cut placeholder:/.test(fault))).toEqual([]);
  });
});

test('where scripts come late, the page is read, its links lead on, and a tap is kept', async ({
  page,
  customer: _,
}) => {
  const late = Promise.withResolvers<void>();
  const home = new HomePage(page);
  const shell = new Shell(page);
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await late.promise;
    await route.fallback();
  });
  await home.goto('', { waitUntil: 'commit' });
  await expect(home.heading('Promo & Rewards')).toBeVisible();
  await expect(home.allEventsLink).toHaveAttribute('href', '/events');
  await shell.codeButton.click();
  await expect(shell.codeSheet.root).toBeHidden();
  late.resolve();
  await expect(shell.codeSheet.picture).toBeVisible();
});

test('where scripts come late, a link leads to the next page', async ({ page, customer: _ }) => {
  await page.route(/\/_astro\/.*\.js$/, () => undefined);
  await page.goto('/home', { waitUntil: 'commit' });
  await new HomePage(page).allEventsLink.click();
  await expect(new EventsPage(page).titled('Upcoming Events')).toBeVisible();
});

const ARABIC = 'مقهى الحي السعيد';
const FAMILY = '👩‍👩‍👧‍👦';

test('names from right to left stand by themselves, and a family of emoji stays one', async ({
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
  const mixed = await page.getByText(new RegExp(ARABIC)).evaluateAll((all) =>
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
