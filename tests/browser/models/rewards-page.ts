import { showMoreIn, tryAgainIn } from './parts.ts';
import { RedeemPage } from './redeem-page.ts';
import { SitePage } from './site-page.ts';

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
