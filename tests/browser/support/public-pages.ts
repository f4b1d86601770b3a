/** The built site's own address: the default of SITE_URL. */
export const SITE = 'http://localhost:4321';

/** The pages that every visitor can read, spelled out instead of imported from the site. */
export const PUBLIC_PAGES = [
  '/',
  '/login',
  '/stores',
  '/customers',
  '/promos',
  '/download',
  '/privacy-policy',
  '/terms-of-service',
] as const;

/** Pages without any part of the wallet: the public ones but /login and /stores, and the unknown address. */
export const STATIC_PAGES = [
  ...PUBLIC_PAGES.filter((path) => path !== '/login' && path !== '/stores'),
  '/no-such-page',
] as const;

/** The signed-in screens; the ids are of the demo's data. */
export const WALLET_PAGES = [
  '/home',
  '/events',
  '/view-event/1',
  '/rewards',
  '/transactions',
  '/redeem?reward=1',
  '/store/1',
  '/profile',
] as const;
