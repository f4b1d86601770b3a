/** give_stamp: what it checks before stamps are on a card. */
import { changeIn, type Defence } from './defence.ts';

const stamps = changeIn('supabase/migrations/20251016000500_stamps.sql');
const helpers = changeIn('supabase/migrations/20251016000700_counter_helpers.sql');
const give = changeIn('supabase/migrations/20251016000800_give_stamp.sql');

const GIVE = 'tests/database/give-stamp.test.ts';

export const giving: Defence[] = [
  {
    name: 'between 1 and 100 stamps are given',
    test: GIVE,
    off: [
      give(
        'if give_stamp.stamp_count is null or give_stamp.stamp_count not between 1 and 100 then',
        'if false then',
      ),
      stamps(' check (stamp_count between 1 and 100)', ''),
    ],
  },
  {
    name: 'an invoice number has an end',
    test: GIVE,
    off: [
      give('if length(number) > 64 then', 'if false then'),
      stamps(' check (length(invoice_or_number) between 1 and 64)', ''),
    ],
  },
  {
    name: 'a customer’s code is one',
    test: GIVE,
    off: [
      give(
        `if jsonb_typeof(payload) is distinct from 'object' or customer is null
     or jsonb_typeof(payload -> 'hash') is distinct from 'string' then`,
        'if false then',
      ),
    ],
  },
  {
    name: 'an id of a person is read as nothing else',
    test: GIVE,
    off: [
      helpers(
        `when content ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`,
        'when true',
      ),
    ],
  },
  {
    name: 'a code is of today, and of its customer',
    test: GIVE,
    off: [
      give(
        `if not private.is_daily_hash(customer, payload ->> 'hash', now()) then`,
        'if false then',
      ),
    ],
  },
  {
    name: 'yesterday’s code counts for an hour only',
    test: GIVE,
    off: [helpers(`instant - interval '1 hour'`, `instant - interval '1 day'`)],
  },
  {
    name: 'the customer exists',
    test: GIVE,
    off: [
      give('if not exists (select from auth.users u where u.id = customer) then', 'if false then'),
    ],
  },
  {
    name: 'an invoice counts once at a store',
    test: GIVE,
    off: [stamps('create unique index stamps_invoice', 'create index stamps_invoice')],
  },
  {
    name: 'in capitals it is the same invoice',
    test: GIVE,
    off: [stamps('(store_id, lower(invoice_or_number))', '(store_id, invoice_or_number)')],
  },
  {
    name: 'and with spaces around it',
    test: GIVE,
    off: [
      give(
        `number text := nullif(btrim(give_stamp.invoice), '');`,
        `number text := nullif(give_stamp.invoice, '');`,
      ),
    ],
  },
];
