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
  'Opening hours as minutes of the week. Each day has 2880, its own and those of the night after it, so that a closed day also closes its night. Null if the hours are invalid.';
-- A generated column is computed as the role that writes the row.
grant execute on function private.open_minutes(jsonb) to service_role;

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- PostgreSQL accepts any word with a number as a zone, which no browser knows.
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
    length(website) <= 2000 and website ~* '^https://[^[:space:]/?#@\\]+([/?#][^[:space:]\\]*)?$'
  ),
  add column open_minutes int4multirange generated always as (private.open_minutes(opening_hours)) stored,
  -- Mercator projection: what is near on it is near on the ground. It has no poles.
  add column map_point point generated always as (
    point(longitude, degrees(ln(tan(pi() / 4 + radians(least(greatest(latitude, -85), 85)) / 2))))
  ) stored,
  add constraint stores_place_whole check ((latitude is null) = (longitude is null)),
  add constraint stores_opening_hours_valid check (opening_hours is null or open_minutes is not null),
  add constraint stores_opening_hours_zone check (opening_hours is null or time_zone is not null);

comment on column public.stores.kind is 'What it is, in a few words: café, bakery. Null: not given.';
comment on column public.stores.latitude is 'Where it is, in degrees; null if unknown.';
comment on column public.stores.longitude is 'Given with the latitude, or null like it.';
comment on column public.stores.opening_hours is
  'By day: {"mon": ["07:00-11:00", "13:00-22:00"], "sat": ["18:00-02:00"]}. Hours until after midnight belong to the day they begin on; a day that is not named is closed. Null: unknown.';
comment on column public.stores.closed_on is 'Days on which it does not open, holidays for example.';
comment on column public.stores.time_zone is 'The zone of the hours and the closed days: Asia/Manila.';
comment on column public.stores.phone is 'As it is dialed; null if there is none.';
comment on column public.stores.website is 'https address; null if there is none.';
comment on column public.stores.open_minutes is 'The hours as private.open_minutes() returns them.';
comment on column public.stores.map_point is 'Latitude and longitude as a point on a flat map, which an index uses to find what is near.';

create index stores_by_place on public.stores using gist (map_point) where not suspended;

-- Looks at 300 stores at most, however few of them are open: the next request continues after them.
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
-- Always by the indexes, whatever the statistics say about the number of stores, and planned once.
set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(page_size, 1), 500);
  at_most constant integer := case when open_now then 300 else size end;
  -- Computed as in the column `map_point`: a visitor may not call our private functions.
  here constant point := point(near_longitude,
    degrees(ln(tan(pi() / 4 + radians(least(greatest(near_latitude, -85), 85)) / 2))));
  -- The day is UTC+8, whatever the zone.
  today constant timestamptz :=
    (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours';
  tomorrow constant timestamptz := today + interval '24 hours';
  last_name text;
  last_distance double precision;
begin
  if after is not null then
    select s.search_name, s.map_point <-> here into last_name, last_distance
      from public.stores s where s.id = after;
    if last_name is null then
      return;
    end if;
  end if;
  return query
    with looked_at as materialized (
      (
        select s.id, s.open_minutes, s.closed_on, s.time_zone,
            row_number() over (order by s.search_name using ~<~, s.id) as place
          from public.stores s
          where here is null and not s.suspended and s.search_name ~>=~ coalesce(last_name, '')
            and (after is null or s.search_name ~>~ last_name or s.id > after)
          order by s.search_name using ~<~, s.id
          limit at_most
      )
      union all
      select near.id, near.open_minutes, near.closed_on, near.time_zone,
          row_number() over (order by near.distance, near.id)
        from (
          select * from (
              select s.id, s.open_minutes, s.closed_on, s.time_zone, s.map_point <-> here as distance
                from public.stores s
                where here is not null and not s.suspended and s.map_point is not null
                order by s.map_point <-> here
                limit 300
            ) as s
            where after is null or (s.distance, s.id) > (last_distance, after)
            order by s.distance
            -- Includes all that are as far away as the last; their ids decide the order.
            fetch first (at_most) rows with ties
        ) as near
    ),
    listed as materialized (
      select s.id, s.place from looked_at s
        where not open_now or (
          select s.open_minutes @> minute and day <> all (coalesce(s.closed_on, '{}'))
              -- Open since yesterday: the day before Monday is at the end of the week.
              or s.open_minutes @> (minute + 18720) % 20160
                and day - 1 <> all (coalesce(s.closed_on, '{}'))
            from (
              select hour::date as day, (extract(isodow from hour)::integer - 1) * 2880
                  + extract(hour from hour)::integer * 60 + extract(minute from hour)::integer as minute
                from (select now() at time zone s.time_zone as hour offset 0) as clock
                offset 0
            ) as clock
        )
        order by s.place
        limit size
    ),
    answer as (
      select l.id, l.place, true as listed from listed l
      union all
      -- Where it stopped, for the next request to continue from.
      select s.id, at_most + 1, false from looked_at s
        where here is null and s.place = at_most and (select count(*) from listed) < size
    )
    select s.id, s.name, s.address, s.logo_url, s.kind, s.latitude, s.longitude, s.opening_hours,
        s.closed_on, s.time_zone, reward.title, reward.needed, answer.listed
      from answer join public.stores s on s.id = answer.id
        -- The one that is reached first, as on a card that leads to it.
        left join lateral (
          select r.title, coalesce(r.stamps_needed, 10) as needed from public.rewards r
            where r.store_id = s.id
              and (r.date_start is null or r.date_start < tomorrow)
              and (r.date_end is null or r.date_end >= today)
            order by needed, r.date_end desc, r.date_start desc, r.id desc
            limit 1
        ) as reward on true
      order by answer.place;
end
$$;
comment on function public.list_stores(bigint, integer, boolean, double precision, double precision) is
  'A page of the stores that take part, by name or, if a place is given, the 300 nearest. It can start after a store, and leave out those closed at present. Each comes with the reward that takes the fewest stamps. A last row that is not listed says where the next page begins.';
grant execute on function public.list_stores(bigint, integer, boolean, double precision, double precision)
  to anon, authenticated;
