import { continueIn, emailIn, sendCodeIn, storeOwnerLoginIn, verifyCodeIn } from './parts.ts';
import { SitePage } from './site-page.ts';

/** The sign-in: by Google, or in web-view mode by a one-time code. */
export class LoginPage extends SitePage {
  readonly path = '/login';
  readonly welcome = this.heading('Customer Login');
  readonly googleButton = this.page.getByRole('button', { name: 'Continue with Google' });
  readonly guestButton = this.page.getByRole('button', { name: 'Start without an account' });
  readonly emailField = emailIn(this.page);
  readonly sendButton = sendCodeIn(this.page);
  /** Once complete, it submits itself. */
  readonly codeField = this.page.getByPlaceholder('Enter the 6-digit code');
  readonly verifyButton = verifyCodeIn(this.page);
  readonly resendButton = this.page.getByRole('button', { name: 'Resend code' });
  /** The same button, once it has done its work. */
  readonly resentButton = this.page.getByRole('button', { name: 'Code resent' });
  /** The message that a code is on its way. */
  readonly sent = this.page.getByText('Check your email inbox for the one-time code to continue.', {
    exact: true,
  });
  /** Says whose card is about to be opened. */
  readonly store = this.main.getByText(/^Sign in to open your card at ./);
  /** Shown instead of the form, back from Google. */
  readonly signingIn = this.page.getByText('Signing you in…', { exact: true });
  /** The notice that a log-out is not finished, or that it is now. */
  readonly logOutNotice = this.page.getByRole('main').locator('[tabindex="-1"]');
  readonly storeOwnerLink = storeOwnerLoginIn(this.page);
  readonly privacyLink = this.page.getByRole('link', { name: 'Privacy Policy' });

  async continueWithGoogle(): Promise<GooglePage> {
    await this.googleButton.click();
    return new GooglePage(this.page);
  }

  /** Signs in with one of the accounts of the demo. */
  async signInAs(account: string): Promise<void> {
    const google = await this.continueWithGoogle();
    await google.account(account).click();
  }

  async sendCodeTo(email: string): Promise<void> {
    await this.emailField.fill(email);
    await this.sendButton.click();
  }
}

/** The stand-in for Google's sign-in: an account to choose, or a new person. */
class GooglePage extends SitePage {
  readonly path = '/auth/v1/authorize';
  readonly chooser = this.heading('Choose an account');
  readonly nameField = this.page.getByLabel('Name');
  readonly emailField = this.page.getByLabel('Email');
  readonly denyButton = this.page.getByRole('button', { name: 'Deny' });

  account(name: string) {
    return this.page.getByRole('button', { name });
  }

  /** Signs in as a person who is not among the accounts. */
  async signInAs(name: string, email: string): Promise<void> {
    await this.nameField.fill(name);
    await this.emailField.fill(email);
    await continueIn(this.page).click();
  }
}
