-- Customers and their accounts: each is served one call at a time, no password opens their account, an
-- ended session opens nothing, and what is theirs stays theirs: they can see what is kept about them, in
-- sums and in full, and delete it at once.

-- Anything that acts for a customer locks the customer first and rows afterwards: a till, a second phone, the
-- deletion of an account, the move of a guest's card. No till sees one half done, and no two wait for each
-- other. The app asks for what is newer than what it has seen, and now() is the time at which a call began,
-- so times are taken once the lock is held: otherwise the rows of a call that waited could be committed after
-- rows with a later time, and never be seen.
create function private.lock_customer(customer uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('customer ' || customer, 0));
  -- Also holds off a deletion that does not lock the customer, such as the operator's own.
  perform from auth.users u where u.id = customer for key share;
  return found;
end
$$;
comment on function private.lock_customer(uuid) is
  'Locks a customer until the transaction ends: if several calls act for one customer at once, one goes on and the others wait. Says whether the account exists; if it does, it stays until then.';

create function private.lock_existing_customer(customer uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.lock_customer(lock_existing_customer.customer) then
    perform private.refuse('404', 'unknown_customer',
      'We do not know this customer any more. Ask them to sign in again.');
  end if;
end
$$;
comment on function private.lock_existing_customer(uuid) is
  'Locks a customer who still has an account, and refuses one who no longer has one.';

-- Customers sign in with Google or a one-time code, merchants however their own site does it, perhaps
-- by password. The auth service lets anyone register any address with a password, and no setting disables
-- just that: an attacker could wait until the owner signs in by code, and share the account from then
-- on. A customer's password therefore opens nothing, and is not touched here.
create function private.refuse_customer_passwords(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when event ->> 'authentication_method' = 'password'
      and not exists (
        select from public.store_members m where m.user_id = private.read_uuid(event ->> 'user_id')
      )
      then jsonb_build_object('error', jsonb_build_object(
        'http_code', 403,
        'message', 'Please sign in with Google or with a one-time code.'
      ))
    -- Anyone can ask for a code for an address and send megabytes along as its owner's metadata. No request
    -- gets through with a token that carries them, and nothing here reads them in a token.
    when octet_length(event #>> '{claims,user_metadata}') > 4000 then event #- '{claims,user_metadata}'
    else event
  end
$$;
comment on function private.refuse_customer_passwords(jsonb) is
  'The auth service''s hook before it issues a token (config.toml): someone who works in no store gets none for a password, and none is too large for a request. Called by the auth service only.';

do $$
begin
  -- The auth service's role on a hosted project.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.refuse_customer_passwords(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- An access token is valid for its hour, whatever becomes of its session: after a logout elsewhere, or
-- with the account gone, its holder could go on reading. PostgREST calls a function before each request,
-- and that one checks whether the session is still there.
create function private.is_session_active(session_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- A text that isn't an id matches nothing; the order of a case keeps it from being cast.
  select case when is_session_active.session_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then exists (
      select from auth.sessions s
        where s.id = is_session_active.session_id::uuid and s.user_id = (select auth.uid())
    )
    else false
  end
$$;
comment on function private.is_session_active(text) is
  'Whether a session of the caller has not ended. For refuse_ended_session.';
grant execute on function private.is_session_active(text) to authenticated;

create function public.refuse_ended_session() returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  session_id text :=
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  -- The project's keys and an operator's own tokens name no session.
  if session_id is null then
    return;
  end if;
  -- Logging out withdraws the open code as well, and may end the session first.
  if current_setting('request.path', true) like '%rpc/close_redemption' then
    return;
  end if;
  if not private.is_session_active(session_id) then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please sign in again.';
  end if;
end
$$;
comment on function public.refuse_ended_session() is
  'PostgREST''s pre-request: refuses a token whose session has ended. Called by PostgREST before each request; of no use to others.';
grant execute on function public.refuse_ended_session() to anon, authenticated, service_role;

do $$
declare
  present text;
begin
  -- The role that PostgREST connects as, on a hosted project.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    return;
  end if;
  select split_part(setting, '=', 2) into present
    from pg_db_role_setting, unnest(setconfig) as setting
    where setrole = 'authenticator'::regrole and setting like 'pgrst.db\_pre\_request=%';
  if present <> 'public.refuse_ended_session' then
    raise notice 'The function % is asked before each request already: let it call public.refuse_ended_session().', present;
    return;
  end if;
  -- If the sessions can't be read, every signed-in request would fail.
  perform private.is_session_active('00000000-0000-0000-0000-000000000000');
  alter role authenticator set pgrst.db_pre_request = 'public.refuse_ended_session';
exception
  when insufficient_privilege then
    raise notice 'Not permitted here; a role that may has to run: alter role authenticator set pgrst.db_pre_request = ''public.refuse_ended_session''';
end
$$;
notify pgrst, 'reload config';

-- What is kept about a customer. Both functions check that the account is still there: the tills' log
-- outlives it, and so does a token, for an hour.
create function private.own_ids(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(own.id)
    from (
      select own_ids.person as id
      union all select f.guest_id from private.former_guests f where f.user_id = own_ids.person
    ) as own
$$;
comment on function private.own_ids(uuid) is
  'The ids under which the log of the tills knows a person: their own, and those of the guests they were.';

create function private.known_about_me()
returns table (
  account_since timestamptz,
  sign_in_ways text[],
  stamps_held bigint,
  cards bigint,
  stamps_spent bigint,
  redemptions bigint,
  scans bigint,
  last_scan_at timestamptz,
  seen_by text[],
  seen_by_count bigint,
  works_at text[]
)
language sql stable security definer set search_path = ''
as $$
  select person.created_at,
      array(select distinct i.provider from auth.identities i where i.user_id = person.id order by 1),
      collected.held, collected.cards, collected.spent, redeemed.rewards, scanned.calls, scanned.newest,
      coalesce(seen.names[:50], '{}'), seen.stores,
      array(
        select s.name from public.store_members m join public.stores s on s.id = m.store_id
          where m.user_id = person.id order by s.name
      )
    from (select u.id, u.created_at from auth.users u where u.id = (select auth.uid())) as person
      cross join lateral (
        select coalesce(sum(s.stamp_count) filter (where s.redemption_id is null), 0) as held,
            coalesce(sum(s.stamp_count) filter (where s.redemption_id is not null), 0) as spent,
            count(distinct s.store_id) filter (where s.redemption_id is null) as cards
          from public.stamps s where s.user_id = person.id
      ) as collected
      cross join lateral (
        select count(*) as rewards from public.redemptions r where r.user_id = person.id
      ) as redeemed
      cross join lateral (
        select count(*) as calls, max(l.happened_at) as newest
          from private.till_log l
          where l.customer_id = any (private.own_ids(person.id))
            -- No code is scanned to take back stamps.
            and l.call <> 'undo_stamp'
      ) as scanned
      cross join lateral (
        select array_agg(s.name order by s.name, s.id) as names, count(*) as stores
          from public.stores s
          where s.id in (
            select l.store_id from private.till_log l where l.customer_id = any (private.own_ids(person.id))
            union select t.store_id from public.stamps t where t.user_id = person.id
            union select r.store_id from public.redemptions r where r.user_id = person.id
          )
      ) as seen
$$;
comment on function private.known_about_me() is
  'Does the work of public.known_about_me, with the rights it needs.';
grant execute on function private.known_about_me() to authenticated;

create function public.known_about_me()
returns table (
  account_since timestamptz,
  sign_in_ways text[],
  stamps_held bigint,
  cards bigint,
  stamps_spent bigint,
  redemptions bigint,
  scans bigint,
  last_scan_at timestamptz,
  seen_by text[],
  seen_by_count bigint,
  works_at text[]
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.known_about_me()
$$;
comment on function public.known_about_me() is
  'What is kept about the caller, in one row of sums: since when, how they sign in, stamps, rewards, what tills did and were refused, the first 50 of the stores that did it, and where they work. No row without an account.';
grant execute on function public.known_about_me() to authenticated;

create function private.my_account(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
          'last_sign_in_at', u.last_sign_in_at, 'full_name', u.raw_user_meta_data -> 'full_name',
          'user_metadata', u.raw_user_meta_data)
        from auth.users u where u.id = person
    ),
    'ways_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider,
            'email', i.identity_data -> 'email', 'created_at', i.created_at,
            'last_sign_in_at', i.last_sign_in_at, 'identity_data', i.identity_data)
          order by i.created_at, i.provider)
        from auth.identities i where i.user_id = person
    ), '[]'),
    -- By name, since a version of the auth service may lack a column. What opens the session is left out.
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', session -> 'created_at',
            'refreshed_at', session -> 'refreshed_at', 'user_agent', session -> 'user_agent',
            'ip', session -> 'ip')
          order by session ->> 'created_at')
        from (select to_jsonb(s) as session from auth.sessions s where s.user_id = person) as mine
    ), '[]'),
    'works_at', coalesce((
      select jsonb_agg(jsonb_build_object('store_id', s.id, 'store_name', s.name,
            'since', m.created_at) order by s.id)
        from public.store_members m join public.stores s on s.id = m.store_id
        where m.user_id = person
    ), '[]'),
    'guest_cards', coalesce((
      select jsonb_agg(to_jsonb(f) - 'user_id' - 'secret' order by f.moved_at, f.guest_id)
        from private.former_guests f where f.user_id = person
    ), '[]'),
    'open_codes', coalesce((
      select jsonb_agg(to_jsonb(o) - 'user_id' - 'session_id' order by o.opened_at, o.reward_id)
        from private.redemption_openings o where o.user_id = person
    ), '[]'),
    -- Without the address and keys that reach the phone.
    'phones_reminded', coalesce((
      select jsonb_agg(jsonb_build_object('push_service', substring(d.endpoint from '^https://([^/]+)'),
            'kinds', d.kinds, 'saved_at', d.saved_at) order by d.saved_at, d.id)
        from private.push_devices d where d.user_id = person
    ), '[]'),
    'reminders', coalesce((
      select jsonb_agg(to_jsonb(r) - 'user_id' - 'id' - 'counted_at' order by r.id)
        from private.reminders r where r.user_id = person
    ), '[]'),
    'till_answers', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', c.request_id, 'created_at', c.created_at,
            'answer', c.response) order by c.created_at, c.request_id)
        from private.till_idempotency_keys c where c.customer_id = person
    ), '[]'),
    'photos', coalesce((
      select jsonb_agg(to_jsonb(p) - 'uploaded_by' order by p.uploaded_at, p.name)
        from private.reward_photos p where p.uploaded_by = person
    ), '[]')
  )
$$;
comment on function private.my_account(uuid) is
  'All that is kept about a person besides stamps, redemptions and scans. No hash, no token, no secret.';

create function private.my_data(part text, after bigint, page_size integer)
returns table (id bigint, entry jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := (select u.id from auth.users u where u.id = auth.uid());
  ids uuid[] := private.own_ids(me);
  behind bigint := coalesce(my_data.after, 0);
  at_most integer := least(greatest(coalesce(my_data.page_size, 1000), 1), 1000);
begin
  case my_data.part
    when 'account' then
      return query select 1::bigint, private.my_account(me) where me is not null and behind < 1;
    -- By `id + 0`, or a page is searched for along everybody's ids: that takes a second if a customer has few
    -- rows among a million. The ids on the page are found first, the rows afterwards.
    when 'stamps' then
      return query select s.id, to_jsonb(s) - 'user_id'
        from (
          select t.id from public.stamps t where t.user_id = me and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join public.stamps s on s.id = page.id
        order by s.id;
    when 'redemptions' then
      return query select r.id, to_jsonb(r) - 'user_id'
        from (
          select t.id from public.redemptions t where t.user_id = me and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join public.redemptions r on r.id = page.id
        order by r.id;
    when 'scans' then
      -- Leaves out who did it: that is about the member.
      return query select l.id, jsonb_build_object('id', l.id, 'happened_at', l.happened_at,
          'store_id', l.store_id, 'store_name', s.name, 'call', l.call, 'outcome', l.outcome,
          'stamp_count', l.stamp_count, 'invoice', l.invoice, 'reward_id', l.reward_id,
          'stamp_id', l.stamp_id, 'redemption_id', l.redemption_id)
        from (
          select t.id from private.till_log t where t.customer_id = any (ids) and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join private.till_log l on l.id = page.id
          left join public.stores s on s.id = l.store_id
        order by l.id;
    else
      perform private.refuse('422', 'unknown_part',
        'There is no such part. The parts are account, stamps, redemptions and scans.');
  end case;
end
$$;
comment on function private.my_data(text, bigint, integer) is
  'Does the work of public.my_data, with the rights it needs.';
grant execute on function private.my_data(text, bigint, integer) to authenticated;

create function public.my_data(part text, after bigint default 0, page_size integer default 1000)
returns table (id bigint, entry jsonb)
language sql stable security invoker set search_path = ''
as $$
  select * from private.my_data(part, after, page_size) where private.check_size(part, 100)
$$;
comment on function public.my_data(text, bigint, integer) is
  'All that is kept about the caller and about nobody else, part by part: account (one row), stamps, redemptions, scans. 1000 rows at most, by ascending id; the next page is after the last id.';
grant execute on function public.my_data(text, bigint, integer) to authenticated;

create function private.can_delete_from(table_name text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(has_table_privilege(to_regclass(table_name), 'delete'), false)
$$;
comment on function private.can_delete_from(text) is
  'Whether a table of the auth service exists and may be written to, which differs between its versions.';

create function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  statement text;
begin
  -- Already deleted, or nobody is signed in.
  if not private.lock_customer(caller) then
    return;
  end if;

  -- Removing a reward also locks the rows that name it, but in another order.
  perform from public.rewards r
    where r.id in (
      select own.reward_id from public.redemptions own where own.user_id = caller
      union select own.reward_id from private.redemption_openings own where own.user_id = caller
      union select own.reward_id from private.reminders own where own.user_id = caller
    )
    order by r.id for key share;

  -- The photos belong to the store. The files come first, as when one is moved or removed.
  for statement in
    select format('update storage.%1$I set %2$I = null where %2$I::text = $1', c.relname, a.attname)
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r'
        and a.attname in ('owner', 'owner_id') and not a.attnotnull
        and has_column_privilege(c.oid, a.attnum, 'update')
  loop
    execute statement using caller::text;
  end loop;
  update private.reward_photos p set uploaded_by = null where p.uploaded_by = caller;

  -- Everything that refers to the account goes with it. private.till_log does not.
  delete from auth.users u where u.id = caller;

  -- What the auth service records without a foreign key.
  if private.can_delete_from('auth.refresh_tokens') then
    -- Those from before there were sessions. There is no index by person, and millions are kept.
    delete from auth.refresh_tokens t where t.session_id is null and t.user_id::text = caller::text;
  end if;
  if private.can_delete_from('auth.flow_state') then
    delete from auth.flow_state f where f.user_id = caller;
  end if;
  if private.can_delete_from('auth.audit_log_entries') then
    -- No index leads to a person's entries. If reading them all takes longer than a customer should
    -- wait, or than a call may, private.sweep_audit_log removes them instead.
    if pg_table_size(to_regclass('auth.audit_log_entries')) <= 32 * 1024 * 1024 then
      delete from auth.audit_log_entries e where strpos(e.payload::text, caller::text) > 0;
    end if;
  end if;
end
$$;
comment on function private.delete_account() is
  'Does the work of public.delete_account, with the rights it needs.';
grant execute on function private.delete_account() to authenticated;

create function public.delete_account() returns void
language sql security invoker set search_path = ''
as $$
  select private.delete_account()
$$;
comment on function public.delete_account() is
  'Deletes the caller''s account at once, with all that is kept about them. The log of the tills stays, with an id that then leads to nobody. Does nothing if the account is already gone.';
grant execute on function public.delete_account() to authenticated;

create function private.sweep_audit_log(at_most integer default 10000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if not private.can_delete_from('auth.audit_log_entries') then
    return 0;
  end if;
  delete from auth.audit_log_entries e where e.id in (
    select entry.id
      from auth.audit_log_entries entry
        -- Who did it, and to whom; the operator acts under an id of all zeros.
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
  'Removes the entries of the auth service''s own log that name people who no longer have an account, and says how many. For an operator to call or schedule, if that log is written to the database.';
