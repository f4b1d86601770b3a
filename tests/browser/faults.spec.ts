/**
 * Every read of every screen through every fault: the exact message, the frame that stays, and the
 * way on (docs/product.md#errors-and-waiting). The requests of the sign-in stand in
 * faults-at-the-door.spec.ts, those of the search and of open codes in faults-alive.spec.ts.
 */
import type { Locator, Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  EventPage,
  EventsPage,
  HomePage,
  RedeemPage,
  RewardsPage,
  Shell,
  StorePage,
  TransactionsPage,
} from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import {
  type Fault,
  fault,
  faultsOfReads,
  type IsCall,
  isCallOf,
  MESSAGE,
  Trouble,
} from './support/faults.ts';

interface Call {
  name: string;
  isCall: IsCall;
  screen: string;
  /** A backend that can't return rewards and their stores in one answer. */
  withoutRelation?: boolean;
  /** What a customer does there before the request is sent. */
  before?: (page: Page) => Promise<void>;
  fallback: string;
  /** How the screen words a message of the backend's. */
  says?: (message: string) => string;
  /** The link that a refusal offers; without one, 'Try again'. */
  wayOn?: { link: (page: Page) => Locator; to: RegExp };
  /** What the screen shows once it works. */
  shown: (page: Page) => Locator;
}

const table =
  (name: string, ...parts: string[]): IsCall =>
  (url) =>
    url.pathname === `/rest/v1/${name}` && parts.every((part) => url.search.includes(part));

const haircut = (page: Page) => new RewardsPage(page).reward('Free haircut');

/** A tap is lost until the page is hydrated: the tab tells whether it took effect. */
async function showRedemptions(page: Page): Promise<void> {
  const transactions = new TransactionsPage(page);
  await expect(async () => {
    await transactions.showRedemptions();
    await expect(transactions.redemptionsTab).toHaveAttribute('aria-selected', 'true', {
      timeout: 100,
    });
  }).toPass();
}

const calls: readonly Call[] = [
  {
    name: 'the events of /home',
    isCall: table('events'),
    screen: '/home',
    fallback: 'Unable to load events.',
    shown: (page) => new HomePage(page).moreEventsLink,
  },
  {
    name: 'the rewards of /home',
    isCall: table('rewards'),
    screen: '/home',
    fallback: 'Unable to load rewards.',
    shown: haircut,
  },
  {
    name: 'the rewards of /rewards',
    isCall: table('rewards'),
    screen: '/rewards',
    fallback: 'Unable to load rewards.',
    shown: haircut,
  },
  {
    name: 'the suspended stores of /rewards',
    withoutRelation: true,
    isCall: table('stores', 'suspended'),
    screen: '/rewards',
    fallback: 'Unable to load rewards.',
    shown: haircut,
  },
  {
    name: 'the rewards of a store filter',
    isCall: table('rewards', 'store_id=eq.10'),
    screen: '/rewards?store_id=10',
    fallback: 'Unable to load rewards.',
    shown: haircut,
  },
  {
    name: 'the events',
    isCall: table('events'),
    screen: '/events',
    fallback: 'Unable to load events.',
    shown: (page) => new EventsPage(page).event('Fun Run'),
  },
  {
    name: 'an event by id',
    isCall: table('events', 'id=eq.2'),
    screen: '/view-event/2',
    fallback: 'Unable to load events.',
    wayOn: { link: (page) => new EventPage(page).backLink, to: /\/events$/ },
    shown: (page) => new EventPage(page).heading('Night Market'),
  },
  {
    name: 'a store by id',
    isCall: table('stores', 'id=eq.1'),
    screen: '/store/1',
    fallback: 'Unable to load store.',
    wayOn: { link: (page) => new StorePage(page).homeLink, to: /\/home$/ },
    shown: (page) => new StorePage(page).heading('Kape Tayo'),
  },
  {
    name: 'the rewards of a store',
    isCall: table('rewards', 'store_id=eq.1'),
    screen: '/store/1',
    fallback: 'Unable to load rewards.',
    shown: (page) => new StorePage(page).reward('Free kapeng barako'),
  },
  {
    name: 'the progress at a store',
    isCall: isCallOf('stamps_held'),
    screen: '/store/1',
    fallback: 'Unable to load stamps.',
    shown: (page) => new StorePage(page).slots(2),
  },
  {
    name: 'a reward by id',
    isCall: table('rewards', 'id=eq.1'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load reward.',
    wayOn: { link: (page) => new RedeemPage(page).seeRewardsLink, to: /\/rewards$/ },
    shown: (page) => new RedeemPage(page).heading('Free kapeng barako'),
  },
  {
    name: 'the suspended stores of /redeem',
    withoutRelation: true,
    isCall: table('stores', 'suspended'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load reward.',
    wayOn: { link: (page) => new RedeemPage(page).seeRewardsLink, to: /\/rewards$/ },
    shown: (page) => new RedeemPage(page).heading('Free kapeng barako'),
  },
  {
    name: 'the stamps to spend',
    isCall: table('stamps'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load stamps.',
    shown: (page) => page.getByText('Collect 8 more stamps to redeem this reward.'),
  },
  {
    name: 'the stamps of a day',
    isCall: table('stamps', 'created_at=gte'),
    screen: '/transactions',
    fallback: 'Unable to load stamps.',
    says: (message) => `Unable to load stamps: ${message}`,
    shown: (page) => new TransactionsPage(page).slots(2),
  },
  {
    name: 'the stamps held',
    isCall: isCallOf('stamps_held'),
    screen: '/transactions',
    fallback: 'Unable to load stamps.',
    says: (message) => `Unable to load stamps: ${message}`,
    shown: (page) => new TransactionsPage(page).slots(2),
  },
  {
    name: 'the redemptions',
    isCall: table('redemptions'),
    screen: '/transactions',
    before: showRedemptions,
    fallback: 'Unable to load redemptions.',
    says: (message) => `Unable to load redemptions: ${message}`,
    shown: (page) => new TransactionsPage(page).noRedemptions,
  },
];

/** A screen as on a first visit: data kept from an earlier one would stand below the message. */
async function open(page: Page, { screen, before }: Call): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(screen);
  await before?.(page);
}

/** Whatever fails, a heading says where the customer is, and the links lead elsewhere. */
async function expectFrame(page: Page): Promise<void> {
  const shell = new Shell(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(shell.logoLink).toBeVisible();
  for (const place of [shell.homeLink, shell.transactionsLink]) {
    await expect(place).toBeInViewport();
  }
  await expect(shell.codeButton).toBeInViewport();
}

const alert = (page: Page) => page.getByRole('alert');
const tryAgain = (page: Page) => tryAgainIn(alert(page));

async function expectFailure(page: Page, call: Call, { outcome }: Fault): Promise<void> {
  const says = call.says ?? ((message: string) => message);
  const text = outcome === 'message' ? says(MESSAGE) : call.fallback;
  await expect(alert(page).getByText(text, { exact: true })).toBeVisible();
  await expect(alert(page)).toHaveCount(1);
  if (call.wayOn) {
    await expect(alert(page).locator(call.wayOn.link(page))).toBeVisible();
  }
  await expectFrame(page);
}

async function expectData(page: Page, call: Call): Promise<void> {
  await expect(call.shown(page)).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await expectFrame(page);
}

/** A test is a row of the matrix. A page is loaded only where a fault needs it. */
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

  /**
   * @param made the fault to meet
   * @param act sends the request, which fails or, where the fault says so, succeeds in the end
   */
  async cell(made: Fault, act: () => Promise<unknown>): Promise<void> {
    const page = this.#page;
    const call = this.#call;
    await test.step(made.name, async () => {
      this.#trouble.make(call.isCall, made);
      await act();
      await this.#trouble.met();
      if (made.slow) await page.clock.fastForward(15_000);
      if (made.outcome === 'message' || made.outcome === 'fallback') {
        await expectFailure(page, call, made);
      } else if (made.outcome === 'recovers') await expectData(page, call);
    });
    this.#met.add(made.name);
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

/** A refusal with 'Try again' joins the chain of faults; one with a link elsewhere does not. */
const refusals = [fault.refusedWithMessage, fault.refusedWithout];
const chain = [fault.stumbles, fault.empty, fault.garbled, fault.portal, fault.tooOften];

test.describe('a read of a screen', () => {
  for (const call of calls) {
    test(`${call.name} can fail in every way, and the screen says so`, async ({
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
      const profile = await new Shell(page).goToProfile();
      await expect(profile.heading('Account')).toBeVisible();
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

      // The previous page could end the session first, with a request that it repeats by itself.
      await page.goto('/customers');
      await row.cell(fault.ended, () => page.goto(call.screen));
      const back = encodeURIComponent(call.screen).replaceAll('%2F', '/');
      if (call.screen === '/transactions') {
        const transactions = new TransactionsPage(page);
        await expect(transactions.signInRequest).toBeVisible();
        await transactions.goToLogin();
      }
      await expect(page).toHaveURL(`/login?redirect=${back}`);
      expect(row.size).toBe(Object.keys(faultsOfReads).length);
    });
  }
});
