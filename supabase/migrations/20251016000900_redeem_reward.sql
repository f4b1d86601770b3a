-- The store's side, second half: scan the redemption code, spend the stamps, record the redemption.

create function private.active_reward(reward_id bigint, store_id bigint) returns public.rewards
language plpgsql security definer set search_path = ''
as $$
declare
  reward public.rewards;
begin
  select * into reward from public.rewards r where r.id = active_reward.reward_id for share;
  if reward.id is null then
    perform private.refuse('404', 'unknown_reward', 'This reward is not offered any more.');
  end if;
  if reward.store_id is distinct from active_reward.store_id then
    perform private.refuse('403', 'wrong_store', 'This reward belongs to another store.');
  end if;
  if private.app_day(reward.date_start) > private.app_day(now()) then
    perform private.refuse('409', 'reward_not_started', 'This reward has not started yet.');
  end if;
  if private.app_day(reward.date_end) < private.app_day(now()) then
    perform private.refuse('409', 'reward_expired', 'This reward has ended.');
  end if;
  return reward;
end
$$;
comment on function private.active_reward(bigint, bigint) is
  'A reward of the store that counts today, held as it is until the transaction ends.';
revoke execute on function private.active_reward(bigint, bigint) from public, anon, authenticated;

create function private.lock_stamps(ids bigint[], customer uuid, store_id bigint) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  spent boolean[];
  total integer;
begin
  -- Always in the same order, so that two scans of overlapping stamps wait instead of deadlocking.
  select array_agg(named.redemption_id is not null), sum(named.stamp_count) into spent, total
    from (
      select s.redemption_id, s.stamp_count from public.stamps s
        where s.id = any (ids) and s.user_id = customer and s.store_id = lock_stamps.store_id
        order by s.id for update
    ) as named;
  if coalesce(cardinality(spent), 0) < cardinality(ids) then
    perform private.refuse('403', 'not_their_stamps',
      'These stamps are not this customer''s stamps at your store. Ask them to open a fresh code.');
  end if;
  if true = any (spent) then
    perform private.refuse('409', 'stamps_used',
      'These stamps have already been used. Ask the customer to open a fresh code.');
  end if;
  return total;
end
$$;
comment on function private.lock_stamps(bigint[], uuid, bigint) is
  'Locks the stamps a code names and counts them. Refuses other people''s, another store''s and spent ones.';
revoke execute on function private.lock_stamps(bigint[], uuid, bigint)
  from public, anon, authenticated;

create function private.spend_stamps(ids bigint[], needed integer, redemption_id bigint)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stamp public.stamps;
  missing integer := needed;
  split_off integer;
begin
  for stamp in
    select * from public.stamps s where s.id = any (ids) order by s.created_at, s.id
  loop
    exit when missing = 0;
    if stamp.stamp_count <= missing then
      update public.stamps s set redemption_id = spend_stamps.redemption_id where s.id = stamp.id;
      missing := missing - stamp.stamp_count;
    else
      -- A part of the record stays on the card. It keeps the id, because the customer's screen takes
      -- a new id for a new stamp. Only if no other record is spent does it get a new one: otherwise
      -- every id of the code would still be unspent, and a second scan of the code would redeem again.
      split_off := case when missing = needed then stamp.stamp_count - missing else missing end;
      insert into public.stamps
        (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata,
         created_at, split_from, redemption_id)
      values
        (stamp.user_id, stamp.store_id, stamp.store_name, stamp.store_logo_url, split_off,
         stamp.invoice_or_number, stamp.metadata, stamp.created_at, stamp.id,
         case when missing < needed then spend_stamps.redemption_id end);
      update public.stamps s
        set stamp_count = stamp.stamp_count - split_off,
            redemption_id = case when missing = needed then spend_stamps.redemption_id end
        where s.id = stamp.id;
      missing := 0;
    end if;
  end loop;
end
$$;
comment on function private.spend_stamps(bigint[], integer, bigint) is
  'Marks as many of the locked stamps as are needed, oldest first, and splits the last one.';
revoke execute on function private.spend_stamps(bigint[], integer, bigint)
  from public, anon, authenticated;

create function private.redeem_reward(payload jsonb, notes text, request_id uuid) returns jsonb
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
  needed integer;
  held integer;
  redemption public.redemptions;
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
  needed := coalesce(reward.stamps_needed, 10);
  held := private.lock_stamps(stamp_ids, customer, store_id);
  if held < needed then
    perform private.refuse('409', 'not_enough_stamps',
      'This reward needs ' || needed || ' stamps and the code carries ' || held || '.');
  end if;

  insert into public.redemptions
    (user_id, store_id, reward_id, store_name, reward_title, reward_photo, stamps_spent, notes)
  values (customer, store_id, reward.id, reward.store_name, reward.title, reward.photo, needed, note)
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
  insert into private.counter_calls
      (request_id, member_id, customer_id, store_id, arguments, answer)
    values (redeem_reward.request_id, auth.uid(), customer, redemption.store_id, arguments, answer);
  return answer;
end
$$;
comment on function private.redeem_reward(jsonb, text, uuid) is
  'The work of public.redeem_reward, with the rights it needs.';
revoke execute on function private.redeem_reward(jsonb, text, uuid) from public, anon;
grant execute on function private.redeem_reward(jsonb, text, uuid) to authenticated;

-- What the interface exposes has no rights of its own.
create function public.redeem_reward(payload jsonb, notes text, request_id uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.redeem_reward(payload, notes, request_id)
$$;
comment on function public.redeem_reward(jsonb, text, uuid) is
  'Called by a member of the store with a redemption code: spends the stamps it names and records the redemption, all or nothing. The same request id again returns the first answer.';
revoke execute on function public.redeem_reward(jsonb, text, uuid) from public, anon;
grant execute on function public.redeem_reward(jsonb, text, uuid) to authenticated;
