/** The sheets: dialogs that a signed-in screen opens above itself. */
import type { Locator, Page } from 'playwright/test';
import {
  closeIn,
  enlargeCodeIn,
  factIn,
  newCodeIn,
  showMyCodeIn,
  slotsIn,
  tryAgainIn,
} from './parts.ts';

export class Sheet {
  readonly root: Locator;
  /** The code or the photo it shows. */
  readonly picture: Locator;
  readonly closeButton: Locator;
  readonly tryAgain: Locator;

  constructor(page: Page, title: string | RegExp) {
    this.root = page.getByRole('dialog', { name: title });
    this.picture = this.root.getByRole('img');
    this.closeButton = closeIn(this.root);
    this.tryAgain = tryAgainIn(this.root);
  }

  text(text: string | RegExp): Locator {
    return this.root.getByText(text, { exact: true });
  }

  /** The value next to a term. */
  fact(term: string): Locator {
    return factIn(this.root, term);
  }

  async close(): Promise<void> {
    await this.closeButton.click();
  }
}

/** The customer's own code, which a store scans to give a stamp. */
export class StampCodeSheet extends Sheet {
  readonly enlargeButton = enlargeCodeIn(this.root);
  readonly redeemLink = this.root.getByRole('link', { name: 'Redeem a reward' });
  readonly readyLink = this.root.getByRole('link', { name: /^Redeem: / });

  constructor(page: Page) {
    super(page, 'Scan QR Code');
  }

  codeOf(name: string): Locator {
    return this.root.getByRole('img', { name: `QR code of ${name}` });
  }
}

/** The code of one reward, good for two minutes. */
export class RedemptionCodeSheet extends Sheet {
  /** Empty while nothing is waited for. */
  readonly waitingForConnection = this.root.getByRole('status').and(this.root.locator('p')).first();
  /** What is said about its end, and about the code that replaces it. */
  readonly ending = this.root.getByRole('status').and(this.root.locator('p')).last();
  readonly renewButton = newCodeIn(this.root);

  constructor(page: Page) {
    super(page, 'Scan to Redeem');
  }
}

/** The sheet that shares the site. Once a day it opens by itself and can't be closed at first. */
export class ShareSheet extends Sheet {
  readonly code = this.root.getByRole('img', { name: 'QR code that opens Stampcard' });
  readonly enlargeButton = enlargeCodeIn(this.root);
  readonly shareButton = this.root.getByRole('button', { name: 'Share the link' });
  /** Shown if the sheet opened by itself. */
  readonly codeButton = showMyCodeIn(this.root);

  constructor(page: Page) {
    super(page, 'Share Stampcard');
  }

  /** The close button while it still counts down. */
  closeIn(seconds: number): Locator {
    return this.root.getByRole('button', { name: `Close (${seconds})`, exact: true });
  }
}

/** A stamp that has just landed on the customer's card. */
export class StampLandedSheet extends Sheet {
  readonly doneButton = this.root.getByRole('button', { name: 'Done' });
  readonly seeRewardsLink = this.root.getByRole('link', { name: 'See your rewards' });
  readonly installOffer = this.root.getByRole('region', { name: /home screen/ });
  readonly installButton = this.installOffer.getByRole('button', { name: 'Install' });

  constructor(page: Page) {
    super(page, /^(Stamps? collected|Card full)!$/);
  }

  redeemLink(reward: string): Locator {
    return this.root.getByRole('link', { name: `Redeem: ${reward}` });
  }

  slots(stamped: number, goal?: number): Locator {
    return slotsIn(this.root, stamped, goal);
  }
}

/** What was redeemed: by itself after a scan, and again from the list. */
export class ReceiptSheet extends Sheet {
  readonly time = this.root.getByRole('time');
  readonly reward = this.root.getByRole('heading', { level: 3 });
  readonly doneButton = this.root.getByRole('button', { name: 'Done' });

  constructor(page: Page) {
    super(page, /^(Enjoy!|Receipt)$/);
  }
}

/** What to show a store that owes a stamp. */
export class MissingStampSheet extends Sheet {
  readonly codeButton = showMyCodeIn(this.root);
  readonly copyButton = this.root.getByRole('button', { name: 'Copy', exact: true });
  /** The outcome of copying. */
  readonly said = this.root.getByRole('status');

  constructor(page: Page) {
    super(page, 'Missing a stamp?');
  }
}

/** The photo of an event, enlarged. */
export class EventPhotoSheet extends Sheet {
  constructor(page: Page, event = '') {
    super(page, `Photo of ${event}`);
  }
}
