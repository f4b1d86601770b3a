import {
  KeepActions,
  newCodeIn,
  redeemRewardIn,
  seeRewardsIn,
  showMoreIn,
  tryAgainIn,
} from './parts.ts';
import { ReceiptSheet, RedemptionCodeSheet } from './sheets.ts';
import { SitePage } from './site-page.ts';
import { TransactionsPage } from './transactions-page.ts';

/** One reward and the way to its code; `open('?reward=1')` names the reward. */
export class RedeemPage extends SitePage {
  readonly path = '/redeem';
  readonly codeSheet = new RedemptionCodeSheet(this.page);
  readonly receipt = new ReceiptSheet(this.page);
  /** The green banner of a redemption. */
  readonly success = this.page.getByText(/^Enjoy! Redeemed at /);
  readonly redeemButton = redeemRewardIn(this.page);
  readonly keep = new KeepActions(this.page);
  readonly backToStoreLink = this.page.getByRole('link', { name: 'Back to Store' });
  readonly seeRewardsLink = seeRewardsIn(this.page);
  readonly seeTransactionsLink = this.page.getByRole('link', { name: 'See transactions' });
  /** While a redemption is being recorded. */
  readonly processing = this.page.getByText('Processing redemption…', { exact: true });

  /** What stands beside a term of the reward's description. */
  fact(term: string) {
    const beside = this.page.locator(`dt:text-is("${term}") + dd`);
    return this.page.getByRole('definition').and(beside);
  }

  /** The way to the store on the map. */
  nearLink(store: string) {
    return this.page.getByRole('link', { name: `${store} near me`, exact: true });
  }

  async openCode(): Promise<RedemptionCodeSheet> {
    await this.redeemButton.click();
    return this.codeSheet;
  }

  /** From the notice that the code has run out. */
  async getNewCode(): Promise<void> {
    await newCodeIn(this.page.getByRole('status')).click();
  }

  async goBackToStore(): Promise<void> {
    await this.backToStoreLink.click();
  }

  async seeRewards(): Promise<void> {
    await this.seeRewardsLink.click();
  }

  async seeTransactions(): Promise<TransactionsPage> {
    await this.seeTransactionsLink.click();
    return new TransactionsPage(this.page);
  }
}

/** The rewards that can be had today; `open('?store_id=4')` shows one store's. */
export class RewardsPage extends SitePage {
  readonly path = '/rewards';
  readonly cards = this.main.getByRole('listitem');
  readonly showMore = showMoreIn(this.main);
  readonly tryReadyAgain = tryAgainIn(this.main);
  readonly readyForMe = this.page.getByRole('button', { name: 'Ready for me' });

  reward(title: string) {
    return this.page.getByRole('link', { name: title });
  }

  async chooseReward(title: string): Promise<RedeemPage> {
    await this.reward(title).click();
    return new RedeemPage(this.page);
  }
}
