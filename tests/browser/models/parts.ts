/** What several pages say in the same words: such a label is written here and nowhere else. */

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';

type Within = Page | Locator;

/** Something on a page that finds its parts there. */
export abstract class OnPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
}

/** Words in sight: screens that were left, or are drawn ahead, hold theirs in the document as well. */
export const shownText = (page: Page, ...words: Parameters<Page['getByText']>) =>
  page.getByText(...words).filter({ visible: true });

export const tryAgainIn = (within: Within) => within.getByRole('button', { name: 'Try again' });

export const closeIn = (within: Within) =>
  within.getByRole('button', { name: 'Close', exact: true });

export const enlargeCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Enlarge the code' });

export const getStartedIn = (within: Within) => within.getByRole('link', { name: 'Get Started' });

/** The customer's, and the till's. */
export const redeemRewardIn = (within: Within) =>
  within.getByRole('button', { name: 'Redeem reward' });

export const emailIn = (within: Within) => within.getByLabel('Email address');

export const sendCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Send login code' });

export const verifyCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Verify code and sign in' });

export const signInIn = (within: Within) => within.getByRole('link', { name: 'Sign in' });

export const storeOwnerLoginIn = (within: Within) =>
  within.getByRole('link', { name: 'Store Owner Login' });

/** The link to all stores, where no store is named. */
export const seeStoresIn = (within: Within) =>
  within.getByRole('link', { name: 'See which stores take part' });

export const seeRewardsIn = (within: Within) => within.getByRole('link', { name: 'See rewards' });

/** The slots of a stamp card, by how many of them are stamped. */
export const slotsIn = (within: Within, stamped: number, goal = 10) =>
  within.getByRole('img', { name: new RegExp(`^${stamped} of ${goal} stamps?`) });

export const showMoreIn = (within: Within) => within.getByRole('button', { name: 'Show more' });

/** Opens the stamp code above a sheet. */
export const showMyCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Show my code' });

/** The value next to a term. */
export const factIn = (within: Within, term: string) =>
  within.locator(`dt:text-is("${term}") + dd`);

/** Two fresh minutes for a redemption code. */
export const newCodeIn = (within: Within) => within.getByRole('button', { name: 'Get a new code' });

/** The button that goes on: at the stand-in for Google, and in a question of two steps. */
export const continueIn = (within: Within) =>
  within.getByRole('button', { name: 'Continue', exact: true });

/** A signed-in visitor's link from a public page. */
export const yourCardsIn = (within: Within) => within.getByRole('link', { name: 'Your cards' });

/** 'What should stores call you?', on /home until it is answered and on /profile. */
export class OwnName extends OnPage {
  private readonly form = this.page
    .locator('form')
    .filter({ hasText: 'What should stores call you?' });
  readonly field = this.form.getByRole('textbox', { name: 'What should stores call you?' });
  private readonly saveButton = this.form.getByRole('button', { name: 'Save' });

  async save(name: string): Promise<void> {
    await this.field.fill(name);
    await this.saveButton.click();
  }
}

/** 'Add to calendar' and 'Share', of an event and of a reward. */
export class KeepActions extends OnPage {
  private readonly main = this.page.getByRole('main');
  readonly calendarButton = this.main.getByRole('button', { name: 'Add to calendar', exact: true });
  readonly shareButton = this.main.getByRole('button', { name: 'Share', exact: true });
  /** The outcome. */
  readonly said = this.main.getByRole('status').filter({ hasText: /./ });

  /** Adds the date to a calendar: the file's name and its lines. */
  async addToCalendar(): Promise<{ name: string; lines: string[] }> {
    const downloading = this.page.waitForEvent('download');
    await this.calendarButton.click();
    const download = await downloading;
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.split('\r\n') };
  }
}

/** The search for stores on the home screen. */
export class StoreSearch extends OnPage {
  readonly field = this.page.getByRole('combobox', { name: 'Search for restaurants or stores' });
  /** The stores found. */
  readonly results = this.page.getByRole('listbox', { name: 'Stores' }).getByRole('option');
  /** The customer's own stores, offered before anything is typed. */
  readonly own = this.page.getByRole('listbox', { name: 'Your stores' }).getByRole('option');
  /** Shown if none is found. */
  readonly allStoresLink = seeStoresIn(this.page.getByRole('search'));

  result(name: string) {
    return this.results.filter({ hasText: name });
  }

  /** Searches at once, without waiting for a pause in typing. */
  async searchFor(words: string): Promise<void> {
    await this.field.fill(words);
    await this.field.press('Enter');
  }
}
