-- What one store enters cannot hide what the others offer: how many rewards, from when to when, and
-- with which pictures.

create function private.is_photo_address(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select address ~* '^https://[^[:space:]/?#@\\]+([/?#][^[:space:]\\]*)?$'
    -- A picture of the bucket; without TLS only on this very machine.
    or address ~ '^(http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?)?/storage/v1/object/public/rewards/uploads/[A-Za-z0-9_-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$'
    -- The drawings of the demo, which the site carries.
    or address ~ '^/demo/[a-z0-9-]{1,100}\.svg$'
$$;
comment on function private.is_photo_address(text) is
  'Whether an address may stand in a column `photo`: https, a picture in the bucket, a drawing of the demo.';
revoke execute on function private.is_photo_address(text) from public, anon, authenticated;
-- A constraint asks as whoever writes the row.
grant execute on function private.is_photo_address(text) to service_role;

-- Not valid: what is there already stays; the screens show none of it (src/lib/domain/safe-url.ts).
alter table public.events
  add constraint events_photo_address check (private.is_photo_address(photo)) not valid;

comment on column public.rewards.photo is
  'https address, or a picture in the bucket; null shows a drawing.';
comment on column public.events.photo is
  'https address, or a picture in the bucket; null shows a drawing.';

create function private.is_over(date_end timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.app_day(date_end) < private.app_day(now()), false)
$$;
comment on function private.is_over(timestamptz) is 'Whether a reward''s last day has passed.';
revoke execute on function private.is_over(timestamptz) from public, anon, authenticated;

create function private.require_room_for_reward(store_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  at_most_current constant integer := 50;
  at_most constant integer := 500;
  entered integer;
  current integer;
begin
  -- Two rewards entered at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('rewards of ' || require_room_for_reward.store_id, 0));
  select count(*), count(*) filter (where not private.is_over(r.date_end)) into entered, current
    from public.rewards r where r.store_id = require_room_for_reward.store_id;
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
comment on function private.require_room_for_reward(bigint) is
  'Refuses one more reward than a store may have: 50 that are not over, 500 in all.';
revoke execute on function private.require_room_for_reward(bigint) from public, anon, authenticated;

create function private.limit_reward() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT' or new.store_id is distinct from old.store_id;
  takes_room boolean := not private.is_over(new.date_end) and (is_new or private.is_over(old.date_end));
begin
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
  if (is_new or new.photo is distinct from old.photo) and not private.is_photo_address(new.photo) then
    perform private.refuse('422', 'bad_photo',
      'A photo is an https:// address or an uploaded picture.');
  end if;
  if (is_new or takes_room) and new.store_id is not null then
    perform private.require_room_for_reward(new.store_id);
  end if;
  return new;
end
$$;
comment on function private.limit_reward() is
  'Keeps dates, photos and the number of a store''s rewards within bounds. What was entered before them may stay until it is changed.';
revoke execute on function private.limit_reward() from public, anon, authenticated;

-- Triggers run in the order of their names: after complete_reward, which fills in the store.
create trigger limit_reward
  before insert or update on public.rewards
  for each row execute function private.limit_reward();

create function private.require_open_store() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_store bigint;
begin
  -- Only what a member does: the operator may, and strangers are refused by row security. A reward
  -- that moves to another store is changed at both.
  for of_store in
    select mine from private.my_store_ids() as mine where mine in (old.store_id, new.store_id)
  loop
    perform private.open_store(of_store);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.require_open_store() is
  'Members of a suspended store change none of its rewards.';
revoke execute on function private.require_open_store() from public, anon, authenticated;

create trigger require_open_store
  before insert or update or delete on public.rewards
  for each row execute function private.require_open_store();
