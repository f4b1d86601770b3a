/** Who reads and writes which rows: row security and its policies; what a row must be. */
import { changeIn, type Defence } from './defence.ts';

const stores = changeIn('supabase/migrations/20251016000200_stores.sql');
const rewards = changeIn('supabase/migrations/20251016000300_rewards.sql');
const events = changeIn('supabase/migrations/20251016000400_events.sql');
const stamps = changeIn('supabase/migrations/20251016000500_stamps.sql');
const helpers = changeIn('supabase/migrations/20251016000700_counter_helpers.sql');

const RIGHTS = 'tests/database/rights.test.ts';
const EVERYWHERE = 'tests/database/everywhere.test.ts';
const ATTACKER = 'tests/database/attacker.test.ts';
const STAMPS = 'tests/database/stamps.test.ts';
const REWARDS = 'tests/database/rewards.test.ts';

const MINE = 'using (store_id = any (array(select private.my_store_ids())))';

const rowSecurity: Defence[] = [
  {
    name: 'row security of the stores',
    test: EVERYWHERE,
    title: 'every table has row security',
    off: [stores('alter table public.stores enable row level security;', '')],
  },
  {
    name: 'row security of the members',
    test: RIGHTS,
    title: 'store_members select another customer: none',
    off: [stores('alter table public.store_members enable row level security;', '')],
  },
  {
    name: 'row security of the rewards',
    test: RIGHTS,
    title: 'rewards update another customer: none',
    off: [rewards('alter table public.rewards enable row level security;', '')],
  },
  {
    name: 'row security of the events',
    test: EVERYWHERE,
    title: 'every table has row security',
    off: [events('alter table public.events enable row level security;', '')],
  },
  {
    name: 'row security of the stamps',
    test: ATTACKER,
    title: 'stamps?id=eq.1 gives Ben nothing of hers',
    off: [stamps('alter table public.stamps enable row level security;', '')],
  },
  {
    name: 'row security of the redemptions',
    test: RIGHTS,
    title: 'redemptions select another customer: none',
    off: [stamps('alter table public.redemptions enable row level security;', '')],
  },
  {
    name: 'row security of the calls of the counters',
    test: EVERYWHERE,
    title: 'every table has row security',
    off: [helpers('alter table private.counter_calls enable row level security;', '')],
  },
];

const policies: Defence[] = [
  {
    name: 'people read where they themselves work, not where others do',
    test: STAMPS,
    title: 'does not learn who else works there',
    off: [
      stores(
        'using (user_id = (select auth.uid()));',
        'using (store_id = any (array(select private.my_store_ids())));',
      ),
    ],
  },
  {
    name: 'whose stores are mine',
    test: RIGHTS,
    title: 'rewards insert a member of another store: no',
    off: [stores('where user_id = (select auth.uid())\n', '')],
  },
  {
    name: 'members add rewards to their own store',
    test: REWARDS,
    title: 'cannot be put into another store',
    off: [
      rewards(
        `for insert to authenticated
  with check (store_id = any (array(select private.my_store_ids())))`,
        'for insert to authenticated\n  with check (true)',
      ),
    ],
  },
  {
    name: 'members change their own store’s rewards',
    test: RIGHTS,
    title: 'rewards update a member of another store: none',
    off: [
      rewards(
        `${MINE}
  with check (store_id = any (array(select private.my_store_ids())))`,
        'using (true) with check (true)',
      ),
    ],
  },
  {
    name: 'and keep them there',
    test: REWARDS,
    title: 'nor moved there',
    off: [
      rewards(
        `${MINE}
  with check (store_id = any (array(select private.my_store_ids())))`,
        `${MINE} with check (true)`,
      ),
    ],
  },
  {
    name: 'members remove their own store’s rewards',
    test: RIGHTS,
    title: 'rewards delete a member of another store: none',
    off: [
      rewards(
        `for delete to authenticated\n  ${MINE}`,
        'for delete to authenticated\n  using (true)',
      ),
    ],
  },
  {
    name: 'customers read their own stamps',
    test: ATTACKER,
    title: 'gives Ben nothing of hers',
    off: [
      stamps('(user_id = (select auth.uid()) and redemption_id is null)', 'redemption_id is null'),
    ],
  },
  {
    name: 'spent stamps are out of the customer’s sight',
    test: STAMPS,
    title: 'once it is spent',
    off: [stamps(' and redemption_id is null)', ')')],
  },
  {
    name: 'members read their own store’s stamps',
    test: STAMPS,
    title: 'and no other store’s',
    off: [stamps(' and store_id = any (array(select private.my_store_ids())))', ')')],
  },
  {
    name: 'members see their own card as every customer does',
    test: STAMPS,
    title: 'sees the own card as every customer does',
    off: [stamps('(user_id <> (select auth.uid()) and store_id', '(store_id')],
  },
  {
    name: 'customers read their own redemptions, members their store’s',
    test: STAMPS,
    title: 'reads their own redemptions, and no other',
    off: [
      stamps(
        `user_id = (select auth.uid())
    or store_id = any (array(select private.my_store_ids()))`,
        'true',
      ),
    ],
  },
  {
    name: 'members read redemptions of their own store only',
    test: STAMPS,
    title: 'and no other store’s',
    off: [
      stamps(
        'or store_id = any (array(select private.my_store_ids()))\n',
        'or exists (select private.my_store_ids())\n',
      ),
    ],
  },
  {
    name: 'nobody reads what the counters did, whatever is granted',
    test: EVERYWHERE,
    title: 'of tables are exactly these',
    off: [
      helpers(
        'revoke all on table private.counter_calls from anon, authenticated;',
        'grant select on table private.counter_calls to authenticated;',
      ),
      helpers(
        'for select to anon, authenticated using (false);',
        'for select to anon, authenticated using (true);',
      ),
    ],
  },
];

const texts: Defence[] = [
  {
    name: 'a reward has a title',
    test: REWARDS,
    title: 'makes sense',
    off: [rewards(' check (length(btrim(title)) between 1 and 200)', '')],
  },
  {
    name: 'a reward needs between 1 and 100 stamps',
    test: REWARDS,
    title: 'makes sense',
    off: [rewards(' check (stamps_needed between 1 and 100)', '')],
  },
  {
    name: 'a reward ends after it starts',
    test: REWARDS,
    title: 'makes sense',
    off: [
      rewards(`>= (date_start at time zone interval '8 hours')::date`, '>= date_end::date - 9999'),
    ],
  },
];

export const rows: Defence[] = [...rowSecurity, ...policies, ...texts];
