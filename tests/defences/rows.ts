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
    off: [stores('alter table public.stores enable row level security;', '')],
  },
  {
    name: 'row security of the members',
    test: RIGHTS,
    off: [stores('alter table public.store_members enable row level security;', '')],
  },
  {
    name: 'row security of the rewards',
    test: RIGHTS,
    off: [rewards('alter table public.rewards enable row level security;', '')],
  },
  {
    name: 'row security of the events',
    test: EVERYWHERE,
    off: [events('alter table public.events enable row level security;', '')],
  },
  {
    name: 'row security of the stamps',
    test: ATTACKER,
    off: [stamps('alter table public.stamps enable row level security;', '')],
  },
  {
    name: 'row security of the redemptions',
    test: RIGHTS,
    off: [stamps('alter table public.redemptions enable row level security;', '')],
  },
  {
    name: 'row security of the calls of the counters',
    test: EVERYWHERE,
    off: [helpers('alter table private.counter_calls enable row level security;', '')],
  },
];

const policies: Defence[] = [
  {
    name: 'people read where they themselves work, not where others do',
    test: STAMPS,
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
    off: [stores('where user_id = (select auth.uid())\n', '')],
  },
  {
    name: 'members add rewards to their own store',
    test: REWARDS,
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
    off: [
      stamps('(user_id = (select auth.uid()) and redemption_id is null)', 'redemption_id is null'),
    ],
  },
  {
    name: 'spent stamps are out of the customer’s sight',
    test: STAMPS,
    off: [stamps(' and redemption_id is null)', ')')],
  },
  {
    name: 'members read their own store’s stamps',
    test: STAMPS,
    off: [stamps(' and store_id = any (array(select private.my_store_ids())))', ')')],
  },
  {
    name: 'members see their own card as every customer does',
    test: STAMPS,
    off: [stamps('(user_id <> (select auth.uid()) and store_id', '(store_id')],
  },
  {
    name: 'customers read their own redemptions, members their store’s',
    test: STAMPS,
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
    off: [rewards(' check (length(btrim(title)) between 1 and 200)', '')],
  },
  {
    name: 'a reward needs between 1 and 100 stamps',
    test: REWARDS,
    off: [rewards(' check (stamps_needed between 1 and 100)', '')],
  },
  {
    name: 'a reward ends after it starts',
    test: REWARDS,
    off: [
      rewards(`>= (date_start at time zone interval '8 hours')::date`, '>= date_end::date - 9999'),
    ],
  },
];

export const rows: Defence[] = [...rowSecurity, ...policies, ...texts];
