-- A photo belongs to the stores its uploader worked in, whoever works there by now.

create table private.reward_photos (
  name text primary key,
  store_ids bigint[] not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null default now()
);

comment on table private.reward_photos is 'Whose the files in the bucket are.';
comment on column private.reward_photos.name is 'The name in the bucket.';
comment on column private.reward_photos.store_ids is
  'The stores in which the uploader worked: only who works in all of them replaces the photo.';
comment on column private.reward_photos.uploaded_by is 'The member who uploaded it, deleted or not.';
comment on column private.reward_photos.uploaded_at is 'When.';

alter table private.reward_photos enable row level security;
revoke all on table private.reward_photos from anon, authenticated;
grant all on table private.reward_photos to service_role;

create policy "Nobody reads whose the photos are"
  on private.reward_photos for select to anon, authenticated using (false);

create function private.stores_of_member(member text) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(select m.store_id from public.store_members m where m.user_id::text = member order by 1)
$$;
comment on function private.stores_of_member(text) is 'Where a person works.';
revoke execute on function private.stores_of_member(text) from public, anon, authenticated;

insert into private.reward_photos (name, store_ids, uploaded_by)
  select o.name, private.stores_of_member(o.owner_id), private.read_uuid(o.owner_id)
    from storage.objects o where o.bucket_id = 'rewards';

create function private.check_reward_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  type text := new.metadata ->> 'mimetype';
  ending text := replace(substring(new.name from '[^.]*$'), 'jpg', 'jpeg');
begin
  -- The storage service writes what it has measured; while it only tries its rights, nothing.
  if type is not null and type <> 'image/' || ending then
    raise exception 'The photo is %, and its name says %.', type, ending using errcode = '23514';
  end if;
  if (new.metadata ->> 'size')::bigint > 5 * 1024 * 1024 then
    raise exception 'The object exceeded the maximum allowed size' using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.check_reward_photo() is
  'A photo''s type is what its name says, and it has 5 MB at most.';
revoke execute on function private.check_reward_photo() from public, anon, authenticated;

create trigger check_reward_photo
  before insert or update on storage.objects
  for each row when (new.bucket_id = 'rewards') execute function private.check_reward_photo();

create function private.note_reward_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- A name that was free is a new photo, whosever the one before it was.
    insert into private.reward_photos as photo (name, store_ids, uploaded_by)
      values (new.name, private.stores_of_member(new.owner_id), private.read_uuid(new.owner_id))
      on conflict (name) do update set store_ids = excluded.store_ids,
        uploaded_by = excluded.uploaded_by, uploaded_at = excluded.uploaded_at;
  else
    update private.reward_photos p set name = new.name where p.name = old.name;
  end if;
  return null;
end
$$;
comment on function private.note_reward_photo() is
  'Records whose a photo is as it is uploaded; a moved one stays theirs.';
revoke execute on function private.note_reward_photo() from public, anon, authenticated;

create trigger note_reward_photo
  after insert on storage.objects
  for each row when (new.bucket_id = 'rewards') execute function private.note_reward_photo();
create trigger note_moved_reward_photo
  after update on storage.objects
  for each row when (new.bucket_id = 'rewards' and new.name <> old.name)
  execute function private.note_reward_photo();

create function private.is_photo_of_my_stores(object_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.reward_photos p
      where p.name = object_name
        and p.store_ids <@ array(select private.my_store_ids())
        and exists (select from public.stores s where s.id = any (p.store_ids) and not s.suspended)
  )
$$;
comment on function private.is_photo_of_my_stores(text) is
  'Whether the caller works in every store that the photo belongs to, one of which takes part at present.';
revoke execute on function private.is_photo_of_my_stores(text) from public, anon;
grant execute on function private.is_photo_of_my_stores(text) to authenticated, service_role;

create function private.works_in_open_store() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.stores s
      where s.id = any (array(select private.my_store_ids())) and not s.suspended
  )
$$;
comment on function private.works_in_open_store() is
  'Whether the caller works in a store that takes part at present.';
revoke execute on function private.works_in_open_store() from public, anon;
grant execute on function private.works_in_open_store() to authenticated, service_role;

drop policy "Members of a store upload reward photos" on storage.objects;
drop policy "Members replace the reward photos they uploaded" on storage.objects;
drop policy "Members see the reward photos they uploaded" on storage.objects;

create policy "Members of a store upload reward photos"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'rewards'
    and private.is_reward_photo(name)
    and (select private.works_in_open_store())
  );

-- Uploading with upsert also reads and replaces.
create policy "Members see what they uploaded and their stores' reward photos"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'rewards'
    and (owner_id = (select auth.uid())::text or private.is_photo_of_my_stores(name))
  );

create policy "Members replace their stores' reward photos"
  on storage.objects for update to authenticated
  using (bucket_id = 'rewards' and private.is_photo_of_my_stores(name))
  with check (
    bucket_id = 'rewards'
    and private.is_reward_photo(name)
    and (select private.works_in_open_store())
  );
