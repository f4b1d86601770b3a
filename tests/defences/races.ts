/** What holds when calls meet: locks and unique rows, on a real server. */
import { inFunction, withoutIndex, withoutStatement } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const RACES = 'tests/postgres/races.test.ts';
const INTERRUPTED = 'tests/postgres/interrupted.test.ts';

const DELETIONS = 'tests/postgres/deletions.test.ts';

const LOCK = 'private.lock_stamps';
/** The customer's turn stands before the lock of the stamps: each stands in for the other. */
const WITHOUT_TURN = withoutStatement(LOCK, 'perform private.lock_existing_customer(');

const WITHOUT_LOCK_OF_TURN = withoutStatement(
  'private.lock_customer',
  'perform pg_advisory_xact_lock(',
);

export const races: Defence[] = [
  {
    name: 'stamps are locked before they are counted',
    test: RACES,
    tag: 'till-one-winner',
    off: [WITHOUT_TURN, inFunction(LOCK, 'for update', '')],
  },
  {
    name: 'of overlapping codes one wins',
    test: RACES,
    tag: 'defence-overlap',
    off: [WITHOUT_TURN, inFunction(LOCK, 'for update', '')],
  },
  {
    name: 'stamps are locked in one order, so that no two calls deadlock',
    test: RACES,
    off: [
      WITHOUT_TURN,
      inFunction(LOCK, 'order by s.id for update', 'order by random() for update'),
    ],
  },
  {
    name: 'of two scans of an invoice one counts',
    test: INTERRUPTED,
    off: [withoutIndex('public.stamps_invoice_key_counts_once')],
  },
  {
    name: 'the same request waits for its first answer',
    test: RACES,
    off: [withoutStatement('private.stored_response', 'perform pg_advisory_xact_lock(')],
  },
  {
    name: 'a suspension waits for the call under way',
    test: INTERRUPTED,
    off: [inFunction('private.open_store', 'for share', '')],
  },
  {
    name: 'a change of a reward waits for the redemption under way',
    test: INTERRUPTED,
    off: [inFunction('private.active_reward', 'for share', '')],
  },
  {
    name: 'nothing is spent twice in thousands of random calls',
    test: 'tests/postgres/interleavings.test.ts',
    off: [WITHOUT_TURN, inFunction(LOCK, 'for update', '')],
  },
  {
    name: 'tills that serve one customer take turns',
    test: INTERRUPTED,
    off: [WITHOUT_LOCK_OF_TURN],
  },
  {
    name: 'a deletion waits for the tills that serve the customer',
    test: DELETIONS,
    off: [WITHOUT_LOCK_OF_TURN, inFunction('private.lock_customer', 'for key share', '')],
  },
  {
    name: 'and an operator’s deletion too',
    test: DELETIONS,
    off: [inFunction('private.lock_customer', 'for key share', '')],
  },
  {
    name: 'a redemption takes the customer’s turn before their stamps',
    test: DELETIONS,
    off: [WITHOUT_TURN],
  },
  {
    name: 'a code opens in the customer’s turn',
    test: DELETIONS,
    tag: 'defence-open-in-turn',
    off: [withoutStatement('private.open_redemption', 'perform private.lock_customer(')],
  },
  {
    name: 'a late upload is nobody’s',
    test: DELETIONS,
    off: [inFunction('private.check_reward_photo', "if tg_op = 'INSERT' and", 'if false and')],
  },
  {
    name: 'an invoice whose card is just being deleted counts no second time',
    test: DELETIONS,
    off: [inFunction('private.give_stamp', 'where l.store_id = store.id and', 'where false and')],
  },
];
