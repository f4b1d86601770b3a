-- Customers sign in by Google or by a one-time code, merchants as their own site has it, by password
-- perhaps. The auth service lets anyone register any address with a password, and no setting disables
-- only that: an attacker could wait until the owner signs in by code, and share the account from then
-- on. A customer's password therefore opens nothing; no password of anyone is touched.

drop trigger forget_password on auth.users;
drop function private.forget_password();

create function private.refuse_customer_passwords(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when event ->> 'authentication_method' = 'password'
      and not exists (
        select from public.store_members m where m.user_id::text = event ->> 'user_id'
      )
      then jsonb_build_object('error', jsonb_build_object(
        'http_code', 403,
        'message', 'Please sign in with Google or with a one-time code.'
      ))
    else event
  end
$$;
comment on function private.refuse_customer_passwords(jsonb) is
  'The auth service''s hook before it issues a token (config.toml): who works in no store gets none for a password. Called by the auth service only.';
revoke execute on function private.refuse_customer_passwords(jsonb)
  from public, anon, authenticated;

do $$
begin
  -- The auth service of a hosted project.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.refuse_customer_passwords(jsonb) to supabase_auth_admin;
  end if;
end
$$;
