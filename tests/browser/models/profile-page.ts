import { LoginPage } from './login-page.ts';
import { SitePage } from './site-page.ts';

/** The account, the preferences, and the way out. */
export class ProfilePage extends SitePage {
  readonly path = '/profile';
  readonly account = this.page.getByRole('region', { name: 'Account' });
  readonly preferences = this.page.getByRole('region', { name: 'Preferences' });
  readonly logOutButton = this.page.getByRole('button', { name: 'Log out' });

  /** The customer's address, where it stands on the page. */
  email(address: string) {
    return this.account.getByText(address, { exact: true });
  }

  async logOut(): Promise<LoginPage> {
    await this.logOutButton.click();
    return new LoginPage(this.page);
  }
}
