import type { Database } from '../database.ts';

/**
 * Shim: grants. The embedded backend grants every right to every role on the first request, so a
 * missing grant would work here and fail on a hosted project, and a revoked one would come back.
 */
export function leaveGrantsAlone(connection: Database['connection']): void {
  Object.defineProperty(connection, 'ensureRlsContext', { value: async () => true });
}

/** What a hosted project has before the first migration: its grants, none on tables of `public`, and who calls. */
export const HOSTED_ROLES = `
do $$
declare role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
  alter role service_role bypassrls;
end $$;
create schema if not exists extensions;
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
grant all on storage.objects, storage.buckets to anon, authenticated, service_role;
alter table storage.objects enable row level security;
alter table storage.buckets enable row level security;
-- That of lite takes an empty \`sub\` for none; this one refuses it, as no id.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
`;
