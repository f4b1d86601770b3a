/** What runs with more rights than its caller: a fixed search path, and who may call it. */
import { sql } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const EVERYWHERE = 'tests/database/everywhere.test.ts';

/** All that have more rights than their caller. */
const PRIVILEGED = [
  'my_store_ids',
  'complete_reward',
  'refresh_rewards_of_store',
  'stored_response',
  'require_membership',
  'open_store',
  'give_stamp',
  'give_stamp_logged',
  'check_daily_limit',
  'lock_customer',
  'lock_existing_customer',
  'store_response',
  'sweep_idempotency_keys',
  'active_reward',
  'lock_stamps',
  'spend_stamps',
  'redeem_reward',
  'redeem_reward_logged',
  'undo_stamp',
  'undo_stamp_logged',
  'open_redemption',
  'close_redemption',
  'use_opening',
  'refuse_and_log',
  'till_log',
  'known_about_me',
  'own_ids',
  'my_account',
  'my_data',
  'delete_account',
  'sweep_audit_log',
  'enforce_reward_rules',
  'check_reward_limit',
  'require_open_store',
  'stores_of_member',
  'check_reward_photo',
  'record_reward_photo',
  'is_photo_of_my_stores',
  'works_in_open_store',
  'refuse_customer_passwords',
  'is_session_active',
  'find_account',
  'insert_store_member',
  'insert_reward',
  'require_store',
  'create_store',
  'add_store_member',
  'remove_store_member',
  'add_store_reward',
];

const EXPOSED = [
  'give_stamp',
  'redeem_reward',
  'undo_stamp',
  'open_redemption',
  'close_redemption',
  'till_log',
  'known_about_me',
  'my_data',
  'delete_account',
  'create_store',
  'add_store_member',
  'remove_store_member',
  'add_store_reward',
];

const NOT_FOR_EVERYBODY = [
  ...PRIVILEGED.filter((name) => name !== 'refresh_rewards_of_store').map(
    (name) => `private.${name}`,
  ),
  'private.is_reward_photo',
  'private.is_photo_address',
  'private.invoice_key',
  'private.request_hash',
  'private.can_delete_from',
  'private.one_line',
  'private.find_reward',
  'private.is_email',
  'public.stamps_held',
  'public.stamp_days',
  'public.ready_rewards',
  'public.my_cards',
  'public.search_stores',
  ...EXPOSED.map((name) => `public.${name}`),
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
  ...EXPOSED.map((name) => ({
    name: `what is exposed has no rights of its own: ${name}`,
    test: EVERYWHERE,
    off: [sql(`alter function public.${name} security definer`)],
  })),
];
