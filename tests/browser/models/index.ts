/**
 * The pages, sheets and bars as a person sees them; the tests work the product through these.
 *
 * - One small class for each page, sheet or bar. `new RewardsPage(page)` works as soon as the page is
 *   there: nothing is looked up until it is used.
 * - Fields are locators, by role, label or placeholder. What a label says is in one model only,
 *   and what several models share is in `parts.ts`: a changed label is changed once.
 * - Methods are what a person does in more than one step, or what leads to another page or sheet,
 *   whose model they return: `shell.openCode()`. They wait for nothing afterwards, so that a test
 *   says itself what it waits for. What is one tap is the locator's own: `shell.homeLink.click()`.
 * - `goto('?store_id=4')` loads a page; `open('?store_id=4')` waits, too, until its code listens.
 *   An address that a test is about is in the test: `page.goto('/rewards?redirect=/')`.
 * - Assertions stay in the tests, and so does every sentence which a test is about.
 */
export { LoginPage } from './login-page.ts';
export { shownText } from './parts.ts';
export { ProfilePage } from './profile-page.ts';
export {
  AnyPage,
  CustomersPage,
  DownloadPage,
  Footer,
  LegalPage,
  NotFoundPage,
  PromosPage,
  SplashPage,
} from './public-pages.ts';
export type { Sheet } from './sheets.ts';
export { Shell, WATCH_BEGINS } from './shell.ts';
export type { SitePage } from './site-page.ts';
export { TransactionsPage } from './transactions-page.ts';
export {
  EventPage,
  EventsPage,
  HomePage,
  RedeemPage,
  RewardsPage,
  StorePage,
  StoresPage,
} from './wallet-pages.ts';
