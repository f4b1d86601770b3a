-- Redemptions: what customers got for their stamps. Each is the customer's own act, at that moment: their
-- app reports when the code opens and closes, and only an open code can be redeemed, once, for at most its
-- price when it opened. The till's half is private.redeem_reward.

create table public.redemptions (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  store_id bigint not null references public.stores (id),
  reward_id bigint references public.rewards (id) on delete set null,
  store_name text not null,
  reward_title text not null,
  reward_photo text,
  stamps_spent integer not null check (stamps_spent > 0),
  notes text check (length(notes) between 1 and 500),
  redeemed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

comment on table public.redemptions is 'One reward handed over to one customer.';
comment on column public.redemptions.id is 'Opaque to the customer''s app.';
comment on column public.redemptions.user_id is 'The customer.';
comment on column public.redemptions.store_id is 'The store that handed it over.';
comment on column public.redemptions.reward_id is 'Null once the store has removed the reward.';
comment on column public.redemptions.store_name is 'As it was called then.';
comment on column public.redemptions.reward_title is 'As it was called then.';
comment on column public.redemptions.reward_photo is 'As it looked then.';
comment on column public.redemptions.stamps_spent is 'How many stamps it took.';
comment on column public.redemptions.notes is 'What the store noted down.';
comment on column public.redemptions.redeemed_at is 'When it was handed over.';
comment on column public.redemptions.created_at is 'When it was entered.';

create index redemptions_of_customer on public.redemptions (user_id, created_at desc);
create index redemptions_of_store on public.redemptions (store_id);
create index redemptions_of_reward on public.redemptions (reward_id);
-- A receipt keeps its picture when the reward is gone (public.unused_photos).
create index redemptions_by_photo on public.redemptions (private.photo_name(reward_photo))
  where private.photo_name(reward_photo) is not null;

alter table public.redemptions enable row level security;
grant select on table public.redemptions to authenticated;
grant all on table public.redemptions to service_role;

create policy "Customers read their own redemptions, members their store's"
  on public.redemptions for select to authenticated
  using (
    user_id = (select auth.uid())
    or store_id = any (array(select private.my_store_ids()))
  );

create table private.redemption_openings (
  user_id uuid not null references auth.users (id) on delete cascade,
  reward_id bigint references public.rewards (id) on delete cascade,
  opening_id uuid not null,
  stamp_ids bigint[] not null,
  stamps_needed integer not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  session_id uuid,
  primary key (user_id, opening_id),
  unique nulls not distinct (user_id, reward_id)
);

comment on table private.redemption_openings is
  'The redemption code a customer opened last for each reward. Kept until the next one is opened.';
comment on column private.redemption_openings.user_id is 'Whose code it is.';
comment on column private.redemption_openings.reward_id is
  'What it is for. Null: this customer''s last code whose closing came before its opening.';
comment on column private.redemption_openings.opening_id is 'Made by the customer''s app.';
comment on column private.redemption_openings.stamp_ids is 'The stamps in the code, ascending.';
comment on column private.redemption_openings.stamps_needed is 'What the reward cost then.';
comment on column private.redemption_openings.opened_at is 'By the server''s clock.';
comment on column private.redemption_openings.closed_at is
  'Withdrawn by the customer, or used. Null: open, for three minutes from opened_at.';
comment on column private.redemption_openings.session_id is
  'The session on that phone. Once it has ended, the code is not open. Null: the token named none.';

create index redemption_openings_of_reward on private.redemption_openings (reward_id);

alter table private.redemption_openings enable row level security;

create policy "Nobody reads which codes are open"
  on private.redemption_openings for select to anon, authenticated using (false);

create function private.refuse_opening_of_guest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_guest(new.user_id) then
    perform private.refuse('403', 'sign_in_first',
      'Please sign in first: rewards are redeemed with an account.');
  end if;
  return new;
end
$$;
comment on function private.refuse_opening_of_guest() is 'A guest can''t open a redemption code.';

create trigger refuse_opening_of_guest
  before insert on private.redemption_openings
  for each row execute function private.refuse_opening_of_guest();

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
  -- This keeps the store from changing the reward until this call is over.
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

  if cardinality(ids) > 200 then
    perform private.refuse('409', 'stamps_changed',
      'Your stamps at this store have changed. Please look at the reward again.');
  end if;

  -- Waits for a till serving the customer, or the account's deletion, before the stamps are counted.
  perform private.lock_customer(auth.uid());
  -- A repeated call reopens nothing, especially not what was closed or redeemed in the meantime.
  select * into opening from private.redemption_openings o
    where o.user_id = auth.uid() and o.opening_id = open_redemption.opening_id;
  if not found then
    select sum(s.stamp_count) into held from public.stamps s
      where s.id = any (ids) and s.user_id = auth.uid() and s.store_id = reward.store_id
        and s.redemption_id is null
      having count(*) = cardinality(ids);
    if open_redemption.opening_id is null or coalesce(held, 0) < price then
      perform private.refuse('409', 'stamps_changed',
        'Your stamps at this store have changed. Please look at the reward again.');
    end if;
    insert into private.redemption_openings
      (user_id, reward_id, opening_id, stamp_ids, stamps_needed, session_id)
      values (auth.uid(), reward.id, open_redemption.opening_id, ids, price, private.read_uuid(
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
      ))
      on conflict on constraint redemption_openings_user_id_reward_id_key do update
        set opening_id = excluded.opening_id, stamp_ids = excluded.stamp_ids,
            stamps_needed = excluded.stamps_needed, opened_at = excluded.opened_at, closed_at = null,
            session_id = excluded.session_id
      returning * into opening;
  end if;
  return jsonb_build_object(
    'opening_id', opening.opening_id,
    'stamps_needed', opening.stamps_needed,
    'opened_at', opening.opened_at,
    'valid_until', opening.opened_at + interval '3 minutes'
  );
end
$$;
comment on function private.open_redemption(uuid, bigint, bigint[], integer) is
  'Does the work of public.open_redemption, with the rights it needs.';
grant execute on function private.open_redemption(uuid, bigint, bigint[], integer) to authenticated;

-- Functions that the interface exposes run with the caller's rights, here and in the other files.
create function public.open_redemption(
  opening_id uuid,
  reward_id bigint,
  stamp_ids bigint[],
  stamps_needed integer
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.open_redemption(opening_id, reward_id, stamp_ids, stamps_needed)
    where private.check_size(stamp_ids, 4000)
$$;
comment on function public.open_redemption(uuid, bigint, bigint[], integer) is
  'Called by the customer''s app when a redemption code opens, with the reward, the stamps in the code and the price on the screen. The code can be redeemed for three minutes from then. Repeating an opening_id changes nothing.';
grant execute on function public.open_redemption(uuid, bigint, bigint[], integer) to authenticated;

create function private.close_redemption(opening_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- An opening may still wait for a till: until it is committed, there is no row to close.
  if not private.lock_customer(auth.uid()) then
    return;
  end if;
  update private.redemption_openings o set closed_at = coalesce(o.closed_at, now())
    where o.user_id = auth.uid() and o.opening_id = close_redemption.opening_id;
  if not found then
    -- Its opening may still come, from a page that was left. Only the last such closing is kept.
    insert into private.redemption_openings (user_id, opening_id, stamp_ids, stamps_needed, closed_at)
      values (auth.uid(), close_redemption.opening_id, '{}', 0, now())
      on conflict on constraint redemption_openings_user_id_reward_id_key do update
        set opening_id = excluded.opening_id, closed_at = excluded.closed_at;
  end if;
end
$$;
comment on function private.close_redemption(uuid) is
  'Does the work of public.close_redemption, with the rights it needs.';
grant execute on function private.close_redemption(uuid) to authenticated;

create function public.close_redemption(opening_id uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.close_redemption(opening_id)
$$;
comment on function public.close_redemption(uuid) is
  'Called by the customer''s app when a redemption code is closed: it can no longer be redeemed, even if its opening comes later.';
grant execute on function public.close_redemption(uuid) to authenticated;

create function private.use_opening(customer uuid, reward_id bigint, stamp_ids bigint[])
returns integer
language sql security definer set search_path = ''
as $$
  update private.redemption_openings o set closed_at = now()
    where o.user_id = customer and o.reward_id = use_opening.reward_id
      and o.stamp_ids = use_opening.stamp_ids
      and o.closed_at is null and o.opened_at > now() - interval '3 minutes'
      -- A phone whose session was ended from another one learns of it with its next call, or never.
      and (o.session_id is null or exists (
        select from auth.sessions s where s.id = o.session_id and s.user_id = o.user_id
      ))
    returning o.stamps_needed
$$;
comment on function private.use_opening(uuid, bigint, bigint[]) is
  'Uses up the customer''s open code, and returns what the reward cost when it was opened. Null if this code is not open.';
