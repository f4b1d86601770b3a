/** The log of the tills: what is in it, that it stays, and who reads it. */
import {
  grant,
  inFunction,
  policy,
  sql,
  withoutStatement,
  withoutTrigger,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const LOG = 'tests/database/till-log.test.ts';
const EVERYWHERE = 'tests/database/everywhere.test.ts';

const REFUSE = 'private.refuse_and_log';

export const log: Defence[] = [
  {
    name: 'stamps given are in the log',
    test: LOG,
    off: [withoutStatement('private.give_stamp', 'insert into private.till_log')],
  },
  {
    name: 'redemptions are in the log',
    test: LOG,
    off: [withoutStatement('private.redeem_reward', 'insert into private.till_log')],
  },
  {
    name: 'refusals are in the log',
    test: LOG,
    off: [withoutStatement(REFUSE, 'insert into private.till_log')],
  },
  {
    name: 'strangers leave nothing in a store’s log',
    test: LOG,
    off: [inFunction(REFUSE, 'min(mine)) from', 'min(mine), entry.store_id) from')],
  },
  {
    name: 'nor does a member in another store’s',
    test: LOG,
    off: [
      inFunction(
        REFUSE,
        'coalesce(min(mine) filter (where mine = entry.store_id), min(mine))',
        'entry.store_id',
      ),
    ],
  },
  {
    name: 'refusals of a day have an end',
    test: LOG,
    off: [inFunction(REFUSE, 'today.logged >= at_most_refusals', 'false')],
  },
  {
    name: 'whoever showed no code of today is not in the log',
    test: LOG,
    off: [
      inFunction(
        'private.give_stamp_logged',
        "if private.is_daily_hash(entry.customer_id, payload ->> 'hash', now()) then",
        'if true then',
      ),
    ],
  },
  {
    name: 'nor is whoever never had a stamp of the store',
    test: LOG,
    off: [withoutStatement(REFUSE, 'entry.customer_id := null')],
  },
  {
    name: 'what is dropped of the log is old',
    test: LOG,
    off: [
      inFunction(
        'private.drop_till_log_before',
        'if first_day > private.app_day(now()) - 31 then',
        'if false then',
      ),
    ],
  },
  {
    name: 'the secret key drops nothing of it',
    test: LOG,
    off: [grant('execute on function private.drop_till_log_before(date, integer)', 'service_role')],
  },
  {
    name: 'a text in the log has an end',
    test: LOG,
    off: [inFunction(REFUSE, 'left(entry.invoice, 64)', 'entry.invoice')],
  },
  {
    name: 'a refusal keeps the status of an error',
    test: LOG,
    off: [withoutStatement(REFUSE, 'perform set_config(')],
  },
  {
    name: 'no row of the log is changed or removed',
    test: LOG,
    off: [withoutTrigger('private.till_log', 'forbid_log_changes')],
  },
  {
    name: 'the secret key writes nothing in it',
    test: LOG,
    off: [grant('all on table private.till_log', 'service_role')],
  },
  {
    name: 'the log outlives the customer',
    test: LOG,
    off: [
      withoutTrigger('private.till_log', 'forbid_log_changes'),
      sql(`alter table private.till_log
        add foreign key (customer_id) references auth.users (id) on delete cascade`),
    ],
  },
  {
    name: 'the log outlives the member',
    test: LOG,
    off: [
      withoutTrigger('private.till_log', 'forbid_log_changes'),
      sql(`alter table private.till_log
        add foreign key (member_id) references auth.users (id) on delete set null`),
    ],
  },
  {
    name: 'members read their own store’s log only',
    test: LOG,
    off: [withoutStatement('private.till_log', 'perform private.require_membership(')],
  },
  {
    name: 'a page of the log has an end',
    test: LOG,
    off: [
      inFunction(
        'private.till_log',
        'least(greatest(coalesce(till_log.page_size, 50), 1), 200)',
        'till_log.page_size',
      ),
    ],
  },
  {
    name: 'no client reads the log past its function, whatever is granted',
    test: EVERYWHERE,
    off: [
      grant('select on table private.till_log', 'authenticated'),
      policy('private.till_log', 'Nobody reads the log but through till_log', 'using (true)'),
    ],
  },
];
