/** A store's till (src/till), as somebody who works in that store uses it. */
import { expect, type Locator, type Page } from 'playwright/test';
import {
  closeIn,
  emailIn,
  OnPage,
  redeemRewardIn,
  sendCodeIn,
  tryAgainIn,
  verifyCodeIn,
} from '../models/parts.ts';

export class Counter extends OnPage {
  /** What the till says when something was given or redeemed. */
  readonly done = this.page
    .getByRole('status')
    .filter({ hasText: / (→|given|redeemed|taken back) / });
  /** Why the till refuses. */
  readonly problem = this.page.getByRole('alert');
  readonly lightButton = this.page.getByRole('button', { name: /^Light / });
  /** The picture of the camera. */
  readonly view = this.page.getByLabel('What the camera sees');
  readonly emailField = emailIn(this.page);
  readonly codeField = this.page.getByLabel('One-time code');
  readonly otherAddressButton = this.page.getByRole('button', { name: 'Use another address' });
  /** The name of the store it is in. */
  readonly heading = this.page.getByRole('heading', { level: 1 });
  readonly scanTitle = this.page.getByRole('heading', { name: 'Scan a customer’s code' });
  /** Behind one button: the log, other ways to read a code, the switches, the way out. */
  readonly menu = this.page.getByRole('dialog');
  readonly closeMenuButton = closeIn(this.menu);
  readonly menuButton = this.page.getByRole('button', { name: 'Menu' });
  readonly logEntries = this.menu.getByRole('listitem');
  /** The last three, newest first. */
  readonly lastCustomers = this.page
    .getByRole('list', { name: 'Last customers' })
    .getByRole('listitem');
  readonly giveButton = this.page.getByRole('button', { name: /^Give \d+ stamps?$/ });
  readonly contentField = this.page.getByLabel('Content of a code');
  readonly tallyField = this.page.getByLabel('Number of stamps');
  readonly invoiceField = this.page.getByLabel('Invoice number');
  /** Shown to somebody who has an account but no store. */
  readonly noMembership = this.page
    .getByRole('status')
    .filter({ hasText: 'doesn’t work in any store' });
  readonly cameraButton = this.page.getByRole('button', { name: 'Use the camera' });
  readonly takeBackButton = this.page.getByRole('button', { name: 'Take back' });
  /** Repeats what was refused, under the same number. */
  readonly tryAgain = tryAgainIn(this.page);
  readonly nextButton = this.page.getByRole('button', { name: 'Next customer' });

  /** Whose code was read. */
  customer(name: string) {
    return this.page.getByRole('heading', { level: 2, name });
  }

  switchOf(name: 'Sound' | 'Vibration') {
    return this.menu.getByLabel(name);
  }

  storeButton(name: string) {
    return this.page.getByRole('button', { name });
  }

  /** The till as it is on its own origin: nobody is signed in. */
  async openSignedOut(): Promise<void> {
    await this.page.goto('/local/counter/till/');
    await expect(this.emailField).toBeVisible();
  }

  async askForCode(email: string): Promise<void> {
    await this.emailField.fill(email);
    await sendCodeIn(this.page).click();
  }

  async enterCode(code: string): Promise<void> {
    await this.codeField.fill(code);
    await verifyCodeIn(this.page).click();
  }

  async changeStore(): Promise<void> {
    await this.openMenu();
    await this.menu.getByRole('button', { name: 'Change store' }).click();
  }

  async signOut(): Promise<void> {
    await this.openMenu();
    await this.menu.getByRole('button', { name: 'Sign out' }).click();
  }

  /** The menu may be open already: it stays open if nothing could be read in it. */
  async openMenu(): Promise<void> {
    if (await this.menu.isVisible()) return;
    await this.menuButton.click();
    await expect(this.menu).toBeVisible();
  }

  async openLog(): Promise<void> {
    await this.openMenu();
    await this.menu.getByRole('button', { name: 'Log' }).click();
  }

  /** Opens the till signed in as somebody who works there (local-backend/counter). */
  async open(store: number): Promise<void> {
    await this.page.goto(`/local/counter?store=${store}`);
    await expect(this.menuButton).toBeVisible();
  }

  async scanPicture(picture: Buffer): Promise<void> {
    const file = { name: 'screen.png', mimeType: 'image/png', buffer: picture };
    await this.openMenu();
    await this.page.getByLabel('Picture of a code').setInputFiles(file);
  }

  async scanText(text: string): Promise<void> {
    await this.openMenu();
    await this.contentField.fill(text);
    await this.page.getByRole('button', { name: 'Read code' }).click();
  }

  /**
   * Types like a scanner at a USB port: keys 5 ms apart by their own clock, however busy the machine is, and
   * the last of them a moment before anybody presses another.
   */
  async typeAsScanner(text: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    let timestamp = Date.now() / 1000 - text.length * 0.005 - 0.2;
    const press = async (key: string, more: { text?: string; code?: string } = {}) => {
      timestamp += 0.005;
      const event = { key, text: key, timestamp, ...more };
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    };
    for (const key of text) await press(key, key === ' ' ? { code: 'Space' } : {});
    await press('Enter', { text: '\r', code: 'Enter' });
    await session.detach();
  }

  async give(count = 1, invoice = ''): Promise<void> {
    await this.tallyField.fill(String(count));
    await this.invoiceField.fill(invoice);
    await this.giveButton.click();
  }

  /** Begins to take back the stamps that were given last. */
  async undo(within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('button', { name: /^Undo/ }).first().click();
  }

  async redeem(notes = ''): Promise<void> {
    await this.page.getByLabel('Notes').fill(notes);
    await redeemRewardIn(this.page).click();
  }
}
