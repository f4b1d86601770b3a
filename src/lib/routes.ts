/** The routes, and who may see each (docs/product.md#who-sees-what). */
import { BASE_PATH } from './base-path.ts';
import type { Id } from './domain/entities.ts';
import { encodePart } from './domain/runtime-url.ts';

export type SignedOut =
  /** The whole page. */
  | 'page'
  /** Replaced by /login?redirect={this path and query}. */
  | 'login'
  /** The page itself asks for the sign-in. */
  | 'prompt';

export interface Route {
  /** The path on its host, or for the two id routes the path before the id. */
  path: string;
  signedOut: SignedOut;
  /** Is in the sitemap and may be indexed. */
  public: boolean;
}

/** Separate as well: an inline script contains no more than it uses. */
export const LOGIN_PATH = `${BASE_PATH}/login`;
/** Likewise, as are the next two. */
export const STORE_PATH = `${BASE_PATH}/store`;
const HOME_PATH = `${BASE_PATH}/home`;
const PROFILE_PATH = `${BASE_PATH}/profile`;

export const routes = {
  splash: { path: `${BASE_PATH}/`, signedOut: 'page', public: true },
  stores: { path: `${BASE_PATH}/stores`, signedOut: 'page', public: true },
  login: { path: LOGIN_PATH, signedOut: 'page', public: true },
  home: { path: HOME_PATH, signedOut: 'login', public: false },
  events: { path: `${BASE_PATH}/events`, signedOut: 'login', public: false },
  viewEvent: { path: `${BASE_PATH}/view-event`, signedOut: 'login', public: false },
  rewards: { path: `${BASE_PATH}/rewards`, signedOut: 'login', public: false },
  promos: { path: `${BASE_PATH}/promos`, signedOut: 'page', public: true },
  transactions: { path: `${BASE_PATH}/transactions`, signedOut: 'prompt', public: false },
  redeem: { path: `${BASE_PATH}/redeem`, signedOut: 'login', public: false },
  store: { path: STORE_PATH, signedOut: 'login', public: false },
  download: { path: `${BASE_PATH}/download`, signedOut: 'page', public: true },
  privacyPolicy: { path: `${BASE_PATH}/privacy-policy`, signedOut: 'page', public: true },
  termsOfService: { path: `${BASE_PATH}/terms-of-service`, signedOut: 'page', public: true },
  profile: { path: PROFILE_PATH, signedOut: 'login', public: false },
  customers: { path: `${BASE_PATH}/customers`, signedOut: 'page', public: true },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

const segment = (id: Id) => encodePart(id);

export const eventPath = (id: Id) => `${routes.viewEvent.path}/${segment(id)}`;

export const storePath = (id: Id, rewardId?: Id) =>
  `${routes.store.path}/${segment(id)}${rewardId === undefined ? '' : `?reward=${segment(rewardId)}`}`;

export const redeemPath = (rewardId: Id) => `${routes.redeem.path}?reward=${segment(rewardId)}`;

export const rewardsPath = (storeId: Id) => `${routes.rewards.path}?store_id=${segment(storeId)}`;

/** All of the customer's stamps at a store. */
export const storeStampsPath = (storeId: Id) =>
  `${routes.transactions.path}?store=${segment(storeId)}`;

/** Home with the customer's code open (state/address.ts). */
export const CODE_PATH = `${HOME_PATH}?show=code`;

/** Everything that is kept about the customer. */
export const DATA_PATH = `${PROFILE_PATH}?data=1`;
