/** redeem_reward: what it checks before stamps are spent. */
import { changeIn, type Defence } from './defence.ts';

const stamps = changeIn('supabase/migrations/20251016000500_stamps.sql');
const helpers = changeIn('supabase/migrations/20251016000700_counter_helpers.sql');
const redeem = changeIn('supabase/migrations/20251016000900_redeem_reward.sql');

const REDEEM = 'tests/database/redeem-reward.test.ts';
const PARTS = 'tests/database/redeem-parts.test.ts';

export const redeeming: Defence[] = [
  {
    name: 'a redemption code is one',
    test: REDEEM,
    off: [
      redeem(
        'if customer is null or store_id is null or reward_id is null or stamp_ids is null then',
        'if false then',
      ),
    ],
  },
  {
    name: 'it names 200 stamps at most',
    test: REDEEM,
    off: [helpers('not between 1 and at_most then', '< 1 then')],
  },
  {
    name: 'a stamp named twice counts once',
    test: REDEEM,
    off: [helpers('array_agg(distinct private.read_id', 'array_agg(private.read_id')],
  },
  {
    name: 'the stamps are the customer’s own',
    test: REDEEM,
    off: [redeem(' and s.user_id = customer and s.store_id = lock', ' and s.store_id = lock')],
  },
  {
    name: 'and of this store',
    test: REDEEM,
    off: [redeem(' and s.store_id = lock_stamps.store_id\n', '\n')],
  },
  {
    name: 'every stamp named is there',
    test: REDEEM,
    off: [redeem('if coalesce(cardinality(spent), 0) < cardinality(ids) then', 'if false then')],
  },
  {
    name: 'none of them is spent',
    test: REDEEM,
    off: [redeem('if true = any (spent) then', 'if false then')],
  },
  {
    name: 'one that is spent spoils the code',
    test: REDEEM,
    off: [redeem('if true = any (spent) then', 'if true = all (spent) then')],
  },
  {
    name: 'they are enough',
    test: REDEEM,
    off: [redeem('if held < needed then', 'if false then')],
  },
  {
    name: 'a reward without a number needs 10',
    test: REDEEM,
    off: [redeem('coalesce(reward.stamps_needed, 10)', 'coalesce(reward.stamps_needed, 1)')],
  },
  {
    name: 'the reward exists',
    test: REDEEM,
    off: [redeem('if reward.id is null then', 'if false then')],
  },
  {
    name: 'the reward is the store’s own',
    test: REDEEM,
    off: [
      redeem('if reward.store_id is distinct from active_reward.store_id then', 'if false then'),
    ],
  },
  {
    name: 'a reward of no store is nobody’s to give',
    test: REDEEM,
    off: [
      redeem(
        'if reward.store_id is distinct from active_reward.store_id then',
        'if reward.store_id <> active_reward.store_id then',
      ),
    ],
  },
  {
    name: 'it has started',
    test: REDEEM,
    off: [
      redeem(
        'if private.app_day(reward.date_start) > private.app_day(now()) then',
        'if false then',
      ),
    ],
  },
  {
    name: 'it has not ended',
    test: REDEEM,
    off: [
      redeem('if private.app_day(reward.date_end) < private.app_day(now()) then', 'if false then'),
    ],
  },
  {
    name: 'notes have an end',
    test: REDEEM,
    off: [
      redeem('if length(note) > 500 then', 'if false then'),
      stamps(' check (length(notes) between 1 and 500)', ''),
    ],
  },
  {
    name: 'what is left of a record cannot be spent with the same code',
    test: PARTS,
    off: [
      redeem(
        'case when missing = needed then stamp.stamp_count - missing else missing end;',
        'missing;',
      ),
      redeem(
        'case when missing < needed then spend_stamps.redemption_id end);',
        'spend_stamps.redemption_id);',
      ),
      redeem(
        'redemption_id = case when missing = needed then spend_stamps.redemption_id end\n',
        'redemption_id = null\n',
      ),
    ],
  },
  {
    name: 'no more is spent than the reward needs',
    test: PARTS,
    off: [redeem('    exit when missing = 0;\n', '')],
  },
];
