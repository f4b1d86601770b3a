import { continueIn } from './parts.ts';
import { SitePage } from './site-page.ts';

/** The stand-in for Google's sign-in: an account to choose, or a new person. */
export class GooglePage extends SitePage {
  readonly path = '/auth/v1/authorize';
  readonly chooser = this.heading('Choose an account');
  readonly nameField = this.page.getByLabel('Name');
  readonly emailField = this.page.getByLabel('Email');

  account(name: string) {
    return this.page.getByRole('button', { name });
  }

  async chooseAccount(name: string): Promise<void> {
    await this.account(name).click();
  }

  /** Signs in as a person who is not among the accounts. */
  async signInAs(name: string, email: string): Promise<void> {
    await this.nameField.fill(name);
    await this.emailField.fill(email);
    await continueIn(this.page).click();
  }

  async deny(): Promise<void> {
    await this.page.getByRole('button', { name: 'Deny' }).click();
  }
}
