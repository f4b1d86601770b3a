/**
 * What the product and the stand-in need of Realtime's own schema. As hosted, a channel is allowed
 * if a row of `realtime.messages` with its topic can be read.
 */
export const REALTIME_SCHEMA = `
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
create table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable set search_path = ''
as $$ select nullif(current_setting('realtime.topic', true), '') $$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql set search_path = ''
as $$
  select pg_notify('realtime', jsonb_build_object('topic', topic, 'event', event,
      'payload', jsonb_build_object('id', gen_random_uuid()) || payload)::text)
    where private
$$;

create or replace function realtime.may_read(topic text, claims jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  insert into realtime.messages (topic, extension) values (may_read.topic, 'broadcast');
  perform set_config('realtime.topic', may_read.topic, true),
    set_config('request.jwt.claims', claims::text, true),
    set_config('request.jwt.claim.sub', claims ->> 'sub', true),
    set_config('role', claims ->> 'role', true);
  allowed := exists (select from realtime.messages m where m.topic = may_read.topic);
  -- Takes back the row and the settings.
  raise exception using errcode = 'RT000';
exception when sqlstate 'RT000' then
  return allowed;
end
$$;
revoke execute on function realtime.may_read(text, jsonb) from public;
`;

/** What the product needs of the Vault's schema. Nothing is encrypted here: the file it is in is the owner's alone. */
export const VAULT_SCHEMA = `
create schema if not exists vault;
create table if not exists vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  secret text not null
);
create or replace view vault.decrypted_secrets as
  select id, name, secret as decrypted_secret from vault.secrets;
create or replace function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
returns uuid language sql set search_path = ''
as $$ insert into vault.secrets (secret, name) values (new_secret, new_name) returning id $$;
create or replace function vault.update_secret(secret_id uuid, new_secret text default null)
returns void language sql set search_path = ''
as $$ update vault.secrets set secret = new_secret where id = secret_id $$;
revoke execute on all functions in schema vault from public;
`;
