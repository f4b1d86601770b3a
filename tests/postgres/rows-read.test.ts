import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ana, cy, type DemoPerson, tess } from '../../local-backend/people.ts';
import { beginAs, give, heldIds, openCode, redeem } from './calls.ts';
import { type Query, type RealServer, startRealServer } from './server.ts';

/** How many rows the database looks at for an answer, among thousands that are not part of it. */

/** A neighborhood of 5,000 stores; a third of the stamps were given at Kape Tayo. */
const CITY = [
  `insert into stores (name)
    select (array['The Coffee House', 'Café Niño', '東京カフェ', 'Kape at Tsaa', 'Lugawan'])[1 + n % 5] || ' ' || n
      from generate_series(1, 5000) as n`,
  // All of one day, so that only ids decide the order; many begin later, and some have no start.
  `insert into rewards (store_id, title, stamps_needed, date_start, date_end)
    select 100 + n % 5000, 'Reward ' || n, 5,
        date_trunc('day', now()) + case when n % 4 = 0 then 3 when n % 7 > 0 then -3 end * interval '1 day',
        case when n % 4 < 3 then date_trunc('day', now()) + (5 + n / 4 % 20) * interval '1 day' end
      from generate_series(1, 12000) as n`,
  `insert into events (name, date)
    select 'Event ' || n, date_trunc('day', now()) + (n / 20 - 100) * interval '1 day'
      from generate_series(1, 5000) as n`,
  `insert into stamps (user_id, store_id, store_name, stamp_count, invoice_or_number)
    select md5('customer ' || n % 4000)::uuid, case when n % 3 = 0 then 1 else 100 + n % 5000 end,
        'Store', 1, case when n % 2 = 0 then 'N-' || n end
      from generate_series(1, 20000) as n`,
  'analyze',
];

const REWARDS =
  'select r.*, s.id, s.suspended from rewards r left join stores s on s.id = r.store_id';
const ACTIVE = `(date_start is null or date_start <= current_date + 1)
  and (date_end is null or date_end >= current_date)`;

/** A page of 50 as the client asks for it, after the row before it if there is one. */
const PAGES: [name: string, sql: string][] = [
  [
    'rewards that end, the first page',
    `${REWARDS} where date_end >= current_date and ${ACTIVE}
      order by date_end, date_start, r.id limit 50`,
  ],
  [
    'rewards that end, a later page',
    `${REWARDS} where date_end >= current_date + 15 and ${ACTIVE}
        and (date_end > current_date + 15 or (date_end = current_date + 15
          and (date_start > current_date - 3 or (date_start = current_date - 3 and r.id > 100))))
      order by date_end, date_start, r.id limit 50`,
  ],
  [
    'rewards without an end, the first page',
    `${REWARDS} where date_end is null and ${ACTIVE} order by date_start, r.id limit 50`,
  ],
  [
    'rewards without an end, a later page',
    `${REWARDS} where date_end is null and date_start >= current_date - 3
        and date_start <= current_date + 1
        and (date_start > current_date - 3 or (date_start = current_date - 3 and r.id > 100))
      order by date_start, r.id limit 50`,
  ],
  [
    'rewards without an end or a start',
    `${REWARDS} where date_end is null and date_start is null and r.id > 100
      order by date_start, r.id limit 50`,
  ],
  [
    'events',
    `select * from events where date >= current_date and (date > current_date or id > 10)
      order by date, id limit 50`,
  ],
];

/** The rows that this connection has looked at since its counts were last sent. */
async function rowsRead(query: Query): Promise<number> {
  const [row] = await query<{ rows: string }>(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_xact_user_tables',
  );
  return Number(row?.rows);
}

async function rowsReadBy(
  query: Query,
  person: DemoPerson,
  act: (query: Query) => Promise<unknown>,
): Promise<number> {
  await beginAs(query, person);
  const before = await rowsRead(query);
  await act(query);
  const after = await rowsRead(query);
  await query('commit');
  return after - before;
}

describe('the rows that are looked at', () => {
  let server: RealServer;
  let query: Query;

  beforeAll(async () => {
    server = await startRealServer();
    query = (await server.open()).query;
    await query('set session_replication_role = replica');
    for (const statement of CITY) await query(statement);
    await query('set session_replication_role = origin');
  });
  afterAll(() => {
    server.closeSessions();
    return server.stop();
  });

  test.each(PAGES)('a page of %s reads only its own rows', async (_name, sql) => {
    const read = async () => expect(await query(sql)).toHaveLength(50);
    expect(await rowsReadBy(query, ana, read)).toBeLessThanOrEqual(110);
  });

  test.each(['the', 'house 12', 'NIÑO', 'cafe nino', '東京カ', 'nothing'])(
    'a search for %s looks at most at two hundred stores',
    async (term) => {
      const search = () => query('select * from search_stores($1)', [term]);
      expect(await rowsReadBy(query, ana, search)).toBeLessThanOrEqual(250);
    },
  );

  test.each(['ready_rewards', 'my_cards'])(
    '%s looks only at rows of the customer’s own stamps',
    async (name) => {
      const read = () => query(`select * from ${name}()`);
      expect(await rowsReadBy(query, ana, read)).toBeLessThanOrEqual(60);
    },
  );

  test('a till at a popular store reads only the customer’s stamps', async () => {
    const giving = { customer: cy, count: 10, invoice: 'KT-9000' };
    expect(await rowsReadBy(query, tess, () => give(query, giving))).toBeLessThanOrEqual(85);
    const redeeming = { customer: cy, stampIds: await heldIds(query, cy) };
    await rowsReadBy(query, cy, () => openCode(query, redeeming));
    const redeemed = await rowsReadBy(query, tess, async () => {
      expect(await redeem(query, redeeming)).toMatchObject({ stamps_held: 0 });
    });
    expect(redeemed).toBeLessThanOrEqual(80);
  });

  test('the deletion of an account looks only at its own sessions, not at everybody’s', async () => {
    await query(`with session as (
        insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users returning *
      )
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
        select gen_random_uuid(), gen_random_uuid(), user_id, id, true
          from session, generate_series(1, 500)`);
    await query('analyze auth.refresh_tokens');
    const leave = () => query('select public.delete_account()');
    expect(await rowsReadBy(query, cy, leave)).toBeLessThanOrEqual(700);
  });

  test('a member is found by their address without reading all accounts', async () => {
    await query(`insert into auth.users (id, email)
      select gen_random_uuid(), 'customer.' || n || '@example.com' from generate_series(1, 5000) n`);
    await query('analyze auth.users');
    await query('begin');
    const before = await rowsRead(query);
    await query(`select private.find_account('customer.5000@example.com')`);
    expect((await rowsRead(query)) - before).toBeLessThanOrEqual(5);
    await query('rollback');
  });
});
