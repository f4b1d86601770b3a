import { getStartedIn } from './parts.ts';
import { SitePage } from './site-page.ts';

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

  async pressStamp(): Promise<void> {
    await this.pressButton.click();
  }
}
