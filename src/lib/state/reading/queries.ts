/**
 * Every query of the screens: which table its answer is from, and whether the newest one is saved on the
 * device. What applies to all of them (the tests of isolation, a scan that makes answers old) uses this
 * table.
 */
export interface QueryInfo {
  table: 'stores' | 'rewards' | 'events' | 'stamps' | 'redemptions';
  saved: boolean;
  /** Requested for visitors too. */
  open?: true;
}

export const queries = {
  /** [] */
  rewards: { table: 'rewards', saved: true },
  /** []: what the customer's stamps are enough for */
  readyRewards: { table: 'stamps', saved: true },
  /** [store id] */
  storeRewards: { table: 'rewards', saved: true },
  /** [reward id] */
  reward: { table: 'rewards', saved: true },
  /** []: whether there is any */
  anyReward: { table: 'rewards', saved: false },
  /** [] */
  events: { table: 'events', saved: true },
  /** []: those that /home shows */
  nextEvents: { table: 'events', saved: true },
  /** [event id] */
  event: { table: 'events', saved: true },
  /** [store id] */
  store: { table: 'stores', saved: true },
  /** [near which place, open now]: a place is kept nowhere */
  storeList: { table: 'stores', saved: false, open: true },
  /** [what was typed] */
  search: { table: 'stores', saved: false },
  /** [store id]: the card of one store */
  progress: { table: 'stamps', saved: true },
  /** []: the cards of all stores */
  myCards: { table: 'stamps', saved: true },
  /** [store id, stamps needed]: what a reward would be paid with */
  stampsToSpend: { table: 'stamps', saved: true },
  /** [day, page]: the cards of a day */
  stamps: { table: 'stamps', saved: true },
  /** [day without stamps]: where the nearest ones are */
  nearestStamp: { table: 'stamps', saved: true },
  /** [store id]: all stamps there, newest first */
  storeStamps: { table: 'stamps', saved: true },
  /** [month]: its days with stamps */
  stampDays: { table: 'stamps', saved: true },
  /** []: what is known of the customer, in numbers */
  aboutMe: { table: 'redemptions', saved: true },
  /** [page] */
  redemptions: { table: 'redemptions', saved: true },
} as const satisfies Record<string, QueryInfo>;

export type QueryName = keyof typeof queries;

/** Whether the answer belongs to one person: a till may have changed it. */
export const isPersonal = (query: QueryName): boolean =>
  ['stamps', 'redemptions'].includes(queries[query].table);
