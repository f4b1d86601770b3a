/**
 * Every read of every screen that fails: the exact message, the frame that stays, and the way on
 * (docs/product.md#errors-and-waiting). What a read can meet besides is in tests/unit/data; the
 * requests of the sign-in and of open codes are in faults-at-the-door.spec.ts.
 */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  EventPage,
  EventsPage,
  HomePage,
  RedeemPage,
  RewardsPage,
  Shell,
  StorePage,
  shownText,
  TransactionsPage,
} from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import { type Fault, fault, type IsCall, isCallOf, MESSAGE, Trouble } from './support/faults.ts';

interface Call {
  name: string;
  isCall: IsCall;
  screen: string;
  /** What a customer does there before the request is sent. */
  before?: (page: Page) => Promise<void>;
  fallback: string;
  /** How the screen words a message of the backend's. */
  says?: (message: string) => string;
  /** The link that a refusal offers; without one, 'Try again'. */
  wayOn?: (page: Page) => Locator;
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
    await transactions.redemptionsTab.click();
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
    wayOn: (page) => new EventPage(page).backLink,
    shown: (page) => new EventPage(page).heading('Night Market'),
  },
  {
    name: 'a store by id',
    isCall: table('stores', 'id=eq.1'),
    screen: '/store/1',
    fallback: 'Unable to load store.',
    wayOn: (page) => new StorePage(page).homeLink,
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
    wayOn: (page) => new RedeemPage(page).seeRewardsLink,
    shown: (page) => new RedeemPage(page).heading('Free kapeng barako'),
  },
  {
    name: 'the stamps to spend',
    isCall: table('stamps'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load stamps.',
    shown: (page) => shownText(page, 'Collect 8 more stamps to redeem this reward.'),
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
    name: 'the redemptions',
    isCall: table('redemptions'),
    screen: '/transactions',
    before: showRedemptions,
    fallback: 'Unable to load redemptions.',
    says: (message) => `Unable to load redemptions: ${message}`,
    shown: (page) => new TransactionsPage(page).noRedemptions,
  },
];

/** A screen as on a first visit: data kept from an earlier one would be shown below the message. */
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

/** Otherwise one read would show what another one has kept. */
function forgetAnswers(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('stampcard.kept.')) localStorage.removeItem(key);
}

const alert = (page: Page) => page.getByRole('alert');
const tryAgain = (page: Page) => tryAgainIn(alert(page));

async function expectFailure(page: Page, call: Call, { outcome }: Fault): Promise<void> {
  const says = call.says ?? ((message: string) => message);
  const text = outcome === 'message' ? says(MESSAGE) : call.fallback;
  await expect(alert(page).getByText(text, { exact: true })).toBeVisible();
  await expect(alert(page)).toHaveCount(1);
  if (call.wayOn) await expect(alert(page).locator(call.wayOn(page))).toBeVisible();
  await expectFrame(page);
}

async function expectData(page: Page, call: Call): Promise<void> {
  await expect(call.shown(page)).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await expectFrame(page);
}

test.beforeEach(async ({ page, stamps, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
  await page.clock.install();
  await stamps(2, 1);
  await page.goto('/customers');
});

test('whichever read of a screen fails, the screen says so, stays up and leads on', async ({
  page,
  context,
}) => {
  const trouble = await Trouble.in(context);
  for (const call of calls) {
    await test.step(call.name, async () => {
      trouble.make(call.isCall, fault.networkGone);
      await page.evaluate(forgetAnswers);
      await open(page, call);
      await expectFailure(page, call, fault.networkGone);
      if (call.wayOn) {
        // Held back, so that the screen's own next try can't succeed before the tap.
        trouble.make(call.isCall, fault.late);
        await tryAgain(page).click();
        await trouble.lift();
        await expectData(page, call);
        trouble.make(call.isCall, fault.refusedWithMessage);
        await open(page, call);
        await expectFailure(page, call, fault.refusedWithMessage);
        await expect(tryAgain(page)).toHaveCount(0);
      } else {
        trouble.make(call.isCall, fault.refusedWithMessage);
        await tryAgain(page).click();
        await expectFailure(page, call, fault.refusedWithMessage);
        await trouble.lift();
        await tryAgain(page).click();
        await expectData(page, call);
      }
      await trouble.lift();
    });
  }
});
