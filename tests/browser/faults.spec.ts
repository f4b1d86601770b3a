/**
 * Every read of every screen fails once: the exact message, the frame that stays, and the way on
 * (docs/product.md#errors-and-waiting). The other failures of reads are in tests/unit/data, and those of
 * the sign-in and of open codes in tests/unit/state.
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
import { callsOf, hold, loseNetwork, reads, refuse } from './support/backend.ts';

/** A sentence as the backend may send it; no screen has it otherwise. */
const MESSAGE = 'The kitchen is closed until noon.';

interface Call {
  name: string;
  sent: RegExp;
  screen: string;
  /** What a customer does there before the request is sent. */
  before?: (page: Page) => Promise<void>;
  fallback: string;
  /** How the screen shows a message from the backend. */
  says?: (message: string) => string;
  /** The link that a refusal offers; without one, 'Try again'. */
  wayOn?: (page: Page) => Locator;
  /** What the screen shows once it works. */
  shown: (page: Page) => Locator;
}

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
    sent: reads('events'),
    screen: '/home',
    fallback: 'Unable to load events.',
    shown: (page) => new HomePage(page).moreEventsLink,
  },
  {
    name: 'the rewards of /home',
    sent: reads('rewards'),
    screen: '/home',
    fallback: 'Unable to load rewards.',
    shown: haircut,
  },
  {
    name: 'the events',
    sent: reads('events'),
    screen: '/events',
    fallback: 'Unable to load events.',
    shown: (page) => new EventsPage(page).event('Fun Run'),
  },
  {
    name: 'an event by id',
    sent: /\/rest\/v1\/events\?.*id=eq\.2(&|$)/,
    screen: '/view-event/2',
    fallback: 'Unable to load events.',
    wayOn: (page) => new EventPage(page).backLink,
    shown: (page) => new EventPage(page).heading('Night Market'),
  },
  {
    name: 'a store by id',
    sent: /\/rest\/v1\/stores\?.*id=eq\.1(&|$)/,
    screen: '/store/1',
    fallback: 'Unable to load store.',
    wayOn: (page) => new StorePage(page).homeLink,
    shown: (page) => new StorePage(page).heading('Kape Tayo'),
  },
  {
    name: 'the rewards of a store',
    sent: /\/rest\/v1\/rewards\?.*store_id=eq\.1(&|$)/,
    screen: '/store/1',
    fallback: 'Unable to load rewards.',
    shown: (page) => new StorePage(page).reward('Free kapeng barako'),
  },
  {
    name: 'the progress at a store',
    sent: callsOf('stamps_held'),
    screen: '/store/1',
    fallback: 'Unable to load stamps.',
    shown: (page) => new StorePage(page).slots(2),
  },
  {
    name: 'a reward by id',
    sent: /\/rest\/v1\/rewards\?.*id=eq\.1(&|$)/,
    screen: '/redeem?reward=1',
    fallback: 'Unable to load reward.',
    wayOn: (page) => new RedeemPage(page).seeRewardsLink,
    shown: (page) => new RedeemPage(page).heading('Free kapeng barako'),
  },
  {
    name: 'the stamps to spend',
    sent: reads('stamps'),
    screen: '/redeem?reward=1',
    fallback: 'Unable to load stamps.',
    shown: (page) => shownText(page, 'Collect 8 more stamps to redeem this reward.'),
  },
  {
    name: 'the stamps of a day',
    sent: /\/rest\/v1\/stamps\?.*created_at=gte/,
    screen: '/transactions',
    fallback: 'Unable to load stamps.',
    says: (message) => `Unable to load stamps: ${message}`,
    shown: (page) => new TransactionsPage(page).slots(2),
  },
  {
    name: 'the redemptions',
    sent: reads('redemptions'),
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

async function expectFailure(page: Page, call: Call, text: string): Promise<void> {
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

test.beforeEach(async ({ page, stamps }) => {
  await page.clock.install();
  await stamps(2, 1);
  await page.goto('/customers');
});

test('whichever read fails, its screen says so, stays usable and offers a way on', async ({
  page,
  complaints,
}) => {
  for (const call of calls) {
    const { sent, fallback, says = (message: string) => message } = call;
    await test.step(call.name, async () => {
      await loseNetwork(page, complaints, sent);
      await page.evaluate(forgetAnswers);
      await open(page, call);
      await expectFailure(page, call, fallback);
      if (call.wayOn) {
        // Held back, so that the screen's own next try can't succeed before the tap.
        const release = await hold(page, sent);
        await tryAgain(page).click();
        await page.unroute(sent);
        release();
        await expectData(page, call);
        await refuse(page, complaints, sent, MESSAGE);
        await open(page, call);
        await expectFailure(page, call, says(MESSAGE));
        await expect(tryAgain(page)).toHaveCount(0);
      } else {
        await refuse(page, complaints, sent, MESSAGE);
        await tryAgain(page).click();
        await expectFailure(page, call, says(MESSAGE));
        await page.unroute(sent);
        await tryAgain(page).click();
        await expectData(page, call);
      }
      await page.unroute(sent);
    });
  }
});
