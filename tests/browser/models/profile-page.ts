import { expect } from 'playwright/test';
import { LoginPage } from './login-page.ts';
import { continueIn, factIn, OnPage } from './parts.ts';
import { SitePage } from './site-page.ts';

/** The account, the preferences, what is known about the customer, and the ways out. */
export class ProfilePage extends SitePage {
  readonly path = '/profile';
  readonly account = this.page.getByRole('region', { name: 'Account' });
  readonly preferences = this.page.getByRole('region', { name: 'Preferences' });
  readonly reminders = this.page.getByRole('region', { name: 'Notifications on this phone' });
  readonly turnOnButton = this.reminders.getByRole('button', { name: 'Turn on notifications' });
  readonly yourData = this.page.getByRole('region', { name: 'Your data' });
  readonly allData = this.page.getByRole('region', { name: 'Everything we keep about you' });
  readonly logOutButton = this.page.getByRole('button', { name: 'Log out', exact: true });
  readonly downloadButton = this.page.getByRole('button', { name: 'Download my data' });
  readonly readAllLink = this.yourData.getByRole('link', { name: 'Read and print all of it' });
  readonly printButton = this.allData.getByRole('button', { name: 'Print' });
  readonly deleteButton = this.yourData.getByRole('button', { name: 'Delete my account' });
  readonly deletion = new DeletionSheet(this.page);
  /** A guest's second step. */
  readonly loseButton = this.page.getByRole('button', { name: 'Log out and lose them' });
  readonly stayButton = this.page.getByRole('button', { name: 'Stay', exact: true });

  /** The customer's address on the page. */
  email(address: string) {
    return this.account.getByText(address, { exact: true });
  }

  /** The value of one of the six lines. */
  known(term: string) {
    return factIn(this.yourData, term);
  }

  /** Everything of one kind. */
  kept(title: string) {
    return this.allData.getByRole('region', { name: title }).getByRole('listitem');
  }

  async logOut(): Promise<LoginPage> {
    await this.logOutButton.click();
    return new LoginPage(this.page);
  }

  /** Waits for what is known, or why it is missing: until then the buttons may move by a line or two. */
  async linesCame(): Promise<void> {
    await this.downloadButton.waitFor();
    await expect(this.yourData.getByText('Loading')).toHaveCount(0);
  }

  async openDeletion(): Promise<DeletionSheet> {
    await this.linesCame();
    await this.deleteButton.click();
    return this.deletion;
  }

  /** Opens the sheet and goes on to its second step. */
  async decideToDelete(): Promise<void> {
    await this.openDeletion();
    await this.deletion.continueButton.click();
  }
}

/** What deleting the account means, then deleting it. */
class DeletionSheet extends OnPage {
  readonly consequences = this.page.getByRole('dialog', { name: 'Delete your account?' });
  readonly question = this.page.getByRole('dialog', { name: 'Are you sure?' });
  readonly farewell = this.page.getByRole('dialog', { name: 'Your account is deleted' });
  readonly continueButton = continueIn(this.consequences);
  readonly keepButton = this.consequences.getByRole('button', { name: 'Keep my account' });
  readonly deleteButton = this.question.getByRole('button', { name: 'Delete for good' });
  readonly doneLink = this.farewell.getByRole('link', { name: 'Done' });
}
