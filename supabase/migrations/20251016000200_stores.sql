-- Stores and the people who work in them.

create table public.stores (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 200),
  address text check (length(address) <= 500),
  logo_url text check (length(logo_url) <= 2000),
  suspended boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.stores is 'A participating shop.';
comment on column public.stores.id is 'Integer, because it travels in the redemption code.';
comment on column public.stores.name is 'Shown everywhere the store is.';
comment on column public.stores.address is 'One line for people; null shows ''Address unavailable''.';
comment on column public.stores.logo_url is 'https address or path on the site; null shows the initial.';
comment on column public.stores.suspended is
  'Not taking part at present: no search result, no rewards, no stamps, no redemptions.';
comment on column public.stores.created_at is 'When the store joined.';

-- The search is `name ilike %term%`.
create index stores_name_trigram on public.stores using gin (name extensions.gin_trgm_ops);

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
comment on column public.store_members.created_at is 'Since when.';

create index store_members_store on public.store_members (store_id);

create function private.my_store_ids() returns setof bigint
language sql stable rows 2 security definer set search_path = ''
as $$
  select store_id from public.store_members where user_id = (select auth.uid())
$$;
comment on function private.my_store_ids() is
  'The stores the caller works in. Security definer, so that policies can ask without recursion.';
revoke execute on function private.my_store_ids() from public, anon;
grant execute on function private.my_store_ids() to authenticated, service_role;

alter table public.stores enable row level security;
alter table public.store_members enable row level security;

revoke all on table public.stores, public.store_members from anon, authenticated;
grant select on table public.stores to anon, authenticated;
grant select on table public.store_members to authenticated;
grant all on table public.stores, public.store_members to service_role;

create policy "Everybody reads the stores"
  on public.stores for select to anon, authenticated using (true);

create policy "People read where they themselves work"
  on public.store_members for select to authenticated
  using (user_id = (select auth.uid()));
