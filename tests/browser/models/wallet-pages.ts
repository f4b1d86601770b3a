import { callsOf } from '../support/backend.ts';
import {
  factIn,
  KeepActions,
  newCodeIn,
  OwnName,
  redeemRewardIn,
  StoreSearch,
  seeRewardsIn,
  showMoreIn,
  slotsIn,
  tryAgainIn,
} from './parts.ts';
import { EventPhotoSheet, MissingStampSheet, ReceiptSheet, RedemptionCodeSheet } from './sheets.ts';
import { SitePage } from './site-page.ts';
import { TransactionsPage } from './transactions-page.ts';

/** The first signed-in screen: the search, some events, the rewards. */
export class HomePage extends SitePage {
  readonly path = '/home';
  readonly ownName = new OwnName(this.page);
  readonly search = new StoreSearch(this.page);
  readonly cards = this.page.getByRole('region', { name: 'Your cards' });
  /** The ready reward, in gold. */
  readonly ticket = this.cards.getByRole('article');
  /** Leads straight to its open code. */
  readonly redeemLink = this.cards.getByRole('link', { name: /^Redeem: / });
  readonly choiceLink = this.cards.getByRole('link', { name: /more to choose from$/ });
  readonly cardLinks = this.cards.locator('li > a');
  readonly events = this.page.getByRole('region', { name: 'Events' });
  readonly eventCards = this.events.getByRole('listitem');
  readonly allEventsLink = this.events.getByRole('link', { name: 'View all: Events' });
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

/** One event; `open(2)` opens the one with that id. */
export class EventPage extends SitePage {
  readonly path = '/view-event/';
  readonly date = this.page.getByRole('time');
  readonly keep = new KeepActions(this.page);
  readonly photoButton = this.page.getByRole('button', { name: 'Enlarge the photo' });
  readonly backLink = this.page.getByRole('link', { name: 'Go back to events' });

  async enlargePhoto(): Promise<EventPhotoSheet> {
    await this.photoButton.click();
    return new EventPhotoSheet(this.page);
  }
}

/** The upcoming events. */
export class EventsPage extends SitePage {
  readonly path = '/events';
  readonly cards = this.main.getByRole('listitem');
  readonly submitLink = this.page.getByRole('link', { name: 'Submit Event' });

  event(name: string) {
    return this.page.getByRole('link', { name });
  }
}

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
  /** In the notice that the code has run out. */
  readonly newCodeButton = newCodeIn(this.page.getByRole('status'));
  readonly seeTransactionsLink = this.page.getByRole('link', { name: 'See transactions' });

  /** The value next to a term of the reward's description. */
  fact(term: string) {
    return this.page.getByRole('definition').and(factIn(this.page, term));
  }

  /** The way to the store on the map. */
  nearLink(store: string) {
    return this.page.getByRole('link', { name: `${store} near me`, exact: true });
  }

  async openCode(): Promise<RedemptionCodeSheet> {
    await this.redeemButton.click();
    return this.codeSheet;
  }

  /** Also waits until the backend knows about it: from then on a till can redeem it. */
  async openRegisteredCode(): Promise<RedemptionCodeSheet> {
    const registered = this.page.waitForResponse(callsOf('open_redemption'));
    const sheet = await this.openCode();
    await registered;
    return sheet;
  }

  async seeTransactions(): Promise<TransactionsPage> {
    await this.seeTransactionsLink.click();
    return new TransactionsPage(this.page);
  }
}

/** The rewards available today; `open('?store_id=4')` shows one store's. */
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

/** One store, the customer's stamps there, its rewards; `open(1)` opens the one with that id. */
export class StorePage extends SitePage {
  readonly path = '/store/';
  readonly mapLink = this.page.getByRole('link', { name: 'Map' });
  readonly homeLink = this.page.getByRole('link', { name: 'Go to home' });
  /** Leads straight to the code of what the card pays for. */
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
}

/** All stores that take part. */
export class StoresPage extends SitePage {
  readonly path = '/stores';
  readonly rows = this.main.getByRole('listitem');
  readonly nearMe = this.page.getByRole('button', { name: 'Near me' });
  readonly openNow = this.page.getByRole('button', { name: 'Open now' });
  /** Shown to customers. */
  readonly codeLink = this.main.getByRole('link', { name: 'My code' });
  readonly showAll = this.page.getByRole('button', { name: 'Show all stores' });

  store(name: string) {
    return this.rows.filter({ hasText: name });
  }
}
