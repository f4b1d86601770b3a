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
    off: [withoutRefusal('private.stored_response', 'request_id_missing')],
  },
  {
    name: 'a call repeated gives nothing more',
    test: GIVE,
    off: [inFunction('private.stored_response', 'if not found then', 'if true then')],
  },
  {
    name: 'a number is not used for something else',
    test: GIVE,
    off: [withoutRefusal('private.stored_response', 'request_id_reused')],
  },
  {
    name: 'nor is its number used at another store',
    test: GIVE,
    off: [inFunction('private.request_hash', "store_id || ' ' || arguments", 'arguments::text')],
  },
  {
    name: 'what was given is written down',
    test: GIVE,
    off: [withoutStatement('private.give_stamp', 'perform private.store_response(')],
  },
  {
    name: 'what was redeemed is written down',
    test: 'tests/database/redeem-parts.test.ts',
    off: [withoutStatement('private.redeem_reward', 'perform private.store_response(')],
  },
];

const KEPT = 'tests/database/answers-kept.test.ts';
const TIMES = 'tests/postgres/times.test.ts';

const answers: Defence[] = [
  {
    name: 'answers are not kept for good',
    test: KEPT,
    off: [withoutStatement('private.store_response', 'perform private.sweep_idempotency_keys(')],
  },
  {
    name: 'answers are kept as long as a till may repeat its call',
    test: KEPT,
    off: [inFunction('private.sweep_idempotency_keys', "interval '7 days'", "interval '6 days'")],
  },
  {
    name: 'no till waits for an answer that is being removed',
    test: TIMES,
    off: [inFunction('private.sweep_idempotency_keys', 'for update skip locked', 'for update')],
  },
  {
    name: 'a stamp has the time of its turn',
    test: TIMES,
    off: [inFunction('private.give_stamp', 'clock_timestamp()', 'now()')],
  },
  {
    name: 'a redemption has the time of its turn',
    test: TIMES,
    off: [inFunction('private.redeem_reward', 'clock_timestamp()', 'now()')],
  },
  {
    name: 'one till serves a customer at a time, at whichever store',
    test: TIMES,
    off: [withoutStatement('private.give_stamp', 'perform private.lock_existing_customer(')],
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
    off: [
      withoutConstraint('private.till_idempotency_keys', 'till_idempotency_keys_customer_id_fkey'),
    ],
  },
];

export const counter: Defence[] = [...bothFunctions, ...answers, ...accounts];
