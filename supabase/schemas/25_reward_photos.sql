-- The bucket for reward photos. It is public, so a photo is read by its address without a policy;
-- no policy lets a client list other people's photos. A photo belongs to the stores its uploader worked in,
-- no matter who works there now.

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

create table private.reward_photos (
  name text primary key,
  store_ids bigint[] not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null default now()
);

comment on table private.reward_photos is 'Who the files in the bucket belong to.';
comment on column private.reward_photos.name is 'The name in the bucket.';
comment on column private.reward_photos.store_ids is
  'The stores the uploader worked in: only someone who works in all of them can replace the photo.';
comment on column private.reward_photos.uploaded_by is
  'The member who uploaded it. Null: no longer has an account.';
comment on column private.reward_photos.uploaded_at is 'When it was uploaded.';

create index reward_photos_of_uploader on private.reward_photos (uploaded_by)
  where uploaded_by is not null;
create index reward_photos_of_stores on private.reward_photos using gin (store_ids);

alter table private.reward_photos enable row level security;

create policy "Nobody reads whose the photos are"
  on private.reward_photos for select to anon, authenticated using (false);

create function private.is_reward_photo(object_name text) returns boolean
language sql immutable set search_path = ''
as $$
  select object_name ~ '^uploads/[A-Za-z0-9_-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$'
$$;
comment on function private.is_reward_photo(text) is
  'Whether a name in the bucket is one the app gives: uploads/{random id}.{extension of an image}.';
grant execute on function private.is_reward_photo(text) to authenticated, service_role;

create function private.check_reward_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  type text := new.metadata ->> 'mimetype';
  ending text := replace(substring(new.name from '[^.]*$'), 'jpg', 'jpeg');
begin
  -- A photo that only changes hands is not checked again, even one from before types were.
  if tg_op = 'UPDATE' and new.bucket_id = old.bucket_id and new.name = old.name
     and new.metadata is not distinct from old.metadata then
    return new;
  end if;
  -- The storage service finishes an upload under its own rights: by then the member may have no account.
  -- Row security runs after this, and nobody else may learn whether an account exists.
  if tg_op = 'INSERT' and new.owner_id = coalesce(auth.uid()::text, new.owner_id)
     and not private.lock_customer(private.read_uuid(new.owner_id)) then
    raise exception 'Your account does not exist any more.' using errcode = '42501';
  end if;
  -- Row security has allowed the replacement to begin, and is not asked again when it ends.
  if tg_op = 'INSERT' and auth.uid() is null and new.owner_id is not null and exists (
    select from private.reward_photos p
      where p.name = new.name and not p.store_ids <@ private.stores_of_member(new.owner_id)
  ) then
    raise exception 'You do not work in the store of this photo any more, so it was not replaced.'
      using errcode = '42501';
  end if;
  -- The storage service writes what it has measured, and nothing while it only tests its rights.
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
  'A photo has the type its name says and 5 MB at most, and a member who replaces it still works in its stores at the end.';

create trigger check_reward_photo
  before insert or update on storage.objects
  for each row when (new.bucket_id = 'rewards') execute function private.check_reward_photo();

create function private.photo_name(address text) returns text
language sql immutable strict set search_path = ''
as $$
  select substring(address from '/rewards/(uploads/[A-Za-z0-9_-]{1,100}\.[a-z]{3,4})')
$$;
comment on function private.photo_name(text) is
  'The name in the bucket that an address leads to, also through the service that resizes; null if it leads elsewhere.';
-- An index calls this as the role that writes the row.
grant execute on function private.photo_name(text) to service_role;

create function private.require_room_for_photo(stores bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Per store: what its 500 rewards and some old receipts can show.
  at_most constant integer := 600;
  -- As many as the rewards it can offer at once.
  at_most_unused constant integer := 50;
  of_store bigint;
  kept integer;
  unused integer;
begin
  -- Photos uploaded at once are counted one after the other.
  foreach of_store in array stores loop
    perform pg_advisory_xact_lock(hashtextextended('photos of ' || of_store, 0));
  end loop;
  -- Someone who works in several stores has the room of all of them.
  select count(*), count(*) filter (
      where p.uploaded_at > now() - interval '1 day' and not exists (
        select from public.rewards r
          where r.store_id = any (stores) and private.photo_name(r.photo) = p.name
      )
    ) into kept, unused
    from private.reward_photos p where p.store_ids && stores;
  -- The storage service passes on only this error's message, and reports others as its own fault.
  if unused >= at_most_unused * cardinality(stores) then
    raise exception 'Your store has uploaded % photos within a day that no reward shows. Please use one of them, or go on tomorrow.',
      unused using errcode = '42501';
  end if;
  if kept >= at_most * cardinality(stores) then
    raise exception 'Your store has % photos, and there is no room for more. Please remove rewards that are over, and go on in a few days.',
      kept using errcode = '42501';
  end if;
end
$$;
comment on function private.require_room_for_photo(bigint[]) is
  'Refuses a photo if the uploader''s stores already have as many as they may: in all, or from the last day and shown by no reward.';

create function private.record_reward_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stores bigint[];
begin
  if tg_op = 'INSERT' then
    stores := private.stores_of_member(new.owner_id);
    -- A photo nobody owns was uploaded by an operator. A signed upload URL outlives a membership.
    if new.owner_id is not null then
      if stores = '{}' then
        raise exception 'You do not work in a store any more, so that this photo is not kept.'
          using errcode = '42501';
      end if;
      perform private.require_room_for_photo(stores);
    end if;
    -- A name that was free is a new photo, no matter who owned the earlier one.
    insert into private.reward_photos as photo (name, store_ids, uploaded_by)
      values (new.name, stores, private.read_uuid(new.owner_id))
      on conflict (name) do update set store_ids = excluded.store_ids,
        uploaded_by = excluded.uploaded_by, uploaded_at = excluded.uploaded_at;
  elsif tg_op = 'UPDATE' then
    update private.reward_photos p set name = new.name where p.name = old.name;
  else
    delete from private.reward_photos p where p.name = old.name;
  end if;
  return null;
end
$$;
comment on function private.record_reward_photo() is
  'Records who owns a photo when it is uploaded, if their stores have room for it; a moved photo stays theirs, a removed one is forgotten.';

create trigger record_reward_photo
  after insert on storage.objects
  for each row when (new.bucket_id = 'rewards') execute function private.record_reward_photo();
create trigger record_moved_reward_photo
  after update on storage.objects
  for each row when (new.bucket_id = 'rewards' and new.name <> old.name)
  execute function private.record_reward_photo();
create trigger record_removed_reward_photo
  after delete on storage.objects
  for each row when (old.bucket_id = 'rewards') execute function private.record_reward_photo();

-- All at once: anyone who is signed in may ask for a list of the bucket, and a function called for each
-- photo in it takes a second for 20,000.
create function private.photos_of_my_stores() returns setof text
language sql stable security definer set search_path = ''
as $$
  select p.name from private.reward_photos p
    -- By its index. A photo without stores belongs to an operator.
    where p.store_ids && array(select private.my_store_ids())
      and p.store_ids <@ array(select private.my_store_ids())
      and exists (select from public.stores s where s.id = any (p.store_ids) and not s.suspended)
$$;
comment on function private.photos_of_my_stores() is
  'The names of the photos that belong only to stores the caller works in, if one of these takes part at present.';
grant execute on function private.photos_of_my_stores() to authenticated, service_role;

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
    and (owner_id = (select auth.uid())::text or name in (select private.photos_of_my_stores()))
  );

create policy "Members replace their stores' reward photos"
  on storage.objects for update to authenticated
  using (bucket_id = 'rewards' and name in (select private.photos_of_my_stores()))
  with check (bucket_id = 'rewards' and private.is_reward_photo(name));
