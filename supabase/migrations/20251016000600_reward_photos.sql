-- The bucket for the rewards' photos. Public, so a photo is read by its address without a policy;
-- no policy lets a client list the photos of others.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'rewards', 'rewards', true, 5 * 1024 * 1024,
  -- No SVG: it can carry script.
  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.is_reward_photo(object_name text) returns boolean
language sql immutable set search_path = ''
as $$
  select object_name ~ '^uploads/[A-Za-z0-9_-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$'
$$;
comment on function private.is_reward_photo(text) is
  'Whether a name in the bucket is one the app gives: uploads/{random id}.{extension of an image}.';
revoke execute on function private.is_reward_photo(text) from public, anon;
grant execute on function private.is_reward_photo(text) to authenticated, service_role;

create policy "Members of a store upload reward photos"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'rewards'
    and private.is_reward_photo(name)
    and exists (select private.my_store_ids())
  );

-- Uploading with upsert also reads and replaces: only files of the same person.
create policy "Members see the reward photos they uploaded"
  on storage.objects for select to authenticated
  using (bucket_id = 'rewards' and owner_id = (select auth.uid())::text);

create policy "Members replace the reward photos they uploaded"
  on storage.objects for update to authenticated
  using (bucket_id = 'rewards' and owner_id = (select auth.uid())::text)
  with check (
    bucket_id = 'rewards'
    and owner_id = (select auth.uid())::text
    and private.is_reward_photo(name)
    and exists (select private.my_store_ids())
  );
