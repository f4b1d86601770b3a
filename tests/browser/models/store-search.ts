import type { Page } from 'playwright/test';

/** The search for stores on the home screen. */
export class StoreSearch {
  readonly field;
  /** The stores found. */
  readonly results;

  constructor(page: Page) {
    this.field = page.getByRole('combobox', { name: 'Search for restaurants or stores' });
    this.results = page.getByRole('listbox', { name: 'Stores' }).getByRole('option');
  }

  result(name: string) {
    return this.results.filter({ hasText: name });
  }

  async type(words: string): Promise<void> {
    await this.field.fill(words);
  }

  /** Searches at once, for those who can't wait. */
  async pressEnter(): Promise<void> {
    await this.field.press('Enter');
  }

  async searchFor(words: string): Promise<void> {
    await this.type(words);
    await this.pressEnter();
  }
}
