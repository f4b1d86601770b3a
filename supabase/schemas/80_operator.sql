-- The operator's side: a store, who works in it and what it gives, without SQL. Only for the project's
-- secret key, which no page has (scripts/store.ts). Each call may be repeated after a lost answer.
-- A store is suspended through its column.

create function private.is_email(address text) returns boolean
language sql immutable strict set search_path = ''
as $$
  -- The same rule as in src/lib/domain/sign-in-form.ts.
  select length(address) <= 254
    and address ~ '^[a-zA-Z0-9_.!#$%&''*+/=?^`{|}~-]+@([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z]([a-zA-Z0-9-]*[a-zA-Z0-9])$'
$$;
comment on function private.is_email(text) is
  'Whether this is one address that mail can reach: a name, and a domain with a dot.';

create function private.find_account(member text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  named text := lower(btrim(find_account.member));
  account uuid;
begin
  if private.read_uuid(named) is not null then
    select u.id into account from auth.users u
      where u.id = named::uuid and u.is_anonymous is not true;
    if account is null then
      perform private.refuse('404', 'unknown_account',
        'There is no account with the id ' || named || '. Name this person by their email address.');
    end if;
  elsif private.is_email(named) then
    -- The auth service keeps addresses in lowercase, and indexes only those without SSO.
    select u.id into account from auth.users u where u.email = named and not u.is_sso_user;
  else
    perform private.refuse('422', 'bad_member',
      'A member is named by an email address or by the id of an account.');
  end if;
  return account;
end
$$;
comment on function private.find_account(text) is
  'The account that an email address or an id stands for. Null if an address has none yet.';

create function private.insert_store_member(member text, store_id bigint) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := private.find_account(insert_store_member.member);
begin
  if account is null or not private.lock_customer(account) then
    perform private.refuse('404', 'unknown_member',
      'There is no account of ' || btrim(insert_store_member.member) || ' yet.');
  end if;
  -- Someone who works in no store can't sign in by password, so an earlier one may be that of a stranger
  -- who registered this address before its owner did: it would open the till.
  if not exists (select from public.store_members m where m.user_id = account) then
    update auth.users u set encrypted_password = null
      where u.id = account and u.encrypted_password is not null;
  end if;
  insert into public.store_members (user_id, store_id) values (account, insert_store_member.store_id)
    on conflict do nothing;
  return account;
end
$$;
comment on function private.insert_store_member(text, bigint) is
  'Makes a person a member of a store. A password from before their first store no longer opens anything.';

create function private.find_reward(
  store_id bigint, title text, stamps_needed integer, first_day date, last_day date, photo text
) returns bigint
language sql stable set search_path = ''
as $$
  select min(r.id) from public.rewards r
    where r.store_id = find_reward.store_id
      and r.title = private.one_line(find_reward.title)
      and r.stamps_needed is not distinct from find_reward.stamps_needed
      and private.app_day(r.date_start) is not distinct from find_reward.first_day
      and private.app_day(r.date_end) is not distinct from find_reward.last_day
      and r.photo is not distinct from find_reward.photo
$$;
comment on function private.find_reward(bigint, text, integer, date, date, text) is
  'A store''s reward that is exactly like this; null if there is none.';

create function private.insert_reward(
  store_id bigint, title text, stamps_needed integer, first_day date, last_day date, photo text
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  reward_id bigint;
begin
  if coalesce(length(private.one_line(insert_reward.title)), 0) not between 1 and 200 then
    perform private.refuse('422', 'bad_title', 'A reward has a title of 1 to 200 characters.');
  end if;
  if insert_reward.stamps_needed not between 1 and 100 then
    perform private.refuse('422', 'bad_stamps_needed', 'A reward needs between 1 and 100 stamps.');
  end if;
  if insert_reward.last_day < insert_reward.first_day then
    perform private.refuse('422', 'bad_dates', 'A reward’s last day is not before its first.');
  end if;
  if length(insert_reward.photo) > 2000 then
    perform private.refuse('422', 'bad_photo', 'The address of a photo has 2000 characters at most.');
  end if;
  insert into public.rewards (store_id, title, stamps_needed, date_start, date_end, photo)
    values (
      insert_reward.store_id, private.one_line(insert_reward.title), insert_reward.stamps_needed,
      insert_reward.first_day::timestamp at time zone interval '8 hours',
      insert_reward.last_day::timestamp at time zone interval '8 hours',
      insert_reward.photo
    )
    returning id into reward_id;
  return reward_id;
end
$$;
comment on function private.insert_reward(bigint, text, integer, date, date, text) is
  'Enters a reward of a store, valid from its first day through its last in UTC+8.';

create function private.create_store(
  name text, member text, address text, logo_url text,
  reward_title text, stamps_needed integer, first_day date, last_day date, photo text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  called text := private.one_line(create_store.name);
  place text := private.one_line(create_store.address);
  account uuid := private.find_account(create_store.member);
  store public.stores;
  reward bigint;
  is_new boolean;
begin
  if coalesce(length(called), 0) not between 1 and 200 then
    perform private.refuse('422', 'bad_name', 'A store has a name of 1 to 200 characters.');
  end if;
  if length(place) > 500 then
    perform private.refuse('422', 'bad_address', 'An address has 500 characters at most.');
  end if;
  if length(create_store.logo_url) > 2000 or not private.is_allowed_photo(create_store.logo_url) then
    perform private.refuse('422', 'bad_logo',
      'A logo is an https:// address, of a listed host where hosts are listed, or an uploaded picture.');
  end if;

  -- Of two calls for one store, the second finds what the first has made.
  perform pg_advisory_xact_lock(hashtextextended('new stores', 0));
  select * into store from public.stores s
    -- By its index; accents tell stores apart.
    where s.search_name = private.folded(called) and lower(s.name) = lower(called)
      and lower(s.address) is not distinct from lower(place)
    order by s.id limit 1;
  is_new := not found;
  if is_new then
    insert into public.stores (name, address, logo_url) values (called, place, create_store.logo_url)
      returning * into store;
    if create_store.reward_title is not null then
      reward := private.insert_reward(store.id, create_store.reward_title, create_store.stamps_needed,
        create_store.first_day, create_store.last_day, create_store.photo);
    end if;
    -- Last: someone without an account gets one only when nothing else is wrong.
    account := private.insert_store_member(create_store.member, store.id);
  else
    reward := private.find_reward(store.id, create_store.reward_title, create_store.stamps_needed,
      create_store.first_day, create_store.last_day, create_store.photo);
    if create_store.reward_title is not null and reward is null
       or create_store.logo_url is not null and create_store.logo_url is distinct from store.logo_url
       or not exists (
         select from public.store_members m where m.user_id = account and m.store_id = store.id
       ) then
      perform private.refuse('409', 'store_exists',
        'There is a store ' || store.name || ' already, number ' || store.id || ', and not with this member, '
          || 'logo and reward. Change it by its number, or give the new store an address of its own.');
    end if;
  end if;
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name, 'created', is_new,
    'member_id', account, 'reward_id', reward
  );
end
$$;
comment on function private.create_store(text, text, text, text, text, integer, date, date, text) is
  'Does the work of public.create_store, with the rights it needs.';
grant execute on function private.create_store(text, text, text, text, text, integer, date, date, text)
  to service_role;

create function public.create_store(
  name text, member text, address text default null, logo_url text default null,
  reward_title text default null, stamps_needed integer default null, first_day date default null,
  last_day date default null, photo text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.create_store(name, member, address, logo_url, reward_title, stamps_needed, first_day,
    last_day, photo)
    where private.check_size((name, member, address, logo_url, reward_title, photo), 20000)
$$;
comment on function public.create_store(text, text, text, text, text, integer, date, date, text) is
  'Called with the secret key: creates a store, its first member (by the address or the id of an account) and, if it has a title, its first reward. All or nothing; the same call again makes no second store.';
grant execute on function public.create_store(text, text, text, text, text, integer, date, date, text)
  to service_role;

create function private.require_store(store_id bigint) returns public.stores
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores;
begin
  select * into store from public.stores s where s.id = require_store.store_id for share;
  if not found then
    perform private.refuse('404', 'unknown_store',
      'There is no store ' || coalesce(require_store.store_id::text, 'without a number') || '.');
  end if;
  return store;
end
$$;
comment on function private.require_store(bigint) is
  'The store, locked against changes until the transaction ends. Refuses a number that no store has.';

create function private.add_store_member(store_id bigint, member text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.require_store(add_store_member.store_id);
  worked_there boolean := exists (
    select from public.store_members m
      where m.store_id = store.id and m.user_id = private.find_account(add_store_member.member)
  );
begin
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name,
    'member_id', private.insert_store_member(add_store_member.member, store.id), 'changed', not worked_there
  );
end
$$;
comment on function private.add_store_member(bigint, text) is
  'Does the work of public.add_store_member, with the rights it needs.';
grant execute on function private.add_store_member(bigint, text) to service_role;

create function public.add_store_member(store_id bigint, member text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.add_store_member(store_id, member) where private.check_size(member, 1000)
$$;
comment on function public.add_store_member(bigint, text) is
  'Called with the secret key: makes a person, by the address or the id of their account, a member of a store.';
grant execute on function public.add_store_member(bigint, text) to service_role;

create function private.remove_store_member(store_id bigint, member text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.require_store(remove_store_member.store_id);
  account uuid := private.find_account(remove_store_member.member);
  has_left boolean;
begin
  if account is null then
    perform private.refuse('404', 'unknown_member',
      'There is no account of ' || btrim(remove_store_member.member) || '.');
  end if;
  delete from public.store_members m where m.store_id = store.id and m.user_id = account;
  has_left := found;
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name, 'member_id', account, 'changed', has_left,
    'members_left', (select count(*) from public.store_members m where m.store_id = store.id)
  );
end
$$;
comment on function private.remove_store_member(bigint, text) is
  'Does the work of public.remove_store_member, with the rights it needs.';
grant execute on function private.remove_store_member(bigint, text) to service_role;

create function public.remove_store_member(store_id bigint, member text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.remove_store_member(store_id, member) where private.check_size(member, 1000)
$$;
comment on function public.remove_store_member(bigint, text) is
  'Called with the secret key: a person no longer works in a store, from the next call of the till on.';
grant execute on function public.remove_store_member(bigint, text) to service_role;

create function private.add_store_reward(
  store_id bigint, title text, stamps_needed integer, first_day date, last_day date, photo text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.require_store(add_store_reward.store_id);
  earlier bigint;
begin
  -- Of two calls for one reward, the second finds what the first has made.
  perform pg_advisory_xact_lock(hashtextextended('rewards of ' || store.id, 0));
  earlier := private.find_reward(store.id, title, stamps_needed, first_day, last_day, photo);
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name,
    'reward_id', coalesce(
      earlier, private.insert_reward(store.id, title, stamps_needed, first_day, last_day, photo)
    ),
    'changed', earlier is null
  );
end
$$;
comment on function private.add_store_reward(bigint, text, integer, date, date, text) is
  'Does the work of public.add_store_reward, with the rights it needs.';
grant execute on function private.add_store_reward(bigint, text, integer, date, date, text) to service_role;

create function public.add_store_reward(
  store_id bigint, title text, stamps_needed integer default null, first_day date default null,
  last_day date default null, photo text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.add_store_reward(store_id, title, stamps_needed, first_day, last_day, photo)
    where private.check_size((title, photo), 20000)
$$;
comment on function public.add_store_reward(bigint, text, integer, date, date, text) is
  'Called with the secret key: enters a reward of a store, valid from its first day through its last. The same call again makes no second one.';
grant execute on function public.add_store_reward(bigint, text, integer, date, date, text) to service_role;

create function private.unused_photos(at_most integer) returns table (name text)
language sql stable security definer set search_path = ''
as $$
  select p.name from private.reward_photos p
    where p.store_ids <> '{}' and p.uploaded_at < now() - interval '1 day'
      and not exists (select from public.rewards r where private.photo_name(r.photo) = p.name)
      and not exists (select from public.events e where private.photo_name(e.photo) = p.name)
      and not exists (select from public.stores s where private.photo_name(s.logo_url) = p.name)
      and not exists (
        select from public.redemptions d where private.photo_name(d.reward_photo) = p.name
      )
    order by p.uploaded_at, p.name
    limit least(greatest(unused_photos.at_most, 1), 1000)
$$;
comment on function private.unused_photos(integer) is
  'Does the work of public.unused_photos, with the rights it needs.';
grant execute on function private.unused_photos(integer) to service_role;

create function public.unused_photos(at_most integer default 100) returns table (name text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.unused_photos(at_most)
$$;
comment on function public.unused_photos(integer) is
  'Called with the secret key: photos that members uploaded more than a day ago and that no reward, receipt, event or logo shows, the oldest first. A file is removed through the storage service: SQL removes only its row.';
grant execute on function public.unused_photos(integer) to service_role;

-- Which schema this is: a site that finds something missing asks, and tells its operator what to apply
-- (docs/decisions/versions.md). It comes last, and nobody may ask before the last statement: a half-applied
-- schema has no number. The table in which `supabase db push` keeps its numbers would not do: it also has
-- an operator's own migrations, and none that were pasted into the SQL editor.
create function public.schema_version() returns text
language sql immutable security invoker set search_path = ''
as $$ select '20251124000000' $$;
comment on function public.schema_version() is
  'The number of the last Stampcard migration that was applied completely.';
grant execute on function public.schema_version() to anon, authenticated, service_role;
