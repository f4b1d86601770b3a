import type { Page } from 'playwright/test';
import { signInIn, storeOwnerLoginIn } from './parts.ts';

/** The foot of the public pages. */
export class Footer {
  readonly root;
  readonly storeOwnerLink;
  readonly signInLink;

  constructor(page: Page) {
    this.root = page.getByRole('contentinfo');
    this.storeOwnerLink = storeOwnerLoginIn(this.root);
    this.signInLink = signInIn(this.root);
  }
}
