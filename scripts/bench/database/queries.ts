/**
 * Every read of the data modules (src/lib/data), one entry each: who asks, and what the client sends.
 * A unit test compares them with what the modules send.
 */
import { appDayEnd, appDayKey, appDayStart } from '../../../src/lib/domain/day.ts';
import {
  SEARCH_RESULTS,
  STAMPS_BY_STORE_LIMIT,
  TRANSACTIONS_PAGE_SIZE,
} from '../../../src/lib/domain/limits.ts';
import { likePattern } from '../../../src/lib/domain/search-query.ts';
import type { Caller, Query } from './connection.ts';
import {
  COLLECTORS,
  customerId,
  customersOf,
  memberId,
  POPULAR_STORE,
  type Scale,
} from './fill.ts';
import type { ClientRequest } from './postgrest.ts';

/** What there is to ask for on a platform of this size; each time something else is taken. */
export interface Samples {
  customers: string[];
  collectors: string[];
  /** A store at which the customer of the same place has stamps. */
  storesOfCustomers: string[];
  rewards: string[];
  events: string[];
  stores: string[];
  searches: Record<'threeLetters' | 'commonWord' | 'rareWord' | 'twoWords' | 'unknown', string[]>;
  /** The time and id of a line far down in the popular store's log. */
  deepLog: { before: string; id: string };
}

export interface Entry {
  name: string;
  caller: (samples: Samples, run: number) => Caller;
  request: (samples: Samples, run: number) => ClientRequest;
}

const at = <Item>(items: readonly Item[], run: number): Item => items[run % items.length] as Item;

/** A path as the client writes it. */
function pathOf(table: string, query: Record<string, string>): string {
  return `/${table}?${new URLSearchParams(query)}`;
}

const asCustomer: Entry['caller'] = ({ customers }, run) => at(customers, run);
const asCollector: Entry['caller'] = ({ collectors }, run) => at(collectors, run);

const now = Date.now();
const today = appDayKey(now);
const yesterday = appDayKey(appDayStart(today) - 1);
const iso = (time: number) => new Date(time).toISOString();

const ACTIVE = {
  or: `(and(or(date_start.is.null,date_start.lte.${iso(appDayEnd(today))}),or(date_end.is.null,date_end.gte.${iso(appDayStart(today))})))`,
  order: 'date_start.asc',
};
const WITH_STORES = { select: '*, stores(id, suspended)' };
const NEWEST_FIRST = { order: 'created_at.desc,id.desc' };

const search = (name: string, kind: keyof Samples['searches']): Entry => ({
  name: `search, ${name}`,
  caller: asCustomer,
  request: ({ searches }, run) => ({
    path: pathOf('stores', {
      select: 'id, name, address, logo_url',
      name: `ilike.${likePattern(at(searches[kind], run))}`,
      suspended: 'not.is.true',
      order: 'name.asc',
      limit: `${SEARCH_RESULTS}`,
    }),
  }),
});

const stampsOfDay = (page: number): Entry => ({
  name: `stamps of a day, page ${page}`,
  caller: asCollector,
  request: ({ collectors }, run) => ({
    path:
      pathOf('stamps', {
        select: '*',
        user_id: `eq.${at(collectors, run)}`,
        ...NEWEST_FIRST,
        offset: `${(page - 1) * TRANSACTIONS_PAGE_SIZE}`,
        limit: `${TRANSACTIONS_PAGE_SIZE}`,
      }) +
      `&${new URLSearchParams([
        ['created_at', `gte.${iso(appDayStart(yesterday))}`],
        ['created_at', `lt.${iso(appDayEnd(yesterday) + 1)}`],
      ])}`,
    exactCount: true,
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

export const ENTRIES: Entry[] = [
  {
    name: 'active rewards',
    caller: asCustomer,
    request: () => ({ path: pathOf('rewards', { ...WITH_STORES, ...ACTIVE }) }),
  },
  {
    name: 'rewards of a store',
    caller: asCustomer,
    request: ({ stores }, run) => ({
      path: pathOf('rewards', { ...WITH_STORES, ...ACTIVE, store_id: `eq.${at(stores, run)}` }),
    }),
  },
  byId('a reward', 'rewards', WITH_STORES.select),
  {
    name: 'events',
    caller: asCustomer,
    request: () => ({
      path: pathOf('events', {
        select: '*',
        date: `gte.${iso(appDayStart(today))}`,
        order: 'date.asc',
      }),
    }),
  },
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
    request: () => ({
      path: '/rpc/stamps_held',
      body: { store_ids: Array.from({ length: 50 }, (_, index) => `${index + 1}`) },
    }),
  },
  stampsOfDay(1),
  stampsOfDay(12),
  {
    name: 'newest stamps',
    caller: asCustomer,
    request: ({ customers }, run) => ({
      path: pathOf('stamps', {
        select: '*',
        user_id: `eq.${at(customers, run)}`,
        ...NEWEST_FIRST,
        limit: `${STAMPS_BY_STORE_LIMIT}`,
      }),
    }),
  },
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
  {
    name: 'the newest redemption',
    caller: asCustomer,
    request: ({ customers }, run) => ({
      path: pathOf('redemptions', {
        select: '*',
        user_id: `eq.${at(customers, run)}`,
        ...NEWEST_FIRST,
        limit: '1',
      }),
      exactCount: true,
    }),
  },
  tillLog('the popular store’s log', () => ({})),
  tillLog('its log, far down', ({ deepLog }) => ({
    before: deepLog.before,
    before_id: deepLog.id,
  })),
];

/** Any two hundred of them, far apart. */
const SAMPLES = 200;

export async function readSamples(query: Query, scale: Scale): Promise<Samples> {
  const texts = async (sql: string) => (await query(sql)).map(({ value }) => String(value));
  const some = (table: string, where: string, value = 'id') =>
    texts(`select ${value} as value from ${table} where ${where}
      order by hashint8extended(id, 1) limit ${SAMPLES}`);
  const numbers = Array.from({ length: SAMPLES }, (_, index) => index);
  const customers = numbers.map((index) =>
    customerId(1 + Math.floor((index * customersOf(scale)) / SAMPLES)),
  );
  const words = await some(
    'stores',
    "name ~ '^[[:ascii:]]* [A-Za-z]+$'",
    `substring(name from '[^ ]+$')`,
  );
  const names = await some('stores', 'true', 'name');
  const [deep] = await query(`
    select happened_at::text as before, id::text from private.till_log
      where store_id = ${POPULAR_STORE} order by happened_at limit 1 offset 500`);
  return {
    customers,
    collectors: numbers.map((index) => customerId(1 + (index % COLLECTORS))),
    storesOfCustomers: await texts(`
      select coalesce((select s.store_id from stamps s where s.user_id = c.id order by created_at desc limit 1), 1)
          as value
        from unnest('{${customers.join(',')}}'::uuid[]) with ordinality as c (id, place) order by place`),
    rewards: await some('rewards', 'date_end is null or date_end > now()'),
    events: await some('events', 'date > now()'),
    stores: await some('stores', 'not suspended'),
    searches: {
      threeLetters: words.map((word) => word.slice(0, 3).toLowerCase()),
      commonWord: ['kape', 'Kapihan', 'panaderia'],
      rareWord: words,
      twoWords: names.map((name) => name.split(' ').slice(0, 2).join(' ')),
      unknown: ['zyzzyva', 'qwertz', 'xylophon'],
    },
    deepLog: { before: String(deep?.before), id: String(deep?.id) },
  };
}
