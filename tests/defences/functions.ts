/** What runs with more rights than its caller: a fixed search path, and who may call it. */
import { type Change, changeIn, type Defence } from './defence.ts';

const MIGRATIONS = 'supabase/migrations/20251016000';
const ground = changeIn(`${MIGRATIONS}100_ground.sql`);
const stores = changeIn(`${MIGRATIONS}200_stores.sql`);
const rewards = changeIn(`${MIGRATIONS}300_rewards.sql`);
const photos = changeIn(`${MIGRATIONS}600_reward_photos.sql`);
const helpers = changeIn(`${MIGRATIONS}700_counter_helpers.sql`);
const giving = changeIn(`${MIGRATIONS}800_give_stamp.sql`);
const redeeming = changeIn(`${MIGRATIONS}900_redeem_reward.sql`);
const passwords = changeIn('supabase/migrations/20251016001000_no_passwords.sql');

type In = (from: string, to: string) => Change;

/** The end of each privileged function's head, as far as it takes to know it from the others. */
const heads: [name: string, file: In, head: string][] = [
  ['my_store_ids', stores, 'language sql stable rows 2 security definer'],
  [
    'complete_reward',
    rewards,
    'private.complete_reward() returns trigger\nlanguage plpgsql security definer',
  ],
  [
    'refresh_rewards_of_store',
    rewards,
    'private.refresh_rewards_of_store() returns trigger\nlanguage plpgsql security definer',
  ],
  ['earlier_answer', helpers, 'returns jsonb\nlanguage plpgsql security definer'],
  ['require_membership', helpers, 'language plpgsql stable security definer'],
  ['open_store', helpers, 'returns public.stores\nlanguage plpgsql security definer'],
  ['give_stamp', giving, 'language plpgsql security definer'],
  ['active_reward', redeeming, 'returns public.rewards\nlanguage plpgsql security definer'],
  ['lock_stamps', redeeming, 'store_id bigint) returns integer\nlanguage plpgsql security definer'],
  ['spend_stamps', redeeming, 'returns void\nlanguage plpgsql security definer'],
  ['redeem_reward', redeeming, 'request_id uuid) returns jsonb\nlanguage plpgsql security definer'],
  ['forget_password', passwords, 'language plpgsql security definer'],
];

const functionsToCome = ground(
  'alter default privileges revoke execute on functions from public;',
  '',
);

const revokes: [name: string, file: In, revoke: string][] = [
  ['my_store_ids', stores, 'private.my_store_ids() from public, anon;'],
  ['is_reward_photo', photos, 'private.is_reward_photo(text) from public, anon;'],
  ['complete_reward', rewards, 'private.complete_reward() from public, anon, authenticated;'],
  [
    'require_membership',
    helpers,
    'private.require_membership(bigint) from public, anon, authenticated;',
  ],
  [
    'earlier_answer',
    helpers,
    'private.earlier_answer(uuid, bigint, jsonb)\n  from public, anon, authenticated;',
  ],
  ['open_store', helpers, 'private.open_store(bigint) from public, anon, authenticated;'],
  [
    'give_stamp, the work',
    giving,
    'private.give_stamp(jsonb, bigint, integer, text, uuid) from public, anon;',
  ],
  [
    'give_stamp, the door',
    giving,
    'public.give_stamp(jsonb, bigint, integer, text, uuid) from public, anon;',
  ],
  [
    'active_reward',
    redeeming,
    'private.active_reward(bigint, bigint) from public, anon, authenticated;',
  ],
  [
    'lock_stamps',
    redeeming,
    'private.lock_stamps(bigint[], uuid, bigint)\n  from public, anon, authenticated;',
  ],
  [
    'spend_stamps',
    redeeming,
    'private.spend_stamps(bigint[], integer, bigint)\n  from public, anon, authenticated;',
  ],
  [
    'redeem_reward, the work',
    redeeming,
    'private.redeem_reward(jsonb, text, uuid) from public, anon;',
  ],
  [
    'redeem_reward, the door',
    redeeming,
    'public.redeem_reward(jsonb, text, uuid) from public, anon;',
  ],
];

const EVERYWHERE = 'tests/database/everywhere.test.ts';

const notPrivileged = (name: string, file: In): Defence => ({
  name: `what is exposed has no rights of its own: ${name}`,
  test: EVERYWHERE,
  off: [file('language sql security invoker', 'language sql security definer')],
});

export const functions: Defence[] = [
  ...heads.map(([name, file, head]) => ({
    name: `fixed search path: ${name}`,
    test: EVERYWHERE,
    off: [file(`${head} set search_path = ''`, head)],
  })),
  ...revokes.map(([name, file, revoke]) => ({
    name: `not for everybody to call: ${name}`,
    test: EVERYWHERE,
    // Each of the two stands in for the other.
    off: [functionsToCome, file(`revoke execute on function ${revoke}`, '')],
  })),
  {
    name: 'a function made later is not for everybody',
    test: 'tests/postgres/generous-host.test.ts',
    off: [functionsToCome],
  },
  notPrivileged('give_stamp', giving),
  notPrivileged('redeem_reward', redeeming),
];
