/** What one store enters or gives has an end. */
import {
  body,
  inFunction,
  sql,
  withoutConstraint,
  withoutRefusal,
  withoutStatement,
  withoutTrigger,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const REWARDS = 'tests/database/reward-limits.test.ts';
const DAILY = 'tests/database/daily-stamps.test.ts';
const HELD = 'tests/database/stamps-held.test.ts';
const RACES = 'tests/postgres/races.test.ts';

const LIMIT = 'private.enforce_reward_rules';
const ROOM = 'private.check_reward_limit';
const TODAY = 'private.check_daily_limit';

const rewards: Defence[] = [
  {
    name: 'fifty rewards that are not over',
    test: REWARDS,
    off: [withoutRefusal(ROOM, 'too_many_current_rewards')],
  },
  {
    name: 'five hundred rewards in all',
    test: REWARDS,
    off: [withoutRefusal(ROOM, 'too_many_rewards')],
  },
  {
    name: 'a prolonged reward takes room',
    test: REWARDS,
    off: [inFunction(LIMIT, '(is_new or private.is_over(old.date_end))', 'is_new')],
  },
  {
    name: 'a moved reward takes room',
    test: REWARDS,
    off: [inFunction(LIMIT, 'or new.store_id is distinct from old.store_id', '')],
  },
  {
    name: 'rewards entered at once are counted one after the other',
    test: RACES,
    off: [withoutStatement(ROOM, 'perform pg_advisory_xact_lock(')],
  },
  {
    name: 'the first day is within bounds',
    test: REWARDS,
    off: [
      inFunction(
        LIMIT,
        "and not new.date_start between now() - interval '1 year' and now() + interval '10 years'",
        'and false',
      ),
    ],
  },
  {
    name: 'the last day is within bounds',
    test: REWARDS,
    off: [
      inFunction(
        LIMIT,
        "and not new.date_end between now() - interval '1 year' and now() + interval '10 years'",
        'and false',
      ),
    ],
  },
  {
    name: 'a photo is https or of the bucket',
    test: REWARDS,
    off: [withoutRefusal(LIMIT, 'bad_photo')],
  },
  {
    name: 'and so is an event’s',
    test: REWARDS,
    off: [withoutConstraint('public.events', 'events_photo_address')],
  },
  {
    name: 'an address of this very machine is of the bucket',
    test: REWARDS,
    off: [body('private.is_photo_address', "select address ~ '^(https?://|/)'")],
  },
  {
    name: 'a suspended store changes no reward',
    test: REWARDS,
    off: [withoutTrigger('public.rewards', 'require_open_store')],
  },
  {
    name: 'and loses none to another store',
    test: REWARDS,
    off: [
      inFunction(
        'private.require_open_store',
        'in (old.store_id, new.store_id)',
        '= coalesce(new.store_id, old.store_id)',
      ),
    ],
  },
];

const stamps: Defence[] = [
  {
    name: 'a store gives one customer so many stamps a day',
    test: DAILY,
    off: [withoutRefusal(TODAY, 'daily_limit')],
  },
  {
    name: 'the limit is one customer’s',
    test: DAILY,
    off: [inFunction(TODAY, 's.user_id = customer and', '')],
  },
  {
    name: 'and one store’s',
    test: DAILY,
    off: [inFunction(TODAY, 'and s.store_id = store.id', '')],
  },
  {
    name: 'stamps spent since count',
    test: DAILY,
    off: [
      inFunction(
        TODAY,
        'where s.user_id = customer',
        'where s.redemption_id is null and s.user_id = customer',
      ),
    ],
  },
  {
    name: 'the day is that of UTC+8',
    test: DAILY,
    off: [inFunction(TODAY, "interval '8 hours'", "interval '0 hours'")],
  },
  {
    name: 'the limit has bounds of its own',
    test: DAILY,
    off: [withoutConstraint('public.stores', 'stores_daily_stamps_check')],
  },
  {
    name: 'of fifty tills at once none goes over the limit',
    test: RACES,
    off: [withoutStatement('private.give_stamp', 'perform private.lock_existing_customer(')],
  },
];

const sums: Defence[] = [
  {
    name: 'one row a store, however many records',
    test: HELD,
    off: [
      body(
        'public.stamps_held',
        `select s.store_id, s.stamp_count::bigint, s.metadata, s.created_at from public.stamps s
          where s.user_id = (select auth.uid()) and s.redemption_id is null`,
      ),
    ],
  },
  {
    name: 'a sum is the caller’s own',
    test: HELD,
    off: [inFunction('public.stamps_held', 's.user_id = (select auth.uid()) and', '')],
  },
  {
    name: 'and goes by the caller’s rights',
    test: 'tests/database/everywhere.test.ts',
    off: [sql('alter function public.stamps_held security definer')],
  },
];

const DAYS = 'tests/database/stamp-days.test.ts';

const stampDays: Defence[] = [
  {
    name: 'a day with stamps is the caller’s own',
    test: DAYS,
    off: [inFunction('public.stamp_days', 's.user_id = (select auth.uid()) and', '')],
  },
];

const SEARCH = 'tests/database/search.test.ts';

const search: Defence[] = [
  {
    name: 'a search takes no text as a pattern',
    test: SEARCH,
    off: [
      inFunction(
        'public.search_stores',
        "regexp_replace(search_stores.term, '([\\\\%_])', '\\\\\\1', 'g')",
        'search_stores.term',
      ),
    ],
  },
  {
    name: 'a search finds no suspended store',
    test: SEARCH,
    off: [inFunction('public.search_stores', 'where s.suspended is not true', '')],
  },
  {
    name: 'a search has an end, however common the word',
    test: SEARCH,
    off: [inFunction('public.search_stores', 'limit 200', '')],
  },
];

const READY = 'tests/database/ready-rewards.test.ts';
const READY_REWARDS = 'public.ready_rewards';

const ready: Defence[] = [
  {
    name: 'what is ready goes by the caller’s own stamps',
    test: READY,
    off: [inFunction(READY_REWARDS, 's.user_id = (select auth.uid()) and', '')],
  },
  {
    name: 'and by the caller’s rights',
    test: 'tests/database/everywhere.test.ts',
    off: [sql(`alter function ${READY_REWARDS} security definer`)],
  },
  {
    name: 'nothing of a suspended store is ready',
    test: READY,
    off: [inFunction(READY_REWARDS, 'not store.suspended and', '')],
  },
  {
    name: 'what is ready has an end',
    test: READY,
    off: [inFunction(READY_REWARDS, 'limit 200', '')],
  },
];

const CARDS = 'tests/database/my-cards.test.ts';
const MY_CARDS = 'public.my_cards';

const cards: Defence[] = [
  {
    name: 'cards are the caller’s own',
    test: CARDS,
    off: [inFunction(MY_CARDS, 's.user_id = (select auth.uid()) and', '')],
  },
  {
    name: 'cards go by the caller’s rights',
    test: 'tests/database/everywhere.test.ts',
    off: [sql(`alter function ${MY_CARDS} security definer`)],
  },
  {
    name: 'a card of a suspended store has nothing ready',
    test: CARDS,
    off: [inFunction(MY_CARDS, 'and not store.suspended', '')],
  },
  {
    name: 'the cards have an end',
    test: CARDS,
    off: [inFunction(MY_CARDS, 'limit 200', '')],
  },
];

export const limits: Defence[] = [
  ...rewards,
  ...stamps,
  ...sums,
  ...stampDays,
  ...search,
  ...ready,
  ...cards,
];
