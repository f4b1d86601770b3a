-- What a customer can redeem today, on whichever page of the list it is.

create function public.ready_rewards() returns setof public.rewards
language sql stable security invoker set search_path = ''
as $$
  select r.*
    from (
        select s.store_id, sum(s.stamp_count) as held from public.stamps s
          where s.user_id = (select auth.uid()) and s.redemption_id is null
          group by s.store_id
      ) as card
      join public.stores store on store.id = card.store_id
      join public.rewards r on r.store_id = card.store_id
      -- The day is UTC+8, whatever the zone.
      cross join (
        select (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours'
          as begins
      ) as today
    where not store.suspended
      and card.held >= coalesce(r.stamps_needed, 10)
      and (r.date_start is null or r.date_start < today.begins + interval '1 day')
      and (r.date_end is null or r.date_end >= today.begins)
    order by r.date_end, r.date_start, r.id
    limit 200
$$;
comment on function public.ready_rewards() is
  'The rewards of today that the caller''s unspent stamps are enough for, in the order of the list, at most 200. Under the caller''s own rights.';
revoke execute on function public.ready_rewards() from public, anon;
grant execute on function public.ready_rewards() to authenticated;
