-- Where a store is, when it is open and how it is reached, and the list of all stores that take part.

create function private.open_minutes(hours jsonb) returns int4multirange
language plpgsql immutable strict set search_path = ''
as $$
declare
  days constant text[] := array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  minutes int4multirange := '{}';
  day text;
  spans jsonb;
  span text;
  begins integer;
  opens integer;
  closes integer;
begin
  if jsonb_typeof(hours) <> 'object' or length(hours::text) > 1000 then
    return null;
  end if;
  for day, spans in select * from jsonb_each(hours) loop
    begins := (array_position(days, day) - 1) * 2880;
    if begins is null or jsonb_typeof(spans) <> 'array' then
      return null;
    end if;
    for span in select * from jsonb_array_elements_text(spans) loop
      if coalesce(span, '') !~ '^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$' then
        return null;
      end if;
      opens := substr(span, 1, 2)::integer * 60 + substr(span, 4, 2)::integer;
      closes := substr(span, 7, 2)::integer * 60 + substr(span, 10, 2)::integer;
      if closes = opens then
        return null;
      elsif closes < opens then
        closes := closes + 1440;
      end if;
      if minutes && int4range(begins + opens, begins + closes) then
        return null;
      end if;
      minutes := minutes + int4multirange(int4range(begins + opens, begins + closes));
    end loop;
  end loop;
  return minutes;
end
$$;
comment on function private.open_minutes(jsonb) is
  'Opening hours as minutes of the week, where each day has 2880: its own and those of the night after it, so that a day that is closed takes its night with it. Null where the hours are none.';
-- A column that is made of others is made as whoever writes the row.
grant execute on function private.open_minutes(jsonb) to service_role;

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- PostgreSQL takes any word with a number for a zone, which no browser knows.
  if name !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2})$' then
    return false;
  end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function private.is_time_zone(text) is 'Whether this is the name of a zone, as in ''Asia/Manila''.';
grant execute on function private.is_time_zone(text) to service_role;

alter table public.stores
  add column kind text check (length(btrim(kind)) between 1 and 60),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column opening_hours jsonb,
  add column closed_on date[]
    check (cardinality(closed_on) <= 100 and array_position(closed_on, null) is null),
  add column time_zone text check (private.is_time_zone(time_zone)),
  add column phone text check (phone ~ '^\+?[0-9][0-9 ()/.-]{2,29}$'),
  add column website text check (
    length(website) <= 2000 and website ~* '^https?://[^[:space:]/?#@\\]+([/?#][^[:space:]\\]*)?$'
  ),
  add column open_minutes int4multirange generated always as (private.open_minutes(opening_hours)) stored,
  -- Mercator's map: what is nearest on it is nearest on the ground. It has no poles.
  add column map_point point generated always as (
    point(longitude, degrees(ln(tan(pi() / 4 + radians(least(greatest(latitude, -85), 85)) / 2))))
  ) stored,
  add constraint stores_place_whole check ((latitude is null) = (longitude is null)),
  add constraint stores_opening_hours_valid check (opening_hours is null or open_minutes is not null),
  add constraint stores_opening_hours_zone check (opening_hours is null or time_zone is not null);

comment on column public.stores.kind is 'What it is, in a few words: café, bakery. Null: not said.';
comment on column public.stores.latitude is 'Where it is, in degrees; null where that is not known.';
comment on column public.stores.longitude is 'With the latitude, or null like it.';
comment on column public.stores.opening_hours is
  'By day: {"mon": ["07:00-11:00", "13:00-22:00"], "sat": ["18:00-02:00"]}. Until after midnight counts to the day on which it opens; a day that is not named is closed. Null: not known.';
comment on column public.stores.closed_on is 'Days on which it does not open, holidays for example.';
comment on column public.stores.time_zone is 'Of the hours and the days: Asia/Manila.';
comment on column public.stores.phone is 'As it is dialed; null where there is none.';
comment on column public.stores.website is 'http or https; null where there is none.';
comment on column public.stores.open_minutes is 'The hours, as private.open_minutes() has them.';
comment on column public.stores.map_point is 'Latitude and longitude as a point on a flat map, by which an index finds what is near.';

create index stores_by_place on public.stores using gist (map_point) where not suspended;

-- Looks at 300 stores at most, however few of them are open: what is asked for next goes on after them.
create function public.list_stores(
  after bigint default null, page_size integer default 50, open_now boolean default false,
  near_latitude double precision default null, near_longitude double precision default null
)
returns table (
  id bigint, name text, address text, logo_url text, kind text, latitude double precision,
  longitude double precision, opening_hours jsonb, closed_on date[], time_zone text, reward_title text,
  stamps_needed integer, listed boolean
)
language plpgsql stable security invoker set search_path = ''
-- By the indexes, whatever is known of how many stores there are.
set enable_seqscan = off set enable_sort = off
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(page_size, 1), 500);
  at_most constant integer := case when open_now then 300 else size end;
  -- As the column `map_point` has it: a visitor may call no function of ours.
  here constant point := point(near_longitude,
    degrees(ln(tan(pi() / 4 + radians(least(greatest(near_latitude, -85), 85)) / 2))));
  last public.stores;
  listed_ids bigint[] := '{}';
  listed_count integer;
  looked_at integer := 0;
  stopped_at bigint;
  candidates refcursor;
  store record;
  hour timestamp;
  minute integer;
begin
  if after is not null then
    select * into last from public.stores s where s.id = after;
    if last.id is null then
      return;
    end if;
  end if;
  if here is null then
    open candidates no scroll for
      select s.id, s.open_minutes, s.closed_on, s.time_zone from public.stores s
        where not s.suspended and lower(s.name) ~>=~ coalesce(lower(last.name), '')
          and (after is null or lower(s.name) ~>~ lower(last.name) or s.id > after)
        order by lower(s.name) using ~<~, s.id
        limit at_most;
  else
    open candidates no scroll for
      select near.* from (
          select s.id, s.open_minutes, s.closed_on, s.time_zone, s.map_point <-> here as distance
            from public.stores s where not s.suspended and s.map_point is not null
            order by s.map_point <-> here
            limit 300
        ) as near
        where after is null or (near.distance, near.id) > (last.map_point <-> here, after)
        order by near.distance, near.id;
  end if;
  loop
    fetch candidates into store;
    exit when not found;
    looked_at := looked_at + 1;
    stopped_at := store.id;
    if open_now then
      hour := now() at time zone store.time_zone;
      minute := (extract(isodow from hour)::integer - 1) * 2880
        + extract(hour from hour)::integer * 60 + extract(minute from hour)::integer;
      -- Since today, or since yesterday: the day before Monday is at the end of the week.
      continue when (
        store.open_minutes @> minute and hour::date <> all (coalesce(store.closed_on, '{}'))
        or store.open_minutes @> (minute + 18720) % 20160
          and hour::date - 1 <> all (coalesce(store.closed_on, '{}'))
      ) is not true;
    end if;
    listed_ids := listed_ids || store.id;
    exit when cardinality(listed_ids) = size;
  end loop;
  listed_count := cardinality(listed_ids);
  -- Where it stopped, for the question that goes on from there.
  if here is null and looked_at = at_most and listed_count < size then
    listed_ids := listed_ids || stopped_at;
  end if;
  return query
    select s.id, s.name, s.address, s.logo_url, s.kind, s.latitude, s.longitude, s.opening_hours,
        s.closed_on, s.time_zone, reward.title, reward.needed, answer.place <= listed_count
      from unnest(listed_ids) with ordinality as answer (id, place)
        join public.stores s on s.id = answer.id
        -- The day is UTC+8, whatever the zone.
        cross join (
          select (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours'
            as begins
        ) as today
        -- The one that is due first, as of a card that leads to it.
        left join lateral (
          select r.title, coalesce(r.stamps_needed, 10) as needed from public.rewards r
            where r.store_id = s.id
              and (r.date_start is null or r.date_start < today.begins + interval '1 day')
              and (r.date_end is null or r.date_end >= today.begins)
            order by needed, r.date_end desc, r.date_start desc, r.id desc
            limit 1
        ) as reward on true
      order by answer.place;
end
$$;
comment on function public.list_stores(bigint, integer, boolean, double precision, double precision) is
  'A page of the stores that take part, by name or, where a place is given, the 300 nearest; after a store, open at present only, each with the reward that takes the fewest stamps. A last row that is not listed says where the next page begins.';
grant execute on function public.list_stores(bigint, integer, boolean, double precision, double precision)
  to anon, authenticated;
