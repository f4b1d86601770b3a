/** redeem_reward: what it checks before stamps are spent. */
import {
  inFunction,
  withoutConstraint,
  withoutRefusal,
  withoutStatement,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const REDEEM = 'tests/database/redeem-reward.test.ts';
const PARTS = 'tests/database/redeem-parts.test.ts';

const WORK = 'private.redeem_reward';
const REWARD = 'private.active_reward';
const LOCK = 'private.lock_stamps';
const SPEND = 'private.spend_stamps';

export const redeeming: Defence[] = [
  {
    name: 'a redemption code is one',
    test: REDEEM,
    off: [withoutRefusal(WORK, 'unreadable_code')],
  },
  {
    name: 'it names 200 stamps at most',
    test: REDEEM,
    off: [inFunction('private.read_ids', 'not between 1 and at_most', '< 1')],
  },
  {
    name: 'a stamp named twice counts once',
    test: REDEEM,
    off: [inFunction('private.read_ids', 'array_agg(distinct', 'array_agg(')],
  },
  {
    name: 'the stamps are the customer’s own',
    test: REDEEM,
    off: [inFunction(LOCK, 'and s.user_id = customer', '')],
  },
  {
    name: 'and of this store',
    test: REDEEM,
    off: [inFunction(LOCK, 'and s.store_id = lock_stamps.store_id', '')],
  },
  {
    name: 'every stamp named is there',
    test: REDEEM,
    off: [withoutRefusal(LOCK, 'not_their_stamps')],
  },
  {
    name: 'none of them is spent',
    test: REDEEM,
    off: [withoutRefusal(LOCK, 'stamps_used')],
  },
  {
    name: 'one that is spent spoils the code',
    test: REDEEM,
    off: [inFunction(LOCK, 'true = any (spent)', 'true = all (spent)')],
  },
  {
    name: 'they are enough',
    test: REDEEM,
    off: [withoutRefusal(WORK, 'not_enough_stamps')],
  },
  {
    name: 'a reward without a number needs 10',
    test: REDEEM,
    off: [
      inFunction(WORK, 'coalesce(reward.stamps_needed, 10)', 'coalesce(reward.stamps_needed, 1)'),
    ],
  },
  {
    name: 'the reward exists',
    test: REDEEM,
    off: [withoutRefusal(REWARD, 'unknown_reward')],
  },
  {
    name: 'the reward is the store’s own',
    test: REDEEM,
    off: [withoutRefusal(REWARD, 'wrong_store')],
  },
  {
    name: 'a reward of no store can be given by no store',
    test: REDEEM,
    off: [
      inFunction(
        REWARD,
        'reward.store_id is distinct from active_reward.store_id',
        'reward.store_id <> active_reward.store_id',
      ),
    ],
  },
  {
    name: 'it has started',
    test: REDEEM,
    off: [withoutRefusal(REWARD, 'reward_not_started')],
  },
  {
    name: 'it has not ended',
    test: REDEEM,
    off: [withoutRefusal(REWARD, 'reward_expired')],
  },
  {
    name: 'notes have an end',
    test: REDEEM,
    off: [
      withoutRefusal(WORK, 'notes_too_long'),
      withoutConstraint('public.redemptions', 'redemptions_notes_check'),
    ],
  },
  {
    name: 'what is left of a record cannot be spent with the same code',
    test: PARTS,
    off: [
      inFunction(
        SPEND,
        'case when missing = needed then stamp.stamp_count - missing else missing end;',
        'missing;',
      ),
      inFunction(
        SPEND,
        'case when missing < needed then spend_stamps.redemption_id end);',
        'spend_stamps.redemption_id);',
      ),
      inFunction(
        SPEND,
        'redemption_id = case when missing = needed then spend_stamps.redemption_id end',
        'redemption_id = null',
      ),
    ],
  },
  {
    name: 'no more is spent than the reward needs',
    test: PARTS,
    off: [withoutStatement(SPEND, 'exit when missing = 0')],
  },
];
