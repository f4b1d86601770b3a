import { EventPage } from './event-page.ts';
import { EventsPage } from './events-page.ts';
import { tryAgainIn } from './parts.ts';
import { SitePage } from './site-page.ts';
import { StorePage } from './store-page.ts';
import { StoreSearch } from './store-search.ts';

/** The first signed-in screen: the search, some events, the rewards. */
export class HomePage extends SitePage {
  readonly path = '/home';
  readonly search = new StoreSearch(this.page);
  readonly events = this.page.getByRole('region', { name: 'Events' });
  readonly eventCards = this.events.getByRole('listitem');
  readonly allEventsLink = this.events.getByRole('link', { name: 'View all: Events' });
  /** The last card, where there are more events than stand here. */
  readonly moreEventsLink = this.events.getByRole('link', { name: 'Discover more events' });
  readonly tryEventsAgain = tryAgainIn(this.events);
  readonly rewards = this.page.getByRole('region', { name: 'Promo & Rewards' });
  readonly rewardCards = this.rewards.getByRole('listitem');
  readonly allRewardsLink = this.rewards.getByRole('link', { name: 'View all: Promo & Rewards' });
  readonly tryRewardsAgain = tryAgainIn(this.rewards);

  event(name: string) {
    return this.events.getByRole('link', { name });
  }

  reward(title: string) {
    return this.rewards.getByRole('link', { name: title });
  }

  async openEvent(name: string): Promise<EventPage> {
    await this.event(name).click();
    return new EventPage(this.page);
  }

  async seeAllEvents(): Promise<EventsPage> {
    await this.allEventsLink.click();
    return new EventsPage(this.page);
  }

  /** Chooses a reward of a store: the store opens, with the reward marked. */
  async chooseReward(title: string): Promise<StorePage> {
    await this.reward(title).click();
    return new StorePage(this.page);
  }
}
