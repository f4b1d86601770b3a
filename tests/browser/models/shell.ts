import { closeIn, OnPage } from './parts.ts';
import { ProfilePage } from './profile-page.ts';
import { ShareSheet, StampCodeSheet, StampLandedSheet } from './sheets.ts';
import { TransactionsPage } from './transactions-page.ts';

/** The first request of a code's watch; a screen, too, asks for one stamp, but for all its columns. */
export const WATCH_BEGINS = /\/rest\/v1\/stamps\?select=id(,|%2C)created_at&.*limit=1(&|$)/;

/** What every signed-in screen has: the header, the bottom bar, and the sheets they open. */
export class Shell extends OnPage {
  readonly header = this.page.getByRole('banner');
  readonly logoLink = this.header.getByRole('link', { name: 'Stampcard, home' });
  readonly profileLink = this.header.getByRole('link', { name: 'Profile' });
  readonly shareButton = this.page.getByRole('button', { name: 'Share Stampcard' });
  readonly bar = this.page.getByRole('navigation', { name: 'Main' });
  readonly homeLink = this.bar.getByRole('link', { name: 'Home', exact: true });
  readonly transactionsLink = this.bar.getByRole('link', { name: 'Transactions', exact: true });
  readonly codeButton = this.bar.getByRole('button', { name: 'My code', exact: true });
  /** Comes before everything else, for keyboards and screen readers. */
  readonly codeFirst = this.page.getByRole('button', { name: 'Show my code' }).first();
  /** Instead of the button, on pages that need no session. */
  readonly codeLink = this.bar.getByRole('link', { name: 'My code', exact: true });
  /** In the offline notice. */
  readonly closeNoticeButton = closeIn(this.page.getByRole('status'));
  readonly codeSheet = new StampCodeSheet(this.page);
  readonly shareSheet = new ShareSheet(this.page);
  readonly stampLanded = new StampLandedSheet(this.page);

  async openCode(): Promise<StampCodeSheet> {
    await this.codeButton.click();
    await this.codeSheet.root.waitFor();
    return this.codeSheet;
  }

  /** Also waits for the watch's first answer: what is given from then on is new to it. */
  async openWatchedCode(): Promise<StampCodeSheet> {
    const answered = this.page.waitForResponse(WATCH_BEGINS);
    const sheet = await this.openCode();
    await answered;
    return sheet;
  }

  async share(): Promise<ShareSheet> {
    await this.shareButton.click();
    await this.shareSheet.root.waitFor();
    return this.shareSheet;
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
