-- Stores, and the people who work in them.

create table public.stores (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 200),
  address text check (length(address) <= 500),
  logo_url text check (length(logo_url) <= 2000),
  suspended boolean not null default false,
  daily_stamps integer not null default 100 check (daily_stamps between 1 and 10000),
  created_at timestamptz not null default now(),
  search_name text generated always as (private.folded(name)) stored
);

comment on table public.stores is 'A participating shop.';
comment on column public.stores.id is 'Integer, because it travels in the redemption code.';
comment on column public.stores.name is 'Shown everywhere the store is.';
comment on column public.stores.address is 'One line for people; null shows ''Address unavailable''.';
comment on column public.stores.logo_url is 'https address or path on the site; null shows the initial.';
comment on column public.stores.suspended is
  'Not taking part at present: no search result, no rewards, no stamps, no redemptions.';
comment on column public.stores.daily_stamps is
  'The most stamps one customer gets there on one day (UTC+8). Set by the operator.';
comment on column public.stores.created_at is 'When the store joined.';
comment on column public.stores.search_name is 'The name as private.folded() returns it, for search and order.';

-- For names that contain the search text.
create index stores_name_trigram on public.stores using gin (search_name extensions.gin_trgm_ops);
-- For names that begin with it: typing a full name finds it, however many other names contain it.
create index stores_by_name on public.stores (search_name text_pattern_ops, id);

alter table public.stores enable row level security;
grant select on table public.stores to anon, authenticated;
grant all on table public.stores to service_role;

create policy "Everybody reads the stores"
  on public.stores for select to anon, authenticated using (true);

create table public.store_members (
  user_id uuid not null references auth.users (id) on delete cascade,
  store_id bigint not null references public.stores (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, store_id)
);

comment on table public.store_members is
  'Who works in which store. Written by the operator only; nobody can make themselves a member.';
comment on column public.store_members.user_id is 'The person.';
comment on column public.store_members.store_id is 'The store the person may stamp and redeem for.';
comment on column public.store_members.created_at is 'When they joined.';

create index store_members_store on public.store_members (store_id);

alter table public.store_members enable row level security;
grant select on table public.store_members to authenticated;
grant all on table public.store_members to service_role;

create policy "People read where they themselves work"
  on public.store_members for select to authenticated
  using (user_id = (select auth.uid()));

create function private.my_store_ids() returns setof bigint
language sql stable rows 2 security definer set search_path = ''
as $$
  select store_id from public.store_members where user_id = (select auth.uid())
$$;
comment on function private.my_store_ids() is
  'The stores the caller works in. Security definer, so that policies can ask without recursion.';
grant execute on function private.my_store_ids() to authenticated, service_role;

create function private.works_in_open_store() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.stores s
      where s.id = any (array(select private.my_store_ids())) and not s.suspended
  )
$$;
comment on function private.works_in_open_store() is
  'Whether the caller works in a store that takes part at present.';
grant execute on function private.works_in_open_store() to authenticated, service_role;

create function private.stores_of_member(member text) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select m.store_id from public.store_members m where m.user_id = private.read_uuid(member) order by 1
  )
$$;
comment on function private.stores_of_member(text) is 'Where a person works.';

create function private.require_membership(store_id bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select private.my_store_ids()) then
    perform private.refuse('403', 'not_a_member',
      'Only people who work at a store can do this. Please sign in with your store''s account.');
  end if;
  if require_membership.store_id is null
     or not exists (
       select from private.my_store_ids() as mine where mine = require_membership.store_id
     ) then
    perform private.refuse('403', 'wrong_store',
      'This belongs to another store. Please check which store you are signed in for.');
  end if;
end
$$;
comment on function private.require_membership(bigint) is
  'Refuses a caller who does not work at the store.';

create function private.open_store(store_id bigint) returns public.stores
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores;
begin
  -- A suspension waits for the call in progress, and the next call finds the store suspended.
  select * into store from public.stores s where s.id = open_store.store_id for share;
  if store.suspended then
    perform private.refuse('403', 'store_suspended',
      'Your store is not taking part at present, so stamps and rewards have to wait.');
  end if;
  return store;
end
$$;
comment on function private.open_store(bigint) is
  'The store, locked against changes until the transaction ends. Refuses a suspended one.';
