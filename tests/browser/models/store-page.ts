import { slotsIn } from './parts.ts';
import { RedeemPage } from './redeem-page.ts';
import { MissingStampSheet } from './sheets.ts';
import { SitePage } from './site-page.ts';

/** One store, the customer's stamps there, its rewards; `open(1)` opens the one with that id. */
export class StorePage extends SitePage {
  readonly path = '/store/';
  readonly mapLink = this.page.getByRole('link', { name: 'Map' });
  readonly homeLink = this.page.getByRole('link', { name: 'Go to home' });
  /** Straight to the code of what the card pays for. */
  readonly redeemLink = this.page.getByRole('link', { name: /^Redeem: / });
  readonly card = this.page.getByRole('article').filter({ hasText: 'Your Stamps' });
  readonly yourStamps = this.page.getByRole('link', { name: 'Your stamps here' });
  readonly missingStampButton = this.page.getByRole('button', { name: 'Missing a stamp?' });
  readonly missingStamp = new MissingStampSheet(this.page);
  readonly rewards = this.page.getByRole('region', { name: 'Rewards' });
  readonly rewardCards = this.rewards.getByRole('listitem');

  slots(stamped: number, goal?: number) {
    return slotsIn(this.page, stamped, goal);
  }

  reward(title: string) {
    return this.rewards.getByRole('link', { name: title });
  }

  async chooseReward(title: string): Promise<RedeemPage> {
    await this.reward(title).click();
    return new RedeemPage(this.page);
  }

  async openMissingStamp(): Promise<MissingStampSheet> {
    await this.missingStampButton.click();
    return this.missingStamp;
  }

  async goHome(): Promise<void> {
    await this.homeLink.click();
  }
}

/** All stores that take part. */
export class StoresPage extends SitePage {
  readonly path = '/stores';
  readonly rows = this.main.getByRole('listitem');
  readonly nearMe = this.page.getByRole('button', { name: 'Near me' });
  readonly openNow = this.page.getByRole('button', { name: 'Open now' });
  /** For customers. */
  readonly codeLink = this.main.getByRole('link', { name: 'My code' });
  readonly showAll = this.page.getByRole('button', { name: 'Show all stores' });

  store(name: string) {
    return this.rows.filter({ hasText: name });
  }
}
