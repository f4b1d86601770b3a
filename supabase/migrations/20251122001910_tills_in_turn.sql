-- The two functions of the tills, in the customer's turn (private.take_turn), which says as well whether the
-- customer exists. Stamps: an invoice counts once also where the card on which it counted is deleted at the
-- moment at which another till gives stamps for it. Redemptions: the turn is taken once, with the stamps.

create or replace function private.give_stamp(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  customer uuid;
  store public.stores;
  number text := nullif(btrim(give_stamp.invoice), '');
  arguments jsonb := jsonb_build_object('call', 'give_stamp', 'uid', payload -> 'uid',
    'stamp_count', give_stamp.stamp_count, 'invoice', nullif(btrim(give_stamp.invoice), ''));
  given public.stamps;
  answer jsonb;
begin
  perform private.require_membership(give_stamp.store_id);
  answer := private.earlier_answer(give_stamp.request_id, give_stamp.store_id, arguments);
  if answer is not null then
    return answer;
  end if;
  store := private.open_store(give_stamp.store_id);

  if give_stamp.stamp_count is null or give_stamp.stamp_count not between 1 and 100 then
    perform private.refuse('422', 'bad_stamp_count', 'Please give between 1 and 100 stamps.');
  end if;
  if length(number) > 64 then
    perform private.refuse('422', 'invoice_too_long',
      'That invoice number is too long. Please use 64 characters or fewer.');
  end if;
  -- A number that cannot be seen is none.
  if private.invoice_key(number) = '' then
    number := null;
  end if;

  customer := private.read_uuid(payload ->> 'uid');
  if jsonb_typeof(payload) is distinct from 'object' or customer is null
     or jsonb_typeof(payload -> 'hash') is distinct from 'string' then
    perform private.refuse('422', 'unreadable_code',
      'This is not a Stampcard customer code. Ask the customer to open theirs with the middle button.');
  end if;
  if not private.is_daily_hash(customer, payload ->> 'hash', now()) then
    perform private.refuse('410', 'stale_code',
      'This code is from another day. Ask the customer to close it and open it again.');
  end if;
  perform private.serve_alone(customer);
  perform private.require_room_today(customer, store, give_stamp.stamp_count);

  begin
    insert into public.stamps
      (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata,
       created_at)
    values (
      customer, store.id, store.name, store.logo_url, give_stamp.stamp_count, number,
      jsonb_build_object('stamps_needed', private.store_goal(store.id)),
      clock_timestamp()
    )
    returning * into given;
    -- Asked after the row is in, which waits for a till that is giving stamps for this number: the card
    -- on which it counted may have been deleted with its account, even while this till waited.
    if exists (
      select from private.till_log l
        where l.store_id = store.id and l.outcome = 'done'
          and private.invoice_key(l.invoice) = private.invoice_key(number)
    ) then
      raise unique_violation;
    end if;
  exception when unique_violation then
    perform private.refuse('409', 'duplicate_invoice',
      'Stamps were already given for invoice '
        || regexp_replace(number, '[[:space:][:cntrl:]]+', ' ', 'g') || '.');
  end;

  answer := jsonb_build_object(
    'stamp_id', given.id,
    'user_id', given.user_id,
    'store_id', given.store_id,
    'store_name', given.store_name,
    'stamp_count', given.stamp_count,
    'invoice_or_number', given.invoice_or_number,
    'created_at', given.created_at,
    'stamps_held', (
      select sum(s.stamp_count) from public.stamps s
        where s.user_id = customer and s.store_id = store.id and s.redemption_id is null
    )
  );
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, invoice, stamp_id)
    values (store.id, auth.uid(), 'give_stamp', 'done', give_stamp.request_id, customer,
      given.stamp_count, number, given.id);
  perform private.keep_answer(give_stamp.request_id, store.id, arguments, customer, answer);
  return answer;
end
$$;

create or replace function private.redeem_reward(payload jsonb, notes text, request_id uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  customer uuid := private.read_uuid(payload ->> 'user_id');
  store_id bigint := private.read_id(payload ->> 'store_id');
  reward_id bigint := private.read_id(payload ->> 'reward_id');
  stamp_ids bigint[] := private.read_ids(payload -> 'stamp_ids', 200);
  note text := nullif(btrim(redeem_reward.notes), '');
  arguments jsonb;
  reward public.rewards;
  price_when_opened integer;
  needed integer;
  held integer;
  redemption public.redemptions;
  moment timestamptz;
  answer jsonb;
begin
  -- Membership is checked first: a customer learns nothing about what is wrong with a code.
  perform private.require_membership(coalesce(store_id, (select min(mine) from private.my_store_ids() as mine)));
  if customer is null or store_id is null or reward_id is null or stamp_ids is null then
    perform private.refuse('422', 'unreadable_code',
      'This is not a Stampcard redemption code. Ask the customer to open it with Redeem reward.');
  end if;

  arguments := jsonb_build_object('call', 'redeem_reward', 'user_id', customer,
    'reward_id', reward_id, 'stamp_ids', stamp_ids, 'notes', note);
  answer := private.earlier_answer(redeem_reward.request_id, store_id, arguments);
  if answer is not null then
    return answer;
  end if;
  perform private.open_store(store_id);
  if length(note) > 500 then
    perform private.refuse('422', 'notes_too_long',
      'These notes are too long. Please use 500 characters or fewer.');
  end if;

  reward := private.active_reward(reward_id, store_id);
  held := private.lock_stamps(stamp_ids, customer, store_id);
  price_when_opened := private.use_opening(customer, reward_id, stamp_ids);
  needed := least(coalesce(reward.stamps_needed, 10), price_when_opened);
  if held < needed then
    perform private.refuse('409', 'not_enough_stamps',
      'This reward needs ' || needed || ' stamps and the code carries ' || held || '.');
  end if;
  if price_when_opened is null then
    perform private.refuse('409', 'code_not_open',
      'This code is not open on the customer''s phone. Ask them to open it again, then scan it.');
  end if;

  -- In the customer's turn, which was taken before their stamps.
  moment := clock_timestamp();
  insert into public.redemptions
    (user_id, store_id, reward_id, store_name, reward_title, reward_photo, stamps_spent, notes,
     redeemed_at, created_at)
  values (customer, store_id, reward.id, reward.store_name, reward.title, reward.photo, needed, note,
    moment, moment)
  returning * into redemption;
  perform private.spend_stamps(stamp_ids, needed, redemption.id);

  answer := jsonb_build_object(
    'redemption_id', redemption.id,
    'user_id', redemption.user_id,
    'store_id', redemption.store_id,
    'store_name', redemption.store_name,
    'reward_title', redemption.reward_title,
    'stamps_spent', redemption.stamps_spent,
    'redeemed_at', redemption.redeemed_at,
    'stamps_held', (
      select coalesce(sum(s.stamp_count), 0) from public.stamps s
        where s.user_id = customer and s.store_id = redemption.store_id and s.redemption_id is null
    )
  );
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, reward_id, redemption_id)
    values (redemption.store_id, auth.uid(), 'redeem_reward', 'done', redeem_reward.request_id, customer,
      needed, reward.id, redemption.id);
  perform private.keep_answer(redeem_reward.request_id, redemption.store_id, arguments, customer, answer);
  return answer;
end
$$;
