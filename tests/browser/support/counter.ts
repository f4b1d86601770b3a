/** A store's till (src/till), as somebody who works in that store uses it. */
import { expect, type Page } from 'playwright/test';
import { emailIn, redeemRewardIn, sendCodeIn, tryAgainIn, verifyCodeIn } from '../models/parts.ts';

export class Counter {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** What the till says when something was given or redeemed. */
  get done() {
    return this.page.getByRole('status').filter({ hasText: / (given|redeemed|taken back) / });
  }

  /** Why the till refuses. */
  get problem() {
    return this.page.getByRole('alert');
  }

  get lightButton() {
    return this.page.getByRole('button', { name: /^Light / });
  }

  /** The picture of the camera. */
  get view() {
    return this.page.getByLabel('What the camera sees');
  }

  get emailField() {
    return emailIn(this.page);
  }

  /** The name of the store it is in. */
  get heading() {
    return this.page.getByRole('heading', { level: 1 });
  }

  get scanTitle() {
    return this.page.getByRole('heading', { name: 'Scan a customer’s code' });
  }

  get logEntries() {
    return this.page.getByRole('tabpanel').getByRole('listitem');
  }

  get tallyField() {
    return this.page.getByLabel('Number of stamps');
  }

  get invoiceField() {
    return this.page.getByLabel('Invoice number');
  }

  /** Told to somebody who has an account, and no store. */
  get noMembership() {
    return this.page.getByRole('status').filter({ hasText: 'works in no store' });
  }

  storeButton(name: string) {
    return this.page.getByRole('button', { name });
  }

  /** The till as it is on an origin of its own: nobody is signed in. */
  async openSignedOut(): Promise<void> {
    await this.page.goto('/local/counter/till/');
    await expect(this.emailField).toBeVisible();
  }

  async askForCode(email: string): Promise<void> {
    await this.emailField.fill(email);
    await sendCodeIn(this.page).click();
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel('One-time code').fill(code);
    await verifyCodeIn(this.page).click();
  }

  async changeStore(): Promise<void> {
    await this.page.getByRole('button', { name: 'Change store' }).click();
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign out' }).click();
  }

  async openLog(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Log' }).click();
  }

  /** Signed in as somebody who works there (local-backend/counter). */
  async open(store: number): Promise<void> {
    await this.page.goto(`/local/counter?store=${store}`);
    await expect(this.page.getByRole('tab', { name: 'Scan' })).toBeVisible();
  }

  async scanPicture(picture: Buffer): Promise<void> {
    const file = { name: 'screen.png', mimeType: 'image/png', buffer: picture };
    await this.page.getByLabel('Picture of a code').setInputFiles(file);
  }

  async scanText(text: string): Promise<void> {
    await this.page.getByLabel('Content of a code').fill(text);
    await this.page.getByRole('button', { name: 'Read code' }).click();
  }

  async useCamera(): Promise<void> {
    await this.page.getByRole('button', { name: 'Use the camera' }).click();
  }

  async give(count = 1, invoice = ''): Promise<void> {
    await this.tallyField.fill(String(count));
    await this.invoiceField.fill(invoice);
    await this.page.getByRole('button', { name: /^Give \d+ stamps?$/ }).click();
  }

  /** Of the stamps that were just given, or of the newest in the log. */
  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Undo/ }).first().click();
  }

  async takeBack(): Promise<void> {
    await this.page.getByRole('button', { name: 'Take back' }).click();
  }

  async redeem(notes = ''): Promise<void> {
    await this.page.getByLabel('Notes').fill(notes);
    await redeemRewardIn(this.page).click();
  }

  /** What was refused, asked once more under the same number. */
  async tryAgain(): Promise<void> {
    await tryAgainIn(this.page).click();
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: 'Next customer' }).click();
  }
}
