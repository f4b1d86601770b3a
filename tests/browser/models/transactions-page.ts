import { showMoreIn, slotsIn } from './parts.ts';
import { ReceiptSheet } from './sheets.ts';
import { SitePage } from './site-page.ts';

/** The stamps of a day and the redemptions, five a page. */
export class TransactionsPage extends SitePage {
  readonly path = '/transactions';
  readonly tabs = this.page.getByRole('tab');
  readonly stampsTab = this.page.getByRole('tab', { name: 'Stamps' });
  readonly redemptionsTab = this.page.getByRole('tab', { name: 'Redemptions' });
  readonly dayField = this.page.getByLabel('Date');
  /** In the tab that is shown: one card for each store, or for each redemption. */
  readonly cards = this.page.getByRole('tabpanel').getByRole('listitem');
  readonly noStamps = this.page.getByText('No transactions found yet.', { exact: true });
  readonly dayBefore = this.page.getByRole('button', { name: 'Day before' });
  readonly dayAfter = this.page.getByRole('button', { name: 'Day after' });
  /** On a day without stamps: the way to one that has some. */
  readonly showThatDay = this.page.getByRole('button', { name: 'Show that day' });
  readonly calendarButton = this.page.getByRole('button', { name: 'Days with stamps' });
  readonly calendar = this.page.getByRole('dialog', { name: 'Days with stamps' });
  readonly markedDays = this.calendar.getByRole('button', { name: /, stamps$/ });
  readonly monthBefore = this.calendar.getByRole('button', { name: 'Month before' });
  readonly monthAfter = this.calendar.getByRole('button', { name: 'Month after' });
  /** In the list of one store: back to the stamps of a day. */
  readonly backToDays = this.page.getByRole('link', { name: 'Back to day view' });
  readonly goToStore = this.page.getByRole('link', { name: 'Go to store' });
  readonly showMore = showMoreIn(this.page);
  readonly previousButton = this.page.getByRole('button', { name: 'Previous' });
  readonly nextButton = this.page.getByRole('button', { name: 'Next' });
  /** What the page shows to a signed-out visitor. */
  readonly signInRequest = this.page.getByText('Sign in to view your transactions.', {
    exact: true,
  });

  /** The stamp card of a store. */
  card(store: string) {
    return this.page.getByRole('article').filter({ hasText: store });
  }

  slots(stamped: number) {
    return slotsIn(this.page, stamped);
  }

  /** On a store's full card. */
  redeemLink(store: string) {
    return this.cards.filter({ hasText: store }).getByRole('link', { name: 'Redeem' });
  }

  /** On a store's card of a day. */
  allStampsLink(store: string) {
    return this.page.getByRole('link', { name: `All stamps at ${store}` });
  }

  /** @param name 'Wednesday, Nov 5, 2025', with ', stamps' if the day is marked */
  dayInCalendar(name: string) {
    return this.calendar.getByRole('button', { name, exact: true });
  }

  pageNumber(page: number, of: number) {
    return this.page.getByText(`Page ${page} of ${of}`, { exact: true });
  }

  /** On the card of a redemption. */
  receiptButton(text: string) {
    return this.cards.filter({ hasText: text }).getByRole('button', { name: 'Receipt' });
  }

  async openReceipt(text: string): Promise<ReceiptSheet> {
    await this.receiptButton(text).click();
    return new ReceiptSheet(this.page);
  }
}
