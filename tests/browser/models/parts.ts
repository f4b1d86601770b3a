/** What stands on several pages in the same words: such a label is written here and nowhere else. */
import type { Locator, Page } from 'playwright/test';

type Within = Page | Locator;

export const tryAgainIn = (within: Within) => within.getByRole('button', { name: 'Try again' });

export const closeIn = (within: Within) =>
  within.getByRole('button', { name: 'Close', exact: true });

export const enlargeCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Enlarge the code' });

export const getStartedIn = (within: Within) => within.getByRole('link', { name: 'Get Started' });

/** The customer's, and the till's. */
export const redeemRewardIn = (within: Within) =>
  within.getByRole('button', { name: 'Redeem reward' });

export const emailIn = (within: Within) => within.getByLabel('Email address');

export const sendCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Send login code' });

export const verifyCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Verify code and sign in' });

export const signInIn = (within: Within) => within.getByRole('link', { name: 'Sign in' });

export const storeOwnerLoginIn = (within: Within) =>
  within.getByRole('link', { name: 'Store Owner Login' });

export const seeRewardsIn = (within: Within) => within.getByRole('link', { name: 'See rewards' });

/** The slots of a stamp card, by how many of them are stamped. */
export const slotsIn = (within: Within, stamped: number, goal = 10) =>
  within.getByRole('img', { name: new RegExp(`^${stamped} of ${goal} stamps?`) });

export const showMoreIn = (within: Within) => within.getByRole('button', { name: 'Show more' });

/** Opens the stamp code above a sheet. */
export const showMyCodeIn = (within: Within) =>
  within.getByRole('button', { name: 'Show my code' });

/** What stands beside a term. */
export const factIn = (within: Within, term: string) =>
  within.locator(`dt:text-is("${term}") + dd`);

/** Two fresh minutes for a redemption code. */
export const newCodeIn = (within: Within) => within.getByRole('button', { name: 'Get a new code' });

/** The way on, of the till's Google and of a question in two steps. */
export const continueIn = (within: Within) =>
  within.getByRole('button', { name: 'Continue', exact: true });

/** The way of a signed-in visitor from a public page. */
export const yourCardsIn = (within: Within) => within.getByRole('link', { name: 'Your cards' });
