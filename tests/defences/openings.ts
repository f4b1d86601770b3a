/** Redemption codes: only what the customer has opened is redeemed, for three minutes, once. */
import { inFunction, sql, withoutRefusal } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const OPENINGS = 'tests/database/redemption-openings.test.ts';

const OPEN = 'private.open_redemption';
const USE = 'private.use_opening';
const REDEEM = 'private.redeem_reward';

export const openings: Defence[] = [
  {
    name: 'a code that is not open is not redeemed',
    test: OPENINGS,
    off: [withoutRefusal(REDEEM, 'code_not_open')],
  },
  {
    name: 'an opening is its customer’s',
    test: OPENINGS,
    off: [inFunction(OPEN, 'and s.user_id = auth.uid()', '')],
  },
  {
    name: 'an opening is for one reward',
    test: OPENINGS,
    off: [inFunction(USE, 'and o.reward_id = use_opening.reward_id', '')],
  },
  {
    name: 'an opening is for the stamps of the code',
    test: OPENINGS,
    off: [inFunction(USE, 'and o.stamp_ids = use_opening.stamp_ids', '')],
  },
  {
    name: 'an opening lasts three minutes',
    test: OPENINGS,
    off: [inFunction(USE, "and o.opened_at > now() - interval '3 minutes'", '')],
  },
  {
    name: 'a closed code is not redeemed',
    test: OPENINGS,
    off: [inFunction(USE, 'and o.closed_at is null', '')],
  },
  {
    name: 'only the customer closes a code',
    test: OPENINGS,
    off: [inFunction('private.close_redemption', 'o.user_id = (select auth.uid()) and', '')],
  },
  {
    name: 'a repeated opening renews nothing and undoes no closing',
    test: OPENINGS,
    off: [inFunction(OPEN, 'where o.opening_id <> excluded.opening_id', '')],
  },
  {
    name: 'a price raised since is not charged',
    test: OPENINGS,
    off: [
      inFunction(
        REDEEM,
        'least(coalesce(reward.stamps_needed, 10), price_when_opened)',
        'coalesce(reward.stamps_needed, 10)',
      ),
    ],
  },
  {
    name: 'a price lowered since is the price',
    test: OPENINGS,
    off: [
      inFunction(
        REDEEM,
        'least(coalesce(reward.stamps_needed, 10), price_when_opened)',
        'coalesce(price_when_opened, reward.stamps_needed, 10)',
      ),
    ],
  },
  {
    name: 'a code opens at no more than the screen says',
    test: OPENINGS,
    off: [withoutRefusal(OPEN, 'price_changed')],
  },
  {
    name: 'the customer chooses no price',
    test: OPENINGS,
    off: [
      inFunction(
        OPEN,
        'price := coalesce(reward.stamps_needed, 10)',
        'price := least(reward.stamps_needed, open_redemption.stamps_needed)',
      ),
      inFunction(
        OPEN,
        'open_redemption.opening_id, ids, price',
        'open_redemption.opening_id, ids, open_redemption.stamps_needed',
      ),
    ],
  },
  {
    name: 'the stamps of an opening are there, unspent and enough',
    test: OPENINGS,
    off: [withoutRefusal(OPEN, 'stamps_changed')],
  },
  {
    name: 'no code of a suspended store opens',
    test: OPENINGS,
    off: [withoutRefusal(OPEN, 'store_suspended')],
  },
  {
    name: 'openings go with the account',
    test: OPENINGS,
    off: [
      sql(
        'alter table private.redemption_openings drop constraint redemption_openings_user_id_fkey',
      ),
    ],
  },
];
