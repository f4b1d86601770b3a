/** Both functions of the store's side: who may call them, and a call repeated; accounts. */
import {
  body,
  inFunction,
  withoutConstraint,
  withoutRefusal,
  withoutStatement,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const GIVE = 'tests/database/give-stamp.test.ts';
const REDEEM = 'tests/database/redeem-reward.test.ts';

const bothFunctions: Defence[] = [
  {
    name: 'only members of the store give stamps',
    test: GIVE,
    off: [withoutStatement('private.give_stamp', 'perform private.require_membership(')],
  },
  {
    name: 'only members of the store redeem',
    test: REDEEM,
    off: [withoutStatement('private.redeem_reward', 'perform private.require_membership(')],
  },
  {
    name: 'who works nowhere is asked to leave before a code is read',
    test: REDEEM,
    off: [withoutRefusal('private.require_membership', 'not_a_member')],
  },
  {
    name: 'a member works for the own store only',
    test: GIVE,
    off: [inFunction('private.require_membership', 'where mine = require_membership.store_id', '')],
  },
  {
    name: 'a suspended store gives nothing',
    test: GIVE,
    off: [withoutRefusal('private.open_store', 'store_suspended')],
  },
  {
    name: 'a suspended store redeems nothing',
    test: REDEEM,
    off: [withoutStatement('private.redeem_reward', 'perform private.open_store(')],
  },
  {
    name: 'a call has a number of its own',
    test: GIVE,
    off: [withoutRefusal('private.earlier_answer', 'request_id_missing')],
  },
  {
    name: 'a call repeated gives nothing more',
    test: GIVE,
    off: [inFunction('private.earlier_answer', 'if not found then', 'if true then')],
  },
  {
    name: 'a number is not used for something else',
    test: GIVE,
    off: [withoutRefusal('private.earlier_answer', 'request_id_reused')],
  },
  {
    name: 'nor is its number used at another store',
    test: GIVE,
    off: [
      inFunction('private.earlier_answer', 'earlier.store_id <> earlier_answer.store_id or', ''),
    ],
  },
  {
    name: 'what was given is written down',
    test: GIVE,
    off: [withoutStatement('private.give_stamp', 'insert into private.counter_calls')],
  },
  {
    name: 'what was redeemed is written down',
    test: 'tests/database/redeem-parts.test.ts',
    off: [withoutStatement('private.redeem_reward', 'insert into private.counter_calls')],
  },
];

const accounts: Defence[] = [
  {
    name: 'a customer’s password opens nothing',
    test: 'tests/database/tokens.test.ts',
    off: [body('private.refuse_customer_passwords', 'select event')],
  },
  {
    name: 'what the counters noted of a customer goes with the account',
    test: 'tests/database/stamps.test.ts',
    off: [withoutConstraint('private.counter_calls', 'counter_calls_customer_id_fkey')],
  },
];

export const counter: Defence[] = [...bothFunctions, ...accounts];
