-- Somebody else's project: the five tables and the bucket, and nothing else of ours. Keys are
-- UUIDs, no table refers to another, there are no functions, and columns with a second spelling
-- have it (docs/decisions/five-tables.md). An event has a day without a time, and a stamp's
-- metadata is text.

create table public.stores (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  address text,
  "logoUrl" text,
  suspended boolean default false
);

create table public.rewards (
  id uuid primary key default gen_random_uuid(),
  "storeId" uuid,
  title text,
  image text,
  stamps_needed integer default 10,
  date_start timestamptz,
  date_end timestamptz,
  store_name text,
  store_logo_url text
);

create table public.events (
  id uuid primary key default gen_random_uuid(),
  name text,
  title text,
  date date,
  photo text
);

create table public.stamps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  store_id uuid not null,
  store_name text,
  store_logo_url text,
  stamp_count integer not null default 1,
  created_at timestamptz not null default now(),
  invoice_or_number text,
  metadata text
);

create table public.redemptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  store_name text,
  reward_photo text,
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  notes text
);

alter table public.stores enable row level security;
alter table public.rewards enable row level security;
alter table public.events enable row level security;
alter table public.stamps enable row level security;
alter table public.redemptions enable row level security;

grant select on public.stores, public.rewards, public.events to anon, authenticated;
grant select on public.stamps, public.redemptions to authenticated;
grant all on all tables in schema public to service_role;

create policy "Everybody reads the stores" on public.stores for select using (true);
create policy "Everybody reads the rewards" on public.rewards for select using (true);
create policy "Everybody reads the events" on public.events for select using (true);
create policy "Customers read their stamps" on public.stamps for select
  using (user_id = (select auth.uid()));
create policy "Customers read their redemptions" on public.redemptions for select
  using (user_id = (select auth.uid()));

insert into storage.buckets (id, name, public) values ('rewards', 'rewards', true);

-- Demo rows. The ids are written out, so that tests can name them.

insert into public.stores (id, name, address, "logoUrl", suspended) values
  ('7c9e6679-7425-40de-944b-e07fc1f90ae1', 'Kape Kanto', '14 Maginhawa Street, Quezon City', '/demo/logo-kape-tayo.svg', false),
  ('7c9e6679-7425-40de-944b-e07fc1f90ae2', 'Kapeng Bukid', '22 Kalayaan Avenue, Quezon City', null, null),
  ('7c9e6679-7425-40de-944b-e07fc1f90ae3', 'Kapihan sa Dulo', '2 Anonas Street, Quezon City', null, true);

insert into public.rewards
    (id, "storeId", title, image, stamps_needed, date_start, date_end, store_name, store_logo_url)
  values
  ('3f2504e0-4f89-41d3-9a0c-0305e82c3301', '7c9e6679-7425-40de-944b-e07fc1f90ae1', 'Free barako', '/demo/barako.svg', 10,
    now() - interval '30 days', now() + interval '12 days', 'Kape Kanto', '/demo/logo-kape-tayo.svg'),
  ('3f2504e0-4f89-41d3-9a0c-0305e82c3302', '7c9e6679-7425-40de-944b-e07fc1f90ae1', 'A bag of beans', null, 24,
    now() - interval '30 days', null, 'Kape Kanto', null),
  ('3f2504e0-4f89-41d3-9a0c-0305e82c3303', '7c9e6679-7425-40de-944b-e07fc1f90ae2', 'Free pandesal', '/demo/pandesal.svg', null,
    null, now() + interval '3 days', 'Kapeng Bukid', null),
  -- The reward of a suspended store.
  ('3f2504e0-4f89-41d3-9a0c-0305e82c3304', '7c9e6679-7425-40de-944b-e07fc1f90ae3', 'Free espresso', '/demo/barako.svg', 10,
    now() - interval '30 days', now() + interval '12 days', 'Kapihan sa Dulo', null);

insert into public.events (id, name, title, date, photo) values
  ('16fd2706-8baf-433b-82eb-8c7fada847d1', 'Coffee Night', 'Cupping for everyone', now() + interval '2 days', '/demo/music.svg'),
  ('16fd2706-8baf-433b-82eb-8c7fada847d2', 'Tea Night', null, (now() at time zone 'Asia/Manila')::date - 1, null);
