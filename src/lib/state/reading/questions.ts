/**
 * Every question the screens ask: of which table its answer is, whether the answer is one person's
 * own, and whether the newest one is kept on the device. What runs over all of them (the tests of
 * isolation, a scan that makes answers old) runs over this table.
 */
export interface Question {
  table: 'stores' | 'rewards' | 'events' | 'stamps' | 'redemptions';
  personal: boolean;
  kept: boolean;
}

export const questions = {
  /** [store id, or '' for all] */
  rewards: { table: 'rewards', personal: false, kept: true },
  /** [reward id] */
  reward: { table: 'rewards', personal: false, kept: true },
  /** [] */
  events: { table: 'events', personal: false, kept: true },
  /** [event id] */
  event: { table: 'events', personal: false, kept: true },
  /** [store id] */
  store: { table: 'stores', personal: false, kept: true },
  /** [what was typed] */
  search: { table: 'stores', personal: false, kept: false },
  /** [store id]: the card of one store */
  progress: { table: 'stamps', personal: true, kept: true },
  /** [store id, stamps needed]: what a reward would be paid with */
  stampsToSpend: { table: 'stamps', personal: true, kept: true },
  /** [day, page]: the cards of a day */
  stamps: { table: 'stamps', personal: true, kept: true },
  /** [page] */
  redemptions: { table: 'redemptions', personal: true, kept: true },
} as const satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;
