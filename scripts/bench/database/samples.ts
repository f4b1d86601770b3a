/** Who and what the reads are asked with. */
import type { Query } from './connection.ts';
import { COLLECTORS, customerId, customersOf, POPULAR_STORE, type Scale } from './fill.ts';

/** What there is to ask for on a platform of this size; each time something else is taken. */
export interface Samples {
  customers: string[];
  collectors: string[];
  /** A store at which the customer of the same place has stamps. */
  storesOfCustomers: string[];
  rewards: string[];
  events: string[];
  stores: string[];
  searches: Record<
    | 'threeLetters'
    | 'commonWord'
    | 'rareWord'
    | 'twoWords'
    | 'address'
    | 'nameAndAddress'
    | 'unknown',
    string[]
  >;
  /** Rows far down in the lists: what they hold in the columns by which the lists are ordered. */
  deep: Record<'withEnd' | 'withoutEnd' | 'event' | 'log', string[]>;
}

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
  const rowAt = async (columns: string, from: string) => {
    const [row] = await query(`select array[${columns}] as value from ${from}`);
    return row?.value as string[];
  };
  const half = (table: string, where: string) =>
    `offset (select count(*) / 2 from ${table} where ${where})`;
  const ends = 'date_end >= now() and (date_start is null or date_start <= now())';
  const doesNotEnd = 'date_end is null and date_start <= now()';
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
      address: ['maginhawa', 'Quezon City', 'teach'],
      nameAndAddress: words.map((word) => `${word} Maginhawa`),
      unknown: ['zyzzyva', 'qwertz', 'xylophon'],
    },
    deep: {
      withEnd: await rowAt(
        `to_json(date_end) #>> '{}', to_json(date_start) #>> '{}', id::text`,
        `rewards where ${ends} order by date_end, date_start, id limit 1 ${half('rewards', ends)}`,
      ),
      withoutEnd: await rowAt(
        `to_json(date_start) #>> '{}', id::text`,
        `rewards where ${doesNotEnd} order by date_start, id limit 1 ${half('rewards', doesNotEnd)}`,
      ),
      event: await rowAt(
        `to_json(date) #>> '{}', id::text`,
        `events where date > now() order by date, id limit 1 ${half('events', 'date > now()')}`,
      ),
      log: await rowAt(
        'happened_at::text, id::text',
        `private.till_log where store_id = ${POPULAR_STORE} order by happened_at limit 1 offset 500`,
      ),
    },
  };
}
