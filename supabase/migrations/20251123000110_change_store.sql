-- The operator's side, second half: who joins a store that is there, who leaves it, and what it gives besides.
-- With the secret key alone, as create_store. A store is suspended by its column.

create function private.known_store(store_id bigint) returns public.stores
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores;
begin
  select * into store from public.stores s where s.id = known_store.store_id for share;
  if not found then
    perform private.refuse('404', 'unknown_store',
      'There is no store ' || coalesce(known_store.store_id::text, 'without a number') || '.');
  end if;
  return store;
end
$$;
comment on function private.known_store(bigint) is
  'The store, held as it is until the transaction ends. Refuses the number of none.';
revoke execute on function private.known_store(bigint) from public, anon, authenticated;

create function private.add_store_member(store_id bigint, member text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.known_store(add_store_member.store_id);
  worked_there boolean := exists (
    select from public.store_members m
      where m.store_id = store.id and m.user_id = private.member_account(add_store_member.member)
  );
begin
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name,
    'member_id', private.employ(add_store_member.member, store.id), 'changed', not worked_there
  );
end
$$;
comment on function private.add_store_member(bigint, text) is
  'The work of public.add_store_member, with the rights it needs.';
revoke execute on function private.add_store_member(bigint, text) from public, anon, authenticated;
grant execute on function private.add_store_member(bigint, text) to service_role;

-- What the interface exposes has no rights of its own.
create function public.add_store_member(store_id bigint, member text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.add_store_member(store_id, member)
$$;
comment on function public.add_store_member(bigint, text) is
  'Called with the secret key: makes a person, by the address or the id of their account, a member of a store.';
revoke execute on function public.add_store_member(bigint, text) from public, anon, authenticated;
grant execute on function public.add_store_member(bigint, text) to service_role;

create function private.remove_store_member(store_id bigint, member text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.known_store(remove_store_member.store_id);
  account uuid := private.member_account(remove_store_member.member);
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
  'The work of public.remove_store_member, with the rights it needs.';
revoke execute on function private.remove_store_member(bigint, text) from public, anon, authenticated;
grant execute on function private.remove_store_member(bigint, text) to service_role;

create function public.remove_store_member(store_id bigint, member text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.remove_store_member(store_id, member)
$$;
comment on function public.remove_store_member(bigint, text) is
  'Called with the secret key: a person works in a store no more, from the next call of the till on.';
revoke execute on function public.remove_store_member(bigint, text) from public, anon, authenticated;
grant execute on function public.remove_store_member(bigint, text) to service_role;

create function private.add_store_reward(
  store_id bigint, title text, stamps_needed integer, first_day date, last_day date, photo text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores := private.known_store(add_store_reward.store_id);
  earlier bigint;
begin
  -- Of two calls for one reward, the second finds what the first has made.
  perform pg_advisory_xact_lock(hashtextextended('rewards of ' || store.id, 0));
  earlier := private.offered_reward(store.id, title, stamps_needed, first_day, last_day, photo);
  return jsonb_build_object(
    'store_id', store.id, 'store_name', store.name,
    'reward_id', coalesce(
      earlier, private.offer_reward(store.id, title, stamps_needed, first_day, last_day, photo)
    ),
    'changed', earlier is null
  );
end
$$;
comment on function private.add_store_reward(bigint, text, integer, date, date, text) is
  'The work of public.add_store_reward, with the rights it needs.';
revoke execute on function private.add_store_reward(bigint, text, integer, date, date, text)
  from public, anon, authenticated;
grant execute on function private.add_store_reward(bigint, text, integer, date, date, text) to service_role;

create function public.add_store_reward(
  store_id bigint, title text, stamps_needed integer default null, first_day date default null,
  last_day date default null, photo text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.add_store_reward(store_id, title, stamps_needed, first_day, last_day, photo)
$$;
comment on function public.add_store_reward(bigint, text, integer, date, date, text) is
  'Called with the secret key: a reward of a store, from its first day through its last. The same call again makes no second one.';
revoke execute on function public.add_store_reward(bigint, text, integer, date, date, text)
  from public, anon, authenticated;
grant execute on function public.add_store_reward(bigint, text, integer, date, date, text) to service_role;
