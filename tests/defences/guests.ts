/** Guests: what they may hold, and whose their cards become. */
import { codeIn } from '../../scripts/defences/code.ts';
import { inFunction, sql, withoutRefusal, withoutTrigger } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const GUESTS = 'tests/database/guests.test.ts';
const RACES = 'tests/postgres/guests.test.ts';

const DEVICE = 'tests/unit/state/guests.test.ts';

const MOVE = 'private.move_guest_card';
const STAMPS = 'private.move_stamps';
const SWEEP = 'private.sweep_guests';

export const guests: Defence[] = [
  {
    name: 'a guest holds ten stamps at most',
    test: GUESTS,
    off: [withoutRefusal('private.check_daily_limit', 'guest_limit')],
  },
  {
    name: 'a guest opens no redemption code',
    test: GUESTS,
    off: [withoutTrigger('private.redemption_openings', 'refuse_opening_of_guest')],
  },
  {
    name: 'a guest takes over no card',
    test: GUESTS,
    off: [withoutRefusal(MOVE, 'sign_in_first')],
  },
  {
    name: 'only a guest prepares a card',
    test: GUESTS,
    off: [withoutRefusal('private.prepare_guest_move', 'not_a_guest')],
  },
  {
    name: 'the secret of a card is not kept itself',
    test: GUESTS,
    off: [
      inFunction(
        'private.secret_hash',
        "sha256(convert_to('guest ' || secret, 'UTF8'))",
        "convert_to(secret::text, 'UTF8')",
      ),
    ],
  },
  {
    name: 'the secret of a card is good for seven days',
    test: GUESTS,
    off: [inFunction(MOVE, "and m.prepared_at > now() - interval '7 days'", '')],
  },
  {
    name: 'two guests have two secrets',
    test: GUESTS,
    off: [sql('alter table private.guest_moves drop constraint guest_moves_secret_key')],
  },
  {
    name: 'a secret that was used tells nobody else what it moved',
    test: GUESTS,
    off: [inFunction(MOVE, 'and f.user_id = person;', ';')],
  },
  {
    name: 'a card that moves brings no more than its store gives a day',
    test: GUESTS,
    off: [
      inFunction(
        STAMPS,
        '<= (select store.daily_stamps from public.stores store where store.id = stamp.store_id)',
        '< 1000',
      ),
    ],
  },
  {
    name: 'an account takes over three cards in thirty days',
    test: GUESTS,
    off: [withoutRefusal(MOVE, 'too_many_guest_cards')],
  },
  {
    name: 'the till of a card that moved finds its answer',
    test: GUESTS,
    off: [
      inFunction(
        MOVE,
        'update private.till_idempotency_keys c set customer_id = person where c.customer_id = guest;',
        '',
      ),
    ],
  },
  {
    name: 'no till serves a guest whose card moves',
    test: RACES,
    tag: 'defence-guest-alone',
    off: [
      inFunction(MOVE, 'perform private.lock_customer(least(guest, person));', ''),
      inFunction(MOVE, 'perform private.lock_customer(greatest(guest, person));', ''),
    ],
  },
  {
    name: 'of calls with one secret one moves the card',
    test: RACES,
    tag: 'guest-secret',
    off: [
      inFunction(
        MOVE,
        "perform pg_advisory_xact_lock(hashtextextended('guest ' || encode(fingerprint, 'hex'), 0));",
        '',
      ),
    ],
  },
  {
    name: 'only guests are swept away',
    test: GUESTS,
    off: [
      inFunction(SWEEP, 'where u.is_anonymous and', 'where'),
      inFunction(SWEEP, 'and u.is_anonymous', ''),
    ],
  },
  {
    name: 'the secret of a guest’s card is kept before it is sent',
    test: DEVICE,
    off: [
      codeIn('src/lib/data/guest-card.ts').change(
        'prepareGuestCard',
        'keep({ guest, secret, isPrepared: keptGuestCard()?.isPrepared ?? false });',
        '',
      ),
    ],
  },
  {
    name: 'no code is sent for a guest whose card is not ready to come along',
    test: DEVICE,
    tag: 'guest-move-prepared',
    off: [
      codeIn('src/lib/state/session/sign-in.ts').change(
        'askForCode',
        'if (import.meta.env.GUESTS) await prepareGuestCard();',
        '',
      ),
    ],
  },
  {
    name: 'a guest’s card from another tab is not left behind by a sign-in',
    test: DEVICE,
    off: [codeIn('src/lib/data/guest-card.ts').answers('isCardUnprepared', 'false')],
  },
];
