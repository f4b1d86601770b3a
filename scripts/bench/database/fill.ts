/**
 * Stores, people, rewards, stamps and what the tills did, in sets: a year of a platform of any size.
 * What one customer or one store has does not depend on that size, except for the popular store, which
 * gives 30 % of all stamps. The same numbers make the same rows.
 */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

export interface Scale {
  stores: number;
  stamps: number;
}

export const POPULAR_STORE = 1;
/** People who collected 60 stamps yesterday: a long day to page through. */
export const COLLECTORS = 20;
const STAMPS_A_COLLECTOR = 60;
const STAMPS_A_CUSTOMER = 20;
/** What the first reward of a store needs, whose id is the store's: the tills redeem it. */
const TILL_REWARD_STAMPS = 10;

const customersOf = ({ stamps }: Scale) => stamps / STAMPS_A_CUSTOMER;

/** Midnight of the app's day, that many days from today. */
const DAY = `
  create or replace function pg_temp.day(days integer) returns timestamptz language sql stable as $$
    select (private.app_day(now()) + days)::timestamp at time zone interval '8 hours'
  $$;
  create or replace function pg_temp.customer(number bigint) returns uuid language sql immutable as $$
    select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid
  $$;
  create or replace function pg_temp.member(number bigint) returns uuid language sql immutable as $$
    select ('00000000-0000-4000-9000-' || lpad(number::text, 12, '0'))::uuid
  $$;
  -- A fixed number from 0 to 1 for a row and a purpose.
  create or replace function pg_temp.roll(number bigint, purpose integer) returns float8
  language sql immutable as $$
    select (hashint8extended(number, purpose) & 1048575) / 1048576.0
  $$;
  create or replace function pg_temp.one_of(words text[], roll float8) returns text
  language sql immutable as $$
    select words[1 + floor(roll * cardinality(words))::integer]
  $$;
`;

const KINDS = `array['Kape', 'Kapihan', 'Panaderia', 'Karinderya', 'Lugawan', 'Pansitan', 'Gupit',
  'Tsaa', 'Halo-halo', 'Bulaklak', 'Botika', 'Labada', 'Aklatan', 'Piña', 'Café', '茶坊', 'Burger',
  'Pizza', 'Bakery', 'Barbero', 'Keyk', 'Siomai', 'Taho', 'Ihawan']`;
const LINKS = `array['ni', 'sa', 'at', 'kay']`;
const SYLLABLES = `array['ma', 'ri', 'lo', 'ka', 'ben', 'ta', 'sul', 'pi', 'go', 'ana', 'lu', 'ñe',
  'dor', 'is', 'mi', 'ra', 'te', 'po', 'ning', 'sa']`;

/** One store in fifty is open, at any hour: the most that a list of open ones has to skip. */
const OPEN_ALWAYS = JSON.stringify(
  Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00-24:00']]),
  ),
);

const storesSql = ({ stores }: Scale) => `
  insert into public.stores (id, name, address, logo_url, suspended, daily_stamps, latitude, longitude,
      opening_hours, time_zone)
  overriding system value
  select n,
      -- Few kinds are common, and every second name is one of 8,000.
      pg_temp.one_of(${KINDS}, power(pg_temp.roll(n, 1), 2)) || ' '
        || pg_temp.one_of(${LINKS}, pg_temp.roll(n, 2)) || ' '
        || initcap(pg_temp.one_of(${SYLLABLES}, pg_temp.roll(n, 3))
          || pg_temp.one_of(${SYLLABLES}, pg_temp.roll(n, 4))
          || pg_temp.one_of(${SYLLABLES}, pg_temp.roll(n, 5))),
      n || ' Maginhawa Street, Teachers Village, Quezon City',
      'https://project.supabase.co/storage/v1/object/public/rewards/logo-' || n || '.webp',
      n > 8 and pg_temp.roll(n, 6) < 0.02, 10000,
      14.3 + pg_temp.roll(n, 7), 120.7 + pg_temp.roll(n, 8),
      case when n % 50 = 0 then '${OPEN_ALWAYS}'::jsonb else '{}' end, 'Asia/Manila'
    from generate_series(1, ${stores}) as n;
  insert into private.store_words (word, store_id)
    select unnest(private.words_of(search_text)), id from public.stores;
`;

const peopleSql = (scale: Scale) => `
  insert into auth.users (id, email, created_at, updated_at)
    select pg_temp.customer(n), 'customer.' || n || '@example.com', now(), now()
      from generate_series(1, ${customersOf(scale)}) as n
    union all
    select pg_temp.member(n), 'member.' || n || '@example.com', now(), now()
      from generate_series(1, ${scale.stores}) as n;
  -- Two phones each, which are told of every stamp.
  insert into auth.sessions (id, user_id, aal, created_at)
    select gen_random_uuid(), pg_temp.customer(n), 'aal1', now()
      from generate_series(1, ${customersOf(scale)}) as n, generate_series(1, 2);
  insert into public.store_members (user_id, store_id)
    select pg_temp.member(n), n from generate_series(1, ${scale.stores}) as n;
`;

/**
 * 1.8 per store. A store's first one is on, for ten stamps. Of ten others, one is over, one has yet to
 * start, six will end and two have no end.
 */
const rewardsSql = ({ stores }: Scale) => `
  insert into public.rewards (id, store_id, title, photo, stamps_needed, date_start, date_end,
      store_name, store_logo_url)
  overriding system value
  select n, s.id, 'Reward ' || n,
      'https://project.supabase.co/storage/v1/object/public/rewards/' || s.id || '/' || n || '.webp',
      case when n <= ${stores} then ${TILL_REWARD_STAMPS} else 3 + floor(pg_temp.roll(n, 14) * 20) end,
      case when fate < 0.1 and n > ${stores} then pg_temp.day(1 + floor(pg_temp.roll(n, 12) * 60)::integer)
        when fate < 0.7 or fate > 0.9 then pg_temp.day(-90 - floor(pg_temp.roll(n, 12) * 60)::integer) end,
      case when fate < 0.1 and n > ${stores} then pg_temp.day(70)
        when fate < 0.2 and n > ${stores} then pg_temp.day(-1 - floor(pg_temp.roll(n, 13) * 80)::integer)
        when fate < 0.8 then pg_temp.day(floor(pg_temp.roll(n, 13) * 120)::integer) end,
      s.name, s.logo_url
    from generate_series(1, ${stores * 1.8}) as n, pg_temp.roll(n, 11) as fate,
      public.stores s
    where s.id = 1 + (n - 1) % ${stores};
  insert into public.events (name, title, date, photo)
    select 'Event ' || n, 'Something happens in the neighborhood, number ' || n,
        now() + (pg_temp.roll(n, 21) * 360 - 90) * interval '1 day',
        'https://project.supabase.co/storage/v1/object/public/rewards/event-' || n || '.webp'
      from generate_series(1, ${stores / 10}) as n;
`;

/**
 * A customer collects at three stores, or at the popular one. Of a customer's records at a store, every
 * five were spent together, and the rest are on the card. One customer in a hundred collects ten times as much.
 */
const stampsSql = (scale: Scale) => `
  create temporary table given as
  select n, customer, store_id, created_at, count,
      row_number() over (partition by customer, store_id order by created_at, n) as place,
      count(*) over (partition by customer, store_id) as held
    from (
      select n, customer,
          case when pg_temp.roll(n, 32) < 0.3 then ${POPULAR_STORE}
            else 1 + floor(pg_temp.roll(customer * 4 + floor(pg_temp.roll(n, 33) * 3)::bigint, 34)
              * ${scale.stores})::bigint end as store_id,
          date_trunc('second', now() - interval '2 days' - pg_temp.roll(n, 35) * interval '365 days')
            as created_at,
          1 + floor(pg_temp.roll(n, 36) * 3)::integer as count
        from generate_series(1, ${scale.stamps - COLLECTORS * STAMPS_A_COLLECTOR}) as n,
          lateral (select 1 + floor(
            case when pg_temp.roll(n, 30) < 0.1 then pg_temp.roll(n, 31) * ${customersOf(scale) / 100}
              else pg_temp.roll(n, 31) * ${customersOf(scale)} end)::bigint) as c (customer)
    ) as stamp;
  create index on given (customer, store_id);

  create temporary table spent as
  select row_number() over () as id, customer, store_id, (place - 1) / 5 as batch,
      max(created_at) + interval '1 hour' as at, sum(count) as count
    from given where place <= held / 5 * 5 group by customer, store_id, (place - 1) / 5;
  create index on spent (customer, store_id, batch);
  analyze given, spent;

  insert into public.redemptions (id, user_id, store_id, reward_id, store_name, reward_title,
      reward_photo, stamps_spent, redeemed_at, created_at)
  overriding system value
  select spent.id, pg_temp.customer(customer), s.id, s.id, s.name, 'Reward ' || s.id,
      'https://project.supabase.co/storage/v1/object/public/rewards/' || s.id || '/1.webp',
      count, at, at
    from spent join public.stores s on s.id = store_id order by at;

  insert into public.stamps (id, user_id, store_id, store_name, store_logo_url, stamp_count,
      invoice_or_number, metadata, redemption_id, created_at)
  overriding system value
  select row_number() over (order by given.created_at, n), pg_temp.customer(given.customer), s.id,
      s.name, s.logo_url, given.count,
      case when pg_temp.roll(n, 37) < 0.6 then 'R-' || n end,
      jsonb_build_object('stamps_needed', ${TILL_REWARD_STAMPS}), spent.id, given.created_at
    from given join public.stores s on s.id = given.store_id
      left join spent on spent.customer = given.customer and spent.store_id = given.store_id
        and spent.batch = (place - 1) / 5
    order by given.created_at, n;
  insert into public.stamps (id, user_id, store_id, store_name, store_logo_url, stamp_count,
      invoice_or_number, metadata, created_at)
  overriding system value
  select ${scale.stamps - COLLECTORS * STAMPS_A_COLLECTOR + 1} + n, pg_temp.customer(1 + n % ${COLLECTORS}),
      s.id, s.name, s.logo_url, 1, 'C-' || n, jsonb_build_object('stamps_needed', ${TILL_REWARD_STAMPS}),
      pg_temp.day(-1) + interval '9 hours' + n * interval '10 seconds'
    from generate_series(0, ${COLLECTORS * STAMPS_A_COLLECTOR - 1}) as n
      join public.stores s on s.id = 1 + n / ${COLLECTORS} % 50;
`;

/** One line of the log for each stamp given and each reward redeemed, and the answers of a week, as the functions write them. */
const tillsSql = `
  create temporary table calls as
  select md5('stamp ' || st.id)::uuid as request_id, st.store_id, st.user_id as customer_id, st.created_at as at,
      jsonb_build_object('call', 'give_stamp', 'uid', st.user_id, 'stamp_count', st.stamp_count,
        'invoice', st.invoice_or_number) as arguments,
      jsonb_build_object('stamp_id', st.id, 'user_id', st.user_id, 'store_id', st.store_id,
        'store_name', st.store_name, 'stamp_count', st.stamp_count, 'invoice_or_number',
        st.invoice_or_number, 'created_at', st.created_at, 'stamps_held', 7) as answer,
      'give_stamp' as call, st.stamp_count as count, st.invoice_or_number as invoice,
      null::bigint as reward_id, st.id as stamp_id, null::bigint as redemption_id
    from public.stamps st
  union all
  select md5('redemption ' || r.id)::uuid, r.store_id, r.user_id, r.created_at,
      jsonb_build_object('call', 'redeem_reward', 'user_id', r.user_id, 'reward_id', r.reward_id,
        'stamp_ids', jsonb_build_array(r.id, r.id + 1, r.id + 2, r.id + 3, r.id + 4), 'notes', null),
      jsonb_build_object('redemption_id', r.id, 'user_id', r.user_id, 'store_id', r.store_id,
        'store_name', r.store_name, 'reward_title', r.reward_title, 'stamps_spent', r.stamps_spent,
        'redeemed_at', r.redeemed_at, 'stamps_held', 3),
      'redeem_reward', r.stamps_spent, null, r.reward_id, null, r.id
    from public.redemptions r;

  insert into private.till_idempotency_keys (request_id, customer_id, request_hash, response, created_at)
    select request_id, customer_id, private.request_hash(store_id, arguments), answer, at
      from calls where at > now() - interval '7 days' order by at;
  insert into private.till_log (happened_at, store_id, member_id, call, outcome, request_id,
      customer_id, stamp_count, invoice, reward_id, stamp_id, redemption_id)
    select at, store_id, pg_temp.member(store_id), call, 'done', request_id, customer_id, count,
        invoice, reward_id, stamp_id, redemption_id
      from calls order by at;

  insert into private.redemption_openings
      (user_id, reward_id, opening_id, stamp_ids, stamps_needed, opened_at, closed_at)
    select distinct on (user_id, reward_id) user_id, reward_id, md5('opening ' || id)::uuid,
        array[id, id + 1, id + 2, id + 3, id + 4], stamps_spent, created_at, created_at
      from public.redemptions where reward_id is not null order by user_id, reward_id, id desc;
`;

const TABLES = ['stores', 'rewards', 'events', 'redemptions', 'stamps'];

/** Drops the indexes, and returns how to make them again: all at once takes half the time. */
async function dropIndexes(query: Query): Promise<string[]> {
  const indexes = await query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of indexes) await query(`drop index ${name}`);
  return indexes.map(({ sql }) => String(sql));
}

/** Fills an empty database, and lets the planner know. */
export async function fill(query: Query, scale: Scale): Promise<void> {
  // Triggers and foreign keys would look at each row by itself.
  await query('set session_replication_role = replica');
  await query(`set work_mem = '256MB'`);
  await query(`set maintenance_work_mem = '512MB'`);
  const indexes = await dropIndexes(query);
  for (const sql of [
    DAY,
    storesSql(scale),
    peopleSql(scale),
    rewardsSql(scale),
    stampsSql(scale),
    tillsSql,
    ...indexes,
  ]) {
    await query(sql);
  }
  for (const table of TABLES) {
    await query(`select setval(pg_get_serial_sequence('public.${table}', 'id'),
      (select max(id) from public.${table}))`);
  }
  await query('drop table given, spent, calls');
  await query('vacuum (analyze)');
  // What was written here must not be written to the disk while something is measured.
  await query('checkpoint');
}
