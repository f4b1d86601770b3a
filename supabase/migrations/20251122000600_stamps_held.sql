-- What a customer holds, summed by the database: one row a store, so that many small records at one
-- store push none of another's out of the answer.

create function public.stamps_held(store_ids bigint[] default null)
returns table (store_id bigint, stamp_count bigint, metadata jsonb, created_at timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select s.store_id, sum(s.stamp_count),
      (array_agg(s.metadata order by s.created_at desc, s.id desc))[1], max(s.created_at)
    from public.stamps s
    where s.user_id = (select auth.uid()) and s.redemption_id is null
      and (stamps_held.store_ids is null or s.store_id = any (stamps_held.store_ids))
    group by s.store_id
$$;
comment on function public.stamps_held(bigint[]) is
  'The caller''s unspent stamps: one row a store, the sum, and metadata and time of the newest record. Null asks for all stores. Under the caller''s own rights.';
revoke execute on function public.stamps_held(bigint[]) from public, anon;
grant execute on function public.stamps_held(bigint[]) to authenticated;
