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

  async close(): Promise<void> {
    await this.closeButton.click();
  }
}

/** The customer's own code, which a store scans to give a stamp. */
export class StampCodeSheet extends Sheet {
  readonly enlargeButton = enlargeCodeIn(this.root);
  readonly redeemLink = this.root.getByRole('link', { name: 'Redeem a reward' });
  readonly resumeButton = this.root.getByRole('button', { name: 'Look for stamps again' });

  constructor(page: Page) {
    super(page, 'Scan QR Code');
  }

  codeOf(name: string): Locator {
    return this.root.getByRole('img', { name: `QR code of ${name}` });
  }

  async enlarge(): Promise<void> {
    await this.enlargeButton.click();
  }
}

/** The code of one reward, good for two minutes. */
export class RedemptionCodeSheet extends Sheet {
  /** Empty while nothing is waited for. */
  readonly waitingForConnection = this.root.getByRole('status').and(this.root.locator('p')).first();
  /** What is said of its end, and of the code that took its place. */
  readonly ending = this.root.getByRole('status').and(this.root.locator('p')).last();
  readonly renewButton = newCodeIn(this.root);

  constructor(page: Page) {
    super(page, 'Scan to Redeem');
  }
}

/** The sheet that shares the site. Once a day it opens by itself and can't be closed at first. */
export class ShareSheet extends Sheet {
  readonly code = this.root.getByRole('img', { name: 'QR code that opens Stampcard' });
  readonly shareButton = this.root.getByRole('button', { name: 'Share the link' });
  /** Where it came by itself. */
  readonly codeButton = showMyCodeIn(this.root);

  constructor(page: Page) {
    super(page, 'Share Stampcard');
  }

  /** The close button while it still counts down. */
  closeIn(seconds: number): Locator {
    return this.root.getByRole('button', { name: `Close (${seconds})`, exact: true });
  }

  async enlarge(): Promise<void> {
    await enlargeCodeIn(this.root).click();
  }

  async showCode(): Promise<void> {
    await this.codeButton.click();
  }

  async shareLink(): Promise<void> {
    await this.shareButton.click();
  }
}

/** A stamp that has just landed on the customer's card. */
export class StampLandedSheet extends Sheet {
  readonly seeRewardsLink = this.root.getByRole('link', { name: 'See your rewards' });
  readonly installOffer = this.root.getByRole('region', { name: /home screen/ });

  constructor(page: Page) {
    super(page, /^(Stamps? collected|Card full)!$/);
  }

  redeemLink(reward: string): Locator {
    return this.root.getByRole('link', { name: `Redeem: ${reward}` });
  }

  async redeem(reward: string): Promise<void> {
    await this.redeemLink(reward).click();
  }

  slots(stamped: number, goal?: number): Locator {
    return slotsIn(this.root, stamped, goal);
  }

  async dismiss(): Promise<void> {
    await this.root.getByRole('button', { name: 'Done' }).click();
  }

  async install(): Promise<void> {
    await this.installOffer.getByRole('button', { name: 'Install' }).click();
  }
}

/** What was redeemed: by itself after a scan, and again from the list. */
export class ReceiptSheet extends Sheet {
  readonly time = this.root.getByRole('time');
  readonly reward = this.root.getByRole('heading', { level: 3 });

  constructor(page: Page) {
    super(page, /^(Enjoy!|Receipt)$/);
  }

  /** What stands beside a term. */
  fact(term: string): Locator {
    return factIn(this.root, term);
  }

  async finish(): Promise<void> {
    await this.root.getByRole('button', { name: 'Done' }).click();
  }
}

/** What to show a store that owes a stamp. */
export class MissingStampSheet extends Sheet {
  readonly codeButton = showMyCodeIn(this.root);
  readonly copyButton = this.root.getByRole('button', { name: 'Copy', exact: true });
  /** What came of the copy. */
  readonly said = this.root.getByRole('status');

  constructor(page: Page) {
    super(page, 'Missing a stamp?');
  }

  fact(term: string): Locator {
    return factIn(this.root, term);
  }

  async showCode(): Promise<void> {
    await this.codeButton.click();
  }

  async copy(): Promise<void> {
    await this.copyButton.click();
  }
}

/** The photo of an event, enlarged. */
export class EventPhotoSheet extends Sheet {
  constructor(page: Page, event = '') {
    super(page, `Photo of ${event}`);
  }
}
