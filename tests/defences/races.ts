/** What holds when calls meet: locks and unique rows, on a real server. */
import { changeIn, type Defence } from './defence.ts';

const stamps = changeIn('supabase/migrations/20251016000500_stamps.sql');
const helpers = changeIn('supabase/migrations/20251016000700_counter_helpers.sql');
const redeeming = changeIn('supabase/migrations/20251016000900_redeem_reward.sql');

const RACES = 'tests/postgres/races.test.ts';
const INTERRUPTED = 'tests/postgres/interrupted.test.ts';

export const races: Defence[] = [
  {
    name: 'stamps are locked before they are counted',
    test: RACES,
    off: [redeeming('order by s.id for update', 'order by s.id')],
  },
  {
    name: 'of overlapping codes one wins',
    test: RACES,
    off: [redeeming('order by s.id for update', 'order by s.id')],
  },
  {
    name: 'stamps are locked in one order, so that nobody deadlocks',
    test: RACES,
    off: [redeeming('order by s.id for update', 'order by random() for update')],
  },
  {
    name: 'of thirty scans of an invoice one counts',
    test: RACES,
    off: [stamps('create unique index stamps_invoice', 'create index stamps_invoice')],
  },
  {
    name: 'the same request waits for its first answer',
    test: RACES,
    off: [
      helpers(
        '  perform pg_advisory_xact_lock(hashtextextended(earlier_answer.request_id::text, 0));\n',
        '',
      ),
    ],
  },
  {
    name: 'a suspension waits for the call under way',
    test: INTERRUPTED,
    off: [
      helpers('where s.id = open_store.store_id for share;', 'where s.id = open_store.store_id;'),
    ],
  },
  {
    name: 'a change of a reward waits for the redemption under way',
    test: INTERRUPTED,
    off: [
      redeeming(
        'where r.id = active_reward.reward_id for share;',
        'where r.id = active_reward.reward_id;',
      ),
    ],
  },
  {
    name: 'nothing is spent twice in thousands of random calls',
    test: 'tests/postgres/interleavings.test.ts',
    off: [redeeming('order by s.id for update', 'order by s.id')],
  },
];
