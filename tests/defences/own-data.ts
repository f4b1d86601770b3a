/** What a customer reads of what is kept about them, and that all of it goes with the account. */
import { inFunction, withoutRefusal, withoutStatement } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const MINE = 'tests/database/my-data.test.ts';
const DATA = 'private.my_data';
const KNOWN = 'private.known_about_me';
const GONE = 'tests/database/delete-account.test.ts';
const DELETE = 'private.delete_account';

const ofWhom = (name: string, from: string, to: string): Defence => ({
  name,
  test: MINE,
  off: [inFunction(DATA, from, to)],
});

/** One statement of the deletion. */
const deletes = (name: string, beginning: string): Defence => ({
  name,
  test: GONE,
  off: [withoutStatement(DELETE, beginning)],
});

export const ownData: Defence[] = [
  ofWhom(
    'the stamps one reads are one’s own',
    't.user_id = me and t.id > behind order by t.id + 0 limit at_most) as page join public.stamps',
    't.id > behind order by t.id + 0 limit at_most) as page join public.stamps',
  ),
  ofWhom(
    'and the redemptions',
    't.user_id = me and t.id > behind order by t.id + 0 limit at_most) as page join public.redemptions',
    't.id > behind order by t.id + 0 limit at_most) as page join public.redemptions',
  ),
  ofWhom('and the scans', 't.customer_id = any (ids) and', ''),
  {
    name: 'the scans of the guest that one was are one’s own, and nobody else’s',
    test: MINE,
    off: [
      inFunction(
        'private.own_ids',
        'from private.former_guests f where f.user_id = own_ids.person',
        'from private.former_guests f',
      ),
    ],
  },
  ofWhom(
    'a scan does not say which member it was',
    "'store_id', l.store_id",
    "'member_id', l.member_id, 'store_id', l.store_id",
  ),
  ofWhom(
    'a page of one’s data has an end',
    'least(greatest(coalesce(my_data.page_size, 1000), 1), 1000)',
    'my_data.page_size',
  ),
  {
    name: 'a part that is none is refused',
    test: MINE,
    off: [withoutRefusal(DATA, 'unknown_part')],
  },
  {
    name: 'the sums are of one’s own stamps',
    test: MINE,
    off: [
      inFunction(KNOWN, 'from public.stamps s where s.user_id = person.id', 'from public.stamps s'),
    ],
  },
  {
    name: 'and of one’s own scans',
    test: MINE,
    off: [
      inFunction(
        KNOWN,
        'max(l.happened_at) as newest from private.till_log l where l.customer_id = any (private.own_ids(person.id))',
        'max(l.happened_at) as newest from private.till_log l where true',
      ),
    ],
  },
  {
    name: 'the account one reads says no hash and no token',
    test: MINE,
    off: [
      inFunction(
        'private.my_account',
        "'user_metadata', u.raw_user_meta_data",
        "'user', to_jsonb(u)",
      ),
      inFunction('private.my_account', "'ip', session -> 'ip'", "'session', session"),
    ],
  },
  deletes('an account that is deleted is gone', 'delete from auth.users'),
  deletes('and whose photos they were', 'update private.reward_photos'),
  deletes('and who owned the files', 'execute statement'),
  deletes('and what renewed a session before there were any', 'delete from auth.refresh_tokens'),
  deletes('and a sign-in by Google that was under way', 'delete from auth.flow_state'),
  deletes('and what the auth service noted down', 'delete from auth.audit_log_entries'),
  {
    name: 'nobody’s account is deleted but the caller’s',
    test: GONE,
    off: [inFunction(DELETE, 'where u.id = caller', '')],
  },
  {
    name: 'a token of a deleted account reads nothing of the log',
    test: GONE,
    off: [
      inFunction(DATA, '(select u.id from auth.users u where u.id = auth.uid())', 'auth.uid()'),
    ],
  },
  {
    name: 'who an operator’s sweep removes has no account',
    test: GONE,
    off: [
      inFunction(
        'private.sweep_audit_log',
        'and not exists (select from auth.users u where u.id = private.read_uuid(named.person))',
        '',
      ),
    ],
  },
  {
    name: 'a photo of an unknown type holds up no deletion',
    test: GONE,
    off: [inFunction('private.check_reward_photo', "if tg_op = 'UPDATE' and", 'if false and')],
  },
];
