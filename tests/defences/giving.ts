/** give_stamp: what it checks before stamps are on a card. */
import {
  body,
  inFunction,
  withoutConstraint,
  withoutIndex,
  withoutRefusal,
  withoutStatement,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const GIVE = 'tests/database/give-stamp.test.ts';
const WORK = 'private.give_stamp';
const INVOICES = 'tests/database/invoices.test.ts';
const KEY = 'private.invoice_key';
const key = (statement: string) => body(KEY, statement);
const INVOICE = 'public.stamps_invoice_key_counts_once';

export const giving: Defence[] = [
  {
    name: 'between 1 and 100 stamps are given',
    test: GIVE,
    off: [
      withoutRefusal(WORK, 'bad_stamp_count'),
      withoutConstraint('public.stamps', 'stamps_stamp_count_check'),
    ],
  },
  {
    name: 'an invoice number has an end',
    test: GIVE,
    off: [
      withoutRefusal(WORK, 'invoice_too_long'),
      withoutConstraint('public.stamps', 'stamps_invoice_or_number_check'),
    ],
  },
  {
    name: 'a customer’s code is one',
    test: GIVE,
    off: [withoutRefusal(WORK, 'unreadable_code')],
  },
  {
    name: 'an id of a person is read as nothing else',
    test: GIVE,
    off: [body('private.read_uuid', 'select content::uuid')],
  },
  {
    name: 'a code is of today, and of its customer',
    test: GIVE,
    off: [withoutRefusal(WORK, 'stale_code')],
  },
  {
    name: 'yesterday’s code counts for an hour only',
    test: GIVE,
    off: [inFunction('private.is_daily_hash', "interval '1 hour'", "interval '1 day'")],
  },
  {
    name: 'the customer exists',
    test: GIVE,
    off: [withoutRefusal('private.lock_existing_customer', 'unknown_customer')],
  },
  {
    name: 'an invoice counts once at a store',
    test: GIVE,
    off: [
      withoutIndex(INVOICE),
      inFunction(WORK, 'where l.store_id = store.id and', 'where false and'),
    ],
  },
  {
    name: 'an invoice of a deleted customer counts no second time',
    test: INVOICES,
    off: [inFunction(WORK, 'where l.store_id = store.id and', 'where false and')],
  },
  {
    name: 'in capitals it is the same invoice',
    test: INVOICES,
    off: [key("select regexp_replace(normalize(number, NFKC), '\\s', '', 'g')")],
  },
  {
    name: 'and in full-width letters',
    test: INVOICES,
    off: [inFunction(KEY, 'normalize(number, NFKC)', 'number')],
  },
  {
    name: 'and with other dashes',
    test: INVOICES,
    off: [inFunction(KEY, "'-', 'g'", "'–', 'g'")],
  },
  {
    name: 'and with characters that are not seen',
    test: INVOICES,
    off: [key('select lower(normalize(number, NFKC))')],
  },
  {
    name: 'a number that is not seen is none',
    test: INVOICES,
    off: [withoutStatement(WORK, 'number := null')],
  },
  {
    name: 'an invoice number is kept without the spaces around it',
    test: GIVE,
    off: [
      inFunction(
        WORK,
        "number text := nullif(btrim(give_stamp.invoice), '')",
        "number text := nullif(give_stamp.invoice, '')",
      ),
    ],
  },
];
