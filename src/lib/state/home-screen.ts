/** How the site was opened. */
export { isOnHomeScreenOfIos } from '../platform/home-screen.ts';
