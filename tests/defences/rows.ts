/** Who reads and writes which rows: row security and its policies; what a row must be. */
import {
  body,
  grant,
  policy,
  withoutConstraint,
  withoutRowSecurity,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const RIGHTS = 'tests/database/rights.test.ts';
const EVERYWHERE = 'tests/database/everywhere.test.ts';
const ATTACKER = 'tests/database/attacker.test.ts';
const STAMPS = 'tests/database/stamps.test.ts';
const REWARDS = 'tests/database/rewards.test.ts';

const rowSecurity: Defence[] = [
  {
    name: 'row security of the stores',
    test: EVERYWHERE,
    off: [withoutRowSecurity('public.stores')],
  },
  {
    name: 'row security of the members',
    test: RIGHTS,
    off: [withoutRowSecurity('public.store_members')],
  },
  {
    name: 'row security of the rewards',
    test: RIGHTS,
    off: [withoutRowSecurity('public.rewards')],
  },
  {
    name: 'row security of the events',
    test: EVERYWHERE,
    off: [withoutRowSecurity('public.events')],
  },
  {
    name: 'row security of the stamps',
    test: ATTACKER,
    off: [withoutRowSecurity('public.stamps')],
  },
  {
    name: 'row security of the redemptions',
    test: RIGHTS,
    off: [withoutRowSecurity('public.redemptions')],
  },
  {
    name: 'row security of the calls of the counters',
    test: EVERYWHERE,
    off: [withoutRowSecurity('private.till_idempotency_keys')],
  },
];

const IN_MY_STORES = 'store_id = any (array(select private.my_store_ids()))';
const MINE = 'user_id = (select auth.uid())';
const OTHERS = 'user_id <> (select auth.uid())';

const whereIWork = (rule: string) =>
  policy('public.store_members', 'People read where they themselves work', rule);
const ofRewards = (name: string, rule: string) => policy('public.rewards', name, rule);
const changingRewards = (rule: string) =>
  ofRewards("Members change their own store's rewards and keep them there", rule);
const ofStamps = (rule: string) =>
  policy('public.stamps', "Customers read their unspent stamps, members their store's", rule);
const ofRedemptions = (rule: string) =>
  policy('public.redemptions', "Customers read their own redemptions, members their store's", rule);

const policies: Defence[] = [
  {
    name: 'people read where they themselves work, not where others do',
    test: STAMPS,
    off: [whereIWork(`using (${IN_MY_STORES})`)],
  },
  {
    name: 'whose stores are mine',
    test: RIGHTS,
    off: [body('private.my_store_ids', 'select store_id from public.store_members')],
  },
  {
    name: 'members add rewards to their own store',
    test: REWARDS,
    off: [ofRewards('Members add rewards to their own store', 'with check (true)')],
  },
  {
    name: 'members change their own store’s rewards',
    test: RIGHTS,
    off: [changingRewards('using (true) with check (true)')],
  },
  {
    name: 'and keep them there',
    test: REWARDS,
    off: [changingRewards('with check (true)')],
  },
  {
    name: 'members remove their own store’s rewards',
    test: RIGHTS,
    off: [ofRewards("Members remove their own store's rewards", 'using (true)')],
  },
  {
    name: 'customers read their own stamps',
    test: ATTACKER,
    off: [ofStamps(`using (redemption_id is null or (${OTHERS} and ${IN_MY_STORES}))`)],
  },
  {
    name: 'spent stamps are out of the customer’s sight',
    test: STAMPS,
    off: [ofStamps(`using (${MINE} or (${OTHERS} and ${IN_MY_STORES}))`)],
  },
  {
    name: 'members read their own store’s stamps',
    test: STAMPS,
    off: [ofStamps(`using ((${MINE} and redemption_id is null) or ${OTHERS})`)],
  },
  {
    name: 'members see their own card as every customer does',
    test: STAMPS,
    off: [ofStamps(`using ((${MINE} and redemption_id is null) or ${IN_MY_STORES})`)],
  },
  {
    name: 'customers read their own redemptions, members their store’s',
    test: STAMPS,
    off: [ofRedemptions('using (true)')],
  },
  {
    name: 'members read redemptions of their own store only',
    test: STAMPS,
    off: [ofRedemptions(`using (${MINE} or exists (select private.my_store_ids()))`)],
  },
  {
    name: 'no client reads what the tills did, whatever is granted',
    test: EVERYWHERE,
    off: [
      grant('select on table private.till_idempotency_keys', 'authenticated'),
      policy('private.till_idempotency_keys', 'Nobody reads the stored responses', 'using (true)'),
    ],
  },
];

const texts: Defence[] = [
  {
    name: 'a reward has a title',
    test: REWARDS,
    off: [withoutConstraint('public.rewards', 'rewards_title_check')],
  },
  {
    name: 'a reward needs between 1 and 100 stamps',
    test: REWARDS,
    off: [withoutConstraint('public.rewards', 'rewards_stamps_needed_check')],
  },
  {
    name: 'a reward ends after it starts',
    test: REWARDS,
    off: [withoutConstraint('public.rewards', 'rewards_end_after_start')],
  },
];

export const rows: Defence[] = [...rowSecurity, ...policies, ...texts];
