/** Every call of signing in, staying signed in and logging out, through every fault. */
import type { Page } from 'playwright/test';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import {
  type Fault,
  fault,
  faultsAtTheDoor,
  type IsCall,
  isRenewal,
  MESSAGE,
  Trouble,
} from './support/faults.ts';
import { open } from './support/open.ts';

const SESSION = 'stampcard.session';
const { late, ...others } = faultsAtTheDoor;
const failures: readonly Fault[] = Object.values(others);

const call =
  (...paths: string[]): IsCall =>
  (url) =>
    paths.includes(url.pathname);

const alert = (page: Page) => page.getByRole('alert');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const email = (page: Page) => page.getByLabel('Email address');
const code = (page: Page) => page.getByPlaceholder('Enter the 6-digit code');

/** Makes a call that fails, until it has failed. */
async function fail(page: Page, trouble: Trouble, isCall: IsCall, how: Fault, act: () => unknown) {
  trouble.make(isCall, how);
  await act();
  await trouble.met();
  if (how.slow) await page.clock.fastForward(15_000);
}

const text = ({ outcome }: Fault, fallback: string) => (outcome === 'message' ? MESSAGE : fallback);

/** A button of the sign-in through every fault: what it says, and that it can be pressed again. */
async function pressThroughAll(
  page: Page,
  trouble: Trouble,
  { name, isCall, fallback }: { name: string; isCall: IsCall; fallback: string },
): Promise<void> {
  for (const how of failures) {
    await test.step(how.name, async () => {
      await fail(page, trouble, isCall, how, () => button(page, name).click());
      await expect(alert(page)).toHaveText(text(how, fallback));
      await expect(page.getByRole('heading', { name: 'Customer Login' })).toBeVisible();
      await expect(button(page, name)).toBeEnabled();
      await expect(page.getByRole('status')).toHaveCount(0);
    });
  }
  await trouble.lift();
}

test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/^Failed to load resource: .*\/auth\/v1\//);
  await page.clock.install();
});

test('sending a code', async ({ page, context }) => {
  const trouble = await Trouble.in(context);
  const isCall = call('/auth/v1/otp');
  const name = 'Send login code';
  const address = uniqueEmail();
  await open(page, '/login?isWebView=1');
  await email(page).fill(address);
  await fail(page, trouble, isCall, late, () => button(page, name).click());
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await trouble.lift();
  await trouble.settled();
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();

  await open(page, '/login?isWebView=1');
  await email(page).fill(address);
  await pressThroughAll(page, trouble, { name, isCall, fallback: 'Unable to send one-time code.' });
  await expect(email(page)).toHaveValue(address);
  await expect(code(page)).toHaveCount(0);
  await button(page, name).click();
  await expect(code(page)).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test('verifying and resending a code', async ({ page, context, mailbox }) => {
  const trouble = await Trouble.in(context);
  const address = uniqueEmail();
  await open(page, '/login?isWebView=1&redirect=/rewards');
  await email(page).fill(address);
  await button(page, 'Send login code').click();
  await code(page).fill('123456');

  await pressThroughAll(page, trouble, {
    name: 'Resend code',
    isCall: call('/auth/v1/otp'),
    fallback: 'Unable to resend the one-time code.',
  });
  await button(page, 'Resend code').click();
  await expect(button(page, 'Code resent')).toBeDisabled();

  const name = 'Verify code and sign in';
  const isCall = call('/auth/v1/verify');
  const fallback = 'Unable to verify the one-time code.';
  await pressThroughAll(page, trouble, { name, isCall, fallback });
  await expect(email(page)).toHaveValue(address);
  await expect(code(page)).toHaveValue('123456');
  await code(page).fill(await mailbox.code(address));
  await button(page, name).click();
  await expect(page).toHaveURL('/rewards');
});

test('leaving for Google', async ({ page, context }) => {
  const trouble = await Trouble.in(context);
  // The second is asked only where the first has no answer.
  const isCall = call('/auth/v1/authorize', '/auth/v1/health');
  const name = 'Continue with Google';
  await open(page, '/login');
  await fail(page, trouble, isCall, late, () => button(page, name).click());
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await trouble.lift();
  await trouble.settled();
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible();

  await open(page, '/login');
  await pressThroughAll(page, trouble, {
    name,
    isCall,
    fallback: 'Unable to sign in with Google.',
  });
  await button(page, name).click();
  await expect(page.getByRole('button', { name: /Ana Reyes/ })).toBeVisible();
});

test('coming back from Google', async ({ page, context }) => {
  const trouble = await Trouble.in(context);
  const isCall: IsCall = (url) => url.searchParams.get('grant_type') === 'pkce';
  const comeBack = async () => {
    await page.evaluate(
      (key) => localStorage.setItem(key, '"a-verifier"'),
      `${SESSION}-code-verifier`,
    );
    await page.goto('/login?redirect=/rewards&code=0f5b7f5e-0000-4000-8000-000000000000');
  };
  await open(page, '/login');
  for (const how of failures) {
    await test.step(how.name, async () => {
      await fail(page, trouble, isCall, how, comeBack);
      await expect(alert(page)).toHaveText(text(how, 'Unable to complete sign in.'));
      await expect(page).toHaveURL(/\/login\?redirect=(%2F|\/)rewards$/);
      await expect(button(page, 'Continue with Google')).toBeEnabled();
    });
  }
  await fail(page, trouble, isCall, late, comeBack);
  await page.goto('/customers');
  await trouble.lift();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** Only the backend's own word ends a session; whatever else happens to its renewal, it is kept. */
const ends: readonly Fault[] = [fault.refusedWithMessage, fault.refusedWithout, fault.unauthorised];

test('renewing the session', async ({ page, context, customer: _ }) => {
  const trouble = await Trouble.in(context);
  /** Comes back after more than an hour; the last renewal may have brought another token. */
  const returnLater = async (session: string) => {
    await page.goto('/customers');
    await page.evaluate(
      ([key, kept]) => {
        sessionStorage.clear();
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(kept), expires_at: 1 }));
      },
      [SESSION, session] as const,
    );
    await page.goto('/rewards');
  };
  const kept = () => page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION);
  await page.goto('/customers');
  for (const how of failures.filter((each) => !ends.includes(each))) {
    await test.step(how.name, async () => {
      const session = await kept();
      await fail(page, trouble, isRenewal, how, () => returnLater(session));
      if (!how.slow) await page.clock.fastForward(15_000);
      await expect(alert(page).getByText('Unable to load session.', { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/rewards');
      // Held back, it can't come right by itself before the tap.
      trouble.make(isRenewal, late);
      await button(page, 'Try again').click();
      await trouble.lift();
      await expect(page.getByRole('link', { name: 'Free haircut' })).toBeVisible();
      await expect(alert(page)).toHaveCount(0);
    });
  }
  const session = await kept();
  await fail(page, trouble, isRenewal, late, () => returnLater(session));
  await page.getByRole('link', { name: 'Transactions' }).click();
  await trouble.lift();
  await expect(page.getByText('No transactions found yet.')).toBeVisible();
  for (const how of ends) {
    await test.step(how.name, async () => {
      const still = (await kept()) || session;
      await fail(page, trouble, isRenewal, how, () => returnLater(still));
      await expect(page).toHaveURL('/login?redirect=/rewards');
      expect(await kept()).toBe('');
    });
  }
});

/** What is left of somebody on the device. */
const remains = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage).filter((key) => !/last-(dismissed|shown)$/.test(key)),
    ...Object.keys(sessionStorage),
  ]);

async function returnAs(page: Page, customer: Customer): Promise<void> {
  // Where no code of ours would notice the session and go its own way.
  await page.goto('/customers');
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    SESSION,
    customer.session,
  ] as const);
  await open(page, '/profile');
}

test('logging out', async ({ page, context, customer }) => {
  const trouble = await Trouble.in(context);
  const isCall = call('/auth/v1/logout');
  await page.goto('/rewards');
  await expect(page.getByRole('link', { name: 'Free haircut' })).toBeVisible();
  for (const how of failures) {
    await test.step(how.name, async () => {
      await returnAs(page, customer);
      await fail(page, trouble, isCall, how, () => button(page, 'Log out').click());
      await expect(page).toHaveURL('/login');
      await expect(alert(page)).toHaveCount(0);
      expect(await remains(page)).toEqual([]);
    });
  }
});
