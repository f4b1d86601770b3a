/**
 * Every read of every screen through every fault: the text to the letter, the frame that stays, and
 * the way on (docs/product.md#errors-and-waiting). The calls of the sign-in and of the codes follow
 * in faults-at-the-door.spec.ts.
 */
import type { Locator, Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  type Fault,
  fault,
  faultsOfReads,
  type IsCall,
  MESSAGE,
  Trouble,
} from './support/faults.ts';

interface Call {
  name: string;
  /** The statement of docs/product.md that the row proves. */
  tag: string;
  isCall: IsCall;
  screen: string;
  /** A backend that can't give the stores of rewards in the same answer. */
  withoutRelation?: boolean;
  /** What a customer does there before the call is made. */
  before?: (page: Page) => Promise<void>;
  fallback: string;
  /** How the screen words a message of the backend's. */
  says?: (message: string) => string;
  /** The way on that a refusal offers; asking again otherwise. */
  wayOn?: { name: string; to: RegExp };
  /** What is there once it works. */
  shown: (page: Page) => Locator;
}

const table =
  (name: string, ...parts: string[]): IsCall =>
  (url) =>
    url.pathname === `/rest/v1/${name}` && parts.every((part) => url.search.includes(part));

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const reward = (name: string) => (page: Page) => page.getByRole('link', { name });

/** Until the page listens a tap is lost: the tab says whether it was heard. */
async function showRedemptions(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Redemptions' });
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
  }).toPass();
}

const calls: readonly Call[] = [
  {
    name: 'events of /home',
    tag: '@error-load-events',
    isCall: table('events'),
    screen: '/home',
    fallback: 'Unable to load events.',
    shown: (page) => page.getByRole('link', { name: 'View All Discover more events' }),
  },
  {
    name: 'rewards of /home',
    tag: '@error-load-rewards',
    isCall: table('rewards'),
    screen: '/home',
    fallback: 'Unable to load rewards.',
    shown: reward('Free haircut'),
  },
  {
    name: 'rewards of /rewards',
    tag: '@error-load-rewards',
    isCall: table('rewards'),
    screen: '/rewards',
    fallback: 'Unable to load rewards.',
    shown: reward('Free haircut'),
  },
  {
    name: 'suspended stores of /rewards',
    tag: '@error-load-rewards',
    withoutRelation: true,
    isCall: table('stores', 'suspended'),
    screen: '/rewards',
    fallback: 'Unable to load rewards.',
    shown: reward('Free haircut'),
  },
  {
    name: 'rewards of a store filter',
    tag: '@error-load-rewards',
    isCall: table('rewards', 'store_id=eq.10'),
    screen: '/rewards?store_id=10',
    fallback: 'Unable to load rewards.',
    shown: reward('Free haircut'),
  },
  {
    name: 'events',
    tag: '@error-load-events',
    isCall: table('events'),
    screen: '/events',
    fallback: 'Unable to load events.',
    shown: (page) => page.getByRole('link', { name: /Fun Run/ }),
  },
  {
    name: 'event by id',
    tag: '@error-banners',
    isCall: table('events', 'id=eq.2'),
    screen: '/view-event/2',
    fallback: 'Unable to load events.',
    wayOn: { name: 'Go back to events', to: /\/events$/ },
    shown: heading('Sunday Night Market'),
  },
  {
    name: 'store by id',
    tag: '@error-load-store',
    isCall: table('stores', 'id=eq.1'),
    screen: '/store/1',
    fallback: 'Unable to load store.',
    wayOn: { name: 'Go to home', to: /\/home$/ },
    shown: heading('Kape Tayo'),
  },
  {
    name: 'rewards of a store',
    tag: '@error-load-rewards',
    isCall: table('rewards', 'store_id=eq.1'),
    screen: '/store/1',
    fallback: 'Unable to load rewards.',
    shown: reward('Free kapeng barako'),
  },
  {
    name: 'progress at a store',
    tag: '@error-load-stamps',
    isCall: table('stamps'),
    screen: '/store/1',
    fallback: 'Unable to load stamps.',
    shown: (page) => page.getByRole('img', { name: /^2 of 10 stamps/ }),
  },
  {
    name: 'reward by id',
    tag: '@error-load-reward',
    isCall: table('rewards', 'id=eq.1'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load reward.',
    wayOn: { name: 'See rewards', to: /\/rewards$/ },
    shown: heading('Free kapeng barako'),
  },
  {
    name: 'suspended stores of /redeem',
    tag: '@error-load-reward',
    withoutRelation: true,
    isCall: table('stores', 'suspended'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load reward.',
    wayOn: { name: 'See rewards', to: /\/rewards$/ },
    shown: heading('Free kapeng barako'),
  },
  {
    name: 'stamps to spend',
    tag: '@error-load-stamps',
    isCall: table('stamps'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load stamps.',
    shown: (page) => page.getByText('Collect 8 more stamps to redeem this reward.'),
  },
  {
    name: 'stamps of a day',
    tag: '@error-load-stamps',
    isCall: table('stamps', 'created_at=gte'),
    screen: '/transactions',
    fallback: 'Unable to load stamps.',
    says: (message) => `Unable to load stamps: ${message}`,
    shown: (page) => page.getByRole('img', { name: /^2 of 10 stamps/ }),
  },
  {
    name: 'stamps held',
    tag: '@error-load-stamps',
    isCall: table('stamps', 'store_id=in'),
    screen: '/transactions',
    fallback: 'Unable to load stamps.',
    says: (message) => `Unable to load stamps: ${message}`,
    shown: (page) => page.getByRole('img', { name: /^2 of 10 stamps/ }),
  },
  {
    name: 'redemptions',
    tag: '@error-load-redemptions',
    isCall: table('redemptions'),
    screen: '/transactions',
    before: showRedemptions,
    fallback: 'Unable to load redemptions.',
    says: (message) => `Unable to load redemptions: ${message}`,
    shown: (page) => page.getByText('No redemptions found yet.'),
  },
];

/** A screen as if for the first time: what was seen before would stand below the failure. */
async function open(page: Page, { screen, before }: Call): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(screen);
  await before?.(page);
}

/** Whatever happens, the customer is somewhere: a heading that says where, and the ways elsewhere. */
async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Stampcard, home' })).toBeVisible();
  for (const place of ['Home', 'Transactions']) {
    await expect(page.getByRole('link', { name: place, exact: true })).toBeInViewport();
  }
  await expect(page.getByRole('button', { name: 'Show my QR code' })).toBeInViewport();
}

const alert = (page: Page) => page.getByRole('alert');
const tryAgain = (page: Page) => alert(page).getByRole('button', { name: 'Try again' });

async function expectFailure(page: Page, call: Call, { outcome }: Fault): Promise<void> {
  const says = call.says ?? ((message: string) => message);
  const text = outcome === 'message' ? says(MESSAGE) : call.fallback;
  await expect(alert(page).getByText(text, { exact: true })).toBeVisible();
  await expect(alert(page)).toHaveCount(1);
  if (call.wayOn) {
    await expect(alert(page).getByRole('link', { name: call.wayOn.name })).toBeVisible();
  }
  await expectFrame(page);
}

async function expectData(page: Page, call: Call): Promise<void> {
  await expect(call.shown(page)).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await expectFrame(page);
}

/** One test is one row of the matrix. Pages are loaded where a fault needs it, not for each cell. */
class Row {
  readonly #page: Page;
  readonly #trouble: Trouble;
  readonly #call: Call;
  readonly #met = new Set<string>();

  constructor(page: Page, trouble: Trouble, call: Call) {
    this.#page = page;
    this.#trouble = trouble;
    this.#call = call;
  }

  /** @param act what makes the call; that fails or, where the fault says so, comes right */
  async cell(fault: Fault, act: () => Promise<unknown>): Promise<void> {
    const page = this.#page;
    const call = this.#call;
    await test.step(fault.name, async () => {
      this.#trouble.make(call.isCall, fault);
      await act();
      await this.#trouble.met();
      if (fault.slow) await page.clock.fastForward(15_000);
      if (fault.outcome === 'message' || fault.outcome === 'fallback') {
        await expectFailure(page, call, fault);
      } else if (fault.outcome === 'recovers') await expectData(page, call);
    });
    this.#met.add(fault.name);
  }

  get size(): number {
    return this.#met.size;
  }
}

const refuseRelation = (route: Route) =>
  route.fulfill({
    status: 400,
    json: { code: 'PGRST200', message: 'Could not find a relationship in the schema cache' },
  });

/** Refusals that the screen offers to ask again about stand in the chain, the others do not. */
const refusals = [fault.refusedWithMessage, fault.refusedWithout];
const chain = [fault.stumbles, fault.empty, fault.garbled, fault.portal, fault.tooOften];

test.describe('a read of a screen', () => {
  for (const call of calls) {
    test(call.name, { tag: ['@no-answer-fallback', call.tag] }, async ({
      page,
      context,
      stamps,
      complaints,
    }) => {
      complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
      await page.clock.install();
      await stamps(2, 1);
      if (call.withoutRelation) await page.route(/\/rewards\?.*stores/, refuseRelation);
      const trouble = await Trouble.in(context);
      const row = new Row(page, trouble, call);
      const load = () => open(page, call);
      const again = () => tryAgain(page).click();

      await page.goto('/customers');
      await row.cell(fault.late, load);
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
      await trouble.lift();

      await row.cell(fault.networkGone, async () => {
        await page.goBack();
        await call.before?.(page);
      });
      for (const next of call.wayOn ? chain : [...chain, ...refusals]) await row.cell(next, again);
      await row.cell(fault.hangs, again);
      await trouble.lift();
      await again();
      await expectData(page, call);

      await row.cell(fault.expiredOutOfReach, load);
      await row.cell(fault.expired, again);
      await trouble.lift();

      for (const refusal of call.wayOn ? refusals : []) {
        await row.cell(refusal, load);
        await expect(tryAgain(page)).toHaveCount(0);
        await trouble.lift();
        await alert(page).getByRole('link').click();
        await expect(page).toHaveURL(call.wayOn?.to ?? '');
      }

      // The page before could end the session first, with something it asks again by itself.
      await page.goto('/customers');
      await row.cell(fault.ended, () => page.goto(call.screen));
      const back = encodeURIComponent(call.screen).replaceAll('%2F', '/');
      if (call.screen === '/transactions') {
        await expect(page.getByText('Sign in to view your transactions.')).toBeVisible();
        await page.getByRole('link', { name: 'Sign in' }).click();
      }
      await expect(page).toHaveURL(`/login?redirect=${back}`);
      expect(row.size).toBe(Object.keys(faultsOfReads).length);
    });
  }
});
