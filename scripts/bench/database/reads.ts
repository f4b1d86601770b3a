/** Every read of src/lib/data, asked by the data modules themselves. Vite loads this file, as it does them. */
import { activeRewards } from '../../../src/lib/data/active-rewards.ts';
import { backend } from '../../../src/lib/data/client.ts';
import { eventById, upcomingEvents } from '../../../src/lib/data/events.ts';
import { myCards } from '../../../src/lib/data/my-cards.ts';
import { newestRedemptions, newestStamps } from '../../../src/lib/data/newest.ts';
import { readyRewards } from '../../../src/lib/data/ready-rewards.ts';
import { redemptionsPage } from '../../../src/lib/data/redemptions.ts';
import { rewardById, rewardsOfStore } from '../../../src/lib/data/rewards.ts';
import { stampDays } from '../../../src/lib/data/stamp-days.ts';
import { stampsAtStore, stampsHeldAt, stampsOfDay } from '../../../src/lib/data/stamps.ts';
import * as near from '../../../src/lib/data/stamps-near.ts';
import { stampsOfStore } from '../../../src/lib/data/stamps-of-store.ts';
import { listStores } from '../../../src/lib/data/store-list.ts';
import { searchStores } from '../../../src/lib/data/store-search.ts';
import { storeById } from '../../../src/lib/data/stores.ts';
import { appDayKey, appDayStart } from '../../../src/lib/domain/day.ts';
import { HOME_EVENTS, LIST_PAGE_SIZE } from '../../../src/lib/domain/limits.ts';
import type { Reward } from '../../../src/lib/domain/reward.ts';
import type { Platform } from '../../../src/lib/platform/interface.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import type { Sample } from './samples.ts';

export type Ask = (sample: Sample, me: string) => PromiseLike<unknown>;

const now = Date.now();
const yesterday = appDayKey(appDayStart(appDayKey(now)) - 1);
const { signal } = new AbortController();
const first = { after: null, count: LIST_PAGE_SIZE };
const after = (...cursor: (string | null)[]) => ({ ...first, after: cursor });
const newest = { after: null, limit: 1, datesOnly: false };
const isNew = { ...newest, after: new Date(now).toISOString(), limit: 10 };
const nearest = ({ latitude, longitude }: Sample) => ({
  near: { latitude, longitude },
});
const FIFTY_IDS = Array.from({ length: 50 }, (_, index) => `${index + 1}`);
const myData = (part: string) => () =>
  backend().rpc('my_data', { part, after: '0', page_size: LIST_PAGE_SIZE }, { get: true });

/** Three from each of 16 stores: for the first page, more from other stores is read. */
const above = FIFTY_IDS.slice(1).map((id) => ({ id, storeId: `${Number(id) % 16}` })) as Reward[];

export interface Group {
  /** Who asks: which person of the sample; null for a visitor. */
  as: 'customer' | 'collector' | 'popularMember' | null;
  /** Which request counts if a call makes several; by default the first one. */
  which?: number;
  asks: Record<string, Ask>;
}

export const READS: Group[] = [
  {
    as: null,
    asks: {
      'stores, by name': () => listStores({ near: null, openNow: false }),
      'stores, by name, further down': ({ store }) =>
        listStores({ near: null, openNow: false }, after(store)),
      'stores, the nearest': (sample) => listStores({ ...nearest(sample), openNow: false }),
      'stores, open now': ({ store }) => listStores({ near: null, openNow: true }, after(store)),
      'stores, the nearest that are open': (sample) =>
        listStores({ ...nearest(sample), openNow: true }),
    },
  },
  {
    as: 'customer',
    asks: {
      'rewards with an end, first page': () => activeRewards(now),
      'rewards with an end, far down': ({ withEnd }) => activeRewards(now, after(...withEnd)),
      'rewards without an end, first page': () => activeRewards(now, after(null)),
      'rewards without an end, far down': (sample) =>
        activeRewards(now, after(null, ...sample.withoutEnd)),
      'rewards without an end or a start': () => activeRewards(now, after(null, null)),
      'rewards of a store': ({ store }) => rewardsOfStore(store, now),
      'a reward': ({ reward }) => rewardById(reward, now),
      'events, on /home': () => upcomingEvents(now, { ...first, count: HOME_EVENTS }),
      'events, first page': () => upcomingEvents(now),
      'events, far down': ({ eventAfter }) => upcomingEvents(now, after(...eventAfter)),
      'an event': ({ event }) => eventById(event),
      'a store': ({ store }) => storeById(store),
      'search, three letters': ({ word }) => searchStores(word.slice(0, 3).toLowerCase(), signal),
      'search, a common word': ({ commonWord }) => searchStores(commonWord, signal),
      'search, a rare word': ({ word }) => searchStores(word, signal),
      'search, two words': ({ twoWords }) => searchStores(twoWords, signal),
      'search, a street': () => searchStores('maginhawa', signal),
      'search, a name and a street': ({ word }) => searchStores(`${word} Maginhawa`, signal),
      'search, nothing found': () => searchStores('zyzzyva', signal),
      'stamps, on a card': ({ storeOfCustomer }, me) => stampsAtStore(me, storeOfCustomer, 1),
      'stamps, all at a store, first page': ({ storeOfCustomer }, me) =>
        stampsOfStore(me, storeOfCustomer, first),
      'stamps, all at a store, further down': ({ storeOfCustomer }, me) =>
        stampsOfStore(me, storeOfCustomer, after(new Date(now).toISOString(), '1')),
      'stamps, the newest': (_, me) => newestStamps(me, newest, signal),
      'stamps, what is new': (_, me) => newestStamps(me, isNew, signal),
      'redemptions, a page': (_, me) => redemptionsPage(me, 1),
      'redemptions, the newest': (_, me) =>
        newestRedemptions(me, { ...newest, datesOnly: true }, signal),
      'redemptions, what is new': (_, me) => newestRedemptions(me, isNew, signal),
    },
  },
  {
    as: 'customer',
    which: 1,
    asks: {
      'rewards with an end, but of stores that fill the first page': () =>
        activeRewards(now, first, signal, above),
    },
  },
  {
    as: 'collector',
    asks: {
      'rewards that are ready': () => readyRewards(),
      'my cards': (_, me) => myCards(me),
      'stamps held at 50 stores': (_, me) => stampsHeldAt(me, FIFTY_IDS),
      'stamps, page 1 of a day': (_, me) => stampsOfDay(me, yesterday, 1),
      'stamps, page 12 of a day': (_, me) => stampsOfDay(me, yesterday, 12),
      'stamps, stores before page 12 of a day': (_, me) => near.storesBeforePage(me, yesterday, 12),
      'stamps, the newest before a day': (_, me) => near.newestStampBefore(me, yesterday),
      'stamps, the oldest after a day': (_, me) => near.oldestStampAfter(me, yesterday),
      'days of a month with stamps': (_, me) => stampDays(me, yesterday.slice(0, 7)),
      'what is known of a customer': () => backend().rpc('known_about_me', {}, { get: true }),
      'all of a customer, a page': myData('stamps'),
      'their scans, a page': myData('scans'),
    },
  },
  {
    // A till asks with the same client.
    as: 'popularMember',
    asks: {
      'the popular store’s log': () => backend().rpc('till_log', { store_id: 1 }),
      'its log, far down': ({ logBefore: [before, id] }) =>
        backend().rpc('till_log', { store_id: 1, before, before_id: Number(id) }),
    },
  },
];

/** Points the data modules at this backend, as the person of the session. */
export function use(ask: typeof fetch, session: () => object | null): void {
  globalThis.fetch = ask;
  const nothing = { get: () => null, set() {}, remove() {} };
  setPlatform({
    address: () => new URL('http://localhost:4331/'),
    now: Date.now,
    localStorage: { ...nothing, get: () => (session() ? JSON.stringify(session()) : null) },
    sessionStorage: nothing,
  } as unknown as Platform);
}
