/** Both stories by keyboard alone, and what a screen reader is told: focus, names, live regions. */
import type { Locator, Page } from 'playwright/test';
import { WINDOWS } from '../screens.ts';
import { expect, scan, signInBrowser, test, uniqueEmail } from './fixtures.ts';
import {
  HomePage,
  LoginPage,
  RedeemPage,
  Shell,
  TransactionsPage,
  WATCH_BEGINS,
} from './models/index.ts';
import { callsOf, loseNetwork, refuse } from './support/backend.ts';
import { codeOf } from './support/customers.ts';
import { coveredWithFocus, hidesFocus } from './support/measures.ts';

declare global {
  interface Window {
    spoken: string[];
  }
}

/**
 * Records what a screen reader says by itself: a dialog that opens, and live regions that start to say
 * something. A status that appears with its words is 'unheard', since most readers skip it, and so is
 * one behind an open dialog. Call this before the page is opened; to keep what was said across pages is
 * up to the caller.
 */
async function recordSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.spoken = [];
    const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    const known = new Map<Element, string>();
    const words = (element: Element | null) =>
      (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    let dialog: Element | undefined;
    const look = () => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1);
      if (open && open !== dialog) {
        const said = ['aria-labelledby', 'aria-describedby'].flatMap((name) =>
          (open.getAttribute(name) ?? '')
            .split(' ')
            .map((id) => words(document.getElementById(id))),
        );
        window.spoken.push(`dialog: ${said.filter(Boolean).join('. ')}`);
      }
      for (const region of document.querySelectorAll(LIVE)) {
        const before = known.get(region);
        const now = words(region);
        known.set(region, now);
        // Nobody hears a screen that is out of sight.
        if (region.closest('[data-left]')) continue;
        if (now === '' || now === before || now === 'Loading') continue;
        const isNew = before === undefined;
        // What came with its dialog is read with it.
        if (isNew && open && open !== dialog && open.contains(region)) continue;
        const isAlert = region.getAttribute('role') === 'alert';
        const heard = (isAlert || !isNew) && (!open || open.contains(region));
        window.spoken.push(`${heard ? (isAlert ? 'alert' : 'status') : 'unheard'}: ${now}`);
      }
      dialog = open;
    };
    document.addEventListener('DOMContentLoaded', () => {
      for (const region of document.querySelectorAll(LIVE)) known.set(region, words(region));
      new MutationObserver(look).observe(document, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
  });
}

/** All that was said on this page so far. */
const spoken = (page: Page): Promise<string[]> => page.evaluate(() => window.spoken);

const focused = (page: Page) => page.locator(':focus');

/** The focus is somewhere in the page. */
const expectFocusKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), 'has the focus')
    .toBe(true);

const MOST_TABS = 60;

/** Presses Tab until the control of this name has the focus, and shows it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches = (found: string) => (typeof name === 'string' ? found === name : name.test(found));
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const found = await focused(page).evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
    );
    if (!matches(found)) continue;
    await expect(focused(page)).toHaveCSS('outline-style', 'solid');
    return;
  }
  throw new Error(`No Tab leads to ${name}.`);
}

/** Presses Tab until a control that shows no name has the focus. */
async function tabOnto(control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await control.page().keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No Tab leads to ${control}.`);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('a stamp is collected and a reward redeemed by keyboard alone, each announced once', async ({
  page,
  counter,
  customer,
  stamps,
}) => {
  await recordSpeech(page);
  await stamps(9, 1);
  const home = new HomePage(page);
  const shell = new Shell(page);
  await home.open();
  // The code comes first, then the skip link, which skips the header.
  await page.keyboard.press('Tab');
  await expect(shell.codeFirst).toBeFocused();
  await expect(shell.codeFirst).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(shell.codeSheet.root).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shell.codeFirst).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(home.skipLink).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(home.search.field).toBeFocused();
  const answered = page.waitForResponse(WATCH_BEGINS);
  await press(page, 'My code');
  await expect(shell.codeSheet.codeOf(customer.name)).toBeVisible();
  await answered;
  await expectFocusKept(page);
  await expect(shell.codeSheet.root).toMatchAriaSnapshot(`
    - dialog "Scan QR Code":
      - heading "Scan QR Code" [level=2]
      - paragraph: Present to the store to get a stamp
      - img "QR code of ${customer.name}"
      - button "Enlarge the code"
      - paragraph: ${customer.name}
      - link "Redeem a reward"
      - button "Close"
  `);
  await counter.open(1);
  await counter.scanText(await scan(shell.codeSheet.root));
  await counter.give();
  await expect(shell.stampLanded.root).toBeVisible();
  await expectFocusKept(page);
  await expect(shell.stampLanded.root).toMatchAriaSnapshot(`
    - dialog "Card full!":
      - heading "Card full!" [level=2]
      - status: /Kape Tayo · 10 of 10/
      - img "10 of 10 stamps"
  `);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await expect(shell.stampLanded.root).toBeHidden();
  await expect(focused(page)).toHaveAccessibleName('My code');
  const said = await spoken(page);
  expect(said.filter((text) => text.includes('Kape Tayo'))).toEqual([
    expect.stringMatching(/^status: Kape Tayo · 10 of 10 /),
  ]);
  expect(said.filter((text) => text.startsWith('unheard'))).toEqual([]);

  const redeem = new RedeemPage(page);
  await page.goto('/store/1');
  await expect(page.getByRole('link', { name: /^Redeem: / })).toBeVisible();
  await press(page, 'Redeem: Free kapeng barako');
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(redeem.codeSheet.picture).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(redeem.redeemButton).toBeFocused();
  const registered = page.waitForResponse(callsOf('open_redemption'));
  await page.keyboard.press('Enter');
  await expect(redeem.codeSheet.picture).toBeVisible();
  await registered;
  await expectFocusKept(page);
  await expect(redeem.codeSheet.root).toMatchAriaSnapshot(`
    - dialog "Scan to Redeem":
      - heading "Scan to Redeem" [level=2]
      - paragraph: Present to the store to redeem
      - img /Free kapeng barako/
      - button "Enlarge the code"
      - paragraph: Free kapeng barako
      - paragraph: /QR valid until/
      - timer: /Time left 0[12]:\\d\\d/
  `);
  await counter.open(1);
  await counter.scanText(await scan(redeem.codeSheet.root));
  await counter.redeem();
  await expect(redeem.receipt.root).toBeVisible();
  await expectFocusKept(page);
  await press(page, 'Done');
  await expect(redeem.receipt.root).toBeHidden();
  await expect(redeem.success).toBeVisible();
  await expectFocusKept(page);
  const saidThere = await spoken(page);
  expect(saidThere.filter((text) => /Enjoy!/.test(text))).toEqual([
    expect.stringMatching(/^dialog: Enjoy!\. .*Free kapeng barako.*Kape Tayo.*Stamps10/),
  ]);
  expect(saidThere.filter((text) => /\d\d:\d\d/.test(text) && !text.startsWith('dialog'))).toEqual(
    [],
  );
  expect(saidThere).toContain('status: Processing redemption…');
  expect(saidThere.filter((text) => text.startsWith('unheard'))).toEqual([]);
  await press(page, 'See transactions');
  await expect(page).toHaveURL(/\/transactions$/);
});

test('the focus stays in the page when the focused element goes away', async ({
  page,
  customer: _,
  complaints,
  stamps,
}) => {
  await stamps(12, 1);
  const transactions = new TransactionsPage(page);
  await refuse(page, complaints, /\/rest\/v1\//, 'The kitchen is closed.');
  await transactions.open();
  await transactions.tryAgain.first().focus();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(transactions.card('Kape Tayo')).toBeVisible();
  await expectFocusKept(page);
  await transactions.stampsTab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(transactions.redemptionsTab).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await transactions.dayBefore.focus();
  await page.keyboard.press('Enter');
  await expect(transactions.noStamps).toBeVisible();
  await expectFocusKept(page);
  await transactions.showThatDay.focus();
  await page.keyboard.press('Enter');
  await expect(transactions.card('Kape Tayo')).toBeVisible();
  await expectFocusKept(page);
  await transactions.calendarButton.focus();
  await page.keyboard.press('Enter');
  await expect(transactions.calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(transactions.calendarButton).toBeFocused();
});

test('the focus stays in the page when a question is answered and a notice is closed', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  const session = JSON.parse(customer.session);
  session.user.user_metadata = {};
  await signInBrowser(context, { ...customer, session: JSON.stringify(session) });
  const home = new HomePage(page);
  await home.open();
  await home.ownName.field.fill('Nina');
  await home.ownName.field.press('Enter');
  await expect(home.ownName.field).toHaveCount(0);
  await expectFocusKept(page);

  await loseNetwork(page, complaints, /\/(rest|auth)\/v1\//);
  await page.reload();
  const { closeNoticeButton } = new Shell(page);
  await closeNoticeButton.press('Enter');
  await expect(closeNoticeButton).toHaveCount(0);
  await expectFocusKept(page);
});

test('a button that is refused says so each time and keeps the focus, unlike one that is used up', async ({
  page,
  complaints,
}) => {
  await recordSpeech(page);
  const login = new LoginPage(page);
  await refuse(page, complaints, /\/auth\/v1\/otp/, 'Please wait a minute.');
  await login.open('?isWebView=1');
  for (const times of [1, 2]) {
    await login.sendButton.press('Enter');
    await expect
      .poll(() => spoken(page))
      .toEqual(Array(times).fill('alert: Please enter your email address.'));
  }
  await login.emailField.fill(uniqueEmail());
  await login.sendButton.press('Enter');
  await expect(login.alert).toHaveText('Please wait a minute.');
  await expect(login.sendButton).toBeFocused();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(login.codeField).toBeFocused();
  await login.resendButton.press('Enter');
  await expect(login.resentButton).toBeDisabled();
  await expect(login.codeField).toBeFocused();
});

test('a till works by keyboard alone', async ({ counter, customer }) => {
  const { page } = counter;
  await counter.open(1);
  await press(page, 'Menu');
  await expect(counter.menu).toBeVisible();
  await tabOnto(counter.switchOf('Sound'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(counter.menuButton).toBeFocused();
  await page.reload();
  await expect(counter.menuButton).toBeVisible();
  await press(page, 'Menu');
  await expect(counter.switchOf('Sound')).not.toBeChecked();
  await expect(counter.switchOf('Vibration')).toBeChecked();
  await tabOnto(counter.contentField);
  await page.keyboard.insertText(codeOf(customer));
  await press(page, 'Read code');
  await expect(counter.giveButton).toBeFocused();
  // What a screen reader says about the focused button: who is being served.
  await expect(focused(page)).toHaveAccessibleDescription('Mia Santos');
  await page.keyboard.press('Enter');
  await expect(counter.done).toHaveText('Mia Santos: 0 → 1 of 10.');
  await expectFocusKept(page);
  await press(page, 'Undo: 1 stamp given, Mia Santos');
  await expect(focused(page)).toHaveText('Keep');
  await expect(focused(page)).toHaveAccessibleDescription('Take 1 stamp back?');
  await press(page, 'Take back');
  await expect(counter.done).toContainText('1 stamp taken back from Mia Santos');
  await expectFocusKept(page);
});

test('the focus ring is not cut off, and neither a sheet’s button nor a notice covers it', async ({
  page,
  stamps,
  complaints,
}) => {
  await stamps(12, 1);
  await page.setViewportSize({ width: 1092, height: 520 });
  await new HomePage(page).open();
  await press(page, 'Show my code');
  await expect(new Shell(page).codeSheet.readyLink).toBeVisible();
  await tabTo(page, 'Redeem: Free kapeng barako');
  expect(await focused(page).evaluate(hidesFocus)).toEqual([]);
  await page.goto('/view-event/1');
  await tabTo(page, 'Enlarge the photo');
  expect(await focused(page).evaluate(hidesFocus)).toEqual([]);

  await loseNetwork(page, complaints, /\/(rest|auth)\/v1\//);
  await page.reload();
  await expect(new Shell(page).closeNoticeButton).toBeVisible();
  for (const window of WINDOWS.slice(0, 4)) {
    await page.setViewportSize(window);
    const where = `${window.width} × ${window.height}`;
    expect.soft(await page.evaluate(coveredWithFocus), where).toEqual([]);
  }
});
