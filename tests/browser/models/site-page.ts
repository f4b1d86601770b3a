import type { Page } from 'playwright/test';
import { open } from '../support/open.ts';
import { OnPage, tryAgainIn } from './parts.ts';

/** What every page of the site has. */
export abstract class SitePage extends OnPage {
  /** The beginning of its address; `goto` and `open` add the rest. */
  abstract readonly path: string;
  readonly skipLink = this.page.getByRole('link', { name: 'Skip to content' });
  readonly main = this.page.getByRole('main');
  /** The one main heading. */
  readonly title = this.page.getByRole('heading', { level: 1 });
  /** Every failure message. */
  readonly alert = this.page.getByRole('alert');
  readonly tryAgain = tryAgainIn(this.alert);
  /** Every other message that says something. */
  readonly status = this.page.getByRole('status').filter({ hasText: /./ });
  /** A guest's link to an account. */
  readonly keepStampsLink = this.page.getByRole('link', { name: 'Sign in to keep them' });
  /** Shown to a guest who was refused a reward. */
  readonly signInToRedeemLink = this.page.getByRole('link', { name: 'Sign in to redeem' });

  /** The main heading, if it says this. */
  titled(name: string) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name });
  }

  /** Loads the page; its code may still be on its way. */
  goto(rest: string | number = '', options?: Parameters<Page['goto']>[1]) {
    return this.page.goto(`${this.path}${rest}`, options);
  }

  /** Loads the page and waits until every part of it listens. */
  open(rest: string | number = ''): Promise<void> {
    return open(this.page, `${this.path}${rest}`);
  }
}
