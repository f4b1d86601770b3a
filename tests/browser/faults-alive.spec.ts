/** The calls a page makes while it is open, through every fault: the search, and both open codes. */
import type { Page } from 'playwright/test';
import { type Customer, expect, service, test } from './fixtures.ts';
import {
  type Fault,
  fault,
  faultsOfReads,
  type IsCall,
  MESSAGE,
  Trouble,
} from './support/faults.ts';
import { open } from './support/open.ts';

const { late, ended, ...others } = faultsOfReads;
/** Those after which the customer is still there. */
const failures: readonly Fault[] = Object.values(others);

const table =
  (name: string, part: string): IsCall =>
  (url) =>
    url.pathname === `/rest/v1/${name}` && url.search.includes(part);

test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
  await page.clock.install();
});

test('searching', async ({ page, context, customer: _ }) => {
  const trouble = await Trouble.in(context);
  const isCall = table('stores', 'name=ilike');
  const field = page.getByRole('combobox');
  const found = page.getByRole('option', { name: /Kape Tayo/ });
  const alert = page.getByRole('alert');
  const again = alert.getByRole('button', { name: 'Try again' });
  await open(page, '/home');
  await field.fill('kape');
  for (const how of failures) {
    await test.step(how.name, async () => {
      trouble.make(isCall, how);
      await field.press('Enter');
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      if (how.outcome !== 'recovers') {
        const text = how.outcome === 'message' ? MESSAGE : 'Unable to search stores.';
        await expect(alert).toContainText(text);
        await expect(field).toHaveValue('kape');
        await expect(found).toHaveCount(0);
        await trouble.lift();
        if (how === fault.refusedWithMessage || how === fault.refusedWithout) {
          await expect(again).toHaveCount(0);
          await field.press('Enter');
        } else await again.click();
      }
      await expect(found).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }

  await test.step(late.name, async () => {
    trouble.make(isCall, late);
    await field.press('Enter');
    await trouble.met();
    trouble.make(isCall, fault.networkGone);
    await field.fill('halo');
    await field.press('Enter');
    await trouble.met();
    await expect(alert).toContainText('Unable to search stores.');
    await trouble.lift();
    await trouble.settled();
    await expect(found).toHaveCount(0);
    await again.click();
    await expect(page.getByRole('option', { name: /Mga Halo/ })).toBeVisible();
  });

  await test.step(ended.name, async () => {
    trouble.make(isCall, ended);
    await field.press('Enter');
    await expect(page).toHaveURL('/login?redirect=/home');
  });
});

/** Opens a code and waits until it has seen how things stand: what comes later is new. */
async function openCode(page: Page, isCall: IsCall, button: string, title: string) {
  await Promise.all([
    page.waitForResponse((response) => isCall(new URL(response.url()), response.request())),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const sheet = page.getByRole('dialog', { name: title });
  await expect(sheet.getByRole('img')).toBeVisible();
  return sheet;
}

interface Watch {
  isCall: IsCall;
  button: string;
  title: string;
  /** The store scans the code. */
  scan: () => Promise<void>;
  /** The customer's screen has noticed, and is ready for the next time. */
  noticed: () => Promise<void>;
}

/** The store scans while the screen is cut off: the code stays good, and the news comes late. */
async function watchThroughAll(page: Page, trouble: Trouble, watch: Watch): Promise<void> {
  const { isCall, button, title } = watch;
  for (const how of failures) {
    await test.step(how.name, async () => {
      const sheet = await openCode(page, isCall, button, title);
      trouble.make(isCall, how);
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      await expect(sheet.getByRole('img')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await watch.scan();
      await trouble.lift();
      await watch.noticed();
    });
  }

  await test.step(late.name, async () => {
    const sheet = await openCode(page, isCall, button, title);
    trouble.make(isCall, late);
    await trouble.met();
    await watch.scan();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await trouble.lift();
    await trouble.settled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step(ended.name, async () => {
    await openCode(page, isCall, button, title);
    trouble.make(isCall, ended);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  });
}

test('watching for a stamp', async ({ page, context, stamps }) => {
  const trouble = await Trouble.in(context);
  await open(page, '/store/1');
  const landed = page.getByRole('dialog', { name: 'Stamp collected!' });
  await watchThroughAll(page, trouble, {
    isCall: table('stamps', 'limit=10'),
    button: 'Show my QR code',
    title: 'Scan QR Code',
    scan: () => stamps(1, 1),
    noticed: async () => {
      await expect(landed).toBeVisible();
      await landed.getByRole('button', { name: 'Keep going' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  });
});

/** As the store's function records it; the stamps are left, so that it can be done again. */
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

test('watching for the redemption', async ({ page, context, stamps, customer }) => {
  const trouble = await Trouble.in(context);
  await stamps(10, 1);
  await open(page, '/redeem?reward=1');
  await watchThroughAll(page, trouble, {
    isCall: table('redemptions', 'limit=1'),
    button: 'Redeem reward',
    title: 'Scan to Redeem',
    scan: () => redeemBarako(customer),
    noticed: async () => {
      await expect(
        page.getByText('Redeemed at Kape Tayo. Enjoy your Free kapeng barako!'),
      ).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  });
});
