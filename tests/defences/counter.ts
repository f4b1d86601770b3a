/** Both functions of the store's side: who may call them, and a call repeated; accounts. */
import { changeIn, type Defence } from './defence.ts';

const helpers = changeIn('supabase/migrations/20251016000700_counter_helpers.sql');
const give = changeIn('supabase/migrations/20251016000800_give_stamp.sql');
const redeeming = changeIn('supabase/migrations/20251016000900_redeem_reward.sql');
const passwords = changeIn('supabase/migrations/20251016001000_no_passwords.sql');

const GIVE = 'tests/database/give-stamp.test.ts';
const REDEEM = 'tests/database/redeem-reward.test.ts';
const PARTS = 'tests/database/redeem-parts.test.ts';
const TOKENS = 'tests/database/tokens.test.ts';

const bothFunctions: Defence[] = [
  {
    name: 'only members of the store give stamps',
    test: GIVE,
    off: [give('  perform private.require_membership(give_stamp.store_id);\n', '')],
  },
  {
    name: 'only members of the store redeem',
    test: REDEEM,
    off: [
      redeeming(
        '  perform private.require_membership(coalesce(store_id, (select min(mine) from private.my_store_ids() as mine)));\n',
        '',
      ),
    ],
  },
  {
    name: 'who works nowhere is asked to leave before a code is read',
    test: REDEEM,
    off: [helpers('  if not exists (select private.my_store_ids()) then', '  if false then')],
  },
  {
    name: 'a member works for the own store only',
    test: GIVE,
    off: [helpers(' as mine where mine = require_membership.store_id\n', '\n')],
  },
  {
    name: 'a suspended store gives nothing',
    test: GIVE,
    off: [helpers('if store.suspended then', 'if false then')],
  },
  {
    name: 'a suspended store redeems nothing',
    test: REDEEM,
    off: [redeeming('  perform private.open_store(store_id);\n', '')],
  },
  {
    name: 'a call has a number of its own',
    test: GIVE,
    off: [helpers('if earlier_answer.request_id is null then', 'if false then')],
  },
  {
    name: 'a call repeated gives nothing more',
    test: GIVE,
    off: [helpers('  if not found then\n    return null;', '  if true then\n    return null;')],
  },
  {
    name: 'a number is not used for something else',
    test: GIVE,
    off: [
      helpers(
        `if earlier.store_id <> earlier_answer.store_id
     or earlier.arguments <> earlier_answer.arguments then`,
        'if false then',
      ),
    ],
  },
  {
    name: 'nor is its number used at another store',
    test: GIVE,
    off: [helpers('earlier.store_id <> earlier_answer.store_id\n     or ', '')],
  },
  {
    name: 'what was given is written down',
    test: GIVE,
    off: [
      give(
        `  insert into private.counter_calls
      (request_id, member_id, customer_id, store_id, arguments, answer)
    values (give_stamp.request_id, auth.uid(), customer, store.id, arguments, answer);\n`,
        '',
      ),
    ],
  },
  {
    name: 'what was redeemed is written down',
    test: PARTS,
    off: [
      redeeming(
        `  insert into private.counter_calls
      (request_id, member_id, customer_id, store_id, arguments, answer)
    values (redeem_reward.request_id, auth.uid(), customer, redemption.store_id, arguments, answer);\n`,
        '',
      ),
    ],
  },
];

const accounts: Defence[] = [
  {
    name: 'no account has a password',
    test: TOKENS,
    off: [passwords('  new.encrypted_password := null;\n', '')],
  },
  {
    name: 'what the counters noted of a customer goes with the account',
    test: 'tests/database/stamps.test.ts',
    off: [
      helpers(
        '  customer_id uuid not null references auth.users (id) on delete cascade,',
        '  customer_id uuid,',
      ),
    ],
  },
];

export const counter: Defence[] = [...bothFunctions, ...accounts];
