/** What a customer reads of what is kept about them. */
import { inFunction, withoutRefusal } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const MINE = 'tests/database/my-data.test.ts';
const DATA = 'private.my_data';
const KNOWN = 'private.known_about_me';

const ofWhom = (name: string, from: string, to: string): Defence => ({
  name,
  test: MINE,
  off: [inFunction(DATA, from, to)],
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
  ofWhom('and the scans', 't.customer_id = me and', ''),
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
        'max(l.happened_at) as newest from private.till_log l where l.customer_id = person.id',
        'max(l.happened_at) as newest from private.till_log l',
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
];
