-- Search: stores by name, and by words in their names, addresses and kinds.

create function private.words_of_store(name text, kind text, address text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select distinct word from regexp_split_to_table(
      lower(concat_ws(' ', name, kind, address)), '[[:space:],;/()"]+'
    ) as word where word <> ''
  )
$$;
comment on function private.words_of_store(text, text, text) is
  'By which words a store is found, each once, in small letters. What else than letters is in a word stays.';

-- A street or a town is in many addresses, and an index on whole texts gathers all matches first: 30 ms
-- with 100,000 stores. Only a few of these rows are read, in order.
create table private.store_words (
  word text collate "C" not null,
  store_id bigint not null,
  primary key (word, store_id)
);
comment on table private.store_words is
  'Words of the names, kinds and addresses of stores, for the search. Written by a trigger on these, which finds a store''s by the words: no other index is needed.';
comment on column private.store_words.word is 'In small letters.';
comment on column private.store_words.store_id is 'The store.';

alter table private.store_words enable row level security;
grant all on table private.store_words to service_role;

create policy "Nobody reads the words by themselves"
  on private.store_words for select to anon, authenticated using (false);

create function private.record_store_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.store_words w where w.store_id = old.id
      and w.word = any (private.words_of_store(old.name, old.kind, old.address));
  end if;
  if tg_op <> 'DELETE' then
    insert into private.store_words (word, store_id)
      select unnest(private.words_of_store(new.name, new.kind, new.address)), new.id
      -- Left behind when stores were truncated, which no row trigger notices.
      on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_store_words() is 'Keeps the words of a store as the store says them.';

create trigger record_store_words
  after insert or delete or update of id, name, kind, address on public.stores
  for each row execute function private.record_store_words();

create function private.stores_with_words(term text) returns bigint[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- Nobody types more than eight.
  words constant text[] := (private.words_of_store(stores_with_words.term, null, null))[1:8];
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
          where strpos(lower(concat_ws(' ', s.name, s.kind, s.address)), typed.word) = 0
      )
  );
end
$$;
comment on function private.stores_with_words(text) is
  'Stores with all words of a text, of the first two hundred in which one begins with the rarest of these. None where no word has three letters.';
grant execute on function private.stores_with_words(text) to authenticated, service_role;

-- By name first. `name ilike … order by name limit 10` sorts all matches, or walks an index in
-- name order until ten match, depending on the planner's guess; with 100,000 stores the first
-- takes 30 ms for a common word, the second 500 ms for a rare one.
create function public.search_stores(term text)
returns table (id bigint, name text, address text, logo_url text)
language plpgsql stable security invoker set search_path = ''
-- Always by these indexes, in the order of the first, whatever the statistics say about the word.
set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with present as not materialized (
      select s.id, s.name, s.address, s.logo_url from public.stores s
        where private.check_size(search_stores.term, 1000) and s.suspended is not true
    ),
    beginning as (
      select s.* from present s
        -- As a range, since the text is not known when this is planned. No letter comes after the last.
        where lower(s.name) ~>=~ lower(search_stores.term)
          and lower(s.name) ~<~ (lower(search_stores.term) || chr(1114111))
        order by lower(s.name) using ~<~, s.id
        limit 10
    ),
    containing as (
      select s.* from present s
        -- Skipped if the others fill the answer: all matches have to be gathered first.
        where (select count(*) from beginning) < 10
          and s.name ilike '%' || regexp_replace(search_stores.term, '([\\%_])', '\\\1', 'g') || '%'
        -- Among so many, any ten are as good as any others: finding the right one takes another word.
        limit 200
    ),
    by_words as (
      select s.* from present s
        where (select count(*) from beginning) + (select count(*) from containing) < 10
          and s.id = any (private.stores_with_words(search_stores.term))
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
  'Ten stores that take part: those whose name begins with the text, whatever its case, then those whose name contains it, then those that have its words in name, kind or address, each by name. Where more than 200 match, any of 200.';
grant execute on function public.search_stores(text) to authenticated;
