-- A redemption is the customer's own act, now: their app tells when the code opens and when it is closed,
-- and only an open code is redeemed, at no more than its price then, once.

create table private.redemption_openings (
  user_id uuid not null references auth.users (id) on delete cascade,
  reward_id bigint not null references public.rewards (id) on delete cascade,
  opening_id uuid not null,
  stamp_ids bigint[] not null,
  stamps_needed integer not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (user_id, reward_id)
);

comment on table private.redemption_openings is
  'The redemption code a customer opened last for each reward. Kept until the next one is opened.';
comment on column private.redemption_openings.user_id is 'Whose code it is.';
comment on column private.redemption_openings.reward_id is 'What it is for.';
comment on column private.redemption_openings.opening_id is 'Made by the customer''s app.';
comment on column private.redemption_openings.stamp_ids is 'The stamps in the code, ascending.';
comment on column private.redemption_openings.stamps_needed is 'What the reward cost then.';
comment on column private.redemption_openings.opened_at is 'By the server''s clock.';
comment on column private.redemption_openings.closed_at is
  'Withdrawn by the customer, or used. Null: open, for three minutes from opened_at.';

create index redemption_openings_of_reward on private.redemption_openings (reward_id);

alter table private.redemption_openings enable row level security;
revoke all on table private.redemption_openings from anon, authenticated;
grant all on table private.redemption_openings to service_role;

create policy "Nobody reads which codes are open"
  on private.redemption_openings for select to anon, authenticated using (false);

create function private.open_redemption(
  opening_id uuid,
  reward_id bigint,
  stamp_ids bigint[],
  stamps_needed integer
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[] := array(select distinct id from unnest(open_redemption.stamp_ids) as id order by id);
  reward public.rewards;
  price integer;
  held integer;
  opening private.redemption_openings;
begin
  select * into reward from public.rewards r where r.id = open_redemption.reward_id;
  -- The store holds what it says until this call is over.
  reward := private.active_reward(open_redemption.reward_id, reward.store_id);
  if reward.store_id is null then
    perform private.refuse('404', 'unknown_reward', 'This reward is not offered any more.');
  end if;
  if (select s.suspended from public.stores s where s.id = reward.store_id) then
    perform private.refuse('403', 'store_suspended',
      'This store is not taking part at present, so its rewards have to wait.');
  end if;
  price := coalesce(reward.stamps_needed, 10);
  if open_redemption.stamps_needed is null or price > open_redemption.stamps_needed then
    perform private.refuse('409', 'price_changed',
      'The store has changed what this reward needs. Please look at it again.');
  end if;

  select sum(s.stamp_count) into held from public.stamps s
    where s.id = any (ids) and s.user_id = auth.uid() and s.store_id = reward.store_id
      and s.redemption_id is null
    having count(*) = cardinality(ids);
  if open_redemption.opening_id is null or cardinality(ids) > 200 or coalesce(held, 0) < price then
    perform private.refuse('409', 'stamps_changed',
      'Your stamps at this store have changed. Please look at the reward again.');
  end if;

  insert into private.redemption_openings as o (user_id, reward_id, opening_id, stamp_ids, stamps_needed)
    values (auth.uid(), reward.id, open_redemption.opening_id, ids, price)
    on conflict on constraint redemption_openings_pkey do update
      set opening_id = excluded.opening_id, stamp_ids = excluded.stamp_ids,
          stamps_needed = excluded.stamps_needed, opened_at = excluded.opened_at, closed_at = null
      -- A repeated call opens nothing anew, least of all what was closed meanwhile.
      where o.opening_id <> excluded.opening_id;
  select * into opening from private.redemption_openings o
    where o.user_id = auth.uid() and o.reward_id = reward.id;
  return jsonb_build_object(
    'opening_id', opening.opening_id,
    'stamps_needed', opening.stamps_needed,
    'opened_at', opening.opened_at,
    'valid_until', opening.opened_at + interval '3 minutes'
  );
end
$$;
comment on function private.open_redemption(uuid, bigint, bigint[], integer) is
  'The work of public.open_redemption, with the rights it needs.';
revoke execute on function private.open_redemption(uuid, bigint, bigint[], integer) from public, anon;
grant execute on function private.open_redemption(uuid, bigint, bigint[], integer) to authenticated;

-- What the interface exposes has no rights of its own.
create function public.open_redemption(
  opening_id uuid,
  reward_id bigint,
  stamp_ids bigint[],
  stamps_needed integer
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.open_redemption(opening_id, reward_id, stamp_ids, stamps_needed)
$$;
comment on function public.open_redemption(uuid, bigint, bigint[], integer) is
  'Called by the customer''s app when a redemption code opens, with the reward, the stamps in the code and the price on the screen. The code can be redeemed for three minutes from then. Repeating an opening_id changes nothing.';
revoke execute on function public.open_redemption(uuid, bigint, bigint[], integer) from public, anon;
grant execute on function public.open_redemption(uuid, bigint, bigint[], integer) to authenticated;

create function private.close_redemption(opening_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.redemption_openings o set closed_at = now()
    where o.user_id = (select auth.uid()) and o.opening_id = close_redemption.opening_id
      and o.closed_at is null
$$;
comment on function private.close_redemption(uuid) is
  'The work of public.close_redemption, with the rights it needs.';
revoke execute on function private.close_redemption(uuid) from public, anon;
grant execute on function private.close_redemption(uuid) to authenticated;

create function public.close_redemption(opening_id uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.close_redemption(opening_id)
$$;
comment on function public.close_redemption(uuid) is
  'Called by the customer''s app when a redemption code is closed: it can no longer be redeemed. An unknown opening_id is ignored.';
revoke execute on function public.close_redemption(uuid) from public, anon;
grant execute on function public.close_redemption(uuid) to authenticated;

create function private.use_opening(customer uuid, reward_id bigint, stamp_ids bigint[])
returns integer
language sql security definer set search_path = ''
as $$
  update private.redemption_openings o set closed_at = now()
    where o.user_id = customer and o.reward_id = use_opening.reward_id
      and o.stamp_ids = use_opening.stamp_ids
      and o.closed_at is null and o.opened_at > now() - interval '3 minutes'
    returning o.stamps_needed
$$;
comment on function private.use_opening(uuid, bigint, bigint[]) is
  'Uses up the customer''s open code, and says what the reward cost when it was opened. Null where this code is not open.';
revoke execute on function private.use_opening(uuid, bigint, bigint[]) from public, anon, authenticated;

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
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, reward_id, redemption_id)
    values (redemption.store_id, auth.uid(), 'redeem_reward', 'done', redeem_reward.request_id, customer,
      needed, reward.id, redemption.id);
  return answer;
end
$$;

create function private.redeem_reward_logged(payload jsonb, notes text, request_id uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.till_log;
  state text;
  sentence text;
begin
  return private.redeem_reward(payload, notes, request_id);
exception when others then
  get stacked diagnostics
    state = returned_sqlstate, sentence = message_text, entry.outcome = pg_exception_detail;
  if state not like 'PT%' then
    raise;
  end if;
  entry.call := 'redeem_reward';
  entry.store_id := private.read_id(payload ->> 'store_id');
  entry.request_id := redeem_reward_logged.request_id;
  entry.customer_id := private.read_uuid(payload ->> 'user_id');
  entry.reward_id := private.read_id(payload ->> 'reward_id');
  return private.refuse_and_log(entry, state, sentence);
end
$$;
comment on function private.redeem_reward_logged(jsonb, text, uuid) is
  'private.redeem_reward, its refusals kept in the store''s log.';
revoke execute on function private.redeem_reward_logged(jsonb, text, uuid) from public, anon;
grant execute on function private.redeem_reward_logged(jsonb, text, uuid) to authenticated;

create or replace function public.redeem_reward(payload jsonb, notes text, request_id uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.redeem_reward_logged(payload, notes, request_id)
$$;
revoke execute on function private.redeem_reward(jsonb, text, uuid) from authenticated;
