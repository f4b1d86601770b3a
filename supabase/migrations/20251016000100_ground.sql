-- The basis of all tables: nothing is granted by default, and helpers that the interface does not
-- expose are in a schema of their own.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
comment on schema private is
  'Helpers behind row security and the store''s side. Not exposed by the interface.';
revoke all on schema private from public, anon;
grant usage on schema private to authenticated, service_role;

-- A hosted project may still grant rights on every new table; here each table defines its own.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- By default PostgreSQL lets every role execute a new function; only a command without a schema
-- revokes that.
alter default privileges revoke execute on functions from public;
