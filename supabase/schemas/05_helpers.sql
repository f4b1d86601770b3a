-- Small functions that the other files share.

create function private.refuse(status text, reason text, sentence text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  -- PostgREST answers PTxyz with HTTP status xyz, and passes on message and detail as they are.
  raise exception using errcode = 'PT' || status, message = sentence, detail = reason;
end
$$;
comment on function private.refuse(text, text, text) is
  'Ends a call of the store''s side: an HTTP status, a word for programs, a sentence for people.';

create function private.check_size(argument anyelement, at_most integer) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if pg_column_size(argument) > at_most
     -- A number like 1e131071 is small, but not its digits.
     or pg_typeof(argument) = 'jsonb'::regtype and exists (
       select from jsonb_path_query(to_jsonb(argument), 'strict $.** ? (@.type() == "number")') as number
         where length(number::text) > 1000
     ) then
    raise exception using errcode = 'PT413', detail = 'too_large',
      message = 'This is more than can be asked for at once.';
  end if;
  return true;
end
$$;
comment on function private.check_size(anyelement, integer) is
  'True for an argument of at most this many bytes; a larger one is refused before anything is done with it.';
grant execute on function private.check_size(anyelement, integer) to authenticated, service_role;

create function private.app_day(instant timestamptz) returns date
language sql immutable set search_path = ''
as $$
  select (instant at time zone interval '8 hours')::date
$$;
comment on function private.app_day(timestamptz) is 'The app''s day is UTC+8, whatever the zone.';

create function private.one_line(content text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(
    btrim(
      regexp_replace(
        regexp_replace(
          -- Characters without width or ink: direction marks, fillers, variation selectors, tags.
          regexp_replace(
            content,
            '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
            '', 'g'
          ),
          -- Joiners, and how an emoji is drawn: emoji and words need them, except words in Latin letters.
          '(?<![^\u0001-\u02ff\u2000-\u206f\u2800\u3000\ufe0e\ufe0f]\ufe0f?)[\u200c\u200d\ufe0e\ufe0f]|[\u200c\u200d](?![^\u0001-\u02ff\u2000-\u206f\u2800\u3000\ufe0e\ufe0f])',
          '', 'g'
        ),
        '[[:space:][:cntrl:]\u0080-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'
      )
    ),
    ''
  )
$$;
comment on function private.one_line(text) is
  'A text for people on one line, without surrounding space or invisible characters; null if nothing is left.';

create function private.folded(content text) returns text
language sql immutable set search_path = ''
as $$
  -- Only Latin, Greek and Cyrillic letters lose their marks; everything else is composed again.
  -- A phone types a different apostrophe than a keyboard, and people leave it out, as they do joiners and the
  -- space in 'S & R'.
  select lower(
    normalize(
      regexp_replace(normalize(content, NFD), '[\u0300-\u036f''‘’\u200c\u200d\ufe0e\ufe0f]|\s+(?=&)|(?<=&)\s+', '', 'g'),
      NFC
    )
  )
$$;
comment on function private.folded(text) is
  'A text in the form that is searched: lowercase, without accents, apostrophes or space around &.';
grant execute on function private.folded(text) to authenticated, service_role;

create function private.read_uuid(content text) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when content ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
      then content::uuid
  end
$$;
comment on function private.read_uuid(text) is 'The id of a person, or null if it is not one.';

create function private.read_id(content text) returns bigint
language sql immutable set search_path = ''
as $$
  select case when content ~ '^[0-9]{1,18}$' then content::bigint end
$$;
comment on function private.read_id(text) is 'The id of a row, or null if it is not one.';

create function private.read_ids(list jsonb, at_most integer) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
declare
  ids bigint[];
begin
  if jsonb_typeof(list) is distinct from 'array' then
    return null;
  end if;
  if jsonb_array_length(list) not between 1 and at_most then
    return null;
  end if;
  select array_agg(distinct private.read_id(item #>> '{}')) into ids
    from jsonb_array_elements(list) as item;
  if array_position(ids, null) is not null then
    return null;
  end if;
  return ids;
end
$$;
comment on function private.read_ids(jsonb, integer) is
  'The ids of rows, numbers or text, without duplicates; null if any of them is not one.';

-- A check constraint calls this as the role that writes the row.
create function private.is_photo_address(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select address ~* '^https://[^[:space:]/?#@\\]+([/?#][^[:space:]\\]*)?$'
    -- A picture in the bucket; without TLS only on this machine.
    or address ~ '^(http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?)?/storage/v1/object/public/rewards/uploads/[A-Za-z0-9_-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$'
    -- The demo's drawings, which are part of the site.
    or address ~ '^/demo/[a-z0-9-]{1,100}\.svg$'
$$;
comment on function private.is_photo_address(text) is
  'Whether a column `photo` may contain an address: https, a picture in the bucket, a drawing of the demo.';
grant execute on function private.is_photo_address(text) to service_role;

-- The host of a picture learns the IP address of everyone who looks at it.
create table private.photo_hosts (
  host text primary key check (host ~ '^[a-z0-9.-]{1,253}(:[0-9]{1,5})?$')
);

comment on table private.photo_hosts is
  'The hosts that photos and logos may be on, including the project''s own, which has the bucket. Empty: any host.';
comment on column private.photo_hosts.host is 'As in an address, with its port if it has one.';

alter table private.photo_hosts enable row level security;

create policy "Nobody reads where photos may lie"
  on private.photo_hosts for select to anon, authenticated using (false);

create function private.is_allowed_photo(address text) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_photo_address(address) and (
    address !~* '^https:'
    or not exists (select from private.photo_hosts)
    or exists (
      select from private.photo_hosts h where h.host = substring(lower(address) from '^https://([^/?#]+)')
    )
  )
$$;
comment on function private.is_allowed_photo(text) is
  'Whether a store may enter the address of a photo: if the operator lists hosts, it must be on one of them.';
