/**
 * Every query of the screens: which table its answer is from, whether the answer belongs to one person,
 * and whether the newest one is saved on the device. What applies to all of them (the tests of isolation,
 * a scan that makes answers old) uses this table.
 */
export interface QueryInfo {
  table: 'stores' | 'rewards' | 'events' | 'stamps' | 'redemptions';
  personal: boolean;
  saved: boolean;
  /** Requested for visitors too. */
  open?: true;
}

export const queries = {
  /** [] */
  rewards: { table: 'rewards', personal: false, saved: true },
  /** []: what the customer's stamps are enough for */
  readyRewards: { table: 'stamps', personal: true, saved: true },
  /** [store id] */
  storeRewards: { table: 'rewards', personal: false, saved: true },
  /** [reward id] */
  reward: { table: 'rewards', personal: false, saved: true },
  /** []: one, where there is any */
  anyReward: { table: 'rewards', personal: false, saved: false },
  /** [] */
  events: { table: 'events', personal: false, saved: true },
  /** []: those that /home shows */
  nextEvents: { table: 'events', personal: false, saved: true },
  /** [event id] */
  event: { table: 'events', personal: false, saved: true },
  /** [store id] */
  store: { table: 'stores', personal: false, saved: true },
  /** [near which place, open now]: a place is kept nowhere */
  storeList: { table: 'stores', personal: false, saved: false, open: true },
  /** [what was typed] */
  search: { table: 'stores', personal: false, saved: false },
  /** [store id]: the card of one store */
  progress: { table: 'stamps', personal: true, saved: true },
  /** []: the cards of all stores */
  myCards: { table: 'stamps', personal: true, saved: true },
  /** [store id, stamps needed]: what a reward would be paid with */
  stampsToSpend: { table: 'stamps', personal: true, saved: true },
  /** [day, page]: the cards of a day */
  stamps: { table: 'stamps', personal: true, saved: true },
  /** [day without stamps]: where the nearest ones are */
  nearestStamp: { table: 'stamps', personal: true, saved: true },
  /** [store id]: all stamps there, newest first */
  storeStamps: { table: 'stamps', personal: true, saved: true },
  /** [month]: its days with stamps */
  stampDays: { table: 'stamps', personal: true, saved: true },
  /** []: what is known of the customer, in numbers */
  aboutMe: { table: 'redemptions', personal: true, saved: true },
  /** [page] */
  redemptions: { table: 'redemptions', personal: true, saved: true },
} as const satisfies Record<string, QueryInfo>;

export type QueryName = keyof typeof queries;
