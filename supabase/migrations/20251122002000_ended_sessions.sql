-- An access token is good for its hour, whatever became of its session: after a log-out elsewhere, or
-- with the account gone, whoever holds it read on. PostgREST asks a function before each request, and
-- that one looks whether the session is still there.

create function private.session_lasts(session_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- What is no id is the id of nothing; the order of a case keeps it from being cast.
  select case when session_lasts.session_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then exists (
      select from auth.sessions s
        where s.id = session_lasts.session_id::uuid and s.user_id = (select auth.uid())
    )
    else false
  end
$$;
comment on function private.session_lasts(text) is
  'Whether a session of the caller has not ended. For refuse_ended_session.';
revoke execute on function private.session_lasts(text) from public, anon;
grant execute on function private.session_lasts(text) to authenticated;

create function public.refuse_ended_session() returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  session_id text :=
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  -- The keys of the project and tokens of an operator's own name no session.
  if session_id is null then
    return;
  end if;
  -- A log-out withdraws the open code as well, and may be the quicker of the two.
  if current_setting('request.path', true) like '%rpc/close_redemption' then
    return;
  end if;
  if not private.session_lasts(session_id) then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please sign in again.';
  end if;
end
$$;
comment on function public.refuse_ended_session() is
  'PostgREST''s pre-request: refuses a token whose session has ended. Called by PostgREST before each request; of no use to others.';
revoke execute on function public.refuse_ended_session() from public, anon, authenticated;
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
  -- Where the sessions can't be read, every signed-in request would fail.
  perform private.session_lasts('00000000-0000-0000-0000-000000000000');
  alter role authenticator set pgrst.db_pre_request = 'public.refuse_ended_session';
exception
  when insufficient_privilege then
    raise notice 'Not permitted here; to be run by who may: alter role authenticator set pgrst.db_pre_request = ''public.refuse_ended_session''';
end
$$;
notify pgrst, 'reload config';
