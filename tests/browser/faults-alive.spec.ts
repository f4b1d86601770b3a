/** Every fault of the requests that an open page sends: the search, and both open codes. */
import type { Page } from 'playwright/test';
import { type Customer, expect, service, test } from './fixtures.ts';
import { HomePage, RedeemPage, type Sheet, Shell, StorePage } from './models/index.ts';
import { callsOf } from './support/backend.ts';
import {
  type Fault,
  fault,
  faultsOfReads,
  type IsCall,
  isCallOf,
  MESSAGE,
  Trouble,
} from './support/faults.ts';

const { late, ended, ...others } = faultsOfReads;
/** The faults after which the customer is still signed in and on the page. */
const failures: readonly Fault[] = Object.values(others);

const table =
  (name: string, part: string): IsCall =>
  (url) =>
    url.pathname === `/rest/v1/${name}` && url.search.includes(part);

test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
  await page.clock.install();
});

test('the search recovers from every fault', async ({ page, context, customer: _ }) => {
  const trouble = await Trouble.in(context);
  const isCall = table('rpc/search_stores', 'term=');
  const home = new HomePage(page);
  const { search, alert } = home;
  const found = search.result('Kape Tayo');
  await home.open();
  await search.type('kape');
  for (const how of failures) {
    await test.step(how.name, async () => {
      trouble.make(isCall, how);
      await search.pressEnter();
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      if (how.outcome !== 'recovers') {
        const text = how.outcome === 'message' ? MESSAGE : 'Unable to search stores.';
        await expect(alert).toContainText(text);
        await expect(search.field).toHaveValue('kape');
        await expect(found).toHaveCount(0);
        await trouble.lift();
        if (how === fault.refusedWithMessage || how === fault.refusedWithout) {
          await expect(home.tryAgain).toHaveCount(0);
          await search.pressEnter();
        } else await home.tryAgain.click();
      }
      await expect(found).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }

  await test.step(late.name, async () => {
    trouble.make(isCall, late);
    await search.pressEnter();
    await trouble.met();
    trouble.make(isCall, fault.networkGone);
    await search.searchFor('halo');
    await trouble.met();
    await expect(alert).toContainText('Unable to search stores.');
    await trouble.lift();
    await trouble.settled();
    await expect(found).toHaveCount(0);
    await home.tryAgain.click();
    await expect(search.result('Mga Halo')).toBeVisible();
  });

  await test.step(ended.name, async () => {
    // A renewal from before, tried until now, would be granted: the session would not be over.
    await trouble.settled();
    trouble.make(isCall, ended);
    await search.pressEnter();
    await expect(page).toHaveURL('/login?redirect=/home');
  });
});

/** Opens a code and waits for its first poll: whatever differs afterwards is news. */
async function openCode(page: Page, { rows, open }: Watch): Promise<Sheet> {
  // The one before does not wait for its scan any more: its questions would be taken for these.
  await page.clock.fastForward(3000);
  const first = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === `/rest/v1/${rows}` && searchParams.get('limit') === '1';
  });
  const sheet = await open();
  await first;
  await expect(sheet.picture).toBeVisible();
  return sheet;
}

interface Watch {
  /** The table that tells of the scan. */
  rows: 'stamps' | 'redemptions';
  /** The customer opens the code. */
  open: () => Promise<Sheet>;
  /** The store scans the code. */
  scan: () => Promise<void>;
  /** The customer's screen shows the news, and is ready for the next fault. */
  noticed: () => Promise<void>;
}

/** The store scans while the screen gets no answers: the code stays, and the news comes late. */
async function watchThroughAll(page: Page, trouble: Trouble, watch: Watch): Promise<void> {
  const isCall = table(watch.rows, 'limit=10');
  for (const how of failures) {
    await test.step(how.name, async () => {
      const sheet = await openCode(page, watch);
      trouble.make(isCall, how);
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      await expect(sheet.picture).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await watch.scan();
      await trouble.lift();
      await watch.noticed();
    });
  }

  await test.step(late.name, async () => {
    const sheet = await openCode(page, watch);
    trouble.make(isCall, late);
    await trouble.met();
    // For 2 s after it was closed, a code still waits for the news of its scan.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000);
    await watch.scan();
    await sheet.close();
    await trouble.lift();
    await watch.noticed();
    await page.clock.resume();
    await page.clock.fastForward(3000);
    await trouble.settled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step(ended.name, async () => {
    await openCode(page, watch);
    trouble.make(isCall, ended);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  });
}

test('an open stamp code survives every fault and sees the stamp', async ({
  page,
  context,
  stamps,
}) => {
  const trouble = await Trouble.in(context);
  const shell = new Shell(page);
  await new StorePage(page).open(1);
  await watchThroughAll(page, trouble, {
    rows: 'stamps',
    open: () => shell.openCode(),
    scan: () => stamps(1, 1),
    noticed: async () => {
      await expect(shell.stampLanded.root).toBeVisible();
      await shell.stampLanded.dismiss();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  });
});

/** As the store's function records it, but without spending stamps, so that it can be repeated. */
async function redeemBarako({ id }: Customer): Promise<void> {
  const { error } = await service().from('redemptions').insert({
    user_id: id,
    store_id: 1,
    reward_id: 1,
    store_name: 'Kape Tayo',
    reward_title: 'Free kapeng barako',
    stamps_spent: 10,
  });
  if (error) throw error;
}

test('an open redemption code survives every fault and sees the redemption', async ({
  page,
  context,
  stamps,
  customer,
}) => {
  const trouble = await Trouble.in(context);
  await stamps(10, 1);
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  await watchThroughAll(page, trouble, {
    rows: 'redemptions',
    open: () => redeem.openCode(),
    scan: () => redeemBarako(customer),
    noticed: async () => {
      await expect(
        page.getByText('Enjoy! Redeemed at Kape Tayo: Free kapeng barako'),
      ).toBeVisible();
      await redeem.receipt.finish();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  });
});

test('the opening of a redemption code survives every fault, and is told in the end', async ({
  page,
  context,
  stamps,
}) => {
  await stamps(10, 1);
  const trouble = await Trouble.in(context);
  const isCall = isCallOf('open_redemption');
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  for (const how of failures) {
    await test.step(how.name, async () => {
      trouble.make(isCall, how);
      await expect(redeem.redeemButton).toBeEnabled();
      const sheet = await redeem.openCode();
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      if (how === fault.refusedWithMessage) {
        await expect(redeem.alert).toContainText(MESSAGE);
        await expect(sheet.root).toHaveCount(0);
        await trouble.lift();
        return;
      }
      await expect(sheet.picture).toBeVisible();
      if (how.outcome !== 'recovers') {
        await expect(sheet.waitingForConnection).not.toBeEmpty();
        await trouble.lift();
        await page.clock.fastForward(10_000);
      }
      await expect(sheet.waitingForConnection).toBeEmpty();
      await expect(sheet.picture).toBeVisible();
      await sheet.close();
      await trouble.settled();
    });
  }

  await test.step(late.name, async () => {
    trouble.make(isCall, late);
    const sheet = await redeem.openCode();
    await trouble.met();
    await sheet.close();
    const withdrawn = page.waitForResponse(callsOf('close_redemption'));
    await trouble.lift();
    expect((await withdrawn).ok()).toBe(true);
  });

  await test.step(ended.name, async () => {
    // A renewal from before, tried until now, would be granted: the session would not be over.
    await trouble.settled();
    trouble.make(isCall, ended);
    await redeem.openCode();
    await expect(page).toHaveURL(/\/login\?redirect=/);
  });
});
