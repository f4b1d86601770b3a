-- On which days of a month a customer collected: a calendar marks them, however many stamps there are.

create function public.stamp_days(month_start date)
returns table (day date)
language sql stable security invoker set search_path = ''
as $$
  -- The day is UTC+8, whatever the zone.
  select distinct (s.created_at at time zone interval '8 hours')::date
    from public.stamps s
    where s.user_id = (select auth.uid()) and s.redemption_id is null
      and s.created_at >= stamp_days.month_start::timestamp at time zone interval '8 hours'
      and s.created_at
        < (stamp_days.month_start + interval '1 month') at time zone interval '8 hours'
    order by 1
$$;
comment on function public.stamp_days(date) is
  'The days in UTC+8, of the month that begins with the given one, on which the caller''s unspent stamps were given. Under the caller''s own rights.';
revoke execute on function public.stamp_days(date) from public, anon;
grant execute on function public.stamp_days(date) to authenticated;
