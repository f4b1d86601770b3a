import type { Samples } from '../scripts/bench/database/samples.ts';

/** Something to ask each read for, in a database of a few rows. */
export const samplesOf = (customer: string, collector = customer): Samples => ({
  customers: [customer],
  collectors: [collector],
  storesOfCustomers: ['1'],
  rewards: ['1'],
  events: ['1'],
  stores: ['1'],
  searches: {
    threeLetters: ['kap'],
    commonWord: ['kape'],
    rareWord: ['tayo'],
    twoWords: ['kape tayo'],
    unknown: ['zyzzyva'],
  },
  deep: {
    withEnd: ['2026-12-01', '2026-11-01', '7'],
    withoutEnd: ['2026-11-01', '7'],
    event: ['2026-12-01', '7'],
    log: ['2026-11-01', '7'],
  },
});
