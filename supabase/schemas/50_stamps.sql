-- Stamps: what customers collect. The till's functions write them, and a guest's move with their card;
-- a spent stamp is kept and marked, never deleted.

-- An invoice counts once, however its number is spelled. An index calls this as the role that writes the row.
create function private.invoice_key(number text) returns text
language sql immutable strict set search_path = ''
as $$
  select lower(
    regexp_replace(
      regexp_replace(
        -- Full-width letters, ligatures and the many spaces become one form of each.
        normalize(number, NFKC),
        -- Dashes and minus signs.
        '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0]',
        '-', 'g'
      ),
      -- White space, control characters, and characters without width: joiners, direction marks, fillers,
      -- variation selectors, tags.
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    )
    collate "pg_c_utf8"
  )
$$;
comment on function private.invoice_key(text) is
  'What two spellings of one invoice number have in common: compatibility forms, case, dashes, spaces and invisible characters make no difference.';
grant execute on function private.invoice_key(text) to service_role;

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
-- A till asks for one customer's stamps at one store. An index on the store alone would read all that
-- the store ever gave.
create index stamps_of_customer_at_store on public.stamps (store_id, user_id);
create index stamps_of_redemption on public.stamps (redemption_id);
create index stamps_split_from on public.stamps (split_from);
-- A part that was split off carries the same number.
create unique index stamps_invoice_key_counts_once
  on public.stamps (store_id, private.invoice_key(invoice_or_number))
  where invoice_or_number is not null and split_from is null;

alter table public.stamps enable row level security;
grant select on table public.stamps to authenticated;
grant all on table public.stamps to service_role;

-- A member who collects stamps at their own store reads their card like any customer, without
-- its spent stamps.
create policy "Customers read their unspent stamps, members their store's"
  on public.stamps for select to authenticated
  using (
    (user_id = (select auth.uid()) and redemption_id is null)
    or (user_id <> (select auth.uid()) and store_id = any (array(select private.my_store_ids())))
  );

-- What a customer holds, summed by the database: one row per store, so that many small records at one
-- store don't push another store's out of the answer.
create function public.stamps_held(store_ids bigint[] default null)
returns table (store_id bigint, stamp_count bigint, metadata jsonb, created_at timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select s.store_id, sum(s.stamp_count),
      (array_agg(s.metadata order by s.created_at desc, s.id desc))[1], max(s.created_at)
    from public.stamps s
    where private.check_size(stamps_held.store_ids, 16000)
      and s.user_id = (select auth.uid()) and s.redemption_id is null
      and (stamps_held.store_ids is null or s.store_id = any (stamps_held.store_ids))
    group by s.store_id
$$;
comment on function public.stamps_held(bigint[]) is
  'The caller''s unspent stamps: one row per store, with the sum, and the metadata and time of the newest record. Null asks for all stores. Under the caller''s own rights.';
grant execute on function public.stamps_held(bigint[]) to authenticated;

-- The days of a month on which a customer collected: a calendar marks them, however many stamps there are.
create function public.stamp_days(month_start date)
returns table (day date)
language sql stable security invoker set search_path = ''
as $$
  -- The day is UTC+8, whatever the zone.
  select distinct (s.created_at at time zone interval '8 hours')::date
    from public.stamps s
    where s.user_id = (select auth.uid()) and s.redemption_id is null
      and s.created_at >= stamp_days.month_start::timestamp at time zone interval '8 hours'
      and s.created_at
        < (stamp_days.month_start + interval '1 month') at time zone interval '8 hours'
    order by 1
$$;
comment on function public.stamp_days(date) is
  'The days (UTC+8) on which the caller''s unspent stamps were given, in the month that begins with the given day. Under the caller''s own rights.';
grant execute on function public.stamp_days(date) to authenticated;

-- What a customer can redeem today, no matter which page of the list it is on.
create function public.ready_rewards() returns setof public.rewards
language sql stable security invoker set search_path = ''
as $$
  select r.*
    from (
        select s.store_id, sum(s.stamp_count) as held from public.stamps s
          where s.user_id = (select auth.uid()) and s.redemption_id is null
          group by s.store_id
      ) as card
      join public.stores store on store.id = card.store_id
      join public.rewards r on r.store_id = card.store_id
      -- The day is UTC+8, whatever the zone.
      cross join (
        select (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours'
          as begins
      ) as today
    where not store.suspended
      and card.held >= coalesce(r.stamps_needed, 10)
      and (r.date_start is null or r.date_start < today.begins + interval '24 hours')
      and (r.date_end is null or r.date_end >= today.begins)
    order by r.date_end, r.date_start, r.id
    limit 200
$$;
comment on function public.ready_rewards() is
  'Today''s rewards that the caller''s unspent stamps are enough for, in the order of the list, at most 200. Under the caller''s own rights.';
grant execute on function public.ready_rewards() to authenticated;

-- How far along a customer is at every store: one row per card, and what can be redeemed there now.
create function public.my_cards()
returns table (
  store_id bigint,
  store_name text,
  store_logo_url text,
  suspended boolean,
  stamp_count bigint,
  metadata jsonb,
  ready_id bigint,
  ready_title text,
  ready_photo text,
  ready_count bigint,
  next_title text,
  next_needed integer
)
language sql stable security invoker set search_path = ''
as $$
  select card.store_id, store.name, store.logo_url, store.suspended, card.held, card.metadata,
      ready.id, ready.title, ready.photo, coalesce(ready.count, 0), next.title, next.needed
    from (
        select s.store_id, sum(s.stamp_count) as held, max(s.created_at) as newest,
            (array_agg(s.metadata order by s.created_at desc, s.id desc))[1] as metadata
          from public.stamps s
          where s.user_id = (select auth.uid()) and s.redemption_id is null
          group by s.store_id
          order by newest desc, s.store_id
          limit 200
      ) as card
      join public.stores store on store.id = card.store_id
      -- The day is UTC+8, whatever the zone.
      cross join (
        select (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours'
          as begins
      ) as today
      -- The largest that ready_rewards() would return for this store; among equals, the longest-lasting.
      left join lateral (
        select r.id, r.title, r.photo, count(*) over () as count from public.rewards r
          where r.store_id = card.store_id and not store.suspended
            and card.held >= coalesce(r.stamps_needed, 10)
            and (r.date_start is null or r.date_start < today.begins + interval '24 hours')
            and (r.date_end is null or r.date_end >= today.begins)
          order by coalesce(r.stamps_needed, 10) desc, r.date_end desc, r.date_start desc, r.id desc
          limit 1
      ) as ready on true
      -- What the next stamps are for.
      left join lateral (
        select r.title, coalesce(r.stamps_needed, 10) as needed from public.rewards r
          where ready.id is null and r.store_id = card.store_id and not store.suspended
            and (r.date_start is null or r.date_start < today.begins + interval '24 hours')
            and (r.date_end is null or r.date_end >= today.begins)
          order by needed, r.date_end desc, r.date_start desc, r.id desc
          limit 1
      ) as next on true
    order by card.newest desc, card.store_id
$$;
comment on function public.my_cards() is
  'The caller''s cards, newest stamp first, at most 200: the store, its unspent stamps, the newest record''s metadata, the largest of today''s rewards that they are enough for and how many there are, otherwise the next reward. Under the caller''s own rights.';
grant execute on function public.my_cards() to authenticated;

-- The customer is locked before the stamps: deleting the account locks them in the same order.
create function private.lock_stamps(ids bigint[], customer uuid, store_id bigint) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  spent boolean[];
  total integer;
begin
  perform private.lock_existing_customer(lock_stamps.customer);
  -- Always in the same order, so that two scans of overlapping stamps wait instead of deadlocking.
  select array_agg(named.redemption_id is not null), sum(named.stamp_count) into spent, total
    from (
      select s.redemption_id, s.stamp_count from public.stamps s
        where s.id = any (ids) and s.user_id = customer and s.store_id = lock_stamps.store_id
        order by s.id for update
    ) as named;
  if coalesce(cardinality(spent), 0) < cardinality(ids) then
    perform private.refuse('403', 'not_their_stamps',
      'These stamps are not on this customer''s card at your store. Ask them to open a fresh code.');
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
      -- Part of the record stays on the card. It keeps the id, because the customer's screen treats a
      -- new id as a new stamp. It gets a new id only if no other record is spent: otherwise every id in
      -- the code would still be unspent, and a second scan of the code would redeem again.
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

-- The store's daily limit counts each guest as a separate customer.
create function private.check_daily_limit(customer uuid, store public.stores, stamp_count integer)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  at_most_of_a_guest constant integer := 10;
  given_today integer;
  held integer;
  room integer;
begin
  -- Stamps that were split or spent since are still there, with the time at which they were given.
  select coalesce(sum(s.stamp_count), 0) into given_today
    from public.stamps s
    where s.user_id = customer and s.store_id = store.id
      and s.created_at >= private.app_day(now())::timestamp at time zone interval '8 hours';
  room := greatest(store.daily_stamps - given_today, 0);
  if check_daily_limit.stamp_count > room then
    perform private.refuse('409', 'daily_limit',
      'A customer gets ' || store.daily_stamps
        || case store.daily_stamps when 1 then ' stamp' else ' stamps' end || ' a day at your store at most. '
        || case
             when room = 1 then 'For this one 1 is left today.'
             when room > 1 then 'For this one ' || room || ' are left today.'
             when store.daily_stamps = 1 then 'This one has it; please go on tomorrow.'
             else 'This one has them all; please go on tomorrow.'
           end);
  end if;
  if private.is_guest(customer) then
    select coalesce(sum(own.stamp_count), 0) into held
      from public.stamps own where own.user_id = customer;
    if held + check_daily_limit.stamp_count > at_most_of_a_guest then
      perform private.refuse('409', 'guest_limit',
        'This customer has no account yet, and a card without one holds ' || at_most_of_a_guest
          || ' stamps at most. Ask them to sign in on their phone, then scan their new code.');
    end if;
  end if;
end
$$;
comment on function private.check_daily_limit(uuid, public.stores, integer) is
  'Refuses more stamps than the store gives one customer on one day.';
