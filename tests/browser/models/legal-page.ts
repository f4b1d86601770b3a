import type { Page } from 'playwright/test';
import { LoginPage } from './login-page.ts';
import { SitePage } from './site-page.ts';

/** The privacy policy or the terms of service. */
export class LegalPage extends SitePage {
  readonly path: '/privacy-policy' | '/terms-of-service';
  readonly backLinks = this.page.getByRole('link', { name: 'Back to login', exact: true });
  readonly contents = this.page.getByRole('navigation', { name: 'On this page' });

  constructor(page: Page, path: '/privacy-policy' | '/terms-of-service') {
    super(page);
    this.path = path;
  }

  section(name: string) {
    return this.page.getByRole('region', { name, exact: true });
  }

  async goBackToLogin(): Promise<LoginPage> {
    await this.backLinks.first().click();
    return new LoginPage(this.page);
  }
}
