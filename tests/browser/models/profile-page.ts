import { LoginPage } from './login-page.ts';
import { SitePage } from './site-page.ts';

/** The account, the preferences, and the way out. */
export class ProfilePage extends SitePage {
  readonly path = '/profile';
  readonly account = this.page.getByRole('region', { name: 'Account' });
  readonly preferences = this.page.getByRole('region', { name: 'Preferences' });
  readonly logOutButton = this.page.getByRole('button', { name: 'Log out', exact: true });
  /** A guest's second step. */
  readonly loseButton = this.page.getByRole('button', { name: 'Log out and lose them' });
  readonly stayButton = this.page.getByRole('button', { name: 'Stay', exact: true });

  /** The customer's address, where it stands on the page. */
  email(address: string) {
    return this.account.getByText(address, { exact: true });
  }

  async stay(): Promise<void> {
    await this.stayButton.click();
  }

  /** A guest's, once they were asked. */
  async logOutForGood(): Promise<LoginPage> {
    await this.loseButton.click();
    return new LoginPage(this.page);
  }

  async logOut(): Promise<LoginPage> {
    await this.logOutButton.click();
    return new LoginPage(this.page);
  }
}
