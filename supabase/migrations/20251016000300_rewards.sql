-- Rewards: what a store gives for a number of stamps, and during which days.

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
  -- Days, not instants: a reward may start in the afternoon of the day it ends.
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
comment on column public.rewards.photo is 'https address or path on the site; null shows a drawing.';
comment on column public.rewards.stamps_needed is
  'Null where the store set none: the screens say so, and 10 counts.';
comment on column public.rewards.date_start is 'First day, in UTC+8. Null: since always.';
comment on column public.rewards.date_end is
  'Last day, in UTC+8, counted through to its end. Null: no end date.';
comment on column public.rewards.store_name is 'Copy of the store''s name, kept by a trigger.';
comment on column public.rewards.store_logo_url is 'Copy of the store''s logo, kept by a trigger.';
comment on column public.rewards.created_at is 'When the reward was entered.';

create index rewards_store on public.rewards (store_id);

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
  select s.name, s.logo_url into new.store_name, new.store_logo_url
    from public.stores s where s.id = new.store_id;
  return new;
end
$$;
comment on function private.complete_reward() is
  'A reward entered without a store takes the store of the member who enters it, and every reward carries its store''s name and logo.';
revoke execute on function private.complete_reward() from public, anon, authenticated;

create trigger complete_reward
  before insert or update on public.rewards
  for each row execute function private.complete_reward();

create function private.refresh_rewards_of_store() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger of the reward copies the name and the logo.
  update public.rewards set store_name = new.name where store_id = new.id;
  return null;
end
$$;
comment on function private.refresh_rewards_of_store() is
  'A renamed store, or one with a new logo, is renamed on its rewards.';
revoke execute on function private.refresh_rewards_of_store() from public, anon, authenticated;

create trigger refresh_rewards_of_store
  after update of name, logo_url on public.stores
  for each row when (old.name is distinct from new.name or old.logo_url is distinct from new.logo_url)
  execute function private.refresh_rewards_of_store();

alter table public.rewards enable row level security;

revoke all on table public.rewards from anon, authenticated;
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
