/**
 * Defenses of the database that people would suffer without, by the test that must fail when one of
 * them is switched off. Defenses that stand in for each other are switched off together.
 */
import {
  body,
  bucket,
  grant,
  inFunction,
  leaveReminders,
  openChannels,
  policy,
  savePhonesAtOnce,
  sendAfterLogOut,
  waitForDeletions,
  waitForPhones,
  withoutConstraint,
  withoutIndex,
  withoutRefusal,
  withoutRowSecurity,
  withoutStatement,
  withoutTrigger,
} from './sql.ts';

type Defense = [name: string, ...off: string[]];

const MINE = 'user_id = (select auth.uid())';
const OTHERS = 'user_id <> (select auth.uid())';
const IN_MY_STORES = 'store_id = any (array(select private.my_store_ids()))';
const ofStamps = (rule: string) =>
  policy('public.stamps', "Customers read their unspent stamps, members their store's", rule);
const ofRedemptions = (rule: string) =>
  policy('public.redemptions', "Customers read their own redemptions, members their store's", rule);
const ofRewards = (name: string, rule: string) => policy('public.rewards', name, rule);
const CHANGE_REWARDS = "Members change their own store's rewards and keep them there";
/** A grant alone would still be stopped by row security. */
const mayInsert = (table: string) =>
  `create policy "off" on ${table} for insert to authenticated with check (true)`;
const ownOnly = (name: string) => inFunction(name, 's.user_id = (select auth.uid()) and', '');
const GIVE = 'private.give_stamp';
const REDEEM = 'private.redeem_reward';
const LOCK = 'private.lock_stamps';
const UNDO = 'private.undo_stamp';
const OPEN = 'private.open_redemption';
const CLOSE = 'private.close_redemption';
const USE = 'private.use_opening';
const DELETE = 'private.delete_account';
const MEMBERS = 'perform private.require_membership(';
/** The customer's lock comes before that of the stamps. */
const WITHOUT_CUSTOMER_LOCK = withoutStatement(LOCK, 'perform private.lock_existing_customer(');
const UNLOCKED = [WITHOUT_CUSTOMER_LOCK, inFunction(LOCK, 'for update', '')] as const;
const OLD_INVOICES = inFunction(GIVE, 'where l.store_id = store.id and', 'where false and');
const TYPE_BY_NAME = withoutTrigger('storage.objects', 'check_reward_photo');

export const defenses: Record<string, Defense[]> = {
  'database/reminders': [
    ['nothing is sent after a log-out', sendAfterLogOut],
    ['a reminder that no longer holds is not sent', body('private.is_due', 'select true')],
  ],
  'database/rights': [
    [
      'visitors cannot read stamps',
      grant('select on table public.stamps, public.redemptions', 'anon'),
    ],
    ['row security of the members', withoutRowSecurity('public.store_members')],
    ['row security of the rewards', withoutRowSecurity('public.rewards')],
    ['row security of the redemptions', withoutRowSecurity('public.redemptions')],
    [
      'a member’s stores are only their own',
      body('private.my_store_ids', 'select store_id from public.store_members'),
    ],
    [
      "only members change their store's rewards",
      ofRewards(CHANGE_REWARDS, 'using (true) with check (true)'),
    ],
    ['and remove them', ofRewards("Members remove their own store's rewards", 'using (true)')],
    [
      'no client writes stores',
      grant('all on table public.stores', 'anon, authenticated'),
      mayInsert('public.stores'),
    ],
    [
      'no client makes itself a member',
      grant('insert on table public.store_members', 'authenticated'),
      mayInsert('public.store_members'),
    ],
    [
      'no client inserts stamps',
      grant('insert on table public.stamps, public.redemptions', 'authenticated'),
      mayInsert('public.stamps'),
    ],
    [
      'no client changes stamps',
      grant('update on table public.stamps, public.redemptions', 'authenticated'),
    ],
  ],
  'database/attacker': [
    ['row security of the stamps', withoutRowSecurity('public.stamps')],
    [
      'customers read their own stamps',
      ofStamps(`using (redemption_id is null or (${OTHERS} and ${IN_MY_STORES}))`),
    ],
    ['no number of a code is written out', inFunction('private.check_size', '> 1000', '> 1000000')],
  ],
  'database/stamps': [
    ['spent stamps are hidden', ofStamps(`using (${MINE} or (${OTHERS} and ${IN_MY_STORES}))`)],
    [
      "members read their own store's stamps",
      ofStamps(`using ((${MINE} and redemption_id is null) or ${OTHERS})`),
    ],
    ['customers read their own redemptions', ofRedemptions('using (true)')],
    [
      "members read their own store's redemptions",
      ofRedemptions(`using (${MINE} or exists (select private.my_store_ids()))`),
    ],
    [
      'a store gives one customer a limited number of stamps a day',
      withoutRefusal('private.check_daily_limit', 'daily_limit'),
    ],
    [
      'the day of that limit is a day in UTC+8',
      inFunction('private.check_daily_limit', "interval '8 hours'", "interval '0 hours'"),
    ],
    ['only members take stamps back', withoutStatement(UNDO, MEMBERS)],
    [
      'and only stamps of their own store',
      inFunction(
        UNDO,
        'where s.id = undo_stamp.stamp_id and s.store_id = store.id',
        'where s.id = undo_stamp.stamp_id',
      ),
    ],
    ['and only on the same day', withoutRefusal(UNDO, 'undo_too_late')],
    ['and only unspent ones', withoutRefusal(UNDO, 'stamps_used')],
    ['stamps taken back are in the log', withoutStatement(UNDO, 'insert into private.till_log')],
  ],
  'database/rewards': [
    [
      'members add rewards only to their own store',
      ofRewards('Members add rewards to their own store', 'with check (true)'),
    ],
    ['a reward stays in its store', ofRewards(CHANGE_REWARDS, 'with check (true)')],
    [
      'only some columns of a reward can be changed',
      grant('update on table public.rewards', 'authenticated'),
    ],
    [
      'a store has a limited number of rewards',
      withoutRefusal('private.check_reward_limit', 'too_many_current_rewards'),
    ],
    [
      'a photo is at https or in the bucket',
      withoutRefusal('private.enforce_reward_rules', 'bad_photo'),
    ],
    ['and on a listed host', inFunction('private.is_allowed_photo', 'h.host', 'true or h.host')],
    ['a suspended store changes no reward', withoutTrigger('public.rewards', 'require_open_store')],
    ['and uploads nothing', inFunction('private.works_in_open_store', 'and not s.suspended', '')],
  ],
  'database/everywhere': [
    ['a search path is fixed', `alter function ${GIVE} reset search_path`],
    [
      'nobody can call a private function',
      `grant execute on function private.spend_stamps to public`,
    ],
    [
      'an exposed function has the rights of its caller',
      'alter function public.give_stamp security definer',
    ],
  ],
  'database/tokens': [
    [
      "a customer's password opens nothing",
      body('private.refuse_customer_passwords', 'select event'),
    ],
    [
      'no token is too large for a request',
      inFunction('private.refuse_customer_passwords', '> 4000', 'is null'),
    ],
    [
      'a token ends with its session',
      inFunction(
        'public.refuse_ended_session',
        'not private.is_session_active(session_id)',
        'false',
      ),
    ],
    [
      'a session is only good for its own person',
      inFunction('private.is_session_active', 'and s.user_id = (select auth.uid())', ''),
    ],
  ],
  'database/give-stamp': [
    ['only members give stamps', withoutStatement(GIVE, MEMBERS)],
    [
      'a member gives stamps only for their own store',
      inFunction('private.require_membership', 'where mine = require_membership.store_id', ''),
    ],
    ['a suspended store gives nothing', withoutRefusal('private.open_store', 'store_suspended')],
    [
      'a repeated call gives nothing more',
      inFunction('private.stored_response', 'if not found then', 'if true then'),
    ],
    [
      'a request id is not used for another call',
      withoutRefusal('private.stored_response', 'request_id_reused'),
    ],
    [
      'between 1 and 100 stamps are given',
      withoutRefusal(GIVE, 'bad_stamp_count'),
      withoutConstraint('public.stamps', 'stamps_stamp_count_check'),
    ],
    ['a code is from today, and its customer’s', withoutRefusal(GIVE, 'stale_code')],
    [
      "yesterday's code counts for an hour",
      inFunction('private.is_daily_hash', "interval '1 hour'", "interval '1 day'"),
    ],
    ['an invoice counts once', withoutIndex('public.stamps_invoice_key_counts_once'), OLD_INVOICES],
    [
      'an invoice in capitals is the same invoice',
      body('private.invoice_key', "select regexp_replace(normalize(number, NFKC), '\\s', '', 'g')"),
    ],
  ],
  'database/redeem-reward': [
    ['only members redeem', withoutStatement(REDEEM, MEMBERS)],
    ['a suspended store redeems nothing', withoutStatement(REDEEM, 'perform private.open_store(')],
    ['the stamps are the customer’s own', inFunction(LOCK, 'and s.user_id = customer', '')],
    ['and from this store', inFunction(LOCK, 'and s.store_id = lock_stamps.store_id', '')],
    ['every stamp in a code exists', withoutRefusal(LOCK, 'not_their_stamps')],
    ['none of them is spent', withoutRefusal(LOCK, 'stamps_used')],
    ['the stamps are enough', withoutRefusal(REDEEM, 'not_enough_stamps')],
    ['the reward is the store’s own', withoutRefusal('private.active_reward', 'wrong_store')],
    ['the reward has started', withoutRefusal('private.active_reward', 'reward_not_started')],
    ['the reward has not ended', withoutRefusal('private.active_reward', 'reward_expired')],
    [
      'no more is spent than the reward needs',
      withoutStatement('private.spend_stamps', 'exit when missing = 0'),
    ],
    [
      'a repeated call redeems nothing more',
      withoutStatement(REDEEM, 'perform private.store_response('),
    ],
  ],
  'database/redemption-openings': [
    ['a code that is not open is not redeemed', withoutRefusal(REDEEM, 'code_not_open')],
    ['a code is for one reward', inFunction(USE, 'and o.reward_id = use_opening.reward_id', '')],
    ['and for its own stamps', inFunction(USE, 'and o.stamp_ids = use_opening.stamp_ids', '')],
    [
      'a code is open for three minutes',
      inFunction(USE, "and o.opened_at > now() - interval '3 minutes'", ''),
    ],
    ['nor one of an ended session', inFunction(USE, 'o.session_id is null', 'true')],
    ['a closed code is not redeemed', inFunction(USE, 'and o.closed_at is null', '')],
    ['and not opened later', withoutStatement(CLOSE, 'insert into private.redemption_openings')],
    ['only its customer opens a code', inFunction(OPEN, 'and s.user_id = auth.uid()', '')],
    [
      'a repeated opening does not undo a closing',
      inFunction(OPEN, 'and o.opening_id = open_redemption.opening_id', 'and false'),
    ],
    [
      'a price raised since is not charged',
      inFunction(
        REDEEM,
        'least(coalesce(reward.stamps_needed, 10), price_when_opened)',
        'coalesce(reward.stamps_needed, 10)',
      ),
    ],
    ['a code opens at no more than the screen says', withoutRefusal(OPEN, 'price_changed')],
  ],
  'database/cards': [
    ['sums count only the customer’s own stamps', ownOnly('public.stamps_held')],
    ['days with stamps are the customer’s own', ownOnly('public.stamp_days')],
    ['ready rewards count only own stamps', ownOnly('public.ready_rewards')],
    ['cards are the customer’s own', ownOnly('public.my_cards')],
  ],
  'database/guests': [
    ['guests hold ten stamps at most', withoutRefusal('private.check_daily_limit', 'guest_limit')],
    [
      'a guest opens no redemption code',
      withoutTrigger('private.redemption_openings', 'refuse_opening_of_guest'),
    ],
    [
      'the secret of a card is good for seven days',
      inFunction('private.move_guest_card', "and m.prepared_at > now() - interval '7 days'", ''),
    ],
    [
      'an account takes over at most three cards in thirty days',
      withoutRefusal('private.move_guest_card', 'too_many_guest_cards'),
    ],
    [
      'only guests are swept away',
      inFunction('private.sweep_guests', 'where u.is_anonymous and', 'where'),
      inFunction('private.sweep_guests', 'and u.is_anonymous', ''),
    ],
  ],
  'database/till-log': [
    ['stamps given are in the log', withoutStatement(GIVE, 'insert into private.till_log')],
    ['and redemptions', withoutStatement(REDEEM, 'insert into private.till_log')],
    ['and refusals', withoutStatement('private.refuse_and_log', 'insert into private.till_log')],
    [
      'the log keeps a limited number of refusals a day',
      inFunction('private.refuse_and_log', 'today.logged >= at_most_refusals', 'false'),
    ],
    ['no row of the log is changed', withoutTrigger('private.till_log', 'forbid_log_changes')],
    ["members read their own store's log", withoutStatement('private.till_log', MEMBERS)],
  ],
  'database/my-data': [
    [
      'customers read only their own scans',
      inFunction('private.my_data', 't.customer_id = any (ids) and', ''),
    ],
    [
      'a customer’s data holds no hash and no token',
      inFunction(
        'private.my_account',
        "'user_metadata', u.raw_user_meta_data",
        "'user', to_jsonb(u)",
      ),
    ],
  ],
  'database/delete-account': [
    ['an account that is deleted is gone', withoutStatement(DELETE, 'delete from auth.users')],
    ['only the caller’s account is deleted', inFunction(DELETE, 'where u.id = caller', '')],
    ['an invoice of a deleted customer counts only once', OLD_INVOICES],
  ],
  'database/reward-photos': [
    ['a photo is an image', bucket('rewards', 'allowed_mime_types = null'), TYPE_BY_NAME],
    ['a photo has the type that its name says', TYPE_BY_NAME],
    [
      'a store has a limited number of photos',
      inFunction(
        'private.require_room_for_photo',
        'if kept >= at_most *',
        'if false and kept >= at_most *',
      ),
    ],
    [
      'only members upload',
      policy(
        'storage.objects',
        'Members of a store upload reward photos',
        "with check (bucket_id = 'rewards' and private.is_reward_photo(name))",
      ),
    ],
    [
      'a photo belongs to every store where its uploader works',
      inFunction('private.photos_of_my_stores', 'p.store_ids <@ array(', 'p.store_ids && array('),
    ],
  ],
  'database/stores': [
    [
      'a password from before the first store opens nothing',
      withoutStatement('private.insert_store_member', 'update auth.users u set encrypted_password'),
    ],
    [
      'a guest can’t work in a store',
      inFunction('private.find_account', 'and u.is_anonymous is not true', ''),
    ],
  ],
  'database/realtime': [['only its session hears a channel', openChannels]],
  'postgres/races': [
    ['only one of overlapping codes wins', ...UNLOCKED],
    [
      'the same request waits for its first answer',
      withoutStatement('private.stored_response', 'perform pg_advisory_xact_lock('),
    ],
    [
      'fifty tills at once stay within the limit',
      withoutStatement(GIVE, 'perform private.lock_existing_customer('),
    ],
  ],
  'postgres/counted-once': [
    [
      'a card that is being moved can’t be prepared again',
      withoutStatement('private.prepare_guest_move', 'perform private.lock_customer('),
    ],
  ],
  'postgres/senders': [
    ['no till waits while a phone is removed', waitForPhones],
    ['no round waits while an account is deleted', waitForDeletions],
    ['a deletion waits before it holds what a sender needs', leaveReminders],
    ['a phone belongs to the last person who turns it on', savePhonesAtOnce],
  ],
  'postgres/interrupted': [
    [
      'closing a code waits for its opening',
      inFunction(CLOSE, 'not private.lock_customer(auth.uid())', 'false'),
    ],
    ['only one of two scans counts', withoutIndex('public.stamps_invoice_key_counts_once')],
    ['a suspension waits for a call', inFunction('private.open_store', 'for share', '')],
    [
      'a change to a reward waits for the redemption under way',
      inFunction('private.active_reward', 'for share', ''),
    ],
  ],
  'postgres/deletions': [
    [
      'an operator’s deletion waits for the tills that serve the customer',
      inFunction('private.lock_customer', 'for key share', ''),
    ],
    ['an invoice whose card is being deleted counts only once', OLD_INVOICES],
    ['rewards are locked first', withoutStatement(DELETE, 'perform from public.rewards')],
  ],
};
