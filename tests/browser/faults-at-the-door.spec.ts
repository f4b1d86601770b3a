/** Faults of the requests that sign in, renew the session and open codes; the log-out's are in sessions.spec.ts. */
import type { Locator, Page } from 'playwright/test';
import { expect, test, uniqueEmail } from './fixtures.ts';
import { LoginPage, RedeemPage, RewardsPage, Shell, StorePage, shownText } from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import { expired, storedSession, storeSession } from './support/customers.ts';
import {
  type Fault,
  fault,
  type IsCall,
  isCallOf,
  isRenewal,
  MESSAGE,
  Trouble,
} from './support/faults.ts';

const { late, ended } = fault;
const failures: readonly Fault[] = [fault.refusedWithMessage, fault.networkGone, fault.hangs];

const call =
  (...paths: string[]): IsCall =>
  (url) =>
    paths.includes(url.pathname);

/** Says nothing about the session: not authorized is what a host answers whose key was replaced. */
const OUT_OF_REACH: readonly Fault[] = [fault.networkGone, fault.hangs, fault.unauthorized];

/** Sends a request that fails, and waits until it has failed. */
async function fail(page: Page, trouble: Trouble, isCall: IsCall, how: Fault, act: () => unknown) {
  trouble.make(isCall, how);
  await act();
  await trouble.met();
  if (how.slow) await page.clock.fastForward(15_000);
}

const text = ({ outcome }: Fault, fallback: string) => (outcome === 'message' ? MESSAGE : fallback);

/** A button of the sign-in meets each fault: the message, and that it can be pressed again. */
async function pressThroughAll(
  login: LoginPage,
  trouble: Trouble,
  { button, isCall, fallback }: { button: Locator; isCall: IsCall; fallback: string },
): Promise<void> {
  for (const how of failures) {
    await test.step(how.name, async () => {
      await fail(login.page, trouble, isCall, how, () => button.click());
      await expect(login.alert).toHaveText(text(how, fallback));
      await expect(login.welcome).toBeVisible();
      await expect(button).toBeEnabled();
      await expect(login.status).toHaveCount(0);
    });
  }
  await trouble.lift();
}

test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/(rest|auth)\/v1\//);
  await page.clock.install();
});

test('sending, verifying and resending a one-time code recover from faults', async ({
  page,
  context,
  mailbox,
}) => {
  const trouble = await Trouble.in(context);
  const isCall = call('/auth/v1/otp');
  const login = new LoginPage(page);
  const address = uniqueEmail();
  await login.open('?isWebView=1');
  await login.emailField.fill(address);
  await fail(page, trouble, isCall, late, () => login.sendButton.click());
  await login.privacyLink.click();
  await trouble.lift();
  await trouble.settled();
  await expect(login.titled('Privacy Policy')).toBeVisible();

  await login.open('?isWebView=1&redirect=/rewards');
  await login.emailField.fill(address);
  await pressThroughAll(login, trouble, {
    button: login.sendButton,
    isCall,
    fallback: 'Unable to send one-time code.',
  });
  await expect(login.emailField).toHaveValue(address);
  await expect(login.codeField).toHaveCount(0);
  await login.sendButton.click();
  await expect(login.codeField).toBeVisible();
  await expect(login.alert).toHaveCount(0);

  // One digit short, it does not go by itself.
  await login.codeField.fill('12345');

  await pressThroughAll(login, trouble, {
    button: login.resendButton,
    isCall,
    fallback: 'Unable to resend the one-time code.',
  });
  await login.resendButton.click();
  await expect(login.resentButton).toBeDisabled();

  await pressThroughAll(login, trouble, {
    button: login.verifyButton,
    isCall: call('/auth/v1/verify'),
    fallback: 'Unable to verify the one-time code.',
  });
  await expect(login.emailField).toHaveValue(address);
  await expect(login.codeField).toHaveValue('12345');
  await login.codeField.fill(await mailbox.code(address));
  await expect(page).toHaveURL('/rewards');
});

test('leaving for Google recovers from faults', { tag: '@google' }, async ({ page, context }) => {
  const trouble = await Trouble.in(context);
  // The second is requested only where the first has no answer.
  const isCall = call('/auth/v1/authorize', '/auth/v1/health');
  const login = new LoginPage(page);
  await login.open();
  await fail(page, trouble, isCall, late, () => login.continueWithGoogle());
  await login.termsLink.click();
  await trouble.lift();
  await trouble.settled();
  await expect(login.titled('Terms of Service')).toBeVisible();

  await login.open();
  await pressThroughAll(login, trouble, {
    button: login.googleButton,
    isCall,
    fallback: 'Unable to sign in with Google.',
  });
  const google = await login.continueWithGoogle();
  await expect(google.account('Ana Reyes')).toBeVisible();
});

test('the renewal of a session recovers from every fault but a refusal', async ({
  page,
  context,
  customer: _,
}) => {
  const trouble = await Trouble.in(context);
  const rewards = new RewardsPage(page);
  /** Comes back after more than an hour, with the session as the last renewal left it. */
  const returnLater = async (stored: string) => {
    await page.goto('/customers');
    await page.evaluate(() => sessionStorage.clear());
    await storeSession(page, expired(stored));
    await rewards.goto();
  };
  await page.goto('/customers');
  for (const how of OUT_OF_REACH) {
    await test.step(how.name, async () => {
      const session = await storedSession(page);
      await fail(page, trouble, isRenewal, how, () => returnLater(session));
      if (!how.slow) await page.clock.fastForward(15_000);
      // Over what was kept, a lost connection is reported instead of what it causes.
      const said = rewards.alert.getByText('Unable to load session.', { exact: true });
      await expect(said.or(shownText(page, /^Offline · as of /))).toBeVisible();
      await expect(page).toHaveURL('/rewards');
      // The renewal is held back, so that it can't succeed by itself before the tap.
      trouble.make(isRenewal, late);
      await tryAgainIn(page).click();
      await trouble.lift();
      await expect(rewards.reward('Free haircut')).toBeVisible();
      await expect(rewards.alert).toHaveCount(0);
    });
  }
  const session = await storedSession(page);
  await fail(page, trouble, isRenewal, late, () => returnLater(session));
  const transactions = await new Shell(page).goToTransactions();
  await trouble.lift();
  await expect(transactions.noStamps).toBeVisible();
  await fail(page, trouble, isRenewal, fault.refusedWithMessage, () => returnLater(session));
  await expect(page).toHaveURL('/login?redirect=/rewards');
  expect(await storedSession(page)).toBe('');
});

/** The customer is still signed in and on the page after each. */
const whileOpen: readonly Fault[] = [fault.networkGone, fault.expired];

const isStampsPoll: IsCall = (url) =>
  url.pathname === '/rest/v1/stamps' && url.search.includes('limit=10');

test('an open stamp code survives faults and sees the stamp', async ({ page, context, stamps }) => {
  const trouble = await Trouble.in(context);
  const shell = new Shell(page);
  /** Anything that later differs from the first answer is news. */
  const open = async () => {
    // The previous code no longer waits for its scan: its requests would be mistaken for these.
    await page.clock.fastForward(3000);
    return shell.openWatchedCode();
  };
  /** At once: a code that is told of scans, or that has failed some times, asks every 15 to 30 s. */
  const ask = () => page.evaluate(() => dispatchEvent(new Event('online')));
  const notice = async () => {
    await expect(shell.stampLanded.root).toBeVisible();
    await shell.stampLanded.doneButton.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await new StorePage(page).open(1);
  for (const how of whileOpen) {
    await test.step(how.name, async () => {
      const sheet = await open();
      trouble.make(isStampsPoll, how);
      await ask();
      await trouble.met();
      await expect(sheet.picture).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await stamps(1, 1);
      await trouble.lift();
      await ask();
      await notice();
    });
  }

  await test.step(late.name, async () => {
    const sheet = await open();
    // For 2 s after it was closed, a code still waits for the news of its scan.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    trouble.make(isStampsPoll, late);
    await ask();
    await trouble.met();
    await stamps(1, 1);
    await sheet.close();
    await trouble.lift();
    await notice();
    await page.clock.resume();
  });

  await test.step(ended.name, async () => {
    await open();
    trouble.make(isStampsPoll, ended);
    await ask();
    await expect(page).toHaveURL(/\/login\?redirect=/);
  });
});

test('a redemption code that is refused says why, and one opened offline is reported later', async ({
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
