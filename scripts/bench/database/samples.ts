/** The people and values that the reads use. */
import { COLLECTORS, POPULAR_STORE, type Query } from './fill.ts';

/** One of each kind, different in each sample. */
export interface Sample {
  customer: string;
  collector: string;
  storeOfCustomer: string;
  reward: string;
  event: string;
  store: string;
  member: string;
  popularMember: string;
  latitude: number;
  longitude: number;
  word: string;
  commonWord: string;
  twoWords: string;
  /** The values of rows far down in the lists, in the columns that the lists are ordered by. */
  withEnd: string[];
  withoutEnd: string[];
  eventAfter: string[];
  logBefore: [at: string, id: string];
}

/** Arbitrary rows of a table, far apart. */
const some = (columns: string, from: string) =>
  `(select row_number() over () as n, x.* from (select ${columns} from ${from}
      order by hashtextextended(id::text, 1) limit 50) x)`;

/** The row in the middle of a list. */
const middle = (columns: string[], from: string, order: string) => {
  const texts = columns.map((column) => `to_json(${column}) #>> '{}'`);
  return `(select array[${texts}] from ${from} order by ${order} limit 1
      offset (select count(*) / 2 from ${from}))`;
};

const ENDS = 'rewards where date_end >= now() and (date_start is null or date_start <= now())';
const LOG = `private.till_log where store_id = ${POPULAR_STORE}`;
const BY_END = ['date_end', 'date_start', 'id'];
const BY_START = ['date_start', 'id'];

const SAMPLES = `
  select c.customer, '00000000-0000-4000-8000-' || lpad((1 + n % ${COLLECTORS})::text, 12, '0') as collector,
      c.store as "storeOfCustomer", r.id::text as reward, e.id::text as event, s.id::text as store,
      (select user_id from store_members where store_id = s.id) as member,
      (select user_id from store_members where store_id = ${POPULAR_STORE}) as "popularMember", s.latitude, s.longitude,
      w.word, (array['kape', 'Kapihan', 'panaderia'])[1 + n % 3] as "commonWord",
      split_part(s.name, ' ', 1) || ' ' || split_part(s.name, ' ', 2) as "twoWords",
      ${middle(BY_END, ENDS, `${BY_END}`)} as "withEnd",
      ${middle(BY_START, 'rewards where date_end is null and date_start <= now()', `${BY_START}`)} as "withoutEnd",
      ${middle(['date', 'id'], 'events where date > now()', 'date, id')} as "eventAfter",
      ${middle(['happened_at', 'id'], LOG, 'happened_at')} as "logBefore"
    from ${some(
      `id as customer, coalesce((select t.store_id from stamps t where t.user_id = u.id
        order by created_at desc limit 1), 1)::text as store`,
      `auth.users u where email like 'customer.%'`,
    )} c
      join ${some('id', 'rewards where date_end is null or date_end > now()')} r using (n)
      join ${some('id', 'events where date > now()')} e using (n)
      join ${some('*', 'stores where not suspended')} s using (n)
      join ${some(`substring(name from '[^ ]+$') as word`, `stores where name ~ '^[[:ascii:]]* [A-Za-z]+$'`)} w using (n)`;

export const readSamples = async (query: Query): Promise<Sample[]> =>
  (await query(SAMPLES)) as unknown as Sample[];
