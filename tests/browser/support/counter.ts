/** The store counter (the local stand-in for the merchant site), as its member uses it. */
import { expect, type Page } from 'playwright/test';
import { redeemRewardIn } from '../models/parts.ts';

export class Counter {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** What the counter says when something was given or redeemed. */
  get done() {
    return this.page.locator('#done');
  }

  /** Why the counter refuses. */
  get problem() {
    return this.page.getByRole('alert');
  }

  async open(store: number): Promise<void> {
    await this.page.goto(`/local/counter?store=${store}`);
    await expect(this.page.locator('#who')).toContainText('Signed in as');
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
    await this.page.getByLabel('Number of stamps').fill(String(count));
    await this.page.getByLabel('Invoice number').fill(invoice);
    await this.page.getByRole('button', { name: 'Give stamps' }).click();
  }

  async redeem(notes = ''): Promise<void> {
    await this.page.getByLabel('Notes').fill(notes);
    await redeemRewardIn(this.page).click();
  }
}
