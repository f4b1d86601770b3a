/** What can happen to the requests that sign in, renew the session and log out. */
import type { Locator, Page } from 'playwright/test';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import { LoginPage, ProfilePage, RewardsPage, Shell } from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import { createCustomer } from './support/customers.ts';
import { type Fault, fault, type IsCall, isRenewal, MESSAGE, Trouble } from './support/faults.ts';

const SESSION = 'stampcard.session';
const { late } = fault;
const failures: readonly Fault[] = [
  fault.refusedWithMessage,
  fault.networkGone,
  fault.portal,
  fault.hangs,
];

const call =
  (...paths: string[]): IsCall =>
  (url) =>
    paths.includes(url.pathname);

const OUT_OF_REACH: readonly Fault[] = [fault.networkGone, fault.hangs];

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
  complaints.allow(/^Failed to load resource: .*\/auth\/v1\//);
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
  await login.enterEmail(address);
  await fail(page, trouble, isCall, late, () => login.sendCode());
  await login.privacyLink.click();
  await trouble.lift();
  await trouble.settled();
  await expect(login.titled('Privacy Policy')).toBeVisible();

  await login.open('?isWebView=1&redirect=/rewards');
  await login.enterEmail(address);
  await pressThroughAll(login, trouble, {
    button: login.sendButton,
    isCall,
    fallback: 'Unable to send one-time code.',
  });
  await expect(login.emailField).toHaveValue(address);
  await expect(login.codeField).toHaveCount(0);
  await login.sendCode();
  await expect(login.codeField).toBeVisible();
  await expect(login.alert).toHaveCount(0);

  // One digit short, it does not go by itself.
  await login.enterCode('12345');

  await pressThroughAll(login, trouble, {
    button: login.resendButton,
    isCall,
    fallback: 'Unable to resend the one-time code.',
  });
  await login.resendCode();
  await expect(login.resentButton).toBeDisabled();

  await pressThroughAll(login, trouble, {
    button: login.verifyButton,
    isCall: call('/auth/v1/verify'),
    fallback: 'Unable to verify the one-time code.',
  });
  await expect(login.emailField).toHaveValue(address);
  await expect(login.codeField).toHaveValue('12345');
  await login.enterCode(await mailbox.code(address));
  await expect(page).toHaveURL('/rewards');
});

test('leaving for Google recovers from faults', async ({ page, context }) => {
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
    await page.evaluate(
      ([key, value]) => {
        sessionStorage.clear();
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }));
      },
      [SESSION, stored] as const,
    );
    await rewards.goto();
  };
  const storedSession = () => page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION);
  await page.goto('/customers');
  for (const how of OUT_OF_REACH) {
    await test.step(how.name, async () => {
      const session = await storedSession();
      await fail(page, trouble, isRenewal, how, () => returnLater(session));
      if (!how.slow) await page.clock.fastForward(15_000);
      // Over what was kept, a line that is missing is said in place of what comes of it.
      const said = rewards.alert.getByText('Unable to load session.', { exact: true });
      await expect(said.or(page.getByText(/^Offline · as of /))).toBeVisible();
      await expect(page).toHaveURL('/rewards');
      // The renewal is held back, so that it can't succeed by itself before the tap.
      trouble.make(isRenewal, late);
      await tryAgainIn(page).click();
      await trouble.lift();
      await expect(rewards.reward('Free haircut')).toBeVisible();
      await expect(rewards.alert).toHaveCount(0);
    });
  }
  const session = await storedSession();
  await fail(page, trouble, isRenewal, late, () => returnLater(session));
  const transactions = await new Shell(page).goToTransactions();
  await trouble.lift();
  await expect(transactions.noStamps).toBeVisible();
  for (const how of [fault.refusedWithMessage, fault.unauthorised]) {
    await test.step(how.name, async () => {
      const still = (await storedSession()) || session;
      await fail(page, trouble, isRenewal, how, () => returnLater(still));
      await expect(page).toHaveURL('/login?redirect=/rewards');
      expect(await storedSession()).toBe('');
    });
  }
});

/** What a log-out left on the device. */
const leftOnDevice = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage).filter((key) => !/last-(dismissed|shown)$/.test(key)),
    ...Object.keys(sessionStorage),
  ]);

async function returnAs(page: Page, customer: Customer): Promise<ProfilePage> {
  // On a page without the wallet: none of its code reacts to the session.
  await page.goto('/customers');
  await page.evaluate(
    ([key, value]) => {
      localStorage.clear();
      localStorage.setItem(key, value);
    },
    [SESSION, customer.session] as const,
  );
  const profile = new ProfilePage(page);
  await profile.open();
  return profile;
}

test('a log-out that fails leaves nothing of the customer behind, and says it is not finished', async ({
  page,
  context,
  customer: _,
}) => {
  const trouble = await Trouble.in(context);
  const isCall = call('/auth/v1/logout');
  const rewards = new RewardsPage(page);
  await rewards.goto();
  await expect(rewards.reward('Free haircut')).toBeVisible();
  for (const how of OUT_OF_REACH) {
    await test.step(how.name, async () => {
      const profile = await returnAs(page, await createCustomer());
      await fail(page, trouble, isCall, how, () => profile.logOut());
      await expect(page).toHaveURL('/login');
      await expect(profile.alert).toContainText('Unable to log out.');
      expect(await leftOnDevice(page)).toEqual(['stampcard.log-outs']);
    });
  }
});
