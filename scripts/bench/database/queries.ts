/** Every read of src/lib/data, one entry each, as the client sends it. */
import { rowsAfter, rowsBefore } from '../../../src/lib/data/keyset.ts';
import { dailyHash } from '../../../src/lib/domain/daily-hash.ts';
import { appDayEnd, appDayKey, appDayStart } from '../../../src/lib/domain/day.ts';
import {
  HOME_EVENTS,
  LIST_PAGE_SIZE,
  STAMPS_BY_STORE_LIMIT,
  TRANSACTIONS_PAGE_SIZE,
} from '../../../src/lib/domain/limits.ts';
import type { Caller } from './connection.ts';
import { memberId, POPULAR_STORE } from './fill.ts';
import type { ClientRequest } from './postgrest.ts';
import type { Samples } from './samples.ts';

export interface Entry {
  name: string;
  caller: (samples: Samples, run: number) => Caller;
  request: (samples: Samples, run: number) => ClientRequest;
}

const at = <Item>(items: readonly Item[], run: number): Item => items[run % items.length] as Item;

/** A path as the client writes it; a key may come twice. */
const pathOf = (table: string, ...query: Record<string, string>[]) =>
  `/${table}?${query.map((part) => new URLSearchParams(part)).join('&')}`;

const asCustomer: Entry['caller'] = ({ customers }, run) => at(customers, run);
const asCollector: Entry['caller'] = ({ collectors }, run) => at(collectors, run);

/** A function that answers for whoever has collected most. */
const asked = (name: string, call: string, query: Record<string, string>): Entry => ({
  name,
  caller: asCollector,
  request: () => ({ path: pathOf(`rpc/${call}`, query) }),
});

const now = Date.now();
const today = appDayKey(now);
const yesterday = appDayKey(appDayStart(today) - 1);
const monthStart = `${yesterday.slice(0, 7)}-01`;
const FIFTY_IDS = Array.from({ length: 50 }, (_, index) => `${index + 1}`);
const iso = (time: number) => new Date(time).toISOString();

const FROM_TODAY = [{ date: `gte.${iso(appDayStart(today))}` }, { date: `gt.${yesterday}` }];

const HAS_STARTED = `or(date_start.is.null,date_start.lte.${iso(appDayEnd(today))})`;
const HAS_NOT_ENDED = `or(date_end.is.null,date_end.gte.${iso(appDayStart(today))})`;

/** Of today's rewards, whatever their store. */
const ACTIVE = { or: `(and(${HAS_STARTED},${HAS_NOT_ENDED}))` };
const WITH_STORES = { select: '*, stores(id, suspended)' };
const NEWEST_FIRST = { order: 'created_at.desc,id.desc' };

const search = (name: string, kind: keyof Samples['searches']): Entry => ({
  name: `search, ${name}`,
  caller: asCustomer,
  request: ({ searches }, run) => ({
    path: pathOf('rpc/search_stores', { term: at(searches[kind], run) }),
  }),
});

type Filter = Record<string, string>;
/** A column that is filtered twice takes two of them. */
type Filters = (samples: Samples, run: number) => Filter | Filter[];

/** Rows of the caller's own, newest first unless the filters say otherwise. */
const own = (
  table: 'stamps' | 'redemptions',
  what: string,
  filters: Filters,
  { select = '*', exactCount = false, caller = asCustomer } = {},
): Entry => ({
  name: `${table}, ${what}`,
  caller,
  request: (samples, run) => {
    const mine = { select, user_id: `eq.${caller(samples, run)}` };
    const [first = {}, ...rest] = [filters(samples, run)].flat();
    return { path: pathOf(table, { ...mine, ...NEWEST_FIRST, ...first }, ...rest), exactCount };
  },
});

const ofStore =
  (filters: Filter): Filters =>
  ({ storesOfCustomers }, run) => ({
    store_id: `eq.${at(storesOfCustomers, run)}`,
    ...filters,
  });

const near =
  (side: 'lt' | 'gte', order: 'asc' | 'desc'): Filters =>
  () => ({
    created_at: `${side}.${iso(appDayStart(yesterday))}`,
    order: `created_at.${order},id.${order}`,
    limit: '1',
  });

/** The stamps of yesterday: a page of them, or the stores of what stands before it. */
const ofYesterday =
  (offset: number, limit: number): Filters =>
  () => [
    { created_at: `gte.${iso(appDayStart(yesterday))}`, offset: `${offset}`, limit: `${limit}` },
    { created_at: `lt.${iso(appDayEnd(yesterday) + 1)}` },
  ];

const byId = (name: string, table: 'rewards' | 'events' | 'stores', select = '*'): Entry => ({
  name,
  caller: asCustomer,
  request: (samples, run) => ({
    path: pathOf(table, { select, id: `eq.${at(samples[table], run)}`, limit: '1' }),
  }),
});

const tillLog = (name: string, body: (samples: Samples) => Record<string, unknown>): Entry => ({
  name,
  caller: () => memberId(POPULAR_STORE),
  request: (samples) => ({
    path: '/rpc/till_log',
    body: { store_id: `${POPULAR_STORE}`, ...body(samples) },
  }),
});

/** A page of the list of all stores, as a visitor. */
const storeList = (where: string, body: (samples: Samples, run: number) => object): Entry => ({
  name: `stores, ${where}`,
  caller: () => null,
  request: (samples, run) => ({
    path: '/rpc/list_stores',
    body: { page_size: LIST_PAGE_SIZE, ...body(samples, run) },
  }),
});
/** Rounded, as a phone sends it. */
const somewhere = (run: number) => ({
  near_latitude: 14.3 + (run % 100) / 100,
  near_longitude: 120.7 + ((run * 37) % 100) / 100,
});

/** A page of the list of all rewards. */
const rewards = (where: string, filters: Filters): Entry => ({
  name: `rewards ${where}`,
  caller: asCustomer,
  request: (samples, run) => {
    const page = { ...WITH_STORES, limit: `${LIST_PAGE_SIZE}` };
    return { path: pathOf('rewards', page, ...[filters(samples, run)].flat()) };
  },
});
const BY_END = { order: 'date_end.asc,date_start.asc,id.asc' };
const BY_START = { date_end: 'is.null', order: 'date_start.asc,id.asc' };

const events = (where: string, limit: number, filters: Filters): Entry => ({
  name: `events, ${where}`,
  caller: asCustomer,
  request: (samples, run) => {
    const page = { select: '*', order: 'date.asc,id.asc', limit: `${limit}` };
    return { path: pathOf('events', page, ...[filters(samples, run)].flat()) };
  },
});

const newerThanNow: Filters = () => ({ created_at: `gt.${iso(now)}`, limit: '10' });
const PAGE = TRANSACTIONS_PAGE_SIZE;

export const ENTRIES: Entry[] = [
  rewards('with an end, first page', () => ({
    ...ACTIVE,
    ...BY_END,
    date_end: `gte.${iso(appDayStart(today))}`,
  })),
  rewards('with an end, far down', ({ deep }) => ({
    ...BY_END,
    date_end: `gte.${deep.withEnd[0]}`,
    or: `(and(${HAS_STARTED},${HAS_NOT_ENDED},or(${rowsAfter(['date_end', 'date_start', 'id'], deep.withEnd)})))`,
  })),
  rewards('without an end, first page', () => ({ ...ACTIVE, ...BY_START })),
  rewards('without an end, far down', ({ deep }) => [
    {
      ...BY_START,
      date_start: `gte.${deep.withoutEnd[0]}`,
      or: `(${rowsAfter(['date_start', 'id'], deep.withoutEnd)})`,
    },
    { date_start: `lte.${iso(appDayEnd(today))}` },
  ]),
  rewards('without an end or a start', () => ({
    date_end: 'is.null',
    date_start: 'is.null',
    order: 'id.asc',
  })),
  rewards('with an end, but of stores that fill the first page', ({ stores }) => ({
    ...ACTIVE,
    ...BY_END,
    date_end: `gte.${iso(appDayStart(today))}`,
    store_id: `not.in.(${stores.slice(0, 25)})`,
  })),
  asked('rewards that are ready', 'ready_rewards', {}),
  {
    name: 'rewards of a store',
    caller: asCustomer,
    request: ({ stores }, run) => ({
      path: pathOf('rewards', {
        ...WITH_STORES,
        ...ACTIVE,
        store_id: `eq.${at(stores, run)}`,
        order: 'date_start.asc',
      }),
    }),
  },
  byId('a reward', 'rewards', WITH_STORES.select),
  events('on /home', HOME_EVENTS, () => FROM_TODAY),
  events('first page', LIST_PAGE_SIZE, () => FROM_TODAY),
  events('far down', LIST_PAGE_SIZE, ({ deep }) => ({
    date: `gte.${deep.event[0]}`,
    or: `(${rowsAfter(['date', 'id'], deep.event)})`,
  })),
  byId('an event', 'events'),
  byId('a store', 'stores'),
  storeList('by name', () => ({})),
  storeList('by name, further down', ({ stores: ids }, run) => ({ after: at(ids, run) })),
  storeList('the nearest', (_samples, run) => somewhere(run)),
  storeList('open now', ({ stores: ids }, run) => ({ open_now: true, after: at(ids, run) })),
  storeList('the nearest that are open', (_samples, run) => ({
    ...somewhere(run),
    open_now: true,
  })),
  search('three letters', 'threeLetters'),
  search('a common word', 'commonWord'),
  search('a rare word', 'rareWord'),
  search('two words', 'twoWords'),
  search('nothing found', 'unknown'),
  own(
    'stamps',
    'on a card',
    ofStore({ order: 'created_at.asc,id.asc', limit: `${STAMPS_BY_STORE_LIMIT}` }),
  ),
  {
    name: 'stamps held at 50 stores',
    caller: asCollector,
    request: () => ({ path: '/rpc/stamps_held', body: { store_ids: FIFTY_IDS } }),
  },
  asked('my cards', 'my_cards', {}),
  own('stamps', 'page 1 of a day', ofYesterday(0, PAGE), { exactCount: true, caller: asCollector }),
  own('stamps', 'page 12 of a day', ofYesterday(11 * PAGE, PAGE), {
    ...{ exactCount: true, caller: asCollector },
  }),
  own('stamps', 'stores before page 12 of a day', ofYesterday(0, 11 * PAGE), {
    ...{ select: 'id, store_id', caller: asCollector },
  }),
  own('stamps', 'all at a store, first page', ofStore({ limit: `${LIST_PAGE_SIZE}` })),
  own(
    'stamps',
    'all at a store, further down',
    ofStore({
      or: `(${rowsBefore(['created_at', 'id'], [iso(now), '1'])})`,
      limit: `${LIST_PAGE_SIZE}`,
    }),
  ),
  asked('days of a month with stamps', 'stamp_days', { month_start: monthStart }),
  asked('what is known of a customer', 'known_about_me', {}),
  asked('all of a customer, a page', 'my_data', { part: 'stamps', after: '0', page_size: '50' }),
  asked('their scans, a page', 'my_data', { part: 'scans', after: '0', page_size: '50' }),
  own('stamps', 'the newest before a day', near('lt', 'desc'), { caller: asCollector }),
  own('stamps', 'the oldest after a day', near('gte', 'asc'), { caller: asCollector }),
  own('stamps', 'the newest', () => ({ limit: '1' })),
  own('stamps', 'what is new', newerThanNow),
  own('redemptions', 'a page', () => ({ offset: '0', limit: `${PAGE}` }), { exactCount: true }),
  own('redemptions', 'the newest', () => ({ limit: '1' }), { select: 'id,created_at' }),
  own('redemptions', 'what is new', newerThanNow),
  tillLog('the popular store’s log', () => ({})),
  tillLog('its log, far down', ({ deep }) => ({ before: deep.log[0], before_id: deep.log[1] })),
];

/** A stamp as a till gives it, which is the one write that people wait for. */
const giving = (where: string, storeOf: (samples: Samples, run: number) => string): Entry => ({
  name: `giving a stamp, ${where}`,
  caller: (samples, run) => memberId(Number(storeOf(samples, run))),
  request: (samples, run) => {
    const uid = at(samples.customers, run);
    return {
      path: '/rpc/give_stamp',
      body: {
        payload: { display_name: 'Ben', uid, hash: dailyHash(uid, Date.now()) },
        store_id: storeOf(samples, run),
        stamp_count: 1,
        invoice: `B-${crypto.randomUUID()}`,
        request_id: crypto.randomUUID(),
      },
    };
  },
});

export const GIVING: Entry[] = [
  giving('many stores', ({ stores }, run) => at(stores, run)),
  giving('the popular store', () => `${POPULAR_STORE}`),
];
