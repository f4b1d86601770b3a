/** What runs with more rights than its caller: a fixed search path, and who may call it. */
import { sql } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const EVERYWHERE = 'tests/database/everywhere.test.ts';

/** All that have more rights than their caller. */
const PRIVILEGED = [
  'my_store_ids',
  'complete_reward',
  'refresh_rewards_of_store',
  'earlier_answer',
  'require_membership',
  'open_store',
  'give_stamp',
  'active_reward',
  'lock_stamps',
  'spend_stamps',
  'redeem_reward',
  'forget_password',
];

const NOT_FOR_EVERYBODY = [
  'private.my_store_ids',
  'private.is_reward_photo',
  'private.complete_reward',
  'private.require_membership',
  'private.earlier_answer',
  'private.open_store',
  'private.give_stamp',
  'public.give_stamp',
  'private.active_reward',
  'private.lock_stamps',
  'private.spend_stamps',
  'private.redeem_reward',
  'public.redeem_reward',
];

export const functions: Defence[] = [
  ...PRIVILEGED.map((name) => ({
    name: `fixed search path: ${name}`,
    test: EVERYWHERE,
    off: [sql(`alter function private.${name} reset search_path`)],
  })),
  ...NOT_FOR_EVERYBODY.map((name) => ({
    name: `not for everybody to call: ${name}`,
    test: EVERYWHERE,
    off: [sql(`grant execute on function ${name} to public`)],
  })),
  {
    name: 'a function made later is not for everybody',
    test: 'tests/postgres/generous-host.test.ts',
    off: [sql('alter default privileges grant execute on functions to public')],
  },
  ...['public.give_stamp', 'public.redeem_reward'].map((name) => ({
    name: `what is exposed has no rights of its own: ${name}`,
    test: EVERYWHERE,
    off: [sql(`alter function ${name} security definer`)],
  })),
];
