-- Rewards: what a store gives for a number of stamps, and on which days. Limits on their number, dates and
-- pictures keep what one store enters from hiding what the others offer.

create table public.rewards (
  id bigint generated always as identity primary key,
  store_id bigint references public.stores (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 200),
  photo text check (length(photo) <= 2000),
  stamps_needed integer check (stamps_needed between 1 and 100),
  date_start timestamptz,
  date_end timestamptz,
  store_name text,
  store_logo_url text,
  created_at timestamptz not null default now(),
  -- Days, not instants: a reward may start on the afternoon of the day it ends.
  constraint rewards_end_after_start check (
    (date_end at time zone interval '8 hours')::date
      >= (date_start at time zone interval '8 hours')::date
  )
);

comment on table public.rewards is 'What a store gives in return for stamps.';
comment on column public.rewards.id is 'Integer, because it travels in the redemption code.';
comment on column public.rewards.store_id is
  'The store that gives it. Null for a reward of the platform itself, which no store can redeem.';
comment on column public.rewards.title is 'What the customer gets.';
comment on column public.rewards.photo is
  'https address, or a picture in the bucket; null shows a drawing.';
comment on column public.rewards.stamps_needed is
  'Null if the store set none: the screens say so, and 10 applies.';
comment on column public.rewards.date_start is 'First day, in UTC+8. Null: since always.';
comment on column public.rewards.date_end is
  'Last day, in UTC+8, counted through to its end. Null: no end date.';
comment on column public.rewards.store_name is 'Copy of the store''s name, kept by a trigger.';
comment on column public.rewards.store_logo_url is 'Copy of the store''s logo, kept by a trigger.';
comment on column public.rewards.created_at is 'When the reward was entered.';

create index rewards_store on public.rewards (store_id);

-- Lists are read page by page, each from where the last one ended. A query is fast if an index answers it
-- as one range, in list order; a condition on a start that may be null is not such a range, and `or`
-- reads every row up to the first that matches.
--
-- Measured with 1.28 million rewards: a million of them not yet started, 100,000 with the same start and end.
--   date_end=gte, or=(date_start.is.null,date_start.lte)        over the million  519 ms
--   date_end=gte, date_start=lte; another with date_start=is.null                 1.8 and 1.7 ms
--   or=(date_start.gt,date_start.is.null,…) as the cursor, without an end, 20,000 deep   21 ms
--   date_start=gte and or=(date_start.gt,and(date_start.eq,id.gt)), equally deep        0.4 ms
--   the cursor among rewards with the same start and end   0.3 ms for each 1,000 of them before it
create index rewards_by_end on public.rewards (date_end, date_start, id);
create index rewards_without_end on public.rewards (date_start, id) where date_end is null;

alter table public.rewards enable row level security;
grant select on table public.rewards to anon, authenticated;
-- No client may write the id or the copies of the store's name and logo.
grant insert (store_id, title, photo, stamps_needed, date_start, date_end),
      update (store_id, title, photo, stamps_needed, date_start, date_end)
  on table public.rewards to authenticated;
grant delete on table public.rewards to authenticated;
grant all on table public.rewards to service_role;

create policy "Everybody reads the rewards"
  on public.rewards for select to anon, authenticated using (true);

create policy "Members add rewards to their own store"
  on public.rewards for insert to authenticated
  with check (store_id = any (array(select private.my_store_ids())));

create policy "Members change their own store's rewards and keep them there"
  on public.rewards for update to authenticated
  using (store_id = any (array(select private.my_store_ids())))
  with check (store_id = any (array(select private.my_store_ids())));

create policy "Members remove their own store's rewards"
  on public.rewards for delete to authenticated
  using (store_id = any (array(select private.my_store_ids())));

create function private.complete_reward() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  my_stores bigint[];
begin
  if tg_op = 'INSERT' and new.store_id is null then
    my_stores := array(select private.my_store_ids());
    -- A member of two stores has to name one: row security refuses a reward without a store.
    if cardinality(my_stores) = 1 then
      new.store_id := my_stores[1];
    end if;
  end if;
  new.title := btrim(new.title);
  -- A title with nothing visible counts as none. An old one must not keep its store from being renamed.
  if private.one_line(new.title) is null and new.title is distinct from old.title then
    new.title := left(new.title, 0);
  end if;
  select s.name, s.logo_url into new.store_name, new.store_logo_url
    from public.stores s where s.id = new.store_id;
  return new;
end
$$;
comment on function private.complete_reward() is
  'A reward entered without a store takes the store of the member who enters it, and every reward carries its store''s name and logo.';

create trigger complete_reward
  before insert or update on public.rewards
  for each row execute function private.complete_reward();

create function private.hold_own_stores() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Renaming a store locks the store and then its rewards. A member who locked a reward first would wait
  -- for the rename while it waits for them, and a new reward would get the old name.
  perform from public.stores s where s.id = any (array(select private.my_store_ids()))
    order by s.id for share;
  return null;
end
$$;
comment on function private.hold_own_stores() is
  'Keeps a member''s stores as they are while the member changes rewards.';

create trigger hold_own_stores
  before insert or update or delete on public.rewards
  for each statement execute function private.hold_own_stores();

create function private.refresh_rewards_of_store() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger on rewards copies the name and the logo.
  update public.rewards set store_name = new.name where store_id = new.id;
  return null;
end
$$;
comment on function private.refresh_rewards_of_store() is
  'Copies a store''s new name or logo to its rewards.';

create trigger refresh_rewards_of_store
  after update of name, logo_url on public.stores
  for each row when (old.name is distinct from new.name or old.logo_url is distinct from new.logo_url)
  execute function private.refresh_rewards_of_store();

create function private.is_over(date_end timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.app_day(date_end) < private.app_day(now()), false)
$$;
comment on function private.is_over(timestamptz) is 'Whether a reward''s last day has passed.';

create function private.check_reward_limit(reward public.rewards) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  at_most_current constant integer := 50;
  at_most constant integer := 500;
  entered integer;
  current integer;
begin
  -- Two rewards entered at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('rewards of ' || reward.store_id, 0));
  -- Not the reward itself: one that was over and is offered again has been entered already.
  select count(*), count(*) filter (where not private.is_over(r.date_end)) into entered, current
    from public.rewards r where r.store_id = reward.store_id and r.id <> reward.id;
  if current >= at_most_current then
    perform private.refuse('409', 'too_many_current_rewards',
      'A store offers ' || at_most_current || ' rewards at most. Please end or remove one first.');
  end if;
  if entered >= at_most then
    perform private.refuse('409', 'too_many_rewards',
      'A store keeps ' || at_most || ' rewards at most, past ones included. Please remove one first.');
  end if;
end
$$;
comment on function private.check_reward_limit(public.rewards) is
  'Refuses a reward if its store already has as many others as it may: 50 that are not over, 500 in all.';

create function private.enforce_reward_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT' or new.store_id is distinct from old.store_id;
  takes_room boolean := not private.is_over(new.date_end) and (is_new or private.is_over(old.date_end));
begin
  -- Row security refuses strangers, but only after this.
  if auth.uid() is not null
     and (new.store_id = any (array(select private.my_store_ids()))) is not true then
    return new;
  end if;
  if (is_new or new.date_start is distinct from old.date_start)
     and not new.date_start between now() - interval '1 year' and now() + interval '10 years' then
    perform private.refuse('422', 'bad_dates',
      'A reward begins a year ago at the earliest and within ten years at the latest.');
  end if;
  if (is_new or new.date_end is distinct from old.date_end)
     and not new.date_end between now() - interval '1 year' and now() + interval '10 years' then
    perform private.refuse('422', 'bad_dates',
      'A reward ends a year ago at the earliest and within ten years at the latest.');
  end if;
  if (is_new or new.photo is distinct from old.photo) and not private.is_allowed_photo(new.photo) then
    perform private.refuse('422', 'bad_photo', case
      when private.is_photo_address(new.photo)
        then 'Pictures of that host are not shown here. Please upload the picture.'
      else 'A photo is an https:// address or an uploaded picture.'
    end);
  end if;
  if (is_new or takes_room) and new.store_id is not null then
    perform private.check_reward_limit(new);
  end if;
  return new;
end
$$;
comment on function private.enforce_reward_rules() is
  'Keeps dates, photos and the number of a store''s rewards within bounds. What was entered before these bounds may stay until it is changed.';

-- Triggers run in the order of their names: after complete_reward, which fills in the store.
create trigger enforce_reward_rules
  before insert or update on public.rewards
  for each row execute function private.enforce_reward_rules();

create function private.require_open_store() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_store bigint;
begin
  -- Only checks members: the operator may do this, and row security refuses strangers. A reward that
  -- moves to another store counts as a change at both.
  for of_store in
    select mine from private.my_store_ids() as mine where mine in (old.store_id, new.store_id)
  loop
    perform private.open_store(of_store);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.require_open_store() is
  'Members of a suspended store can''t change its rewards.';

create trigger require_open_store
  before insert or update or delete on public.rewards
  for each row execute function private.require_open_store();

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
  if private.is_over(reward.date_end) then
    perform private.refuse('409', 'reward_expired', 'This reward has ended.');
  end if;
  return reward;
end
$$;
comment on function private.active_reward(bigint, bigint) is
  'A reward of the store that is active today, locked against changes until the transaction ends.';

create function private.store_goal(store_id bigint) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(min(coalesce(r.stamps_needed, 10)), 10)
    from public.rewards r
    where r.store_id = store_goal.store_id
      and (r.date_start is null or private.app_day(r.date_start) <= private.app_day(now()))
      and not private.is_over(r.date_end)
$$;
comment on function private.store_goal(bigint) is
  'The goal of a store''s card today: what its nearest active reward needs, else 10.';
