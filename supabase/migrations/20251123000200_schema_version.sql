-- Which schema this is: a site that finds something missing asks, and tells its operator what to apply
-- (docs/decisions/versions.md).

-- There before it says anything, so that whoever may read it may read it as soon as it does.
create function public.schema_version() returns text
language sql immutable security invoker set search_path = ''
as $$ select null::text $$;
comment on function public.schema_version() is
  'The number of the last migration of Stampcard that was applied to its end.';
revoke execute on function public.schema_version() from public;
grant execute on function public.schema_version() to anon, authenticated, service_role;

-- The last statement of every migration from this one on, each with its own number: one that was applied
-- by half still has the number of the one before it. The table in which `supabase db push` keeps its
-- numbers would not do: an operator's own migrations stand in it too, and none that was pasted into the
-- SQL editor.
create or replace function public.schema_version() returns text
language sql immutable security invoker set search_path = ''
as $$ select '20251123000200' $$;
