-- What everything else builds on: the PostgreSQL version, the extensions, a schema for what the interface
-- does not expose, and the rule that nothing is granted unless a file says so.

do $$
begin
  -- "pg_c_utf8", the collation that private.invoice_key uses, is new in 17.
  if current_setting('server_version_num')::integer < 170000 then
    raise exception 'Stampcard needs PostgreSQL 17. This project is on %: Project Settings → Infrastructure.',
      current_setting('server_version_num')::integer / 10000;
  end if;
end
$$;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
comment on schema private is
  'Helpers behind row security and the store''s side. Not exposed by the interface.';
revoke all on schema private from public, anon;
grant usage on schema private to authenticated, service_role;

-- A hosted project may still grant rights on every new table and function; here each file grants its own.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- By default PostgreSQL lets every role execute a new function; only a command that names no schema
-- revokes that.
alter default privileges revoke execute on functions from public;
