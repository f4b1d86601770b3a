/**
 * What people would suffer from if it went: each defense of the database by the test that must fail
 * when it is switched off. Where one stands in for another, both are switched off together.
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
/** Row security alone would stop what is only granted. */
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
    ['nor what no longer holds', body('private.is_due', 'select true')],
  ],
  'database/rights': [
    [
      'visitors do not ask for stamps',
      grant('select on table public.stamps, public.redemptions', 'anon'),
    ],
    ['row security of the members', withoutRowSecurity('public.store_members')],
    ['row security of the rewards', withoutRowSecurity('public.rewards')],
    ['row security of the redemptions', withoutRowSecurity('public.redemptions')],
    [
      'whose stores are mine',
      body('private.my_store_ids', 'select store_id from public.store_members'),
    ],
    [
      "rewards are changed by their store's members",
      ofRewards(CHANGE_REWARDS, 'using (true) with check (true)'),
    ],
    ['and removed by them', ofRewards("Members remove their own store's rewards", 'using (true)')],
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
    [
      'spent stamps are out of sight',
      ofStamps(`using (${MINE} or (${OTHERS} and ${IN_MY_STORES}))`),
    ],
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
      'a store gives one customer so many stamps a day',
      withoutRefusal('private.check_daily_limit', 'daily_limit'),
    ],
    [
      'the day is that of UTC+8',
      inFunction('private.check_daily_limit', "interval '8 hours'", "interval '0 hours'"),
    ],
    ['only members take stamps back', withoutStatement(UNDO, MEMBERS)],
    [
      'and those of their own store only',
      inFunction(
        UNDO,
        'where s.id = undo_stamp.stamp_id and s.store_id = store.id',
        'where s.id = undo_stamp.stamp_id',
      ),
    ],
    ['on their day only', withoutRefusal(UNDO, 'undo_too_late')],
    ['and not once they are spent', withoutRefusal(UNDO, 'stamps_used')],
    ['what was taken back is in the log', withoutStatement(UNDO, 'insert into private.till_log')],
  ],
  'database/rewards': [
    [
      'members add rewards to their own store',
      ofRewards('Members add rewards to their own store', 'with check (true)'),
    ],
    ['a reward stays in its store', ofRewards(CHANGE_REWARDS, 'with check (true)')],
    [
      'only some columns of a reward are changed',
      grant('update on table public.rewards', 'authenticated'),
    ],
    [
      'a store has so many rewards',
      withoutRefusal('private.check_reward_limit', 'too_many_current_rewards'),
    ],
    [
      'a photo is https or of the bucket',
      withoutRefusal('private.enforce_reward_rules', 'bad_photo'),
    ],
    ['and of a listed host', inFunction('private.is_allowed_photo', 'h.host', 'true or h.host')],
    ['a suspended store changes no reward', withoutTrigger('public.rewards', 'require_open_store')],
    ['and uploads nothing', inFunction('private.works_in_open_store', 'and not s.suspended', '')],
  ],
  'database/everywhere': [
    ['a search path is fixed', `alter function ${GIVE} reset search_path`],
    [
      'what is private is for nobody to call',
      `grant execute on function private.spend_stamps to public`,
    ],
    [
      'what is exposed has the rights of its caller',
      'alter function public.give_stamp security definer',
    ],
  ],
  'database/tokens': [
    [
      "a customer's password opens nothing",
      body('private.refuse_customer_passwords', 'select event'),
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
      'a session is of its own person',
      inFunction('private.is_session_active', 'and s.user_id = (select auth.uid())', ''),
    ],
  ],
  'database/give-stamp': [
    ['only members give stamps', withoutStatement(GIVE, MEMBERS)],
    [
      'a member works for the own store only',
      inFunction('private.require_membership', 'where mine = require_membership.store_id', ''),
    ],
    ['a suspended store gives nothing', withoutRefusal('private.open_store', 'store_suspended')],
    [
      'a repeated call gives nothing more',
      inFunction('private.stored_response', 'if not found then', 'if true then'),
    ],
    [
      'an id of a call is not used for another',
      withoutRefusal('private.stored_response', 'request_id_reused'),
    ],
    [
      'between 1 and 100 stamps are given',
      withoutRefusal(GIVE, 'bad_stamp_count'),
      withoutConstraint('public.stamps', 'stamps_stamp_count_check'),
    ],
    ['a code is of today, and of its customer', withoutRefusal(GIVE, 'stale_code')],
    [
      "yesterday's code counts for an hour",
      inFunction('private.is_daily_hash', "interval '1 hour'", "interval '1 day'"),
    ],
    ['an invoice counts once', withoutIndex('public.stamps_invoice_key_counts_once'), OLD_INVOICES],
    [
      'in capitals it is the same invoice',
      body('private.invoice_key', "select regexp_replace(normalize(number, NFKC), '\\s', '', 'g')"),
    ],
  ],
  'database/redeem-reward': [
    ['only members redeem', withoutStatement(REDEEM, MEMBERS)],
    ['a suspended store redeems nothing', withoutStatement(REDEEM, 'perform private.open_store(')],
    ['the stamps are the customer’s own', inFunction(LOCK, 'and s.user_id = customer', '')],
    ['and of this store', inFunction(LOCK, 'and s.store_id = lock_stamps.store_id', '')],
    ['every stamp named is there', withoutRefusal(LOCK, 'not_their_stamps')],
    ['none of them is spent', withoutRefusal(LOCK, 'stamps_used')],
    ['they are enough', withoutRefusal(REDEEM, 'not_enough_stamps')],
    ['the reward is the store’s own', withoutRefusal('private.active_reward', 'wrong_store')],
    ['it has started', withoutRefusal('private.active_reward', 'reward_not_started')],
    ['it has not ended', withoutRefusal('private.active_reward', 'reward_expired')],
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
    ['it is open for one reward', inFunction(USE, 'and o.reward_id = use_opening.reward_id', '')],
    ['and for the stamps in it', inFunction(USE, 'and o.stamp_ids = use_opening.stamp_ids', '')],
    [
      'it is open for three minutes',
      inFunction(USE, "and o.opened_at > now() - interval '3 minutes'", ''),
    ],
    ['a closed code is not redeemed', inFunction(USE, 'and o.closed_at is null', '')],
    ['nor opened later', withoutStatement(CLOSE, 'insert into private.redemption_openings')],
    ['only its customer opens it', inFunction(OPEN, 'and s.user_id = auth.uid()', '')],
    [
      'a repeated opening undoes no closing',
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
    ['sums are of own stamps', ownOnly('public.stamps_held')],
    ['days with stamps are own days', ownOnly('public.stamp_days')],
    ['what is ready goes by own stamps', ownOnly('public.ready_rewards')],
    ['cards are own cards', ownOnly('public.my_cards')],
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
      'an account takes over three cards in thirty days',
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
      'refusals of a day have an end',
      inFunction('private.refuse_and_log', 'today.logged >= at_most_refusals', 'false'),
    ],
    ['no row of the log is changed', withoutTrigger('private.till_log', 'forbid_log_changes')],
    ["members read their own store's log", withoutStatement('private.till_log', MEMBERS)],
  ],
  'database/my-data': [
    [
      'the scans one reads are own scans',
      inFunction('private.my_data', 't.customer_id = any (ids) and', ''),
    ],
    [
      'no hash and no token is in one’s data',
      inFunction(
        'private.my_account',
        "'user_metadata', u.raw_user_meta_data",
        "'user', to_jsonb(u)",
      ),
    ],
  ],
  'database/delete-account': [
    ['an account that is deleted is gone', withoutStatement(DELETE, 'delete from auth.users')],
    ['nobody’s account is deleted but the caller’s', inFunction(DELETE, 'where u.id = caller', '')],
    ['an invoice of a deleted customer counts no second time', OLD_INVOICES],
  ],
  'database/reward-photos': [
    ['a photo is an image', bucket('rewards', 'allowed_mime_types = null'), TYPE_BY_NAME],
    ['a photo’s type is what its name says', TYPE_BY_NAME],
    [
      'the photos of a store have an end',
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
      'a photo is all the stores’ in which its uploader works',
      inFunction('private.photos_of_my_stores', 'p.store_ids <@ array(', 'p.store_ids && array('),
    ],
  ],
  'database/stores': [
    [
      'a password from before the first store opens nothing',
      withoutStatement('private.insert_store_member', 'update auth.users u set encrypted_password'),
    ],
    [
      'a guest works in no store',
      inFunction('private.find_account', 'and u.is_anonymous is not true', ''),
    ],
  ],
  'database/realtime': [['a channel is heard by its session alone', openChannels]],
  'postgres/races': [
    ['of overlapping codes one wins', ...UNLOCKED],
    [
      'the same request waits for its first answer',
      withoutStatement('private.stored_response', 'perform pg_advisory_xact_lock('),
    ],
    [
      'of fifty tills at once none goes over the limit',
      withoutStatement(GIVE, 'perform private.lock_existing_customer('),
    ],
  ],
  'postgres/counted-once': [
    [
      'a card that is being moved is prepared no second time',
      withoutStatement('private.prepare_guest_move', 'perform private.lock_customer('),
    ],
  ],
  'postgres/senders': [
    ['no till waits for a phone that is removed', waitForPhones],
    ['no round waits for an account that is deleted', waitForDeletions],
    ['a deletion waits before it holds what a sender needs', leaveReminders],
    ['a phone is of the last one who turns it on', savePhonesAtOnce],
  ],
  'postgres/interrupted': [
    [
      'the closing of a code waits for its opening',
      inFunction(CLOSE, 'not private.lock_customer(auth.uid())', 'false'),
    ],
    ['of two scans one counts', withoutIndex('public.stamps_invoice_key_counts_once')],
    ['a suspension waits for a call', inFunction('private.open_store', 'for share', '')],
    [
      'a change of a reward waits for the redemption under way',
      inFunction('private.active_reward', 'for share', ''),
    ],
  ],
  'postgres/deletions': [
    [
      'an operator’s deletion waits for the tills that serve the customer',
      inFunction('private.lock_customer', 'for key share', ''),
    ],
    ['an invoice whose card is being deleted counts no second time', OLD_INVOICES],
    ['a reward goes before the account', withoutStatement(DELETE, 'perform from public.rewards')],
  ],
};
