-- What is the customer's stays the customer's, second half: an account can be deleted, at once, by its
-- owner, in the customer's turn (private.take_turn).

create or replace function private.open_redemption(
  opening_id uuid,
  reward_id bigint,
  stamp_ids bigint[],
  stamps_needed integer
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[] := array(select distinct id from unnest(open_redemption.stamp_ids) as id order by id);
  reward public.rewards;
  price integer;
  held integer;
  opening private.redemption_openings;
begin
  select * into reward from public.rewards r where r.id = open_redemption.reward_id;
  -- The store holds what it says until this call is over.
  reward := private.active_reward(open_redemption.reward_id, reward.store_id);
  if reward.store_id is null then
    perform private.refuse('404', 'unknown_reward', 'This reward is not offered any more.');
  end if;
  if (select s.suspended from public.stores s where s.id = reward.store_id) then
    perform private.refuse('403', 'store_suspended',
      'This store is not taking part at present, so its rewards have to wait.');
  end if;
  price := coalesce(reward.stamps_needed, 10);
  if open_redemption.stamps_needed is null or price > open_redemption.stamps_needed then
    perform private.refuse('409', 'price_changed',
      'The store has changed what this reward needs. Please look at it again.');
  end if;

  -- A till that serves the customer, or the deletion of the account, is over before the stamps are counted.
  perform private.take_turn(auth.uid());
  select sum(s.stamp_count) into held from public.stamps s
    where s.id = any (ids) and s.user_id = auth.uid() and s.store_id = reward.store_id
      and s.redemption_id is null
    having count(*) = cardinality(ids);
  if open_redemption.opening_id is null or cardinality(ids) > 200 or coalesce(held, 0) < price then
    perform private.refuse('409', 'stamps_changed',
      'Your stamps at this store have changed. Please look at the reward again.');
  end if;

  insert into private.redemption_openings as o (user_id, reward_id, opening_id, stamp_ids, stamps_needed)
    values (auth.uid(), reward.id, open_redemption.opening_id, ids, price)
    on conflict on constraint redemption_openings_pkey do update
      set opening_id = excluded.opening_id, stamp_ids = excluded.stamp_ids,
          stamps_needed = excluded.stamps_needed, opened_at = excluded.opened_at, closed_at = null
      -- A repeated call opens nothing anew, least of all what was closed meanwhile.
      where o.opening_id <> excluded.opening_id;
  select * into opening from private.redemption_openings o
    where o.user_id = auth.uid() and o.reward_id = reward.id;
  return jsonb_build_object(
    'opening_id', opening.opening_id,
    'stamps_needed', opening.stamps_needed,
    'opened_at', opening.opened_at,
    'valid_until', opening.opened_at + interval '3 minutes'
  );
end
$$;

create or replace function private.check_reward_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  type text := new.metadata ->> 'mimetype';
  ending text := replace(substring(new.name from '[^.]*$'), 'jpg', 'jpeg');
begin
  -- One that only changes hands is what it was, also one from before there were types.
  if tg_op = 'UPDATE' and new.bucket_id = old.bucket_id and new.name = old.name
     and new.metadata is not distinct from old.metadata then
    return new;
  end if;
  -- The storage service ends an upload under its own rights: the member may have no account by then.
  if tg_op = 'INSERT' and new.owner_id is not null
     and not private.take_turn(private.read_uuid(new.owner_id)) then
    new := jsonb_populate_record(new, '{"owner": null, "owner_id": null}');
  end if;
  -- The storage service writes what it has measured; while it only tries its rights, nothing.
  if type is not null and type <> 'image/' || ending then
    raise exception 'The photo is %, and its name says %.', type, ending using errcode = '23514';
  end if;
  if (new.metadata ->> 'size')::bigint > 5 * 1024 * 1024 then
    raise exception 'The object exceeded the maximum allowed size' using errcode = '23514';
  end if;
  return new;
end
$$;

comment on column private.reward_photos.uploaded_by is
  'The member who uploaded it. Null: without an account by now.';

create function private.may_remove_from(table_name text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(has_table_privilege(to_regclass(table_name), 'delete'), false)
$$;
comment on function private.may_remove_from(text) is
  'Whether a table of the auth service is there, and may be written: that differs between its versions.';
revoke execute on function private.may_remove_from(text) from public, anon, authenticated;

create function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  statement text;
begin
  -- Deleted already, or nobody.
  if not private.take_turn(caller) then
    return;
  end if;

  -- The photos are the store's.
  update private.reward_photos p set uploaded_by = null where p.uploaded_by = caller;
  for statement in
    select format('update storage.%1$I set %2$I = null where %2$I::text = $1', c.relname, a.attname)
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r'
        and a.attname in ('owner', 'owner_id') and not a.attnotnull
        and has_column_privilege(c.oid, a.attnum, 'update')
  loop
    execute statement using caller::text;
  end loop;

  -- Everything that refers to the account goes with it. private.till_log does not.
  delete from auth.users u where u.id = caller;

  -- What the auth service notes down without a reference.
  if private.may_remove_from('auth.refresh_tokens') then
    delete from auth.refresh_tokens t where t.user_id::text = caller::text;
  end if;
  if private.may_remove_from('auth.flow_state') then
    delete from auth.flow_state f where f.user_id = caller;
  end if;
  if private.may_remove_from('auth.audit_log_entries') then
    -- No index leads to a person's entries. Where reading them all takes longer than a customer should
    -- wait, or than a call may, private.sweep_audit_log removes them.
    if pg_table_size(to_regclass('auth.audit_log_entries')) <= 32 * 1024 * 1024 then
      delete from auth.audit_log_entries e where strpos(e.payload::text, caller::text) > 0;
    end if;
  end if;
end
$$;
comment on function private.delete_account() is
  'The work of public.delete_account, with the rights it needs.';
revoke execute on function private.delete_account() from public, anon;
grant execute on function private.delete_account() to authenticated;

-- What the interface exposes has no rights of its own.
create function public.delete_account() returns void
language sql security invoker set search_path = ''
as $$
  select private.delete_account()
$$;
comment on function public.delete_account() is
  'Deletes the caller''s account at once, with all that is kept about them. The log of the tills stays, with an id that then leads to nobody. Does nothing where the account is gone already.';
revoke execute on function public.delete_account() from public, anon;
grant execute on function public.delete_account() to authenticated;

create function private.sweep_audit_log(at_most integer default 10000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if not private.may_remove_from('auth.audit_log_entries') then
    return 0;
  end if;
  delete from auth.audit_log_entries e where e.id in (
    select entry.id
      from auth.audit_log_entries entry
        -- Who did it, and to whom it was done; the operator acts under an id of zeros.
        cross join lateral (values (entry.payload ->> 'actor_id'), (entry.payload #>> '{traits,user_id}'))
          as named (person)
      where private.read_uuid(named.person) <> '00000000-0000-0000-0000-000000000000'
        and not exists (select from auth.users u where u.id = private.read_uuid(named.person))
      limit sweep_audit_log.at_most
  );
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function private.sweep_audit_log(integer) is
  'Removes from the auth service''s own log what names people who have no account any more, and says how many. For an operator to call or schedule, where that log is written to the database.';
revoke execute on function private.sweep_audit_log(integer) from public, anon, authenticated;
grant execute on function private.sweep_audit_log(integer) to service_role;
