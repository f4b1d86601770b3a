/**
 * The pages, sheets and bars as a person sees them; the tests work the product through these.
 *
 * - One small class a page, sheet or bar. `new RewardsPage(page)` works from the moment the page is
 *   there: nothing is looked for until it is used.
 * - Fields are locators, by role, label or placeholder. What a label says stands in one model only,
 *   and what several models share stands in `parts.ts`: a changed label is changed once.
 * - Methods are what a person does: `shell.openCode()`, `transactions.chooseDay('2025-11-20')`. They
 *   wait for nothing afterwards, so that a test says itself what it waits for. One that leads to
 *   another page or sheet returns that one's model, but for the ways back.
 * - `goto('?store_id=4')` loads a page; `open('?store_id=4')` waits, too, until its code listens.
 *   An address that a test is about stands in the test: `page.goto('/rewards?redirect=/')`.
 * - Assertions stay in the tests, and so does every sentence which a test is about.
 */
export { EventPage, EventsPage } from './events-pages.ts';
export { HomePage } from './home-page.ts';
export { GooglePage, LoginPage } from './login-page.ts';
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
export { RedeemPage, RewardsPage } from './redeem-page.ts';
export type { Sheet } from './sheets.ts';
export { Shell } from './shell.ts';
export type { SitePage } from './site-page.ts';
export { StorePage, StoresPage } from './store-page.ts';
export { TransactionsPage } from './transactions-page.ts';
