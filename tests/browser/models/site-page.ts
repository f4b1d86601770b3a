import type { Locator, Page } from 'playwright/test';
import { open } from '../support/open.ts';
import { tryAgainIn } from './parts.ts';

/** What every page of the site has. */
export abstract class SitePage {
  /** The beginning of its address; `goto` and `open` add the rest. */
  abstract readonly path: string;
  readonly page: Page;
  readonly skipLink: Locator;
  readonly main: Locator;
  /** The one main heading. */
  readonly title: Locator;
  /** Every message of a failure. */
  readonly alert: Locator;
  readonly tryAgain: Locator;
  /** Every other message that says something. */
  readonly status: Locator;
  /** Whatever sheet is open. */
  readonly dialog: Locator;
  /** A guest's way to an account. */
  readonly keepStampsLink: Locator;
  /** A guest's, where a reward was refused them. */
  readonly signInToRedeemLink: Locator;

  constructor(page: Page) {
    this.page = page;
    this.skipLink = page.getByRole('link', { name: 'Skip to content' });
    this.main = page.getByRole('main');
    this.title = page.getByRole('heading', { level: 1 });
    this.alert = page.getByRole('alert');
    this.tryAgain = tryAgainIn(this.alert);
    this.status = page.getByRole('status').filter({ hasText: /./ });
    this.dialog = page.getByRole('dialog');
    this.keepStampsLink = page.getByRole('link', { name: 'Sign in to keep them' });
    this.signInToRedeemLink = page.getByRole('link', { name: 'Sign in to redeem' });
  }

  /** The main heading, if it says this. */
  titled(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name });
  }

  async keepStamps(): Promise<void> {
    await this.keepStampsLink.click();
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
