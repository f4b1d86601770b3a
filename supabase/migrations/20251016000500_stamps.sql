-- Stamps and redemptions: what customers collect and what they got for it.
-- Written by the store's two functions only; a spent stamp is kept and marked, never deleted.

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

create table public.stamps (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  store_id bigint not null references public.stores (id),
  store_name text not null,
  store_logo_url text,
  stamp_count integer not null check (stamp_count between 1 and 100),
  invoice_or_number text check (length(invoice_or_number) between 1 and 64),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  redemption_id bigint references public.redemptions (id),
  split_from bigint references public.stamps (id) on delete cascade,
  created_at timestamptz not null default now()
);

comment on table public.stamps is 'Stamps a customer received in one go at one store.';
comment on column public.stamps.id is 'Integer, because it travels in the redemption code.';
comment on column public.stamps.user_id is 'The customer who holds them.';
comment on column public.stamps.store_id is 'The store that gave them.';
comment on column public.stamps.store_name is 'As it was called then.';
comment on column public.stamps.store_logo_url is 'As it looked then.';
comment on column public.stamps.stamp_count is 'How many this record is worth.';
comment on column public.stamps.invoice_or_number is
  'The purchase they were given for; counts once at a store.';
comment on column public.stamps.metadata is 'The goal of the card at that time, under stamps_needed.';
comment on column public.stamps.redemption_id is
  'The redemption that spent them. Null: still on the card.';
comment on column public.stamps.split_from is
  'The record this one was split off, when a redemption needed only a part of it.';
comment on column public.stamps.created_at is 'When they were given.';

create index stamps_of_customer on public.stamps (user_id, created_at desc);
create index stamps_of_store on public.stamps (store_id);
create index stamps_of_redemption on public.stamps (redemption_id);
create index stamps_split_from on public.stamps (split_from);
-- A part that was split off carries the same number.
create unique index stamps_invoice_counts_once
  on public.stamps (store_id, lower(invoice_or_number))
  where invoice_or_number is not null and split_from is null;

alter table public.stamps enable row level security;
alter table public.redemptions enable row level security;

revoke all on table public.stamps, public.redemptions from anon, authenticated;
grant select on table public.stamps, public.redemptions to authenticated;
grant all on table public.stamps, public.redemptions to service_role;

-- A member who collects stamps at their own store reads their card as every customer does, without
-- its spent stamps.
create policy "Customers read their unspent stamps, members their store's"
  on public.stamps for select to authenticated
  using (
    (user_id = (select auth.uid()) and redemption_id is null)
    or (user_id <> (select auth.uid()) and store_id = any (array(select private.my_store_ids())))
  );

create policy "Customers read their own redemptions, members their store's"
  on public.redemptions for select to authenticated
  using (
    user_id = (select auth.uid())
    or store_id = any (array(select private.my_store_ids()))
  );
