/** Every read of src/lib/data, one entry each, as the client sends it: a unit test compares the two. */
import { rowsAfter, rowsBefore } from '../../../src/lib/data/keyset.ts';
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

/** The stamps of yesterday: a page of them, or the stores of what stands before it. */
const ofYesterday = (select: string, offset: number, limit: number, exactCount: boolean) =>
  (({ collectors }, run) => ({
    path: pathOf(
      'stamps',
      {
        select,
        user_id: `eq.${at(collectors, run)}`,
        created_at: `gte.${iso(appDayStart(yesterday))}`,
        ...NEWEST_FIRST,
        offset: `${offset}`,
        limit: `${limit}`,
      },
      { created_at: `lt.${iso(appDayEnd(yesterday) + 1)}` },
    ),
    exactCount,
  })) satisfies Entry['request'];

const stampsOfDay = (page: number): Entry => ({
  name: `stamps of a day, page ${page}`,
  caller: asCollector,
  request: ofYesterday('*', (page - 1) * TRANSACTIONS_PAGE_SIZE, TRANSACTIONS_PAGE_SIZE, true),
});

const storesBeforePage = (page: number): Entry => ({
  name: `stores before page ${page} of a day`,
  caller: asCollector,
  request: ofYesterday('id, store_id', 0, (page - 1) * TRANSACTIONS_PAGE_SIZE, false),
});

const stampsOfStore = (where: string, filters: Record<string, string>): Entry => ({
  name: `all stamps at a store, ${where}`,
  caller: asCustomer,
  request: ({ customers, storesOfCustomers }, run) => ({
    path: pathOf('stamps', {
      select: '*',
      user_id: `eq.${at(customers, run)}`,
      store_id: `eq.${at(storesOfCustomers, run)}`,
      ...NEWEST_FIRST,
      limit: `${LIST_PAGE_SIZE}`,
      ...filters,
    }),
  }),
});

const stampsNear = (name: string, side: 'lt' | 'gte', order: 'asc' | 'desc'): Entry => ({
  name: `stamps, ${name}`,
  caller: asCollector,
  request: ({ collectors }, run) => ({
    path: pathOf('stamps', {
      select: '*',
      user_id: `eq.${at(collectors, run)}`,
      created_at: `${side}.${iso(appDayStart(yesterday))}`,
      order: `created_at.${order},id.${order}`,
      limit: '1',
    }),
  }),
});

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

/** A column that is filtered twice takes two of them. */
type Filters = (samples: Samples) => Record<string, string> | Record<string, string>[];

/** A page of the list of all rewards. */
const rewards = (where: string, filters: Filters): Entry => ({
  name: `rewards ${where}`,
  caller: asCustomer,
  request: (samples) => ({
    path: pathOf(
      'rewards',
      WITH_STORES,
      { limit: `${LIST_PAGE_SIZE}` },
      ...[filters(samples)].flat(),
    ),
  }),
});
const BY_END = { order: 'date_end.asc,date_start.asc,id.asc' };
const BY_START = { date_end: 'is.null', order: 'date_start.asc,id.asc' };

const events = (where: string, limit: number, filters: Filters): Entry => ({
  name: `events, ${where}`,
  caller: asCustomer,
  request: (samples) => ({
    path: pathOf(
      'events',
      { select: '*', order: 'date.asc,id.asc', limit: `${limit}` },
      ...[filters(samples)].flat(),
    ),
  }),
});

/** What an open code asks. */
const newest = (
  table: 'stamps' | 'redemptions',
  what: string,
  select: string,
  filters: Filters,
): Entry => ({
  name: `${table}, ${what}`,
  caller: asCustomer,
  request: (samples, run) => ({
    path: pathOf(
      table,
      {
        select,
        user_id: `eq.${at(samples.customers, run)}`,
        ...NEWEST_FIRST,
      },
      ...[filters(samples)].flat(),
    ),
  }),
});
const newerThanNow: Filters = () => ({ created_at: `gt.${iso(now)}`, limit: '10' });

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
  search('three letters', 'threeLetters'),
  search('a common word', 'commonWord'),
  search('a rare word', 'rareWord'),
  search('two words', 'twoWords'),
  search('nothing found', 'unknown'),
  {
    name: 'stamps at a store',
    caller: asCustomer,
    request: ({ customers, storesOfCustomers }, run) => ({
      path: pathOf('stamps', {
        select: '*',
        user_id: `eq.${at(customers, run)}`,
        store_id: `eq.${at(storesOfCustomers, run)}`,
        order: 'created_at.asc,id.asc',
        limit: `${STAMPS_BY_STORE_LIMIT}`,
      }),
    }),
  },
  {
    name: 'stamps held at 50 stores',
    caller: asCollector,
    request: () => ({ path: '/rpc/stamps_held', body: { store_ids: FIFTY_IDS } }),
  },
  asked('my cards', 'my_cards', {}),
  stampsOfDay(1),
  stampsOfDay(12),
  storesBeforePage(12),
  stampsOfStore('first page', {}),
  stampsOfStore('further down', { or: `(${rowsBefore(['created_at', 'id'], [iso(now), '1'])})` }),
  asked('days of a month with stamps', 'stamp_days', { month_start: monthStart }),
  asked('what is known of a customer', 'known_about_me', {}),
  asked('all of a customer, a page', 'my_data', { part: 'stamps', after: '0', page_size: '50' }),
  asked('their scans, a page', 'my_data', { part: 'scans', after: '0', page_size: '50' }),
  stampsNear('the newest before a day', 'lt', 'desc'),
  stampsNear('the oldest after a day', 'gte', 'asc'),
  newest('stamps', 'the newest', '*', () => ({ limit: '1' })),
  newest('stamps', 'what is new', '*', newerThanNow),
  {
    name: 'a page of redemptions',
    caller: asCustomer,
    request: ({ customers }, run) => ({
      path: pathOf('redemptions', {
        select: '*',
        user_id: `eq.${at(customers, run)}`,
        ...NEWEST_FIRST,
        offset: '0',
        limit: `${TRANSACTIONS_PAGE_SIZE}`,
      }),
      exactCount: true,
    }),
  },
  newest('redemptions', 'the newest', 'id,created_at', () => ({ limit: '1' })),
  newest('redemptions', 'what is new', '*', newerThanNow),
  tillLog('the popular store’s log', () => ({})),
  tillLog('its log, far down', ({ deep }) => ({ before: deep.log[0], before_id: deep.log[1] })),
];
