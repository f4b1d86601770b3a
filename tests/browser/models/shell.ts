import type { Page } from 'playwright/test';
import { ProfilePage } from './profile-page.ts';
import { ShareSheet, StampCodeSheet, StampLandedSheet } from './sheets.ts';
import { TransactionsPage } from './transactions-page.ts';

/** What every signed-in screen wears: the header, the bottom bar, and the sheets they open. */
export class Shell {
  readonly page: Page;
  readonly header;
  readonly logoLink;
  readonly profileLink;
  readonly shareButton;
  readonly bar;
  readonly homeLink;
  readonly transactionsLink;
  readonly codeButton;
  /** Before everything else, for keys and screen readers. */
  readonly codeFirst;
  /** In place of the button, where no session is needed. */
  readonly codeLink;
  readonly codeSheet;
  readonly shareSheet;
  readonly stampLanded;

  constructor(page: Page) {
    this.page = page;
    this.header = page.getByRole('banner');
    this.logoLink = this.header.getByRole('link', { name: 'Stampcard, home' });
    this.profileLink = this.header.getByRole('link', { name: 'Profile' });
    this.shareButton = page.getByRole('button', { name: 'Share Stampcard' });
    this.bar = page.getByRole('navigation', { name: 'Main' });
    this.homeLink = this.bar.getByRole('link', { name: 'Home', exact: true });
    this.transactionsLink = this.bar.getByRole('link', { name: 'Transactions', exact: true });
    this.codeButton = this.bar.getByRole('button', { name: 'My code', exact: true });
    this.codeFirst = page.getByRole('button', { name: 'Show my code' }).first();
    this.codeLink = this.bar.getByRole('link', { name: 'My code', exact: true });
    this.codeSheet = new StampCodeSheet(page);
    this.shareSheet = new ShareSheet(page);
    this.stampLanded = new StampLandedSheet(page);
  }

  async openCode(): Promise<StampCodeSheet> {
    await this.codeButton.click();
    await this.codeSheet.root.waitFor();
    return this.codeSheet;
  }

  /** With the watch's first answer there: what is given from now on is new to it. */
  async openWatchedCode(): Promise<StampCodeSheet> {
    const answered = this.page.waitForResponse(/\/rest\/v1\/stamps\?.*limit=1(&|$)/);
    const sheet = await this.openCode();
    await answered;
    return sheet;
  }

  /** Of a missing line. */
  async closeNotice(): Promise<void> {
    await this.page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  }

  async share(): Promise<ShareSheet> {
    await this.shareButton.click();
    await this.shareSheet.root.waitFor();
    return this.shareSheet;
  }

  async goHome(): Promise<void> {
    await this.homeLink.click();
  }

  async goToProfile(): Promise<ProfilePage> {
    await this.profileLink.click();
    return new ProfilePage(this.page);
  }

  async goToTransactions(): Promise<TransactionsPage> {
    await this.transactionsLink.click();
    return new TransactionsPage(this.page);
  }
}
