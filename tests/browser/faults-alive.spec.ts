/** What can happen to the requests of both open codes. */
import { expect, test } from './fixtures.ts';
import { RedeemPage, Shell, StorePage } from './models/index.ts';
import { type Fault, fault, type IsCall, isCallOf, MESSAGE, Trouble } from './support/faults.ts';

const { late, ended } = fault;
/** The customer is still signed in and on the page after each. */
const failures: readonly Fault[] = [fault.networkGone, fault.portal, fault.hangs, fault.expired];

const isStampsPoll: IsCall = (url) =>
  url.pathname === '/rest/v1/stamps' && url.search.includes('limit=10');

test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
  await page.clock.install();
});

test('an open stamp code survives faults and sees the stamp', async ({ page, context, stamps }) => {
  const trouble = await Trouble.in(context);
  const shell = new Shell(page);
  /** Whatever differs from the first answer afterwards is news. */
  const open = async () => {
    // The one before does not wait for its scan any more: its questions would be taken for these.
    await page.clock.fastForward(3000);
    return shell.openWatchedCode();
  };
  const notice = async () => {
    await expect(shell.stampLanded.root).toBeVisible();
    await shell.stampLanded.dismiss();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await new StorePage(page).open(1);
  for (const how of failures) {
    await test.step(how.name, async () => {
      const sheet = await open();
      trouble.make(isStampsPoll, how);
      await trouble.met();
      if (how.slow) await page.clock.fastForward(15_000);
      await expect(sheet.picture).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await stamps(1, 1);
      await trouble.lift();
      await notice();
    });
  }

  await test.step(late.name, async () => {
    const sheet = await open();
    trouble.make(isStampsPoll, late);
    await trouble.met();
    // For 2 s after it was closed, a code still waits for the news of its scan.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000);
    await stamps(1, 1);
    await sheet.close();
    await trouble.lift();
    await notice();
    await page.clock.resume();
  });

  await test.step(ended.name, async () => {
    await open();
    trouble.make(isStampsPoll, ended);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  });
});

test('a redemption code that is refused says why, and one without a line is told later', async ({
  page,
  context,
  stamps,
}) => {
  await stamps(10, 1);
  const trouble = await Trouble.in(context);
  const isCall = isCallOf('open_redemption');
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  trouble.make(isCall, fault.refusedWithMessage);
  await expect(redeem.redeemButton).toBeEnabled();
  const sheet = await redeem.openCode();
  await expect(redeem.alert).toContainText(MESSAGE);
  await expect(sheet.root).toHaveCount(0);

  trouble.make(isCall, fault.networkGone);
  await expect(redeem.redeemButton).toBeEnabled();
  await redeem.openCode();
  await trouble.met();
  await expect(sheet.picture).toBeVisible();
  await expect(sheet.waitingForConnection).not.toBeEmpty();
  await trouble.lift();
  await page.clock.fastForward(10_000);
  await expect(sheet.waitingForConnection).toBeEmpty();
  await expect(sheet.picture).toBeVisible();
});
