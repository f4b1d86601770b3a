import { LoginPage } from './login-page.ts';
import { SitePage } from './site-page.ts';

/** How to get the app. */
export class DownloadPage extends SitePage {
  readonly path = '/download';
  readonly iosButton = this.page.getByRole('button', { name: 'Download for iOS' });
  readonly androidButton = this.page.getByRole('button', { name: 'Coming soon' });
  /** In place of the button, where a beta can be joined. */
  readonly androidBetaLink = this.page.getByRole('link', { name: 'Join the Android beta' });
  /** Where the browser can do it. */
  readonly homeScreenButton = this.page.getByRole('button', { name: 'Add to Home Screen' });
  readonly loginLink = this.page.getByRole('link', { name: 'Browser Login', exact: true });

  async goToLogin(): Promise<LoginPage> {
    await this.loginLink.click();
    return new LoginPage(this.page);
  }
}
