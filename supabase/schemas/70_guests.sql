-- People who start without an account, if the project allows it: an anonymous user of the auth service
-- is a guest here. A guest collects a few stamps, spends none, and takes them along when signing in
-- (docs/decisions/guests.md). The accounts table says who is a guest, not the token: it is current.

create table private.guest_moves (
  guest_id uuid primary key references auth.users (id) on delete cascade,
  secret bytea not null unique,
  prepared_at timestamptz not null default now()
);

comment on table private.guest_moves is
  'Proof that a guest''s card belongs to the person who signs in. One for each guest.';
comment on column private.guest_moves.guest_id is 'Whose card it is.';
comment on column private.guest_moves.secret is
  'The fingerprint (SHA-256) of the secret, which only the guest''s device has.';
comment on column private.guest_moves.prepared_at is 'When it was prepared. The secret is good for seven days.';

alter table private.guest_moves enable row level security;

create policy "Nobody reads what proves a card"
  on private.guest_moves for select to anon, authenticated using (false);

create table private.former_guests (
  guest_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  secret bytea not null unique,
  moved integer not null,
  left_behind integer not null,
  moved_at timestamptz not null default now()
);

comment on table private.former_guests is
  'Who has the cards of former guests now. The guests'' own accounts are gone; the log of the tills still names them.';
comment on column private.former_guests.guest_id is 'The account that is gone.';
comment on column private.former_guests.user_id is 'The account that has the card now. This row goes with it.';
comment on column private.former_guests.secret is
  'The fingerprint of the secret that was used, so that a repeated call gets the same answer.';
comment on column private.former_guests.moved is 'How many stamps moved.';
comment on column private.former_guests.left_behind is
  'How many stamps were more than their stores give one customer a day.';
comment on column private.former_guests.moved_at is 'When they moved.';

create index former_guests_of_person on private.former_guests (user_id, moved_at);

alter table private.former_guests enable row level security;

create policy "Nobody reads who was a guest"
  on private.former_guests for select to anon, authenticated using (false);

create function private.is_guest(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.id = person and u.is_anonymous)
$$;
comment on function private.is_guest(uuid) is 'Whether this person has started without an account.';

create function private.secret_hash(secret uuid) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to('guest ' || secret, 'UTF8'))
$$;
comment on function private.secret_hash(uuid) is
  'The fingerprint that is stored of the secret of a guest''s device.';

create function private.prepare_guest_move(secret uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  prepared timestamptz;
begin
  -- Waits for another tab that is moving the card.
  perform private.lock_customer(auth.uid());
  if not private.is_guest(auth.uid()) then
    perform private.refuse('403', 'not_a_guest', 'There is no card without an account to take along.');
  end if;
  insert into private.guest_moves (guest_id, secret)
    values (auth.uid(), private.secret_hash(prepare_guest_move.secret))
    on conflict (guest_id) do update set secret = excluded.secret, prepared_at = excluded.prepared_at
    returning prepared_at into prepared;
  return prepared + interval '7 days';
end
$$;
comment on function private.prepare_guest_move(uuid) is
  'Does the work of public.prepare_guest_move, with the rights it needs.';
grant execute on function private.prepare_guest_move(uuid) to authenticated;

create function public.prepare_guest_move(secret uuid) returns timestamptz
language sql security invoker set search_path = ''
as $$
  select private.prepare_guest_move(secret)
$$;
comment on function public.prepare_guest_move(uuid) is
  'Called by a guest before they sign in, with a secret made at random by their device. The person who calls move_guest_card with it gets the card. Returns when the secret expires, in seven days. A new secret replaces the one before.';
grant execute on function public.prepare_guest_move(uuid) to authenticated;

create function private.move_stamps(guest uuid, person uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  stamp public.stamps;
  day timestamptz;
  moved integer := 0;
begin
  for stamp in
    select * from public.stamps s where s.user_id = guest order by s.created_at, s.id
  loop
    day := private.app_day(stamp.created_at)::timestamp at time zone interval '8 hours';
    update public.stamps s set user_id = person
      where s.id = stamp.id
        and stamp.stamp_count + (
          select coalesce(sum(own.stamp_count), 0) from public.stamps own
            where own.user_id = person and own.store_id = stamp.store_id
              and own.created_at >= day and own.created_at < day + interval '24 hours'
        ) <= (select store.daily_stamps from public.stores store where store.id = stamp.store_id);
    if found then
      moved := moved + stamp.stamp_count;
    end if;
  end loop;
  return moved;
end
$$;
comment on function private.move_stamps(uuid, uuid) is
  'Gives a guest''s stamps to a person, the oldest first, up to what their stores give one customer on one day. Says how many.';

create function private.move_guest_card(secret uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 3;
  person uuid := auth.uid();
  fingerprint bytea := private.secret_hash(move_guest_card.secret);
  guest uuid;
  held integer;
  former private.former_guests;
begin
  -- Of several calls with the same secret, one goes ahead and the others find what it did.
  perform pg_advisory_xact_lock(hashtextextended('guest ' || encode(fingerprint, 'hex'), 0));
  select * into former from private.former_guests f
    where f.secret = fingerprint and f.user_id = person;
  if found then
    return jsonb_build_object('moved', former.moved, 'left_behind', former.left_behind);
  end if;
  select m.guest_id into guest from private.guest_moves m
    where m.secret = fingerprint and m.prepared_at > now() - interval '7 days';
  if guest is null then
    perform private.refuse('404', 'unknown_guest_card',
      'The card you had without an account is not there any more.');
  end if;

  -- No till serves either of them meanwhile. Always in this order, so that no two calls wait for each other.
  perform private.lock_customer(least(guest, person));
  perform private.lock_customer(greatest(guest, person));
  if private.is_guest(person) or not exists (select from auth.users u where u.id = person) then
    perform private.refuse('403', 'sign_in_first', 'Please sign in first: cards are kept with an account.');
  end if;
  if not private.is_guest(guest) then
    perform private.refuse('404', 'unknown_guest_card',
      'The card you had without an account is not there any more.');
  end if;
  if (
    select count(*) from private.former_guests f
      where f.user_id = person and f.moved_at > now() - interval '30 days'
  ) >= at_most then
    perform private.refuse('409', 'too_many_guest_cards',
      'An account takes over ' || at_most || ' cards in 30 days at most, and yours has done so.');
  end if;

  select coalesce(sum(s.stamp_count), 0) into held from public.stamps s where s.user_id = guest;
  former.moved := private.move_stamps(guest, person);
  former.left_behind := held - former.moved;
  -- A till that lost an answer still gets it.
  update private.till_idempotency_keys c set customer_id = person where c.customer_id = guest;
  delete from auth.users u where u.id = guest;
  insert into private.former_guests (guest_id, user_id, secret, moved, left_behind)
    values (guest, person, fingerprint, former.moved, former.left_behind);
  return jsonb_build_object('moved', former.moved, 'left_behind', former.left_behind);
end
$$;
comment on function private.move_guest_card(uuid) is
  'Does the work of public.move_guest_card, with the rights it needs.';
grant execute on function private.move_guest_card(uuid) to authenticated;

create function public.move_guest_card(secret uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.move_guest_card(secret)
$$;
comment on function public.move_guest_card(uuid) is
  'Called by a customer who has signed in, with the secret of the guest they were: gives them the guest''s stamps, and deletes the guest. Returns how many stamps moved, and how many were more than their stores give one customer a day. A repeated call returns the same.';
grant execute on function public.move_guest_card(uuid) to authenticated;

create function private.sweep_guests(at_most integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  guest uuid;
  gone integer := 0;
begin
  for guest in
    select u.id from auth.users u
      cross join lateral (
        select max(greatest(s.created_at, s.refreshed_at::timestamp at time zone 'UTC')) as newest
          from auth.sessions s where s.user_id = u.id
      ) as session
      cross join lateral (
        select greatest(u.created_at, u.last_sign_in_at, session.newest) as at
      ) as here
      where u.is_anonymous
        and here.at < now() - case
          when exists (select from public.stamps s where s.user_id = u.id) then interval '1 year'
          else interval '30 days'
        end
      order by here.at
      -- Each holds a lock until the end, and all sessions share a few thousand.
      limit least(sweep_guests.at_most, 1000)
  loop
    -- Like private.lock_customer, but does not wait for a guest who is being served, who stays.
    continue when not pg_try_advisory_xact_lock(hashtextextended('customer ' || guest, 0));
    delete from auth.users u
      where u.id = guest and u.is_anonymous
        -- They may have been given stamps since this call looked.
        and not exists (
          select from public.stamps s
            where s.user_id = guest and s.created_at > now() - interval '30 days'
        );
    if found then
      gone := gone + 1;
    end if;
  end loop;
  return gone;
end
$$;
comment on function private.sweep_guests(integer) is
  'Removes guests who hold no stamps and have not visited for 30 days, and all who have not visited for a year, those away longest first, 1000 at most. Says how many. For an operator to call or schedule.';
