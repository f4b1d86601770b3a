-- Sign-in is by Google or by a one-time code. The auth service also accepts passwords, and no
-- setting disables only them: an attacker could register another person's address with a password,
-- wait until the owner signs in by code, and share the account from then on. So no account has a
-- password.

create function private.forget_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.encrypted_password := null;
  return new;
end
$$;
comment on function private.forget_password() is 'No account has a password.';
revoke execute on function private.forget_password() from public, anon, authenticated;

create trigger forget_password
  before insert or update on auth.users
  for each row execute function private.forget_password();
