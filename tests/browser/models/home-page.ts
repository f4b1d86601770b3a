import { OwnName, StoreSearch } from './parts.ts';
import { SitePage } from './site-page.ts';

/** The first signed-in screen: the search, some events, the rewards. */
export class HomePage extends SitePage {
  readonly path = '/home';
  readonly ownName = new OwnName(this.page);
  readonly search = new StoreSearch(this.page);
  readonly cards = this.page.getByRole('region', { name: 'Your cards' });
  /** What is ready, in gold. */
  readonly ticket = this.cards.getByRole('article');
  /** Straight to its open code. */
  readonly redeemLink = this.cards.getByRole('link', { name: /^Redeem: / });
  readonly choiceLink = this.cards.getByRole('link', { name: /more to choose from$/ });
  readonly cardLinks = this.cards.locator('li > a');
  /** In place of the cards, where there are none. */
  readonly showCodeButton = this.cards.getByRole('button', { name: 'Show my code' });
  /** Last in the row, where there are more cards than stand there. */
  readonly allCardsButton = this.cards.getByRole('button', { name: /^All \d+ cards$/ });
  readonly events = this.page.getByRole('region', { name: 'Events' });
  readonly eventCards = this.events.getByRole('listitem');
  readonly allEventsLink = this.events.getByRole('link', { name: 'View all: Events' });
  /** The last card, where there are more events than stand here. */
  readonly moreEventsLink = this.events.getByRole('link', { name: 'Discover more events' });
  readonly rewards = this.page.getByRole('region', { name: 'Promo & Rewards' });
  readonly rewardCards = this.rewards.getByRole('listitem');
  readonly allRewardsLink = this.rewards.getByRole('link', { name: 'View all: Promo & Rewards' });

  event(name: string) {
    return this.events.getByRole('link', { name });
  }

  reward(title: string) {
    return this.rewards.getByRole('link', { name: title });
  }
}
