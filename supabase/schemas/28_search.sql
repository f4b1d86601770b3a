-- Search: stores by name, and by words in their names, addresses and kinds.

alter table public.stores
  add column search_text text generated always as (
    private.folded(name || coalesce(' ' || kind, '') || coalesce(' ' || address, ''))
  ) stored;
comment on column public.stores.search_text is 'Name, kind and address as private.folded() returns them.';

create function private.words_of(folded text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select distinct word from regexp_split_to_table(folded, '[[:space:],;/()"&-]+') as word
      where word <> ''
  )
$$;
comment on function private.words_of(text) is
  'The words of a text, without duplicates. Characters in a word that are not letters stay.';

-- A street or a town is in many addresses, and an index on whole texts gathers all matches first: 30 ms
-- with 100,000 stores. Only a few of these rows are read, in order.
create table private.store_words (
  word text collate "C" not null,
  store_id bigint not null,
  primary key (word, store_id)
);
comment on table private.store_words is
  'Words from the names, kinds and addresses of stores, for the search. Written by a trigger on stores, which finds a store''s rows by the words, so no other index is needed.';
comment on column private.store_words.word is 'In lowercase, without accents and apostrophes.';
comment on column private.store_words.store_id is 'The store.';

alter table private.store_words enable row level security;

create policy "Nobody reads the words by themselves"
  on private.store_words for select to anon, authenticated using (false);

create function private.record_store_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.store_words w where w.store_id = old.id
      and w.word = any (private.words_of(old.search_text));
  end if;
  if tg_op <> 'DELETE' then
    insert into private.store_words (word, store_id)
      select unnest(private.words_of(new.search_text)), new.id
      -- Left behind when stores were truncated, which no row trigger notices.
      on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_store_words() is 'Updates a store''s words when its name, kind or address changes.';

create trigger record_store_words
  after insert or delete or update of id, name, kind, address on public.stores
  for each row execute function private.record_store_words();

create function private.stores_with_words(folded text) returns bigint[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- Nobody types more than eight.
  words constant text[] := (private.words_of(stores_with_words.folded))[1:8];
  -- No letter comes after this one.
  beyond constant text := chr(1114111);
  rarest text;
begin
  select typed.word into rarest from unnest(words) as typed (word)
    where length(typed.word) >= 3
    order by (
      select count(*) from (
        select from private.store_words w
          where w.word >= typed.word and w.word < typed.word || beyond limit 200
      ) as few
    )
    limit 1;
  return array(
    select s.id from (
        select distinct w.store_id from (
            select w.store_id from private.store_words w
              where w.word >= rarest and w.word < rarest || beyond
              order by w.word, w.store_id limit 200
          ) as w
      ) as few
        join public.stores s on s.id = few.store_id
      where not exists (
        select from unnest(words) as typed (word)
          where strpos(s.search_text, typed.word) = 0
      )
  );
end
$$;
comment on function private.stores_with_words(text) is
  'Stores with all words of a folded text, among the first two hundred with a word that begins with the rarest of these. None if no word has three letters.';
grant execute on function private.stores_with_words(text) to authenticated, service_role;

-- By name first. `name like … order by name limit 10` sorts all matches, or walks an index in
-- name order until ten match, depending on the planner's guess; with 100,000 stores the first
-- takes 30 ms for a common word, the second 500 ms for a rare one.
create function public.search_stores(term text)
returns table (id bigint, name text, address text, logo_url text)
language plpgsql stable security invoker set search_path = ''
-- Always by these indexes, in the order of the first, whatever the statistics say about the word.
set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  folded constant text :=
    case when private.check_size(search_stores.term, 1000) then private.folded(search_stores.term) end;
begin
  return query
    with present as not materialized (
      select s.id, s.name, s.address, s.logo_url, s.search_name from public.stores s
        where s.suspended is not true
    ),
    beginning as (
      select s.* from present s
        -- As a range, since the text is not known when this is planned. No letter comes after the last.
        where s.search_name ~>=~ folded and s.search_name ~<~ (folded || chr(1114111))
        order by s.search_name using ~<~, s.id
        limit 10
    ),
    containing as (
      select s.* from present s
        -- Skipped if the others fill the answer: all matches have to be gathered first.
        where (select count(*) from beginning) < 10
          and s.search_name like '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
        -- Among so many, any ten are as good as any others: finding the right one takes another word.
        limit 200
    ),
    by_words as (
      select s.* from present s
        where (select count(*) from beginning) + (select count(*) from containing) < 10
          and s.id = any (private.stores_with_words(folded))
    )
    select found.id, found.name, found.address, found.logo_url
      from (
        select *, 1 as place from beginning
        union all
        select *, 2 from containing c where not exists (select from beginning b where b.id = c.id)
        union all
        select *, 3 from by_words w
          where not exists (select from beginning b where b.id = w.id)
            and not exists (select from containing c where c.id = w.id)
      ) as found
      order by found.place, found.name, found.id
      limit 10;
end
$$;
comment on function public.search_stores(text) is
  'Ten stores that take part: those whose name begins with the text, whatever its case and accents, then those whose name contains it, then those that have its words in name, kind or address, each by name. If more than 200 match, any 200 of them are looked at.';
grant execute on function public.search_stores(text) to authenticated;
