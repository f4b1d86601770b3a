import type { Page } from 'playwright/test';
import { closeIn, getStartedIn } from './parts.ts';
import { SitePage } from './site-page.ts';

/** The first page, with a way into the wallet. */
export class SplashPage extends SitePage {
  readonly path = '/';
  readonly logo = this.page.getByRole('heading', { level: 1, name: 'stampcard' });
  readonly enterLink = this.page.getByRole('link', { name: 'ENTER', exact: true });
  readonly promo = new LandingPromo(this.page);

  async enter(): Promise<void> {
    await this.enterLink.click();
  }
}

/** The dialog that tells once a day what Stampcard is for, in two tabs. */
export class LandingPromo {
  readonly page: Page;
  readonly root;
  readonly tabs;
  readonly getStartedLink;
  readonly closeButton;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('dialog', { name: 'What Stampcard does for you' });
    // Without scripts there is no dialog: what it holds stands in the page.
    this.tabs = page.getByRole('tab');
    this.getStartedLink = getStartedIn(page);
    this.closeButton = closeIn(page);
  }

  tab(name: 'For Business' | 'For Customers') {
    return this.page.getByRole('tab', { name });
  }

  panel(name: 'For Business' | 'For Customers') {
    return this.page.getByRole('tabpanel', { name });
  }

  getStartedIn(name: 'For Business' | 'For Customers') {
    return getStartedIn(this.panel(name));
  }

  async close(): Promise<void> {
    await this.closeButton.click();
  }

  async getStarted(): Promise<void> {
    await this.getStartedLink.click();
  }
}
