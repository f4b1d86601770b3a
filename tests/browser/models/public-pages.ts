import type { Page } from 'playwright/test';
import { LoginPage } from './login-page.ts';
import { closeIn, getStartedIn, OnPage, signInIn, storeOwnerLoginIn } from './parts.ts';
import { SitePage } from './site-page.ts';

/** Any page, for what all of them share; `goto` and `open` take the whole address. */
export class AnyPage extends SitePage {
  readonly path = '';
}

/** What is shown at an unknown address. */
export class NotFoundPage extends SitePage {
  readonly path = '/no-such-page';
  readonly homeLink = this.page.getByRole('link', { name: 'Go to Home' });
}

/** The sample promos, in the shell (`Shell`) but without a session. */
export class PromosPage extends SitePage {
  readonly path = '/promos';
  readonly promos = this.main.getByRole('listitem');
}

/** How to get the app. */
export class DownloadPage extends SitePage {
  readonly path = '/download';
  readonly iosButton = this.page.getByRole('button', { name: 'Download for iOS' });
  readonly androidButton = this.page.getByRole('button', { name: 'Coming soon' });
  /** Instead of the button, if there is a beta to join. */
  readonly androidBetaLink = this.page.getByRole('link', { name: 'Join the Android beta' });
  /** Shown if the browser can do it. */
  readonly homeScreenButton = this.page.getByRole('button', { name: 'Add to Home Screen' });
  readonly loginLink = this.page.getByRole('link', { name: 'Browser Login', exact: true });

  async goToLogin(): Promise<LoginPage> {
    await this.loginLink.click();
    return new LoginPage(this.page);
  }
}

/** What Stampcard is, for customers and for stores. */
export class CustomersPage extends SitePage {
  readonly path = '/customers';
  readonly steps = this.page.getByRole('region', { name: 'Three steps to the next one free' });
  readonly startLinks = this.page.getByRole('link', { name: 'Start collecting' });
  readonly stores = this.page.getByRole('region', { name: 'Turn visitors into regulars.' });
  readonly storesStartLink = getStartedIn(this.stores);
  /** The card to try out. */
  readonly tapCard = this.page.locator('[data-tap-card]');
  readonly pressButton = this.tapCard.getByRole('button', { name: 'Press a stamp onto the card' });
  readonly questions = this.page.getByRole('group').locator('summary');
}

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
}

/** The foot of the public pages. */
export class Footer extends OnPage {
  readonly root = this.page.getByRole('contentinfo');
  readonly storeOwnerLink = storeOwnerLoginIn(this.root);
  readonly signInLink = signInIn(this.root);
}

/** The first page, with a way into the wallet. */
export class SplashPage extends SitePage {
  readonly path = '/';
  readonly logo = this.page.getByRole('heading', { level: 1, name: 'stampcard' });
  readonly enterLink = this.page.getByRole('link', { name: 'ENTER', exact: true });
  readonly promo = new LandingPromo(this.page);
}

/** The dialog that says once a day what Stampcard is for, in two tabs. */
export class LandingPromo extends OnPage {
  readonly root = this.page.getByRole('dialog', { name: 'What Stampcard does for you' });
  // Without scripts there is no dialog: its content is in the page.
  readonly tabs = this.page.getByRole('tab');
  readonly getStartedLink = getStartedIn(this.page);
  readonly closeButton = closeIn(this.page);

  tab(name: 'For Business' | 'For Customers') {
    return this.page.getByRole('tab', { name });
  }

  panel(name: 'For Business' | 'For Customers') {
    return this.page.getByRole('tabpanel', { name });
  }

  getStartedIn(name: 'For Business' | 'For Customers') {
    return getStartedIn(this.panel(name));
  }
}
