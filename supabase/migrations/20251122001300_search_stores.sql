-- The search by name. `name ilike … order by name limit 10` sorts all that match, or reads along an
-- index in the order of names until ten match, as the planner guesses; with 100,000 stores the first
-- takes 30 ms for a common word, the second 500 ms for a rare one.

-- For the names that begin with the text: whoever types all of a name finds it, however many other
-- names contain it.
create index if not exists stores_by_name on public.stores (lower(name) text_pattern_ops, id);

create function public.search_stores(term text)
returns table (id bigint, name text, address text, logo_url text)
language sql stable security invoker set search_path = ''
-- Always by these indexes and in the order of the first, whatever is known of how common the word is.
set enable_seqscan = off set enable_sort = off
as $$
  with present as not materialized (
    select s.id, s.name, s.address, s.logo_url from public.stores s where s.suspended is not true
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
      -- Not looked for where the others fill the answer: all that match have to be gathered first.
      where (select count(*) from beginning) < 10
        and s.name ilike '%' || regexp_replace(search_stores.term, '([\\%_])', '\\\1', 'g') || '%'
      -- Of so many any ten are as good as others: what is meant needs another word.
      limit 200
  )
  select found.id, found.name, found.address, found.logo_url
    from (
      select *, 1 as place from beginning
      union all
      select *, 2 from containing c where not exists (select from beginning b where b.id = c.id)
    ) as found
    order by found.place, found.name, found.id
    limit 10
$$;
comment on function public.search_stores(text) is
  'Ten stores that take part and whose name contains the text, whatever its case: those that begin with it first, by name. Where more than 200 contain it, of the others ten of 200.';
revoke execute on function public.search_stores(text) from public, anon;
grant execute on function public.search_stores(text) to authenticated;
