-- The ground the tables stand on: nothing is granted by default, and helpers that the interface
-- does not expose live in a schema of their own.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
comment on schema private is
  'Helpers behind row security and the store''s side. Not exposed by the interface.';
revoke all on schema private from public, anon;
grant usage on schema private to authenticated, service_role;

-- A hosted project may still hand out every new table; here each table says itself who may do what.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- PostgreSQL itself lets everybody execute a new function; only without a schema can that be undone.
alter default privileges revoke execute on functions from public;
